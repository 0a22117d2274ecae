public import PolicyModel
public import RuleIndex

/// Decides whether URLs and content views are managed, and what may cross between them.
///
/// An engine has one policy in force, a view tree and the identities that act. All of it can be read and changed from
/// any thread; a decision uses one consistent snapshot of it.
///
/// ```swift
/// import Demarc
///
/// let engine = try PolicyEngine(contentsOf: "policy.yaml")
/// var evaluator = engine.makeEvaluator()          // one for each thread
/// if let view = engine.view(named: "E") {
///     let decision = evaluator.navigation(to: "https://contoso.com/".utf8.span, in: view)
///     print(decision.verdict, decision.reasonCodes)
/// }
/// ```
public final class PolicyEngine: Sendable {
    let store: StateStore

    /// Creates an engine from a document.
    ///
    /// The document's views are registered. A single-identity app starts with its process identity set to the account
    /// that the document designates as acting. A multi-identity app starts with every level unset, so that nothing is
    /// enforced until the host sets an identity, unless the document names a `user`.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - signedIn: The accounts that are signed in, an empty list for none; nil for every account of the document. If
    ///     the app can have only one managed account, the first of them is signed in, and others have to sign in once
    ///     it is gone.
    /// - Complexity: O(*n* log *n*) in the rules and list entries of the document.
    public convenience init(_ document: PolicyDocument, signedIn: [AccountID]? = nil) {
        self.init(CompiledPolicy(document), signedIn: signedIn)
    }

    /// Creates an engine from a policy that is already compiled, as ``init(_:signedIn:)-(PolicyDocument,_)`` does. Any
    /// number of engines can share the policy.
    ///
    /// - Complexity: O(*n*) in the views, accounts and apps of the document.
    public init(_ policy: CompiledPolicy, signedIn: [AccountID]? = nil) {
        var state = MutableEngineState(policy, signedIn: signedIn)
        state.declareViews(of: policy.document)
        store = StateStore(state)
    }

    /// Another reference to the engine that a store belongs to.
    init(of store: StateStore) { self.store = store }

    /// The policy in force.
    public var policy: CompiledPolicy { store.latest.policy }

    /// Creates an evaluator for one thread. It reuses its buffers, so that decisions do not allocate.
    public func makeEvaluator() -> Evaluator { Evaluator(store) }
}

/// Facts about the device that only the host has.
extension PolicyEngine {
    /// Sets whether the managed browser is installed, if the host can determine it.
    ///
    /// A link that would open in a missing managed browser is routed to the offer to install it. By default the browser
    /// counts as installed. If the document has an empty list of apps, it is missing whatever is set here.
    public func setManagedBrowserInstalled(_ isInstalled: Bool) {
        store.mutate { $0.lacksManagedBrowser = !isInstalled }
    }

    /// Sets which of the apps that the policy document declares are installed.
    ///
    /// - Parameter apps: The apps; nil, the initial value, for all of them. If the document declares no apps, every app
    ///   counts as installed, regardless of this setting.
    public func setInstalledApps(_ apps: Set<AppID>?) { store.mutate { $0.installedApps = apps } }

    /// Sets which apps are installed, as a question or a scenario states it for the whole device.
    ///
    /// A host's list decides nothing about apps that the document does not declare, because it may name only those that
    /// the host knows. A stated list is complete, so it also decides whether an undeclared managed browser is installed.
    /// If other apps are declared, a question cannot name that browser, and only an empty list means that it is missing.
    package func setInstalled(asStated apps: [AppID]?) {
        setInstalledApps(apps.map { Set($0) })
        let declared = policy.document.apps
        guard policy.apps?.managedBrowsers.isEmpty ?? true, declared?.isEmpty != true else { return }
        let isThere = apps.map { declared == nil ? $0.contains(.managedBrowser) : !$0.isEmpty }
        setManagedBrowserInstalled(isThere ?? true)
    }

    /// Sets whether the device is enrolled in device management. Initially it is not.
    public func setDeviceEnrolled(_ isEnrolled: Bool) { store.mutate { $0.isDeviceEnrolled = isEnrolled } }

    /// Sets which app this is.
    ///
    /// - Parameter app: The bundle id; nil, the initial value, uses the document's `app`.
    public func setHostApp(_ app: AppID?) { store.mutate { $0.hostApp = app } }
}

extension PolicyEngine {
    /// Puts another document in force.
    ///
    /// The document is compiled first, while decisions continue under the policy in force; it then replaces that policy
    /// in one step. Decisions under way finish on the policy they began with.
    ///
    /// Views that the old document declared follow the new one: a view with the same name gets the new settings and
    /// keeps its id, delegate and page; other views are added or removed. Views added by the host stay as they are, even
    /// if the new document declares a view of that name: that declaration, and those below it, are not applied while the
    /// host's view exists. Views of the host below a declared view that is removed are removed with it. What the host
    /// has set of a declared view – its web-view policy, rule set or document – stays. A rule set that a view of the host
    /// names, or that the host has set, gives *no answer* if the new document lacks it.
    ///
    /// Identities stay too; an identity that is unknown to the new document blocks until the host sets another. A process
    /// identity that the host did not set follows the new document, except that the enrolled account of a single-identity
    /// app stays if the document leaves open which account acts. Accounts that were signed in stay signed in, and
    /// accounts that have signed out stay signed out, as do accounts that the host has signed in or out and that a
    /// document in between did not contain. Other accounts that only the new document contains are signed in, unless the
    /// engine was created with a list of signed-in accounts. An account is known by its id; if that is new, by either of
    /// its names, unless the account that had the name is in the document under its own id.
    ///
    /// If two threads reload at once, the policy of the reload that began later stays in force, whichever ends first.
    ///
    /// - Complexity: O(*n* log *n*) in the rules and list entries of the document.
    public func reload(_ document: PolicyDocument) {
        let turn = beginReload()
        reload(CompiledPolicy(document), turn)
    }

    /// Puts a policy that is already compiled in force, as ``reload(_:)-(PolicyDocument)`` does.
    ///
    /// - Complexity: O(*n*) in the views, accounts and apps of the document.
    public func reload(_ policy: CompiledPolicy) { reload(policy, beginReload()) }

    /// Begins a reload, before its files are read: of two reloads, the one that began later has read the newer files,
    /// however long each takes.
    package func beginReload() -> ReloadTurn { ReloadTurn(number: store.beginReload()) }

    /// Puts a policy in force, unless a reload that began later already is.
    package func reload(_ policy: CompiledPolicy, _ turn: ReloadTurn) {
        let change = store.mutate { state -> (before: ConfiguredAccounts, after: ConfiguredAccounts)? in
            guard turn.number > state.lastReload else { return nil }
            state.lastReload = turn.number
            let before = ConfiguredAccounts(state)
            state.putInForce(policy)
            state.declareViews(of: policy.document)
            return (before: before, after: ConfiguredAccounts(state))
        }
        if let change { store.configurationListeners.compare(change.before, change.after) }
    }
}

/// The order in which reloads began.
package struct ReloadTurn: Sendable {
    fileprivate let number: UInt64
}
