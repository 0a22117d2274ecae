public import PolicyModel

/// One decision as recorded in the decision log: a line of NDJSON.
///
/// A record never contains the exact bytes of the request, the identity of the acting account, or the places of rules.
/// Accounts are pseudonyms, see ``AccountPseudonyms``; masked parts are removed from URLs, see ``URLMask``.
///
/// ```swift
/// func isWrittenAlike(_ line: [UInt8]) throws -> Bool {
///     var again: [UInt8] = []
///     try DecisionRecord(line: line).append(to: &again)  // ends with a line feed
///     return again == line
/// }
/// ```
public struct DecisionRecord: Hashable, Sendable {
    /// The policy that decided.
    public struct Policy: Hashable, Sendable {
        /// Its revision.
        public var revision: Int
        /// The SHA-256 digest of the compiled policy, in hexadecimal.
        public var digest: String

        /// Creates a reference to a policy.
        public init(revision: Int, digest: String) {
            self.revision = revision
            self.digest = digest
        }
    }

    /// A reason of the decision.
    public struct Reason: Hashable, Sendable {
        /// The raw value of a `ReasonCode`. It is a string, because another version may have other codes.
        public var code: String
        /// The id of the rule; nil if no rule caused the reason.
        public var rule: String?

        /// Creates a reason.
        public init(code: String, rule: String? = nil) {
            self.code = code
            self.rule = rule
        }

        /// The part of a reason that a log keeps.
        public init(_ reason: PolicyModel.Reason) { self.init(code: reason.code.rawValue, rule: reason.rule?.id) }
    }

    /// What the URL does not show of the path that was sent.
    public enum SentPath: String, CaseIterable, Hashable, Sendable {
        /// It had `.` or `..` segments, and was also decided with them; the URL is without them.
        case dots
    }

    /// What another policy, which is not in force, would have answered.
    public struct Shadow: Hashable, Sendable {
        /// The other policy.
        public var policy: Policy?
        /// Its verdict.
        public var verdict: Verdict
        /// The class that its rules give to the URL.
        public var urlClass: URLClass?
        /// Where it would open the URL.
        public var destination: Destination?
        /// The id of the rule that decided.
        public var rule: String?

        /// Creates the answer of a shadow policy.
        public init(
            policy: Policy? = nil,
            verdict: Verdict,
            urlClass: URLClass? = nil,
            destination: Destination? = nil,
            rule: String? = nil
        ) {
            self.policy = policy
            self.verdict = verdict
            self.urlClass = urlClass
            self.destination = destination
            self.rule = rule
        }
    }

    /// The time: milliseconds since 1970 in UTC.
    public var time: Int
    /// The id of the decision.
    public var id: String
    /// The kind of adapter that asked, such as `nginx`. It is a string, because another version may have other kinds
    /// than ``AdapterKind``.
    public var host: String
    /// The binding that was used; `-` for an unknown binding.
    public var binding: String
    /// The policy; nil if none was in force.
    public var policy: Policy?
    /// The kind of question.
    public var question: Question.Kind
    /// The method of the request.
    public var method: String?
    /// The view.
    public var view: String?
    /// The kind of load.
    public var frame: Frame?
    /// The pseudonym of the acting account; nil if there is none.
    public var account: String?
    /// The URL as it was decided, without the ``masked`` parts; nil if it could not be read.
    public var url: String?
    /// The parts that were removed from the URL.
    public var masked: Set<URLMask>
    /// What the URL does not show of the path that was sent; nil if it shows everything that was decided.
    public var sent: SentPath?
    /// The class that the rules give to the URL.
    public var urlClass: URLClass?
    /// The verdict.
    public var verdict: Verdict
    /// Where the URL opens; nil if it is blocked.
    public var destination: Destination?
    /// The classification of the page.
    public var page: PageClassification?
    /// The reasons, in the order in which they decided.
    public var reasons: [Reason]
    /// Why the request was blocked without a decision: a `request.…`, `policy.…`, `audit.…` or `server.…` code.
    public var fault: String?
    /// The fraction of the decisions with this verdict that is logged.
    public var rate: Double
    /// The `traceparent` of the request.
    public var trace: String?
    /// The duration of the decision in nanoseconds.
    public var nanoseconds: Int
    /// The answer of a shadow policy, in a record of a difference.
    public var shadow: Shadow?

    /// Creates a record.
    public init(
        time: Int,
        id: String,
        host: String,
        binding: String,
        policy: Policy? = nil,
        question: Question.Kind = .navigate,
        method: String? = nil,
        view: String? = nil,
        frame: Frame? = nil,
        account: String? = nil,
        url: String? = nil,
        masked: Set<URLMask> = [],
        sent: SentPath? = nil,
        urlClass: URLClass? = nil,
        verdict: Verdict,
        destination: Destination? = nil,
        page: PageClassification? = nil,
        reasons: [Reason] = [],
        fault: String? = nil,
        rate: Double = 1,
        trace: String? = nil,
        nanoseconds: Int = 0,
        shadow: Shadow? = nil
    ) {
        self.time = time
        self.id = id
        self.host = host
        self.binding = binding
        self.policy = policy
        self.question = question
        self.method = method
        self.view = view
        self.frame = frame
        self.account = account
        self.url = url
        self.masked = masked
        self.sent = sent
        self.urlClass = urlClass
        self.verdict = verdict
        self.destination = destination
        self.page = page
        self.reasons = reasons
        self.fault = fault
        self.rate = rate
        self.trace = trace
        self.nanoseconds = nanoseconds
        self.shadow = shadow
    }

    /// The rule that decided; nil if no rule did.
    public var rule: String? { reasons.lazy.compactMap(\.rule).first }
}

extension DecisionRecord {
    /// The names of the members. They are those of `demarc check` for the members that it also has.
    enum Name: String, CaseIterable {
        case time, id, host, binding, policy, question, method, view, frame, account, url, masked, sent
        case urlClass = "class"
        case verdict
        case destination = "to"
        case page, reasons, fault, rate, trace
        case nanoseconds = "ns"
        case shadow
        // In nested objects.
        case revision, digest, code, rule
    }
}

/// The kind of adapter through which requests arrive: the `host` of log records, a label of metrics, and a parameter of
/// answers.
public enum AdapterKind: String, CaseIterable, Hashable, Sendable {
    /// nginx's `auth_request`. It drops the body of an answer and treats any 2xx as an allow.
    case nginx
    /// Forward authorization as in Traefik, Caddy and haproxy's Lua; bodies and redirects reach the client.
    case forwarded
    /// Envoy's `ext_authz` over HTTP, for which only 200 is an allow.
    case envoy
    /// Envoy's `ext_authz` over gRPC.
    case grpc
    /// A proxy that uses ICAP.
    case icap
    /// A program that sends questions in JSON.
    case json
}
