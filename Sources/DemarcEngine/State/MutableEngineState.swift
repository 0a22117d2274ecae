package import PolicyModel
import RuleIndex

/// The state that hosts change, behind the engine's lock; every change publishes a new ``EngineState``.
///
/// Publishing copies references: data that grows with views and windows is in tables that versions share.
struct MutableEngineState: Sendable {
    /// The number of the engine.
    let engine = EngineNumber.next()
    var policy: CompiledPolicy {
        didSet { resolveApps() }
    }
    /// The number of the reload that put it in force; 0 for none.
    var lastReload: UInt64 = 0
    var accounts: SignedInAccounts
    /// Called before a managed account acts at a level.
    var switchHandler: (@Sendable (AccountID, IdentityLevel) -> SwitchIdentityResult)?
    var identities = AssignedIdentities()
    /// Whether the host has set the process's identity, rather than a document or a sign-in.
    var isProcessSetByHost = false
    var tree: ViewTree
    /// The declared views that the host has removed, by name, while the document still declares them.
    var removedNames: Set<String> = []
    var delegates = ReusedSlots<AttachedDelegate>()
    var usesTaskIdentities = false
    var lacksManagedBrowser = false {
        didSet { resolveApps() }
    }
    var isDeviceEnrolled = false
    /// The apps that are installed; nil if the host has not specified them and every declared app is.
    var installedApps: Set<AppID>? {
        didSet { resolveApps() }
    }
    /// This app, if the host has specified it; otherwise the document's app is used.
    var hostApp: AppID?
    var windows = WindowTable()
    /// Every account that a page, a level or a sign-in may refer to.
    var knownAccounts: KnownAccounts
    var ruleSetNames: RuleSetNames
    /// Whether each declared app is installed; nil if nothing is declared, in which case everything counts as
    /// installed.
    private(set) var isInstalled: [Bool]?
    /// Whether the managed browser can be reached.
    private(set) var managedBrowser: ManagedBrowserReach

    /// - Parameters:
    ///   - policy: The policy in force.
    ///   - signedIn: The accounts that are signed in; nil for all.
    init(_ policy: CompiledPolicy, signedIn: [AccountID]? = nil) {
        self.policy = policy
        knownAccounts = KnownAccounts(policy.document.accounts)
        accounts = SignedInAccounts(signedIn, of: policy, knownAccounts.numbers)
        tree = ViewTree(after: engine.firstGeneration)
        ruleSetNames = RuleSetNames()
        managedBrowser = ManagedBrowserReach(nil, isInstalled: nil, isMissing: false)
        knownAccounts.resolve(accounts)
        identities.process = identityOfDocument()
        resolveApps()
    }

    private mutating func resolveApps() {
        let installed = installedApps
        isInstalled = policy.document.apps.map { $0.map { installed?.contains($0.id) ?? true } }
        managedBrowser = ManagedBrowserReach(policy.apps, isInstalled: isInstalled, isMissing: lacksManagedBrowser)
    }

    // MARK: Views and windows

    /// The position for a rule set's name, valid under any policy, for one more view.
    mutating func use(ruleSetNamed name: String) -> UInt32 { ruleSetNames.use(name, policy) }

    /// Adds a view.
    ///
    /// - Parameters:
    ///   - node: The view.
    ///   - window: The window of a root. It is not opened if the view is rejected.
    /// - Returns: Its id.
    /// - Throws: ``ViewTreeError``; nothing has changed then.
    mutating func add(_ node: ViewTree.Node, inWindow window: WindowID?) throws(ViewTreeError) -> ViewID {
        let view = try tree.add(node)
        if let name = node.name { removedNames.remove(name) }
        if let window { try tree.move(view, to: nil, window: windows.open(window)) }
        return view
    }

    /// Adds a view for the host.
    ///
    /// - Parameters:
    ///   - view: The view.
    ///   - window: The window of a root, which is opened; ignored for a view with a parent.
    /// - Returns: Its id.
    /// - Throws: ``ViewTreeError``; nothing has changed then.
    mutating func add(_ view: NewView, inWindow window: WindowID?) throws(ViewTreeError) -> ViewID {
        if let parent = view.parent, tree.node(parent) == nil { throw .unknownView }
        var node = ViewTree.Node(name: view.name, parent: view.parent?.slot, isWebView: view.isWebView)
        node.ownPolicy = view.policy
        if let opener = view.opener {
            guard view.isWebView else { throw .notAWebView }
            node.page = try tree.page(openedBy: opener)
        }
        return try add(node, inWindow: view.parent == nil ? window : nil)
    }

    /// Moves a view, and everything below it, for the host.
    ///
    /// - Parameters:
    ///   - view: The view.
    ///   - parent: The new parent; nil makes the view a root.
    ///   - window: The window of a root, which is opened; nil leaves it in its current window.
    /// - Throws: ``ViewTreeError``; nothing has changed then.
    mutating func move(_ view: ViewID, to parent: ViewID?, window: WindowID?) throws(ViewTreeError) {
        guard tree.node(view) != nil else { throw .unknownView }
        let window = parent == nil ? window.map { windows.open($0) } : nil
        try tree.move(view, to: parent, window: window)
        try tree.update(view) { $0.hostSettings.insert(.place) }
    }

    /// Removes a view and everything below it for the host, with their delegates and the names that only they used.
    mutating func remove(_ view: ViewID) throws(ViewTreeError) {
        for node in try drop(view) where node.isDeclared {
            if let name = node.name { removedNames.insert(name) }
        }
    }

    /// The same for a document that no longer declares the view.
    ///
    /// - Returns: What was removed.
    @discardableResult
    mutating func drop(_ view: ViewID) throws(ViewTreeError) -> [ViewTree.Node] {
        var gone: [ViewTree.Node] = []
        try tree.remove(view) { gone.append($0) }
        for node in gone {
            if let delegate = node.delegate { delegates.remove(delegate) }
            if let name = node.ruleSetName { ruleSetNames.release(name) }
        }
        return gone
    }

    /// Removes a window, its views with everything below them, and its identity.
    mutating func close(_ window: WindowID) {
        guard let position = windows[window] else { return }
        while let root = tree.root(inWindow: position) {
            // INVARIANT: a root that the tree returns is in the tree.
            guard (try? remove(root)) != nil else { break }
        }
        windows.close(window)
    }
}

/// A view that a host adds.
package struct NewView: Sendable {
    /// Its name; nil for none.
    package var name: String?
    /// Whether it loads URLs.
    package var isWebView: Bool
    /// The view that contains it; nil for a root.
    package var parent: ViewID?
    /// The web-view policy set on the view itself.
    package var policy: WebViewPolicy
    /// The web view whose page opened it; nil for none.
    package var opener: ViewID?

    /// Creates a view to add.
    package init(name: String?, isWebView: Bool, parent: ViewID?, policy: WebViewPolicy, opener: ViewID?) {
        self.name = name
        self.isWebView = isWebView
        self.parent = parent
        self.policy = policy
        self.opener = opener
    }
}
