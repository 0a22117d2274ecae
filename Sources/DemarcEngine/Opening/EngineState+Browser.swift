import PolicyModel
import RuleIndex

/// Where a policy sends URLs that must not open in the view.
extension EngineState {
    @inline(__always)
    func requiresBrowser(_ position: UInt32) -> Bool {
        switch policy.requiredBrowsers[Int(position)].kind {
        case .none: false
        case .managed, .custom, .invalid: true
        }
    }

    /// Routes to the browser that the policy requires, if that browser can receive the URL.
    @inline(__always)
    func routeToBrowser(as identity: ManagedIdentity, _ context: inout DecisionContext) -> Outcome {
        context.note(.browserRequired)
        switch policy.requiredBrowsers[Int(identity.policy)].kind {
        case .invalid: return context.block(.openRedirectInvalid)
        case _ where context.scheme != .web:
            return context.block(.browserUnroutable)
        case .custom:
            context.note(.browserCustom)
            return .route(.customBrowser, to: .unmanagedBrowser)
        case .managed, .none: return routeToManagedBrowser(as: identity, &context)
        }
    }

    /// Routes to the managed browser, regardless of whether a policy requires it.
    @inline(__always)
    func routeToManagedBrowser(as identity: ManagedIdentity, _ context: inout DecisionContext) -> Outcome {
        let isSecure = context.subject.url.carriesSecureScheme ?? false
        if let obstacle = managedBrowser.obstacle(for: identity, isSecure: isSecure) {
            context.note(policy.embedsUnmanagedViewer ? .browserSafariOverride : obstacle)
            return .route(.nothing, to: .installBrowser)
        }
        context.note(.browserManaged)
        // The system might open the other browser instead.
        if managedBrowser.isShared(for: identity, isSecure: isSecure) { context.note(.openAppNotManaged) }
        return .route(.managedBrowser, to: .managedBrowser)
    }
}
