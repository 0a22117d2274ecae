import PolicyModel
import RuleIndex

/// One side of a transfer, resolved against the state in force.
struct Party: Sendable {
    /// Whose content is there, or comes to be.
    var identity: ActingIdentity
    /// Whether it is in this app.
    var isThisApp = true
    /// Whether nothing may be pasted or uploaded into it, whoever acts.
    var blocksUpload = false
    /// What made it so: the view's tag, or the page that it shows; nil where there is nothing to say.
    var reason: ReasonCode?
    /// The position in the policy document of the view that declares the web-view policy behind ``reason``.
    var viewDeclaration = ResolvedView.none
}

extension EngineState {
    /// Resolves a place.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - account: Who acts, before any identity level; nil asks the levels.
    /// - Returns: Whose content is there; ``ActingIdentity/unknown``, with the reason, for a view or an account that
    ///   does not exist. An app that nothing is known of is unmanaged.
    /// - Complexity: O(1); allocates nothing.
    func party(at place: Place, actingAs account: AccountID?) -> Party {
        switch place {
        case .view(let view): return party(in: view, actingAs: account)
        case .native(let window): return Party(identity: actingIdentity(in: window, as: account))
        case .account(let account): return Party(identity: acting(as: account))
        case .app(let app):
            // This app's own content, by another name.
            if app == hostAppID { return Party(identity: actingIdentity(in: nil as WindowID?, as: account)) }
            guard let apps = policy.apps, let position = apps.position(of: app),
                let managed = apps.apps[Int(position)].managed
            else { return Party(identity: .unmanaged, isThisApp: false) }
            return Party(identity: .managed(managed), isThisApp: false)
        }
    }

    /// Who acts in a window, or outside of any: whoever the request names, else the task, the window, the host, the
    /// process.
    func actingIdentity(in window: WindowID?, as account: AccountID?) -> ActingIdentity {
        if let account { return acting(as: account) }
        if usesTaskIdentities, let account = TaskIdentity.current { return acting(as: account) }
        guard let window, let position = position(of: window) else { return hostIdentity }
        return windowIdentities[position]
    }

    private func party(in id: ViewID, actingAs account: AccountID?) -> Party {
        guard let view = views[id] else { return Party(identity: .unknown, reason: .viewUnknown) }
        let identity = actingIdentity(in: view, as: account)
        // A view that is no web view always has the identity that acts.
        guard view.isWebView else { return Party(identity: identity) }
        let (page, reason) = classification(of: view, actingAs: identity)
        var party = Party(identity: identity, reason: reason, viewDeclaration: view.policyDeclaration)
        party.blocksUpload = view.policy == .currentIdentityBlockUpload
        if view.showsExternalPage {
            party.reason = .pageExternal
            party.viewDeclaration = ResolvedView.none
        }
        if case .unknown = identity { return party }
        if view.showsExternalPage || page == .unmanaged { party.identity = .unmanaged }
        return party
    }
}
