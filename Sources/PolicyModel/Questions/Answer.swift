public import URLStandard

/// The answer to a ``Question``, with all its details.
///
/// It owns its data: nothing in it depends on later decisions of the evaluator that made it.
public struct Answer: Hashable, Sendable {
    /// The result. Its kinds differ in the parts that an answer has.
    public enum Outcome: Hashable, Sendable {
        /// Whether a web view may navigate; only such an answer has a page.
        case navigation(Verdict)
        /// Whether a tunnel may be opened for a web view; such an answer has a class and a rule, like a navigation.
        case connection(Verdict)
        /// Any other decision.
        case decision(Verdict)
        /// The value that the app configuration has for a key; such an answer has a value, a conflict and reasons.
        case configuration(AppConfigurationVerdict)
        /// Whether an app may open, or a PIN is acceptable; such an answer has reasons and, for a launch, challenges.
        case launch(LaunchVerdict)
        /// The result of an identity question; such an answer has no other part.
        case identity(SwitchIdentityResult)
    }

    /// The result.
    public var outcome: Outcome
    /// Where a URL opens; nil if it is blocked, and for every question that is not about opening a URL.
    public var destination: Destination?
    /// The canonical form of the URL that the question is about: the decision is about it, so a host loads it, rather
    /// than the text of the question. Nil if the input is not a URL, or if the question is not about a URL.
    public var url: String?
    /// What the host must open instead; nil if the verdict is not `route` or there is nothing to open.
    public var route: String?
    /// The classification of the page, if it is allowed in the view.
    public var page: PageClassification?
    /// The class that the view's rule set gives the URL; nil if no rule set was consulted.
    public var urlClass: URLClass?
    /// The account to switch to; nil if the verdict is not `switchAccount`.
    public var account: AccountID?
    /// The more detailed answer for a single setting; nil if the setting has none, and for every other question.
    public var value: SettingValue?
    /// The complete result for a key of the app configuration; nil for every other question.
    public var configuration: AppConfigurationResult?
    /// What the person must do before the app opens; nil for every question that is not about a launch.
    public var challenges: LaunchChallenges?
    /// When the result of a launch will change; nil if it will not, and for every other question.
    public var nextCheck: Instant?
    /// The reasons, in the order in which the engine's tables found them.
    public var reasons: [Reason]
    /// Rules that also matched but lost, strongest first; empty unless they were requested.
    public var overridden: [RuleReference]
    /// Why the input is not a URL; nil if it is a URL, or if the question is not about a URL.
    public var parsingError: URLParsingError?
    /// Whether the owner's side of a transfer with two sides blocks; ``decidedBy`` depends on it.
    package var ownerBlocks = false

    /// Creates an answer.
    public init(
        _ outcome: Outcome,
        to destination: Destination? = nil,
        url: String? = nil,
        route: String? = nil,
        page: PageClassification? = nil,
        urlClass: URLClass? = nil,
        account: AccountID? = nil,
        value: SettingValue? = nil,
        configuration: AppConfigurationResult? = nil,
        challenges: LaunchChallenges? = nil,
        nextCheck: Instant? = nil,
        reasons: [Reason] = [],
        overridden: [RuleReference] = [],
        parsingError: URLParsingError? = nil
    ) {
        self.outcome = outcome
        self.destination = destination
        self.url = url
        self.route = route
        self.page = page
        self.urlClass = urlClass
        self.account = account
        self.value = value
        self.configuration = configuration
        self.challenges = challenges
        self.nextCheck = nextCheck
        self.reasons = reasons
        self.overridden = overridden
        self.parsingError = parsingError
    }

    /// What the host must do; nil for a question about an identity, the app configuration or a launch.
    public var verdict: Verdict? {
        switch outcome {
        case .navigation(let verdict), .connection(let verdict), .decision(let verdict): verdict
        case .configuration, .launch, .identity: nil
        }
    }

    /// The result of an identity question; nil for every other.
    public var identityResult: SwitchIdentityResult? {
        if case .identity(let result) = outcome { result } else { nil }
    }

    /// The outcome as it appears in files and JSON, under `verdict`.
    public var verdictName: String {
        switch outcome {
        case .navigation(let verdict), .connection(let verdict), .decision(let verdict): verdict.rawValue
        case .configuration(let verdict): verdict.rawValue
        case .launch(let verdict): verdict.rawValue
        case .identity(let result): result.rawValue
        }
    }

    /// The rule that decided.
    public var rule: RuleReference? { reasons.lazy.compactMap(\.rule).first }

    /// Whether one of the reasons has this code.
    public func has(_ code: ReasonCode) -> Bool { reasons.contains { $0.code == code } }
}

/// The more detailed answer for a single setting.
public enum SettingValue: String, CaseIterable, Hashable, Sendable {
    /// Notifications may show everything.
    case allow
    /// Notifications may show that something happened, but no organization data.
    case blockOrganizationalData
    /// Notifications show nothing.
    case block
    /// Files must be encrypted.
    case required
    /// Files need not be encrypted.
    case notRequired
}

/// The result of switching an identity, signing in or signing out.
public enum SwitchIdentityResult: String, CaseIterable, Hashable, Sendable {
    /// The identity is set.
    case success
    /// The person canceled what acting as the account requires; nothing changed. Hosts that request a PIN or
    /// credentials report it; the engine itself never does.
    case canceled
    /// A task identity of the caller conflicts, or the app cannot have a second managed account; nothing changed.
    case notAllowed
    /// The policy in force contains no such account; nothing changed.
    case failed
}
