import PolicyModel
import RuleIndex

/// Owners of items, from places and back.
extension EngineState {
    /// The owner to record for what is copied at a place.
    func owner(of place: Place<ViewID>, actingAs account: AccountID?) -> ClipboardOwner {
        let app = if case .app(let app) = place { app as AppID? } else { hostAppID }
        switch party(at: place, on: .source, actingAs: account).identity {
        case .unmanaged: return ClipboardOwner(app: app)
        // Whoever is unknown now would be pasted freely as nobody.
        case .unknown: return ClipboardOwner(app: app, isManaged: true)
        case .managed(let managed):
            var owner = ClipboardOwner(app: app, isManaged: true)
            if managed.account != ManagedIdentity.none {
                let account = policy.document.accounts.accounts[Int(managed.account)]
                owner.account = account.id
                owner.organization = account.organization
            } else if let app, app != hostAppID {
                owner.organization = organization(ofApp: app)
            }
            // What is left are several accounts at once: managed, and nobody's in particular.
            return owner
        }
    }

    /// Resolves a recorded owner.
    ///
    /// - Parameter owner: The owner.
    /// - Returns: Who it is under the policy in force; ``ActingIdentity/unknown``, with the reason, where that does not
    ///   know it, or knows it otherwise than it was recorded.
    /// - Complexity: O(1); allocates nothing.
    func party(ownedBy owner: ClipboardOwner) -> Party {
        var party = Party(identity: .unmanaged, isThisApp: owner.app == hostAppID)
        var organization: String?
        if let account = owner.account {
            party.identity = identity(of: account)
            if let position = policy.document.accounts.position(of: account) {
                organization = policy.document.accounts.accounts[position].organization
            }
        } else if let app = owner.app, !party.isThisApp {
            party = self.party(at: .app(app), on: .source, actingAs: nil)
            organization = self.organization(ofApp: app)
        }
        switch party.identity {
        case .unmanaged where !owner.isManaged: return party
        case .managed where owner.organization == nil || owner.organization == organization: return party
        case .unmanaged, .unknown, .managed: break
        }
        party.identity = .unknown
        party.reason = .clipboardOwnerUnknown
        return party
    }

    private func organization(ofApp app: AppID) -> String? {
        guard let position = policy.apps?.position(of: app) else { return nil }
        return policy.document.apps?[Int(position)].organization
    }
}
