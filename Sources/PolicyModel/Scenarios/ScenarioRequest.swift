/// What a scenario asks: one question to the engine, or one thing that happens to it.
///
/// Accounts that are nil were left out: whoever acts for an owner, a receiver or a sender; nobody for a location.
public enum ScenarioRequest: Hashable, Sendable {
    /// A level of identity that a request can set.
    public enum Level: String, CaseIterable, Hashable, Sendable {
        /// The whole process.
        case process
        /// The user interface, of one window where it is named.
        case ui
        /// The task that the following steps run in.
        case task
    }

    /// A web view goes to a URL.
    case navigate(view: String?, url: String, frame: Frame, answer: ExternalURLAnswer?, sameDocument: Bool = false)
    /// A URL is handed to the system.
    case open(url: String, knownManagedApp: Bool)
    /// The app asks whether a URL would open.
    case canOpen(url: String, knownManagedApp: Bool)
    /// A URL is opened as a universal link.
    case universalLink(url: String)
    /// An item is copied or cut.
    case copy(from: ScenarioPlace, ClipboardItem)
    /// An item is pasted; nil is the item that was copied, or one character of text.
    case paste(from: ScenarioPlace, into: ScenarioPlace, ClipboardItem?)
    /// Content is uploaded through the page of a view, or an external frame of one.
    case upload(from: ScenarioPlace, into: ScenarioPlace)
    /// A copy of data is saved.
    case save(owner: ScenarioOwner?, to: SaveLocation, account: AccountID?)
    /// Data is opened.
    case openFrom(receiver: AccountID?, from: OpenLocation, account: AccountID?)
    /// Data is sent to an app.
    case send(from: ScenarioOwner?, to: AppID, via: SharingMethod)
    /// Data is received from an app; what is received may have an owner of its own.
    case receive(into: AccountID?, from: AppID, owner: AccountID? = nil)
    /// The app asks whether there is any app that data may be shared with.
    case appSharing(account: AccountID?)
    /// Another app hands over a wrapped URL; nil where nobody knows which.
    case incoming(url: String, from: AppID?)
    /// A feature is used.
    case setting(SingleSetting, of: ScenarioOwner?)
    /// An account signs in.
    case signIn(AccountID)
    /// An account signs out.
    case signOut(AccountID)
    /// Another identity is to act.
    case switchIdentity(to: ScenarioIdentity, level: Level, window: String?)
}
