public import Hosting
public import Logging
public import PolicyModel

/// The configuration of a service, created from a server's configuration file.
public struct AnsweringConfiguration: Sendable {
    /// The bindings, with unique names.
    public var bindings: [AnswerBinding]
    /// How long a policy may stay in force unconfirmed; nil for no limit.
    public var maxAge: Duration?
    /// The time limit for one decision and, under an audit, for writing its record. A slower decision is a block,
    /// because the client has given up by then.
    public var decisionLimit: Duration
    /// The key for tickets; nil generates one, which is lost when the process ends.
    public var ticketKey: SecretKey?
    /// What is logged, and where. The service does not read the key that it names: it is ``pseudonymKey``.
    public var log: LogConfiguration
    /// The key for the pseudonyms of accounts in the log; nil omits accounts.
    public var pseudonymKey: SecretKey?
    /// The settings of pages for people.
    public var page: PageSettings
    /// The logger for messages to the operator.
    public var logger: Logger

    /// Creates a configuration.
    public init(
        bindings: [AnswerBinding],
        maxAge: Duration? = nil,
        decisionLimit: Duration = .seconds(1),
        ticketKey: SecretKey? = nil,
        log: LogConfiguration = LogConfiguration(),
        pseudonymKey: SecretKey? = nil,
        page: PageSettings = PageSettings(),
        logger: Logger = Logger(label: "demarc-serve")
    ) {
        self.bindings = bindings
        self.maxAge = maxAge
        self.decisionLimit = decisionLimit
        self.ticketKey = ticketKey
        self.log = log
        self.pseudonymKey = pseudonymKey
        self.page = page
        self.logger = logger
    }
}

/// The settings of pages for people, beyond the decision itself.
public struct PageSettings: Hashable, Sendable {
    /// The contact: a mail address, a telephone number or an `https` URL, shown as it is.
    public var contact: String?
    /// An operator's own page, as a Mustache template; nil for the built-in page.
    public var template: String?
    /// The base URL of the listener for pages, without a final `/`, for telling denied programs where people can read
    /// the reason. Nil if there is no such listener.
    public var base: String?

    /// Creates settings.
    public init(contact: String? = nil, template: String? = nil, base: String? = nil) {
        self.contact = contact
        self.template = template
        self.base = base
    }
}

/// Why a service cannot be created.
public enum AnsweringError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The log cannot be opened, with the reason.
    case log(path: String, reason: String)
    /// The template of the page cannot be used, with the reason.
    case template(reason: String)
    /// Two bindings have this name.
    case bindingTwice(String)
    /// A rate is not between 0 and 1.
    case sample(Verdict)

    /// What happened, and how to fix it.
    public var description: String {
        switch self {
        case .log(let path, let reason): "the log `\(path)` cannot be opened: \(reason)"
        case .template(let reason): "the template of the page cannot be used: \(reason)"
        case .bindingTwice(let name): "two bindings are called `\(name)`: rename one"
        case .sample(let verdict): "the rate of logged decisions of `\(verdict.rawValue)` is not between 0 and 1"
        }
    }
}
