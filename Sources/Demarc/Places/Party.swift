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
    /// What made it unmanaged or unknown: the view's tag, the page that it shows, or else who acts; nil where it is
    /// managed, and for another app.
    var reason: ReasonCode?
    /// The position in the policy document of the view that declares the web-view policy of the view; none for whatever
    /// is no web view, and where the host set it.
    var viewDeclaration = ResolvedView.none
}

extension Party {
    /// Content of this app, of whoever acts.
    init(actingAs identity: ActingIdentity) {
        self.identity = identity
        switch identity {
        case .unmanaged: reason = .identityUnmanaged
        case .unknown: reason = .identityUnknown
        case .managed: break
        }
    }
}

extension EngineState {
    /// Resolves a place.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - account: Who acts, before any identity level; nil asks the levels.
    /// - Returns: Whose content is there; ``ActingIdentity/unknown``, with the reason, for a view or an account that
    ///   does not exist. An app that nothing is known of is unmanaged.
    /// - Complexity: O(1) but for native places, which are looked for among the windows; allocates nothing.
    func party(at place: Place, actingAs account: AccountID?) -> Party {
        switch place {
        case .view(let view): return party(in: view, actingAs: account)
        case .native(let window): return Party(actingAs: actingIdentity(in: window, as: account))
        case .account(let owner): return Party(actingAs: acting(as: owner))
        case .app(let app):
            // This app's own content, by another name.
            if app == hostAppID { return Party(actingAs: actingIdentity(in: nil as WindowID?, as: account)) }
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
        var party = Party(actingAs: actingIdentity(in: view, as: account))
        // A view that is no web view always has the identity that acts.
        guard view.isWebView else { return party }
        party.viewDeclaration = view.policyDeclaration
        // The tag says so, so that an external page in the view takes no uploads either.
        if case .currentIdentityBlockUpload = view.policy { party.blocksUpload = true }
        // A view makes nobody managed, and whoever is unknown stays unknown whatever the view shows.
        guard case .managed = party.identity else { return party }
        if view.showsExternalPage {
            party.identity = .unmanaged
            party.reason = .pageExternal
        } else {
            let (page, reason) = classification(of: view, actingAs: party.identity)
            if case .unmanaged = page {
                party.identity = .unmanaged
                party.reason = reason
            }
        }
        return party
    }
}
