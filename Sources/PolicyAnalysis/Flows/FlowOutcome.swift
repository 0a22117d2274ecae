import Demarc
import PolicyModel

/// What a host receives as the answer, without the reasons.
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
