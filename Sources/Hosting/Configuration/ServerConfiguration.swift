public import Diagnostics

/// How a server is set up: what `demarc-serve: 1` begins.
///
/// ``ServerConfigurationReader`` makes one of a file; the page “Server” has a row for each key.
public struct ServerConfiguration: Hashable, Sendable {
    /// A file that the configuration names.
    public struct NamedFile: Hashable, Sendable {
        /// Its path; one that was relative is relative to the folder of the configuration.
        public var path: String
        /// Where the configuration names it, for findings about the file.
        public var place: SourceRange

        /// Makes a file.
        public init(path: String, place: SourceRange) {
            self.path = path
            self.place = place
        }
    }

    /// The page that explains a decision, and what the pages of all listeners have in common.
    public struct Pages: Hashable, Sendable {
        /// Where the pages themselves are served; nil where only listeners for authorization answer with them.
        public var endpoint: Endpoint?
        /// The address of that listener as people reach it, which links begin with; nil for no links.
        public var base: String?
        /// A template that stands in place of the built-in one.
        public var template: NamedFile?
        /// Whom to ask about a blocked page: an address of electronic mail or a URL.
        public var contact: String?

        /// Makes pages without links.
        public init() {}
    }

    /// The policy, as text or compiled.
    public var policy: NamedFile
    /// How long a policy may go without being confirmed before it blocks everything; nil for ever.
    public var maxAge: Duration?
    /// The bindings, in the order of the file; their names are unique.
    public var bindings: [ServerBinding] = []
    /// Where requests come in; at least one.
    public var listeners: [ServerListener] = []
    /// Where operators ask about the server; nil for nowhere.
    public var admin: Endpoint?
    /// Pages for people.
    public var pages = Pages()
    /// The log of decisions.
    public var log = LogConfiguration()
    /// The key under which tickets are signed; nil where one is made at start, so that they end with the process.
    public var ticketKey: NamedFile?
    /// A policy whose decisions are compared and never answered; nil for none.
    public var shadow: NamedFile?
    /// What one client may cost.
    public var limits = ServerLimits()

    /// Makes a configuration with every default, and without listeners.
    public init(policy: NamedFile) { self.policy = policy }

    /// The binding of a name; nil where there is none.
    ///
    /// - Complexity: O(*n*) in the number of bindings.
    public func binding(named name: String) -> ServerBinding? { bindings.first { $0.name == name } }
}

/// Which decisions are written down, and how.
public struct LogConfiguration: Hashable, Sendable {
    /// Where lines are written.
    public enum Destination: Hashable, Sendable {
        /// Standard error.
        case standardError
        /// The end of a file.
        case file(String)
        /// Nowhere: decisions are counted, and not written.
        case nowhere
    }

    /// What is left out of a URL.
    public enum Mask: String, CaseIterable, Hashable, Sendable {
        /// User name and password.
        case credentials
        /// The values of the query.
        case query
    }

    /// Where lines are written.
    public var destination = Destination.standardError
    /// What is left out.
    public var masks: Set<Mask> = [.credentials, .query]
    /// Which part of the allowed requests is written, from 0 to 1.
    public var allowRate = 0.01
    /// Which part of the routed ones.
    public var routeRate = 1.0
    /// Which part of the blocked ones.
    public var blockRate = 1.0
    /// Whether a request blocks whose decision cannot be written, and every decision is written.
    public var isAudit = false
    /// The key that makes pseudonyms of accounts; nil where accounts are left out.
    public var key: ServerConfiguration.NamedFile?

    /// Makes the settings that are in force unless a configuration says otherwise.
    public init() {}
}

/// What one client, and all of them together, may cost.
public struct ServerLimits: Hashable, Sendable {
    /// The bytes of the head of a request.
    public var headerBytes = 64 << 10
    /// The bytes of a request target.
    public var targetBytes = 16 << 10
    /// The bytes of a body.
    public var bodyBytes = 1 << 20
    /// The requests of one batch.
    public var batch = 1_000
    /// The open connections of all listeners together.
    public var connections = 4_096
    /// How long the head of a request may take, from its first byte or from the beginning of the connection.
    public var headerTimeout = Duration.seconds(5)
    /// How long a connection may say nothing between two requests, and how long a body may take.
    public var idleTimeout = Duration.seconds(75)
    /// How long an answer may take, from the end of its request; one that takes longer blocks.
    public var decisionTimeout = Duration.seconds(1)
    /// How long requests may take to end after the server was told to stop.
    public var drain = Duration.seconds(10)

    /// Makes the limits that are in force unless a configuration says otherwise.
    public init() {}
}
