public import PolicyModel
import RuleIndex

/// The owner of an item on the pasteboard, as recorded when the item was copied.
///
/// ``Evaluator/owner(of:)`` creates it. A recorded owner can restrict a later paste but never permit one: the
/// policy in force at the time of the paste determines what the account may do. An owner that this policy does not
/// contain, or that it treats differently than recorded, blocks.
public struct ClipboardOwner: Hashable, Sendable {
    /// The account; nil if no managed account owns the item, the account is not known, or several accounts act at once.
    public var account: AccountID?
    /// The app that the item was copied in; nil if it is not known. If the engine does not know which app it runs in,
    /// nil means this app.
    public var app: AppID?
    /// The organization of the account or app; nil if it has none or it is not known. If it is not nil, the item can be
    /// pasted only while the account or app belongs to it.
    public var organization: String?
    /// Whether the item was managed when it was copied. A managed item without an account or a managed app that the
    /// policy contains cannot be pasted anywhere.
    public var isManaged: Bool

    /// Creates an owner. An owner without any data counts as unmanaged.
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

/// Converts places to owners of items and back.
extension EngineState {
    /// The owner to record for an item that is copied at a place, whose content has an identity.
    func owner(of place: Place<ViewID>, withIdentity identity: ActingIdentity) -> ClipboardOwner {
        let app = if case .app(let app) = place { app as AppID? } else { hostAppID }
        switch identity {
        case .unmanaged: return ClipboardOwner(app: app)
        // If it were recorded as unmanaged, the data of an unknown account could be pasted anywhere.
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
            // The remaining case is several accounts at once: managed, but not owned by one account.
            return owner
        }
    }

    /// Resolves a recorded owner.
    ///
    /// - Parameter owner: The owner.
    /// - Returns: The owner under the policy in force; ``ActingIdentity/unknown``, with the reason, if the policy does
    ///   not contain it, or treats it differently than recorded.
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
            party.mayBeUnmanaged = !owner.isManaged
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
