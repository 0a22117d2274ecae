public import PolicyModel
public import RuleIndex

/// Decides whether URLs and content views are managed, and what may cross between them.
///
/// An engine has one policy in force, a view tree and the identities that act. All of it can be read and changed from
/// any thread; a decision sees one consistent moment of it.
///
/// ```swift
/// let engine = try PolicyEngine(contentsOf: "policy.yaml")
/// var evaluator = engine.makeEvaluator()          // one for each thread
/// let view = engine.view(named: "E")
/// let decision = evaluator.navigation(to: url.utf8.span, in: view)
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
