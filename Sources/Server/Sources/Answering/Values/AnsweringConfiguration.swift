public import Hosting
public import Logging
public import PolicyModel

/// What a service is made with; a server's configuration file is read to this.
public struct AnsweringConfiguration: Sendable {
    /// The bindings, each name once.
    public var bindings: [AnswerBinding]
    /// How long a policy may go unconfirmed; nil for ever.
    public var maxAge: Duration?
    /// How long one decision may take. What takes longer is blocked: whoever asked has given up by then.
    public var decisionLimit: Duration
    /// The key of tickets; nil makes one, which is forgotten when the process ends.
    public var ticketKey: SecretKey?
    /// What is logged, and where.
    public var log: DecisionLogSettings
    /// What is shown to people.
    public var page: PageSettings
    /// Where the service reports what concerns its operator.
    public var logger: Logger

    /// Makes a configuration.
    public init(
        bindings: [AnswerBinding],
        maxAge: Duration? = nil,
        decisionLimit: Duration = .seconds(1),
        ticketKey: SecretKey? = nil,
        log: DecisionLogSettings = DecisionLogSettings(),
        page: PageSettings = PageSettings(),
        logger: Logger = Logger(label: "demarc-serve")
    ) {
        self.bindings = bindings
        self.maxAge = maxAge
        self.decisionLimit = decisionLimit
        self.ticketKey = ticketKey
        self.log = log
        self.page = page
        self.logger = logger
    }
}

/// What of the decisions is logged, and where.
public struct DecisionLogSettings: Sendable {
    /// Where lines are written.
    public enum Destination: Hashable, Sendable {
        /// Nowhere.
        case off
        /// Standard error.
        case standardError
        /// A file, which is appended to.
        case file(String)
    }

    /// Where lines are written.
    public var destination: Destination
    /// Whether user info is left out of URLs.
    public var masksCredentials: Bool
    /// Whether queries are left out of URLs.
    public var masksQuery: Bool
    /// Which share of the decisions of a verdict is logged, from 0 to 1.
    public var sample: [Verdict: Double]
    /// Whether every decision is written before it is answered, and blocked where that fails. ``sample`` is ignored then.
    public var isAudit: Bool
    /// The key of the pseudonyms of accounts; nil leaves accounts out.
    public var key: SecretKey?

    /// Makes settings; the defaults are those of the configuration file.
    public init(
        to destination: Destination = .standardError,
        masksCredentials: Bool = true,
        masksQuery: Bool = true,
        sample: [Verdict: Double] = [.allow: 0.01, .route: 1, .block: 1],
        isAudit: Bool = false,
        key: SecretKey? = nil
    ) {
        self.destination = destination
        self.masksCredentials = masksCredentials
        self.masksQuery = masksQuery
        self.sample = sample
        self.isAudit = isAudit
        self.key = key
    }
}

/// What pages for people say beyond a decision.
public struct PageSettings: Hashable, Sendable {
    /// Whom to ask: a mail address, a telephone number or an `https` address, shown as it is.
    public var contact: String?
    /// An operator's own page, in Mustache; nil for the page that comes with Demarc.
    public var template: String?
    /// What the address of the listener of pages begins with, without a `/` at its end: programs that are denied are told
    /// where people read why. Nil for no such address.
    public var base: String?

    /// Makes settings.
    public init(contact: String? = nil, template: String? = nil, base: String? = nil) {
        self.contact = contact
        self.template = template
        self.base = base
    }
}

/// Why a service cannot be made.
public enum AnsweringError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The log cannot be opened; the text says why.
    case log(path: String, reason: String)
    /// The template of the page cannot be used; the text says why.
    case template(reason: String)
    /// Two bindings have this name.
    case bindingTwice(String)
    /// A share is not between 0 and 1.
    case sample(Verdict)

    /// What happened, and what to do.
    public var description: String {
        switch self {
        case .log(let path, let reason): "the log `\(path)` cannot be opened: \(reason)"
        case .template(let reason): "the template of the page cannot be used: \(reason)"
        case .bindingTwice(let name): "two bindings are called `\(name)`: rename one"
        case .sample(let verdict): "the share of logged decisions of `\(verdict.rawValue)` is not between 0 and 1"
        }
    }
}
