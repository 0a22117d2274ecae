public import Diagnostics
public import PolicyModel

/// The configuration of a server: a file that begins with `demarc-serve: 1`.
///
/// ``ServerConfigurationReader`` reads it from a file; the page “Server” has a row for each key.
public struct ServerConfiguration: Hashable, Sendable {
    /// The key of the version of the format.
    package static let formatKey = "demarc-serve"
    /// What ``maxAge`` may be, in milliseconds.
    static let maxAgeRange = 1_000...100 * 365 * 86_400_000

    /// A file that the configuration names.
    public struct NamedFile: Hashable, Sendable {
        /// The path of the file; a relative path is resolved against the folder of the configuration.
        public var path: String
        /// Where the configuration names it, for findings about the file.
        public var place: SourceRange

        /// Creates a file reference.
        public init(path: String, place: SourceRange) {
            self.path = path
            self.place = place
        }
    }

    /// The page that explains a decision, and the settings shared by the pages of all listeners.
    public struct Pages: Hashable, Sendable {
        /// The address that serves the pages; nil if only the listeners for authorization return them.
        public var endpoint: Endpoint?
        /// The base URL of that listener as people reach it, used in links; nil for no links.
        public var base: String?
        /// A template that replaces the built-in one.
        public var template: NamedFile?
        /// The contact for questions about a blocked page: an e-mail address or a URL.
        public var contact: String?

        /// Creates pages without links.
        public init() {}
    }

    /// The policy, as a policy document or compiled.
    public var policy: NamedFile
    /// How long a policy may stay in force without being confirmed before it blocks everything; nil for no limit.
    public var maxAge: Duration?
    /// The bindings, in the order of the file; their names are unique.
    public var bindings: [ServerBinding] = []
    /// The sockets that receive requests; at least one.
    public var listeners: [ServerListener] = []
    /// The address for operators; nil for none.
    public var admin: Endpoint?
    /// Pages for people.
    public var pages = Pages()
    /// The log of decisions.
    public var log = LogConfiguration()
    /// The key that signs tickets; nil to generate one at start, so that tickets become invalid when the process ends.
    public var ticketKey: NamedFile?
    /// A policy whose decisions are compared but never returned; nil for none.
    public var shadow: NamedFile?
    /// Whether policies may refer to files outside their folders. No key sets it: whoever starts the server decides.
    public var allowsOutside = false
    /// Resource limits for clients.
    public var limits = ServerLimits()

    /// Creates a configuration with default values and without listeners.
    public init(policy: NamedFile) { self.policy = policy }

    /// The binding with a name; nil if there is none.
    ///
    /// - Complexity: O(*n*) in the number of bindings.
    public func binding(named name: String) -> ServerBinding? { bindings.first { $0.name == name } }

    /// The addresses of all listeners: those of ``listeners``, then that for operators and that of the pages.
    public var endpoints: [Endpoint] { listeners.map(\.endpoint) + [admin, pages.endpoint].compactMap(\.self) }
}

/// Which decisions are logged, and how.
public struct LogConfiguration: Hashable, Sendable {
    /// The destination of log lines.
    public enum Destination: Hashable, Sendable {
        /// Standard error.
        case standardError
        /// A file, to which lines are appended.
        case file(String)
        /// Nowhere: decisions are counted, but not logged.
        case nowhere
    }

    /// The highest rate, at which every request is logged.
    static let highestRate = 1

    /// The destination of log lines.
    public var destination: Destination
    /// Where the configuration names the destination; nil if it does not.
    public var destinationPlace: SourceRange?
    /// The parts that are removed from URLs.
    public var masks: Set<URLMask>
    /// The fraction of allowed requests that is logged, from 0 to 1.
    public var allowRate: Double
    /// The fraction of routed requests that is logged.
    public var routeRate: Double
    /// The fraction of blocked requests that is logged.
    public var blockRate: Double
    /// Whether every decision is logged, and a request whose decision cannot be logged is blocked. In this case, the
    /// rates are ignored.
    public var isAudit: Bool
    /// The key for the pseudonyms of accounts; nil if accounts are omitted.
    public var key: ServerConfiguration.NamedFile?

    /// Creates settings; the defaults are those of the configuration file.
    public init(
        to destination: Destination = .standardError,
        masks: Set<URLMask> = [.credentials, .query],
        allowRate: Double = 0.01,
        routeRate: Double = 1,
        blockRate: Double = 1,
        isAudit: Bool = false
    ) {
        self.destination = destination
        self.masks = masks
        self.allowRate = allowRate
        self.routeRate = routeRate
        self.blockRate = blockRate
        self.isAudit = isAudit
    }

    /// The fraction of the decisions with a verdict that is logged, unless the log is an audit.
    ///
    /// - Parameter verdict: The verdict. One that only questions in JSON can have is always logged.
    /// - Returns: The rate.
    public func rate(of verdict: Verdict) -> Double {
        switch verdict {
        case .allow: allowRate
        case .route: routeRate
        case .block: blockRate
        case .allowEncrypted, .allowAsOrganizationData, .switchAccount, .plain, .protected: 1
        }
    }
}

/// Resource limits, for one client and for all clients together.
public struct ServerLimits: Hashable, Sendable {
    /// The size of a request head in bytes.
    public var headerBytes = 64 << 10
    /// The size of a request target in bytes.
    public var targetBytes = 16 << 10
    /// The size of a body in bytes.
    public var bodyBytes = 1 << 20
    /// The number of requests in a batch.
    public var batch = 1_000
    /// The number of open connections of all listeners for proxies together. The listeners for questions in JSON have
    /// as many together, and so has the listener for pages.
    public var connections = 4_096
    /// The time limit for the head of a request, from its first byte or from the start of the connection.
    public var headerTimeout = Duration.seconds(5)
    /// The time limit for a connection that is idle between two requests, and for the whole body of an HTTP request,
    /// however steadily it arrives. A body of ICAP, which is not kept, may pause for that long.
    public var idleTimeout = Duration.seconds(75)
    /// The time limit for an answer, from the end of its request; a slower answer is a block.
    public var decisionTimeout = Duration.seconds(1)
    /// How long requests may take to finish after the server was told to stop.
    public var drain = Duration.seconds(10)

    // What each limit may be; sizes in bytes, times in milliseconds.
    static let headerRange = 1_024...1 << 20
    static let targetRange = 256...1 << 20
    static let bodyRange = 0...64 << 20
    static let batchRange = 1...100_000
    static let connectionRange = 1...1_000_000
    static let timeRange = 1...3_600_000

    /// Creates the default limits.
    public init() {}
}
