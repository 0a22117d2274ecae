/// The situation before a scenario's question. Nil means *not given*: the default, or the value of an earlier step,
/// applies.
public struct ScenarioGiven: Hashable, Sendable {
    /// A view to change, or to add if the policy has none with that name.
    public struct View: Hashable, Sendable {
        /// The name of the view.
        public var id: String
        /// The web-view policy set on it.
        public var policy: WebViewPolicy?
        /// The view that contains it.
        public var parent: String?
        /// The URL of the document that it shows.
        public var document: String?
        /// The window of a root.
        public var window: WindowID?
        /// The view whose page opened it.
        public var opener: String?
        /// The classification that its page was loaded with.
        public var page: Page?

        /// Creates a view.
        public init(
            id: String,
            policy: WebViewPolicy? = nil,
            parent: String? = nil,
            document: String? = nil,
            window: WindowID? = nil,
            opener: String? = nil,
            page: Page? = nil
        ) {
            self.id = id
            self.policy = policy
            self.parent = parent
            self.document = document
            self.window = window
            self.opener = opener
            self.page = page
        }
    }

    /// The classification that a page was loaded with.
    public enum Page: Hashable, Sendable {
        /// It was classified as external.
        case external
        /// It was loaded for an account; an account that is not managed, or ``AccountID/noUser``, makes it unmanaged.
        case loadedFor(AccountID)
        /// No navigation was reported: it follows the view's tag and the acting account.
        case `internal`
    }

    /// The value that an identity level is set to.
    public enum Identity: Hashable, Sendable {
        /// Nothing: the next level applies.
        case unset
        /// An account, or ``AccountID/noUser``; several for a window that shows them at once.
        case accounts([AccountID])

        /// The accounts; empty if the level is unset.
        public var accounts: [AccountID] {
            switch self {
            case .unset: []
            case .accounts(let accounts): accounts
            }
        }
    }

    /// The UI identity of all windows that have none of their own.
    public var user: Identity?
    /// The process identity.
    public var process: Identity?
    /// The task identity.
    public var task: Identity?
    /// This app.
    public var app: AppID?
    /// The apps that are installed.
    public var installed: [AppID]?
    /// Whether the device is enrolled in device management.
    public var mdmEnrolled: Bool?
    /// The window that requests come from.
    public var window: WindowID?
    /// The current time.
    public var now: Instant?
    /// The known facts about the device; facts that are not given stay unchanged.
    public var device: DeviceFacts?
    /// The known facts about the access of accounts; facts that are not given stay unchanged.
    public var access: AccessState?
    /// Views to change or to add, every parent before its children.
    public var views: [View]

    /// Creates an empty situation.
    public init(
        user: Identity? = nil,
        process: Identity? = nil,
        task: Identity? = nil,
        app: AppID? = nil,
        installed: [AppID]? = nil,
        mdmEnrolled: Bool? = nil,
        window: WindowID? = nil,
        now: Instant? = nil,
        device: DeviceFacts? = nil,
        access: AccessState? = nil,
        views: [View] = []
    ) {
        self.user = user
        self.process = process
        self.task = task
        self.app = app
        self.installed = installed
        self.mdmEnrolled = mdmEnrolled
        self.window = window
        self.now = now
        self.device = device
        self.access = access
        self.views = views
    }
}
