/// A place as scenario files name it.
public enum ScenarioPlace: Hashable, Sendable {
    /// A view by its id.
    case view(String)
    /// An external frame inside the page of a view.
    case externalFrame(of: String)
    /// This app's own user interface under the current UI identity.
    case native
    /// This app's own user interface or data of an account.
    case account(AccountID)
    /// Another app.
    case app(AppID)
    /// What an earlier step copied.
    case pasteboard
}

/// Whose data a question is about, as scenario files name it.
public enum ScenarioOwner: Hashable, Sendable {
    /// An account; ``AccountID/noUser`` for nobody.
    case account(AccountID)
    /// Whoever the content of a place belongs to.
    case place(ScenarioPlace)
}

/// What an identity level is set to, as scenario files name it.
public enum ScenarioIdentity: Hashable, Sendable {
    /// Nothing: the next level answers.
    case unset
    /// An account, or ``AccountID/noUser`` for nobody; several for a window that shows them at once.
    case accounts([AccountID])

    /// The accounts; none where the level is unset.
    public var accounts: [AccountID] {
        switch self {
        case .unset: []
        case .accounts(let accounts): accounts
        }
    }
}
