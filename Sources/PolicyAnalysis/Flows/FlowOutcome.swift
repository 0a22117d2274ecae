import Demarc
import PolicyModel

/// What a host receives as the answer, without the reasons, except what these offer instead of a blocked URL.
struct FlowOutcome: Hashable {
    /// The verdict, or nil if the policy does not contain the subject of the question.
    var verdict: Verdict?
    var destination: Destination?
    /// Whether the app shows the link in a viewer that no organization manages, because the managed browser is missing.
    var hasUnmanagedViewer = false
    var page: PageClassification?
    var route: String?
    var value: SettingValue?
    /// The answer about a key of the app configuration, or nil if there is none.
    var configuration: ConfigurationAnswer?
    /// In which other ways a blocked URL may be opened. Only reasons tell the host.
    var offers: Set<RuleSet.Transition> = []

    init(_ step: FlowStep?) {
        verdict = step?.verdict
        destination = step?.destination
        hasUnmanagedViewer = Self.hasUnmanagedViewer(
            step?.destination,
            isOverridden: step?.has(.browserSafariOverride) ?? false
        )
        page = step?.page
        route = step?.route
        value = step?.value
        if let answer = step?.configuration, answer.verdict != .absent || answer.result?.hasConflict ?? false {
            configuration = answer
        }
        if let step, step.verdict == .block { offers = Self.offers { step.has($0) } }
    }

    /// Creates the comparable part of a decision.
    ///
    /// - Parameters:
    ///   - decision: The decision.
    ///   - route: The URL that it opens.
    init(_ decision: Decision, route: String?) {
        verdict = decision.verdict
        destination = decision.destination
        hasUnmanagedViewer = Self.hasUnmanagedViewer(
            decision.destination,
            isOverridden: decision.has(.browserSafariOverride)
        )
        page = decision.page
        self.route = route
        value = decision.value
        if decision.verdict == .block { offers = Self.offers { decision.has($0) } }
    }

    private static func offers(_ has: (ReasonCode) -> Bool) -> Set<RuleSet.Transition> {
        var offers: Set<RuleSet.Transition> = []
        if has(.transitionPersonalAccount) { offers.insert(.personalAccount) }
        if has(.transitionPrivateWindow) { offers.insert(.privateWindow) }
        return offers
    }

    /// Whether an unmanaged viewer shows the link: the app overrides that it is blocked, and the link goes nowhere else.
    private static func hasUnmanagedViewer(_ destination: Destination?, isOverridden: Bool) -> Bool {
        destination == .installBrowser && isOverridden
    }

    /// The answer without the opened URL, which differs for every link, and without the value of a configuration key.
    var kind: FlowOutcome {
        var kind = self
        kind.route = nil
        kind.configuration?.result = nil
        return kind
    }
}
