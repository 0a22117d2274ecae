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
        case .account(let owner): return Party(actingAs: identity(of: owner))
        case .app(let app):
            // This app's own content, by another name.
            if app == hostAppID { return Party(actingAs: actingIdentity(as: account)) }
            let managed = policy.apps?[app]?.managed
            return Party(identity: managed.map { .managed($0) } ?? .unmanaged, isThisApp: false)
        }
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
