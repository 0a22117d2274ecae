public import PolicyModel
public import RuleIndex

/// Decides whether URLs and content views are managed, and what may cross between them.
///
/// An engine has one policy in force, a view tree and the identities that act. All of it can be read and changed from
/// any thread; a decision sees one consistent moment of it.
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

    /// Makes an engine from a document.
    ///
    /// The document's views are registered. A single-identity app starts with its process identity set to the account
    /// that the document lets act; a multi-identity app starts with every level unset, so that nothing is enforced until
    /// the host says who acts, unless the document names a `user`.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - signedIn: The accounts that are signed in, an empty list for none; nil for every account of the document. Where
    ///     the app can hold one managed account only, the first of them is, and others have to sign in when it is gone.
    /// - Complexity: O(*n* log *n*) in the rules and list entries of the document.
    public convenience init(_ document: PolicyDocument, signedIn: [AccountID]? = nil) {
        self.init(CompiledPolicy(document), signedIn: signedIn)
    }

    /// Makes an engine from a policy that is compiled already, as ``init(_:signedIn:)-(PolicyDocument,_)`` does; any number of engines can share it.
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

    /// Makes what one thread decides with: it keeps buffers from decision to decision, so that they allocate nothing.
    public func makeEvaluator() -> Evaluator { Evaluator(store) }
}

/// What the host knows of the device, beyond any document.
extension PolicyEngine {
    /// Says whether the managed browser is installed, where the host knows.
    ///
    /// A link that would go to a missing managed browser is routed to the offer to install it. By default the browser
    /// counts as installed.
    public func setManagedBrowserInstalled(_ isInstalled: Bool) {
        store.mutate { $0.lacksManagedBrowser = !isInstalled }
    }

    /// Says which of the apps that the policy document declares are installed.
    ///
    /// - Parameter apps: The apps; nil, as from the start, for all of them. Where the document declares none, every app
    ///   counts as installed whatever is said here.
    public func setInstalledApps(_ apps: Set<AppID>?) { store.mutate { $0.installedApps = apps } }

    /// Says whether device management has the device; from the start it has not.
    public func setDeviceEnrolled(_ isEnrolled: Bool) { store.mutate { $0.isDeviceEnrolled = isEnrolled } }

    /// Says which app this is.
    ///
    /// - Parameter app: The bundle id; nil, as from the start, takes it from the document's `app`.
    public func setHostApp(_ app: AppID?) { store.mutate { $0.hostApp = app } }
}

extension PolicyEngine {
    /// Puts another document in force.
    ///
    /// It is compiled first, while decisions go on under the policy in force; then it replaces that in one step.
    /// Decisions under way finish on the policy they began with.
    ///
    /// Views that the old document declared follow the new one: those of the same name take its settings and keep their
    /// id, delegate and page; others are added or removed. Views added by the host stay; a rule set that one of them
    /// names and the new document lacks gives *no answer*. Identities stay too; one that the new document does not know
    /// blocks until the host sets another. An identity that the host did not set follows the new document. Accounts that were signed
    /// in stay so, by either of their names, and those that have signed out stay that. Accounts that only the new document
    /// has are signed in, unless the engine was made with a list of those that are.
    ///
    /// - Complexity: O(*n* log *n*) in the rules and list entries of the document.
    public func reload(_ document: PolicyDocument) { reload(CompiledPolicy(document)) }

    /// Puts a policy that is compiled already in force, as ``reload(_:)-(PolicyDocument)`` does.
    ///
    /// - Complexity: O(*n*) in the views, accounts and apps of the document.
    public func reload(_ policy: CompiledPolicy) {
        let replaced = store.mutate { state in
            let replaced = state.policy
            state.putInForce(policy)
            state.declareViews(of: policy.document)
            return replaced
        }
        store.configurationListeners.compare(replaced, policy)
    }
}
