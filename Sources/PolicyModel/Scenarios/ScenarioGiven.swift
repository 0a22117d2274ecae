/// What is given before a scenario asks. Nil is *not said*: the default holds, or what an earlier step said.
public struct ScenarioGiven: Hashable, Sendable {
    /// A view to change, or to attach where the policy has none of that name.
    public struct View: Hashable, Sendable {
        /// The name of the view.
        public var id: String
        /// The web-view policy set on it.
        public var policy: WebViewPolicy?
        /// The view that holds it.
        public var parent: String?
        /// The URL of the document that it shows.
        public var document: String?
        /// The window of a root.
        public var window: WindowID?
        /// The view whose page opened it.
        public var opener: String?
        /// What the page shown was loaded as.
        public var page: Page?

        /// Makes a view.
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

    /// What a page was loaded as.
    public enum Page: Hashable, Sendable {
        /// It was called external.
        case external
        /// It was loaded for an account; one that is not managed, or ``AccountID/noUser``, makes it unmanaged.
        case loadedFor(AccountID)
        /// No navigation was reported: it follows the view's tag and the account that acts.
        case `internal`
    }

    /// What an identity level is set to.
    public enum Identity: Hashable, Sendable {
        /// Nothing: the next level answers.
        case unset
        /// An account, or ``AccountID/noUser``; several for a window that shows them at once.
        case accounts([AccountID])

        /// The accounts; empty where the level is unset.
        public var accounts: [AccountID] {
            switch self {
            case .unset: []
            case .accounts(let accounts): accounts
            }
        }
    }

    /// The UI identity, of all windows that have none of their own.
    public var user: Identity?
    /// The process identity.
    public var process: Identity?
    /// The task identity.
    public var task: Identity?
    /// This app.
    public var app: AppID?
    /// The apps that are installed.
    public var installed: [AppID]?
    /// Whether device management has the device.
    public var mdmEnrolled: Bool?
    /// The window that requests come from.
    public var window: WindowID?
    /// What time it is.
    public var now: Instant?
    /// What is known of the device; what it does not say stays as it was.
    public var device: DeviceFacts?
    /// What is known of the access of accounts; what it does not say stays as it was.
    public var access: AccessState?
    /// Views to change or to attach, every parent before its children.
    public var views: [View]

    /// Makes givens that say nothing.
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
