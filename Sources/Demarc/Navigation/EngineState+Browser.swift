import PolicyModel
import RuleIndex

/// Where a policy sends what must not open in the view.
extension EngineState {
    @inline(__always)
    func requiresBrowser(_ position: UInt32) -> Bool {
        switch policy.requiredBrowsers[Int(position)].kind {
        case .none: false
        case .managed, .custom, .invalid: true
        }
    }

    /// Routes to the browser that the policy requires, where it can be handed the URL.
    @inline(__always)
    func routeToBrowser(_ position: UInt32, _ context: inout DecisionContext) -> Outcome {
        context.note(.browserRequired)
        switch policy.requiredBrowsers[Int(position)].kind {
        case .invalid: return context.block(.openRedirectInvalid)
        case _ where context.scheme != .web:
            return context.block(.browserUnroutable)
        case .custom:
            context.note(.browserCustom)
            return .route(.unmanagedBrowser)
        case .managed, .none: return routeToManagedBrowser(&context)
        }
    }

    /// Routes to the managed browser, whether a policy requires it or not.
    @inline(__always)
    func routeToManagedBrowser(_ context: inout DecisionContext) -> Outcome {
        if lacksManagedBrowser {
            context.note(policy.embedsUnmanagedViewer ? .browserSafariOverride : .browserNotInstalled)
            return .route(.installBrowser)
        }
        context.note(.browserManaged)
        return .route(.managedBrowser)
    }
}
