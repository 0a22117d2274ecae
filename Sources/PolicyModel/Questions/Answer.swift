public import URLStandard

/// The answer to a ``Question``, with everything that can be said about it.
///
/// It owns its facts: nothing in it depends on what the evaluator that made it decides later.
public struct Answer: Hashable, Sendable {
    /// What came of it. The kinds differ in the parts that an answer has.
    public enum Outcome: Hashable, Sendable {
        /// Where a web view may go; only such an answer has a page and a class.
        case navigation(Verdict)
        /// Any other decision.
        case decision(Verdict)
        /// What the app configuration has of a key; such an answer has a value, a conflict and reasons.
        case configuration(AppConfigurationVerdict)
        /// Whether an app may open, or a PIN will do; such an answer has reasons, and of a launch challenges.
        case launch(LaunchVerdict)
        /// How an identity question ended; such an answer has no other part.
        case identity(SwitchIdentityResult)
    }

    /// What came of it.
    public var outcome: Outcome
    /// Where a URL goes; nil where it is blocked, and for every question that is not about opening one.
    public var destination: Destination?
    /// What the host must open instead; nil where the verdict is not `route`, or there is nothing to open.
    public var route: String?
    /// Whose content the page is, where it is allowed in the view.
    public var page: PageClassification?
    /// What the view's rule set says of the URL; nil where none was asked.
    public var urlClass: URLClass?
    /// The account to switch to; nil where the verdict is not `switchAccount`.
    public var account: AccountID?
    /// The finer answer of a single setting; nil where the setting has none, and for every other question.
    public var value: SettingValue?
    /// What the app configuration has of a key, in full; nil for every other question.
    public var configuration: AppConfigurationResult?
    /// What the person is asked for before the app opens; nil for every question that is not about a launch.
    public var challenges: LaunchChallenges?
    /// When a launch will be judged otherwise; nil where it will not, and for every other question.
    public var nextCheck: Instant?
    /// The reasons, in the order in which the engine's tables came to them.
    public var reasons: [Reason]
    /// Rules that matched too and lost, strongest first; empty unless they were asked for.
    public var overridden: [RuleReference]
    /// Why the input is not a URL; nil where it is one, and where the question is not about one.
    public var parsingError: URLParsingError?

    /// Makes an answer.
    public init(
        _ outcome: Outcome,
        to destination: Destination? = nil,
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

    /// What the host must do; nil for an identity question, and for one about the app configuration or a launch.
    public var verdict: Verdict? {
        switch outcome {
        case .navigation(let verdict), .decision(let verdict): verdict
        case .configuration, .launch, .identity: nil
        }
    }

    /// How an identity question ended; nil for every other.
    public var identityResult: SwitchIdentityResult? {
        if case .identity(let result) = outcome { result } else { nil }
    }

    /// The outcome as files and JSON write it, under `verdict`.
    public var verdictName: String {
        switch outcome {
        case .navigation(let verdict), .decision(let verdict): verdict.rawValue
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

/// The finer answer of a single setting.
public enum SettingValue: String, CaseIterable, Hashable, Sendable {
    /// Notifications may show everything.
    case allow
    /// Notifications may show that there is something, and nothing of the organization's.
    case blockOrganizationalData
    /// Notifications show nothing.
    case block
    /// Files must be encrypted.
    case required
    /// Files need not be encrypted.
    case notRequired
}

/// How switching an identity, signing in or signing out ended.
public enum SwitchIdentityResult: String, CaseIterable, Hashable, Sendable {
    /// The identity is set.
    case success
    /// The person gave up on what it takes to act as the account; nothing changed. Hosts that ask for a PIN or for
    /// credentials report it; the engine itself never does.
    case canceled
    /// A task identity on the caller disagrees, or the app can hold no second managed account; nothing changed.
    case notAllowed
    /// The policy in force knows no such account; nothing changed.
    case failed
}
