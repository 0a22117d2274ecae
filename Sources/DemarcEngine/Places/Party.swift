import PolicyModel
import RuleIndex

/// One side of a transfer, resolved against the state in force.
struct Party: Sendable {
    /// The identity whose content is there, or will be.
    var identity: ActingIdentity
    /// Whether it is in this app.
    var isThisApp = true
    /// Whether the content may just as well be of nobody: it was recorded as unmanaged, in an app that is managed now.
    /// Then it may enter an organization only if anybody's content may.
    var mayBeUnmanaged = false
    /// Why nothing may be pasted or uploaded into it, regardless of who acts; nil if that depends on who acts.
    var blocksUpload: ReasonCode?
    /// What determined the identity: the page that the view shows, the view's tag, or otherwise the acting identity.
    /// Nil if the acting identity is managed, and for another app.
    var reason: ReasonCode?
    /// The position in the policy document of the view that declares the view's web-view policy; none for anything that
    /// is not a web view, and if the host set the policy.
    var viewDeclaration = ResolvedView.none
}

extension Party {
    /// Content of this app that belongs to the acting identity.
    init(actingAs identity: ActingIdentity) {
        self.identity = identity
        switch identity {
        case .unmanaged: reason = .identityUnmanaged
        case .unknown: reason = .identityUnknown
        case .managed: break
        }
    }
}

/// The owner of the data that a question is about.
enum DataOwner: Sendable {
    /// An account; nil is the acting account.
    case account(AccountID?)
    /// The owner of the content at a place, with the acting account of the request; nil uses the levels.
    case place(Place<ViewID>, actingAs: AccountID?)
}

extension EngineState {
    /// Resolves the owner of the data that a question is about.
    ///
    /// - Parameters:
    ///   - owner: The owner of the data.
    ///   - window: The position of the window that the request comes from.
    /// - Returns: The resolved owner; ``ActingIdentity/unknown``, with the reason, if it cannot be determined.
    func party(of owner: DataOwner, inWindow window: UInt32) -> Party {
        switch owner {
        case .account(let account): party(actingInWindow: window, as: account)
        case .place(let place, let account): party(at: place, on: .source, actingAs: account, inWindow: window)
        }
    }
}
