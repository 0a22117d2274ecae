import DocumentReading

/// The keys of every mapping in a server's configuration.
///
/// The reader, the schema and the tables of the page “Server” all use this list, so editors complete exactly what is
/// read and documented.
package enum ServerKeys: String, CaseIterable, Sendable {
    case document = "a server's configuration"
    case binding = "a binding"
    case account = "an account source"
    case listener = "a listener"
    case tls = "TLS"
    case admin = "the admin listener"
    case explain = "the explain listener"
    case log = "the log"
    case sample = "the rates of the log"
    case tickets = "tickets"
    case shadow = "a shadow policy"
    case limits = "limits"

    /// A key: its name, the form of its value, its default, and its meaning.
    package struct Key: Sendable {
        package let name: String
        /// The form of its value, for the documentation.
        package let form: String
        /// The default value; nil if the key is required.
        package let standard: String?
        package let summary: String

        init(_ name: String, _ form: String, _ standard: String?, _ summary: String) {
            (self.name, self.form, self.standard, self.summary) = (name, form, standard, summary)
        }
    }

    /// The keys of an address. A mapping that has them also has ``encryption``.
    private static let address = [
        Key("unix", "a path", "none", "A socket in the file system; this or `tcp`."),
        Key("tcp", "`ADDRESS:PORT`", "none", "An IP address and a port; this or `unix`."),
        Key("mode", "octal digits in quotes", "`\"0600\"`", "The permissions of the socket."),
    ]
    private static let encryption = Key("tls", "certificates", "no TLS", "How connections are encrypted.")

    // Keys whose defaults and ranges are those that the server uses.
    private static let standardLog = LogConfiguration()

    private static func rate(_ name: String, _ rate: Double, _ summary: String) -> Key {
        let standard = Int(exactly: rate).map { "\($0)" } ?? "\(rate)"
        return Key(name, "0 to \(LogConfiguration.highestRate)", "`\(standard)`", summary)
    }

    private static func number(_ name: String, _ number: Int, _ range: ClosedRange<Int>, _ summary: String) -> Key {
        Key(name, "a number, \(range.lowerBound) to \(range.upperBound)", "`\(number)`", summary)
    }

    private static func size(_ name: String, _ bytes: Int, _ range: ClosedRange<Int>, _ summary: String) -> Key {
        let form = "a size, \(ServerUnit.size(range.lowerBound)) to \(ServerUnit.size(range.upperBound))"
        return Key(name, form, "`\(ServerUnit.size(bytes))`", summary)
    }

    private static func time(_ name: String, _ time: Duration, _ summary: String) -> Key {
        let milliseconds = Int(time / .milliseconds(1))
        return Key(name, Self.time(ServerLimits.timeRange), "`\(ServerUnit.time(milliseconds))`", summary)
    }

    private static func time(_ range: ClosedRange<Int>) -> String {
        "a time, \(ServerUnit.time(range.lowerBound)) to \(ServerUnit.time(range.upperBound))"
    }

    package var names: [String] { keys.map(\.name) }

    /// The required keys.
    package var required: [String] { keys.filter { $0.standard == nil }.map(\.name) }

    package var keys: [Key] {
        switch self {
        case .document:
            [
                Key(ServerConfiguration.formatKey, "`1`", nil, "The version of the format."),
                Key("policy", "a path", nil, "The policy, as text or compiled."),
                Key(
                    "maxAge",
                    Self.time(ServerConfiguration.maxAgeRange),
                    "no limit",
                    "A policy that has not been confirmed for this long blocks everything."
                ),
                Key("bindings", "bindings by name", "none", "How the requests of each proxy are read."),
                Key("listeners", "a list of listeners", nil, "Where requests come in."),
                Key("admin", "an address", "off", "Metrics, health and explanations, for operators."),
                Key("explain", "an address and its pages", "off", "Pages that explain a decision, for people."),
                Key("log", "settings of the log", "see below", "Which decisions are written, and how."),
                Key("tickets", "`{key: FILE}`", "a key made at start", "The key that signs tickets for pages."),
                Key(
                    "shadow",
                    "`{policy: FILE}`",
                    "none",
                    "A policy that is only compared, and never determines an answer."
                ),
                Key("limits", "limits", "see below", "How much clients may use."),
            ]
        case .binding:
            [
                Key("view", "a view", nil, "The view of the policy that requests are decided for."),
                Key(
                    "convention",
                    "`nginx`, `forwarded`, `envoy` or `icap`",
                    nil,
                    "How the proxy describes a request; the fields of other conventions are ignored."
                ),
                Key("scheme", "`https`, `http` or `claimed`", "`claimed`", "Where the scheme comes from."),
                Key(
                    "account",
                    "an account source",
                    "`{absent: lockDown}`",
                    "Where the account of a request comes from."
                ),
                Key(
                    "compareSNI",
                    "`true` or `false`",
                    "`false`",
                    "Whether the TLS server name must equal the host. Only Envoy over gRPC reports it; requests "
                        + "without it are blocked."
                ),
                Key("tunnels", "`opaque` or `inspected`", "`opaque`", "How requests inside a tunnel are treated."),
                Key(
                    "peers",
                    "a list of `unix` and networks",
                    "none: every request is refused",
                    "Who may send requests."
                ),
                Key("frames", "`top` or `secFetch`", "`top`", "Whether `Sec-Fetch-Dest` is trusted."),
                Key("readings", "`all` or `proxy`", "`all`", "Which readings of a path are decided."),
                Key("onRoute", "`page` or `redirect`", "`page`", "How a routed navigation is answered."),
            ]
        case .account:
            [
                Key("header", "the name of a field", "none", "The field that the proxy writes."),
                Key("certificate", "`uri` or `subject`", "none", "The name in the client's certificate."),
                Key("metadata", "a list of names", "none", "The path to a claim in Envoy's metadata."),
                Key("icapUser", "`true`", "none", "The user that the ICAP client names."),
                Key("fixed", "an account", "none", "The account of every request."),
                Key(
                    "absent",
                    "`block`, `lockDown` or an account",
                    "`lockDown`",
                    "What applies if a request names no account."
                ),
            ]
        case .listener:
            Self.address + [
                Key("serves", "a list of `auth`, `grpc`, `json` and `icap`", nil, "What is served there."),
                Key("binding", "a binding", "none", "The binding of ICAP requests, which do not name one."),
                Self.encryption,
            ]
        case .tls:
            [
                Key("certificate", "a path", nil, "The certificate chain of the server, as PEM."),
                Key("key", "a path", nil, "Its key, as PEM."),
                Key("clientCA", "a path", "none", "The CA that signs the certificates that clients must present."),
            ]
        case .admin: Self.address + [Self.encryption]
        case .explain:
            Self.address + [
                Self.encryption,
                Key("base", "a URL", "no links", "The beginning of the address of these pages, for links to them."),
                Key("template", "a path", "the built-in page", "A template for all pages."),
                Key("contact", "an address or a URL", "none", "The contact for questions about a blocked page."),
            ]
        case .log:
            [
                Key("to", "`stderr`, `none` or a path", "`stderr`", "Where lines are written."),
                Key(
                    "mask",
                    "a list of `credentials` and `query`",
                    "`[\(Self.standardLog.masks.map(\.rawValue).sorted().joined(separator: ", "))]`",
                    "What is left out of URLs."
                ),
                Key("sample", "rates", "see below", "What share of the decisions is written."),
                Key(
                    "audit",
                    "`true` or `false`",
                    "`false`",
                    "Whether a request is blocked if its record cannot be written."
                ),
                Key(
                    "key",
                    "a path",
                    "none",
                    "The key for the pseudonyms of accounts; without it, accounts are left out."
                ),
            ]
        case .sample:
            [
                Self.rate("allow", Self.standardLog.allowRate, "The share of allowed decisions."),
                Self.rate("route", Self.standardLog.routeRate, "The share of routed decisions."),
                Self.rate("block", Self.standardLog.blockRate, "The share of blocked decisions."),
            ]
        case .tickets: [Key("key", "a path", nil, "A file with the key, of 32 bytes or more.")]
        case .shadow: [Key("policy", "a path", nil, "The policy that is compared.")]
        case .limits: Self.limitKeys(ServerLimits())
        }
    }

    private static func limitKeys(_ limits: ServerLimits) -> [Key] {
        [
            size("header", limits.headerBytes, ServerLimits.headerRange, "The head of a request."),
            size("target", limits.targetBytes, ServerLimits.targetRange, "The target of a request."),
            size("body", limits.bodyBytes, ServerLimits.bodyRange, "The body of a request."),
            number("batch", limits.batch, ServerLimits.batchRange, "The requests of one batch."),
            number(
                "connections",
                limits.connections,
                ServerLimits.connectionRange,
                "The open connections of the `listeners` for proxies; as many again for `json`, and for `explain`."
            ),
            time("headerTimeout", limits.headerTimeout, "How long the head of a request may take."),
            time(
                "idleTimeout",
                limits.idleTimeout,
                "How long a connection may be idle, and the body of an HTTP request may take."
            ),
            time("decisionTimeout", limits.decisionTimeout, "How long an answer may take; a later answer blocks."),
            time("drain", limits.drain, "How long requests may take to end when the server stops."),
        ]
    }
}
