/// A question to the engine, or an event that it processes, in a form that files, command lines and hosts share: views
/// and accounts are given by name and are not yet looked up.
///
/// `Evaluator.answer` returns the ``Answer``. The cases correspond to the engine's own methods, which answer the same
/// questions with views given by their ids, and allocate nothing.
///
/// An account that is nil was omitted. An omitted owner, receiver or sender is the acting account; an omitted account
/// of a location is no account.
public enum Question: Hashable, Sendable {
    /// A web view navigates to a URL. Without the name of a view, the only web view is meant.
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
    /// Another app hands over a wrapped URL; nil if the app is not known.
    case incoming(String, from: AppID? = nil)
    /// A tunnel is opened to a host and port, and any URL may be requested through it. Without the name of a view, the
    /// only web view is meant.
    case connection(to: String, port: UInt16, in: String? = nil, frame: TunnelFrame = .top)
    /// An item is copied or cut.
    case copy(ClipboardItem = .oneCharacter, from: NamedPlace)
    /// An item is pasted; nil is one character of text.
    case paste(ClipboardItem? = nil, from: NamedPlace, into: NamedPlace)
    /// The content of the pasteboard is pasted, as another kind or length than it was copied if either is given.
    case pasteCopied(as: ClipboardItem.Kind? = nil, characters: Int? = nil, into: NamedPlace)
    /// Content is uploaded through the page of a view, or through an external frame of that page.
    case upload(from: NamedPlace, into: String, isExternalFrame: Bool = false)
    /// A copy of data is saved to a location, which an account may own.
    case save(to: SaveLocation, of: AccountID? = nil, ownedBy: Owner? = nil)
    /// Data is opened from a location, which an account may own.
    case openFrom(OpenLocation, of: AccountID? = nil, receivedBy: AccountID? = nil)
    /// Data is sent to an app.
    case send(to: AppID, via: SharingMethod = .direct, ownedBy: Owner? = nil)
    /// Data is received from an app; it may have an owner of its own.
    case receive(from: AppID, into: AccountID? = nil, ownedBy: AccountID? = nil)
    /// The app asks whether there is any app that it may share data with.
    case appSharing(of: AccountID? = nil)
    /// A feature is used.
    case setting(SingleSetting, of: Owner? = nil)
    /// The app queries its configuration for a key, as a value of a type.
    case config(
        String,
        as: AppConfigurationValue.Kind = .string,
        query: AppConfigurationQuery = .any,
        of: AccountID? = nil
    )
    /// The app is to open, or to continue, for an account.
    ///
    /// Facts about the device and the access that are not given are missing. Without a moment, the question can be
    /// answered only if the current time is known from elsewhere.
    indirect case launch(
        of: AccountID? = nil,
        device: DeviceFacts = DeviceFacts(),
        access: AccessState = AccessState(),
        at: Instant? = nil
    )
    /// A person has completed what was required before the app opens.
    indirect case unlock(
        of: AccountID? = nil,
        by: [UnlockMeans],
        device: DeviceFacts = DeviceFacts(),
        access: AccessState = AccessState(),
        at: Instant? = nil
    )
    /// A person chooses a new PIN.
    case pin(PINCandidate, isReused: Bool = false, of: AccountID? = nil)
    /// Time passes. Only scenario files have a clock that can be advanced.
    case wait(PolicyDuration)
    /// An account signs in.
    case signIn(AccountID)
    /// An account signs out.
    case signOut(AccountID)
    /// A level is set to another identity; nil unsets the level, so that the next level applies.
    case switchIdentity(to: AccountID?, at: Level = .ui, window: WindowID? = nil)

    /// A level of identity that a question can set.
    public enum Level: String, CaseIterable, Hashable, Sendable {
        /// The whole process.
        case process
        /// The user interface: of one window if it is named, otherwise of the whole host.
        case ui
        /// The task of the caller.
        case task
    }

    /// What a tunnel is used for, as far as this is visible from outside.
    public enum TunnelFrame: String, CaseIterable, Hashable, Sendable {
        /// Pages.
        case top
        /// The resources of a page that was decided on before.
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
