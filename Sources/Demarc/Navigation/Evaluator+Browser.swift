import PolicyModel
import RuleIndex

/// Where a policy sends what must not open in the view.
extension Evaluator {
    @inline(__always)
    func requiresBrowser(_ policy: UInt32) -> Bool {
        switch state.policy.requiredBrowsers[Int(policy)].kind {
        case .none: false
        case .managed, .custom, .invalid: true
        }
    }

    /// Routes to the browser that the policy requires, where it can be handed the URL.
    mutating func routeToBrowser(_ policy: UInt32) -> Outcome {
        note(DecisionReason(.browserRequired, .managedBrowserToOpenLinksRequired, at: policy))
        switch state.policy.requiredBrowsers[Int(policy)].kind {
        case .invalid:
            note(DecisionReason(.openRedirectInvalid, .customBrowserProtocol, at: policy))
            return .block
        case _ where request.scheme != .web:
            return block(.browserUnroutable)
        case .custom:
            note(DecisionReason(.browserCustom, .customBrowserProtocol, at: policy))
            return .route(.unmanagedBrowser)
        case .managed where state.lacksManagedBrowser:
            note(DecisionReason(.browserNotInstalled))
            return .route(.installBrowser)
        case .managed, .none:
            note(DecisionReason(.browserManaged))
            return .route(.managedBrowser)
        }
    }
}
