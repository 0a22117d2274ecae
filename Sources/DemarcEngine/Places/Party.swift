import PolicyModel
import RuleIndex

/// One side of a transfer, resolved against the state in force.
struct Party: Sendable {
    /// Whose content is there, or comes to be.
    var identity: ActingIdentity
    /// Whether it is in this app.
    var isThisApp = true
    /// Why nothing may be pasted or uploaded into it, whoever acts; nil where that depends on who does.
    var blocksUpload: ReasonCode?
    /// What made it what it is: the page that the view shows, the view's tag, or else who acts. Nil where whoever acts is
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

/// Whose data a question is about.
enum DataOwner: Sendable {
    /// An account; nil is whoever acts.
    case account(AccountID?)
    /// Whatever is at a place, with the account that the request says acts; nil asks the levels.
    case place(Place<ViewID>, actingAs: AccountID?)
}

extension EngineState {
    /// Resolves whose data a question is about.
    ///
    /// - Parameters:
    ///   - owner: Whose data.
    ///   - window: The position of the window that the request comes from.
    /// - Returns: Whose data it is; ``ActingIdentity/unknown``, with the reason, where that cannot be said.
    func party(of owner: DataOwner, inWindow window: UInt32) -> Party {
        switch owner {
        case .account(let account): Party(actingAs: actingIdentity(inWindow: window, as: account))
        case .place(let place, let account): party(at: place, on: .source, actingAs: account, inWindow: window)
        }
    }
}
