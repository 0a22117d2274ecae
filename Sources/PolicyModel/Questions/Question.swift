/// One question to the engine, or one thing that happens to it, in words that files, command lines and hosts share: views
/// and accounts are named, not looked up.
///
/// `Evaluator.answer` gives the ``Answer``. The cases have the shape of the engine's own methods, which take the same
/// questions with views by their ids, and allocate nothing.
///
/// An account that is nil was left out. For an owner, a receiver or a sender that is the account that acts; for a location
/// it is no account.
public enum Question: Hashable, Sendable {
    /// A web view goes to a URL. Without the name of a view it is the only web view there is.
    case navigate(
        to: String,
        in: String? = nil,
        frame: Frame = .top,
        answer: ExternalURLAnswer? = nil,
        isSameDocument: Bool = false
    )
    /// A URL is handed to the system.
    case open(String, isKnownManagedAppScheme: Bool = false)
    /// The app asks whether a URL would open.
    case canOpen(String, isKnownManagedAppScheme: Bool = false)
    /// A URL is opened as a universal link.
    case universalLink(String)
    /// Another app hands over a wrapped URL; nil where it is not known which app.
    case incoming(String, from: AppID? = nil)
    /// A tunnel is opened to a host and port, with whatever URLs in it. Without the name of a view it is the only web view
    /// there is.
    case connection(to: String, port: UInt16, in: String? = nil, frame: TunnelFrame = .top)
    /// An item is copied or cut.
    case copy(ClipboardItem = ClipboardItem(), from: NamedPlace)
    /// An item is pasted; nil is one character of text.
    case paste(ClipboardItem? = nil, from: NamedPlace, into: NamedPlace)
    /// What is on the pasteboard is pasted; nil is the item as it was copied.
    case pasteCopied(ClipboardItem? = nil, into: NamedPlace)
    /// Content is uploaded through the page of a view, or through an external frame of it.
    case upload(from: NamedPlace, into: String, isExternalFrame: Bool = false)
    /// A copy of data is saved to a location, which an account may own.
    case save(to: SaveLocation, of: AccountID? = nil, ownedBy: Owner? = nil)
    /// Data is opened from a location, which an account may own.
    case openFrom(OpenLocation, of: AccountID? = nil, receivedBy: AccountID? = nil)
    /// Data is sent to an app.
    case send(to: AppID, via: SharingMethod = .direct, ownedBy: Owner? = nil)
    /// Data is received from an app; it may have an owner of its own.
    case receive(from: AppID, into: AccountID? = nil, ownedBy: AccountID? = nil)
    /// The app asks whether there is any app that data may be shared with.
    case appSharing(of: AccountID? = nil)
    /// A feature is used.
    case setting(SingleSetting, of: Owner? = nil)
    /// The app asks what its configuration says of a key, as a value of a type.
    case config(
        String,
        as: AppConfigurationValue.Kind = .string,
        query: AppConfigurationQuery = .any,
        of: AccountID? = nil
    )
    /// The app is to open, or to go on, for an account.
    ///
    /// What is not said of the device and the access is missing. Without a moment the question cannot be answered where
    /// nothing else says what time it is.
    indirect case launch(
        of: AccountID? = nil,
        device: DeviceFacts = DeviceFacts(),
        access: AccessState = AccessState(),
        at: Instant? = nil
    )
    /// A person has done what was asked before the app opens.
    indirect case unlock(
        of: AccountID? = nil,
        by: [UnlockMeans],
        device: DeviceFacts = DeviceFacts(),
        access: AccessState = AccessState(),
        at: Instant? = nil
    )
    /// A person would like to have a PIN.
    case pin(PINCandidate, isReused: Bool = false, of: AccountID? = nil)
    /// Time passes. Only scenario files have a clock that can be told so.
    case wait(PolicyDuration)
    /// An account signs in.
    case signIn(AccountID)
    /// An account signs out.
    case signOut(AccountID)
    /// Another identity is to act at a level; nil unsets the level, so that the next one answers.
    case switchIdentity(to: AccountID?, at: Level = .ui, window: WindowID? = nil)

    /// A level of identity that a question can set.
    public enum Level: String, CaseIterable, Hashable, Sendable {
        /// The whole process.
        case process
        /// The user interface: of one window where that is named, else of the whole host.
        case ui
        /// The task that the caller asks in.
        case task
    }

    /// What a tunnel is for, as far as it can be told from outside.
    public enum TunnelFrame: String, CaseIterable, Hashable, Sendable {
        /// Pages.
        case top
        /// The resources of a page that was decided before.
        case resource
    }

    /// Whose data a question is about.
    public enum Owner: Hashable, Sendable {
        /// An account; ``AccountID/noUser`` is no account at all.
        case account(AccountID)
        /// The owner of what is at a place.
        case place(NamedPlace)
    }
}
