import PolicyModel
import RuleIndex

/// Resolves whose content is at a place.
extension EngineState {
    /// The side of a transfer that a place is on.
    enum Side: Sendable {
        /// Content comes from there: a page keeps the classification that it was loaded with.
        case source
        /// Content goes there: a page keeps that classification too, but is unmanaged if its view is now unmanaged.
        case destination
    }

    /// Resolves a place.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - side: The side of the transfer that it is on.
    ///   - account: The acting account, which takes precedence over the identity levels; nil uses the levels.
    ///   - window: The position of the window that the request comes from. This app acts in that window if it is named
    ///     like any other app.
    /// - Returns: The owner of the content there; ``ActingIdentity/unknown``, with the reason, for a view or an account
    ///   that does not exist. An unknown app is unmanaged.
    /// - Complexity: O(1), except for native places, which are looked up among the windows; allocates nothing.
    func party(
        at place: Place<ViewID>,
        on side: Side,
        actingAs account: AccountID?,
        inWindow window: UInt32 = ResolvedView.none
    ) -> Party {
        switch place {
        case .view(let view): return party(in: view, on: side, actingAs: account)
        case .externalFrame(let view): return party(inExternalFrameOf: view)
        case .native(let named):
            return party(actingInWindow: position(named: named), as: account)
        case .account(let owner): return Party(actingAs: identity(of: owner))
        case .app(let app):
            // This app's own content, under another name.
            if app == hostAppID { return party(actingInWindow: window, as: account) }
            let managed = policy.managedIdentity(of: app)
            return Party(identity: managed.map { .managed($0) } ?? .unmanaged, isThisApp: false)
        }
    }

    /// Content that belongs to whoever acts in a window, or outside any window.
    func party(actingInWindow window: UInt32, as account: AccountID?) -> Party {
        var party = Party(actingAs: actingIdentity(inWindow: window, as: account))
        if case .unknown = party.identity { party.reason = reasonOfUnknown(inWindow: window, as: account) }
        return party
    }

    // MARK: Views

    private func party(in id: ViewID, on side: Side, actingAs account: AccountID?) -> Party {
        guard let view = views[id] else { return Party(identity: .unknown, reason: .viewUnknown) }
        // A view that is not a web view always has the acting identity.
        guard view.isWebView else { return Party(actingAs: actingIdentity(in: view, as: account)) }
        var party = party(showing: view, actingAs: account)
        if case .destination = side, case .managed = party.identity {
            let own = self.party(taggedAs: view, actingAs: account)
            switch own.identity {
            case .managed: break
            case .unmanaged, .unknown: party = own
            }
        }
        party.blocksUpload = blocksUpload(view)
        return party
    }

    private func party(inExternalFrameOf id: ViewID) -> Party {
        guard let view = views[id] else { return Party(identity: .unknown, reason: .viewUnknown) }
        guard view.isWebView else { return Party(identity: .unknown, reason: .viewNotAWebView) }
        var party = Party(identity: .unmanaged, reason: .pageExternalFrame)
        party.viewDeclaration = view.policyDeclaration
        party.blocksUpload = blocksUpload(view)
        return party
    }

    /// Every frame of a page is blocked, including external frames and frames of external pages.
    private func blocksUpload(_ view: ResolvedView) -> ReasonCode? {
        if case .currentIdentityBlockUpload = view.policy { return .viewCurrentIdentityBlockUpload }
        if view.page.blocksUpload { return .pageBlockUpload }
        if case .currentIdentityBlockUpload? = views[view.page.opener]?.policy { return .pageBlockUpload }
        return nil
    }

    /// The page that a view shows, with the classification that it was loaded with.
    private func party(showing view: ResolvedView, actingAs account: AccountID?) -> Party {
        var party = Party(identity: .unmanaged)
        party.viewDeclaration = view.policyDeclaration
        switch view.page.kind {
        case .unreported: return self.party(taggedAs: view, actingAs: account)
        case .ofOpener:
            // If the opener is gone, the owner of its page can no longer be determined.
            guard let opener = views[view.page.opener] else { return Party(identity: .unknown, reason: .viewUnknown) }
            return self.party(taggedAs: opener, actingAs: account)
        case .external: party.reason = .pageExternal
        case .unmanagedIdentity: party.reason = .pageUnmanagedIdentity
        case .unmanagedView: party.reason = unmanagingTag(of: view) ?? .pageUnmanagedView
        case .loadedFor: (party.identity, party.reason) = owner(ofPage: view.page)
        case .lockDown: party.identity = .managed(policy.lockDown)
        }
        return party
    }

    /// A page of a managed account has no owner once that account is signed out, gone, or unmanaged. Until the account
    /// is back, nothing may be transferred in or out.
    private func owner(ofPage page: LoadedPage) -> (ActingIdentity, ReasonCode) {
        guard Int(page.account) < identityOfKnownAccount.count,
            case .managed(let owner) = identityOfKnownAccount[Int(page.account)]
        else { return (.unknown, .pageOwnerUnknown) }
        return (.managed(owner), .pageLoadedFor)
    }

    /// The party that results from the tag of a view and the identity that acts there.
    private func party(taggedAs view: ResolvedView, actingAs account: AccountID?) -> Party {
        var party = Party(actingAs: actingIdentity(in: view, as: account))
        party.viewDeclaration = view.policyDeclaration
        // A tag makes no account managed, and an unknown account stays unknown.
        guard case .managed = party.identity else { return party }
        let (page, reason) = classification(by: view.policy, actingAs: party.identity)
        if case .unmanaged = page {
            party.identity = .unmanaged
            party.reason = reason
        }
        return party
    }
}
