import PolicyModel

/// A reason as the decision path writes it: a code and what it points at, without text, in one word.
///
/// Positions are those of the compiled policy that made the decision; whoever holds that policy turns them into a
/// `Reason`.
///
/// PERF: a decision holds four of these and is copied on its way out. As an enum with payloads they were three times
/// the size, and copying them took a third of a decision.
struct DecisionReason: Hashable, Sendable {
    /// What stands behind a reason.
    enum Subject: UInt8, Hashable, Sendable {
        case nothing
        /// The rule at `position`, its rank, in the rule set that the decision asked.
        case rule
        /// The default of the rule set that the decision asked.
        case ruleSet
        /// A setting of the app protection policy at `position`.
        case managedBrowserToOpenLinksRequired, customBrowserProtocol
        /// A setting of the app.
        case treatAllWebViewsAsUnmanaged, webViewHandledURLSchemes
        /// The web-view policy of the view declared at `position`; of one that the host set at ``undeclared``.
        case viewPolicy
    }

    static let undeclared = UInt32.max

    let code: ReasonCode
    let subject: Subject
    let position: UInt32

    @inline(__always)
    init(_ code: ReasonCode, _ subject: Subject = .nothing, at position: UInt32 = 0) {
        self.code = code
        self.subject = subject
        self.position = position
    }
}
