/// A place as scenario files name it.
public enum ScenarioPlace: Hashable, Sendable {
    /// A view by its id.
    case view(String)
    /// This app's own user interface under the current UI identity.
    case native
    /// This app's own user interface or data of an account.
    case account(AccountID)
    /// Another app.
    case app(AppID)
    /// What an earlier step copied.
    case pasteboard
}
