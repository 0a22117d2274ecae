public import PolicyModel
import RuleIndex

/// Whose an item on the pasteboard is, as recorded when it was copied.
///
/// ``Evaluator/owner(of:identity:)`` makes one. What is recorded can restrict a later paste and never permit one: the
/// policy in force at the paste says what the account may do, and an owner that it does not know, or knows otherwise
/// than it was recorded, blocks.
public struct ClipboardOwner: Hashable, Sendable {
    /// The account; nil where no account owns it, where that is not known, or that of several accounts at once.
    public var account: AccountID?
    /// The app that it was copied in; nil where that is not known. Where the engine does not know which app it runs in,
    /// nil is this app.
    public var app: AppID?
    /// The organization of the account or app; nil where it names none, or that is not known.
    public var organization: String?
    /// Whether it was managed when it was copied. A managed item without an account or a managed app that the policy
    /// knows is pasted nowhere.
    public var isManaged: Bool

    /// Makes an owner. One of whom nothing is known counts as unmanaged.
    public init(
        account: AccountID? = nil,
        app: AppID? = nil,
        organization: String? = nil,
        isManaged: Bool = false
    ) {
        self.account = account
        self.app = app
        self.organization = organization
        self.isManaged = isManaged
    }
}

/// Owners of items, from places and back.
extension EngineState {
    /// The owner to record for what is copied at a place.
    func owner(of place: Place<ViewID>, actingAs account: AccountID?) -> ClipboardOwner {
        let app = if case .app(let app) = place { app as AppID? } else { hostAppID }
        switch party(at: place, on: .source, actingAs: account).identity {
        case .unmanaged: return ClipboardOwner(app: app)
        // Recorded as unmanaged, the data of an unknown account could be pasted anywhere.
        case .unknown: return ClipboardOwner(app: app, isManaged: true)
        case .managed(let managed):
            var owner = ClipboardOwner(app: app, isManaged: true)
            if managed.account != ManagedIdentity.none {
                let account = policy.document.accounts.accounts[Int(managed.account)]
                owner.account = account.id
                owner.organization = account.organization
            } else if let app, app != hostAppID {
                owner.organization = policy.organization(ofApp: app)
            }
            // What is left are several accounts at once: managed, and not one account's.
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
            organization = policy.organization(ofApp: app)
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
}
