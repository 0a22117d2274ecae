/// What a scenario takes for granted. Nil is *not said*: the default stands, or what an earlier step said.
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
        /// Whether the page shown is one that was called external.
        public var showsExternalPage: Bool?

        /// Makes a view.
        public init(
            id: String,
            policy: WebViewPolicy? = nil,
            parent: String? = nil,
            document: String? = nil,
            showsExternalPage: Bool? = nil
        ) {
            self.id = id
            self.policy = policy
            self.parent = parent
            self.document = document
            self.showsExternalPage = showsExternalPage
        }
    }

    /// The UI identity; several accounts for a window that shows them at once; ``AccountID/noUser`` for nobody.
    public var user: [AccountID]?
    /// The process identity.
    public var process: AccountID?
    /// The task identity.
    public var task: AccountID?
    /// This app.
    public var app: AppID?
    /// The apps that are installed.
    public var installed: [AppID]?
    /// Whether device management has the device.
    public var mdmEnrolled: Bool?
    /// Views to change or to attach, every parent before its children.
    public var views: [View]

    /// Makes givens that say nothing.
    public init(
        user: [AccountID]? = nil,
        process: AccountID? = nil,
        task: AccountID? = nil,
        app: AppID? = nil,
        installed: [AppID]? = nil,
        mdmEnrolled: Bool? = nil,
        views: [View] = []
    ) {
        self.user = user
        self.process = process
        self.task = task
        self.app = app
        self.installed = installed
        self.mdmEnrolled = mdmEnrolled
        self.views = views
    }
}
