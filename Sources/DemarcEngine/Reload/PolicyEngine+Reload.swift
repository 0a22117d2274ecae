public import PolicyModel
public import RuleIndex

extension PolicyEngine {
    /// Puts another document in force.
    ///
    /// It is compiled first, while decisions go on under the policy in force; then it replaces that in one step.
    /// Decisions under way finish on the policy they began with.
    ///
    /// Views that the old document declared follow the new one: those of the same name take its settings and keep their
    /// id, delegate and page; others are added or removed. Views added by the host stay; a rule set that one of them
    /// names and the new document lacks gives *no answer*. Identities stay too; one that the new document does not know
    /// blocks until the host sets another. An identity that nobody set follows the new document. Accounts that were signed
    /// in stay so, by either of their names, and those that have signed out stay that. Accounts that only the new document
    /// has are signed in, unless the engine was made with a list of those that are.
    ///
    /// - Complexity: O(*n* log *n*) in the rules and list entries of the document.
    public func reload(_ document: PolicyDocument) { reload(CompiledPolicy(document)) }

    /// Puts a policy that is compiled already in force, as ``reload(_:)-(PolicyDocument)`` does.
    ///
    /// - Complexity: O(*n*) in the views, accounts and apps of the document.
    public func reload(_ policy: CompiledPolicy) {
        store.mutate { state in
            state.putInForce(policy)
            state.declareViews(of: policy.document)
        }
    }
}

extension MutableEngineState {
    /// Brings the views that documents declare in line with `document`.
    mutating func declareViews(of document: PolicyDocument) {
        let declared = Set(document.views.map(\.id))
        for name in tree.declaredNames where !declared.contains(name) {
            if let view = tree.view(named: name) { try? remove(view) }
        }
        for (position, declaration) in document.views.enumerated() { declare(declaration, at: UInt32(position)) }
    }

    private mutating func declare(_ declaration: ViewDeclaration, at index: UInt32) {
        let parent = declaration.parent.flatMap { tree.view(named: $0) }
        let ruleSet = declaration.ruleSet.map { use(ruleSetNamed: $0) }
        let apply = { (node: inout ViewTree.Node) in
            node.isWebView = declaration.isWebView
            node.ownPolicy = declaration.policy
            node.ruleSetName = ruleSet
            node.document = declaration.document
            node.policyDeclaration = index
            node.isDeclared = true
        }
        if let known = tree.view(named: declaration.id) {
            // INVARIANT: the reader of the document made sure of its tree, and a host cannot have put one of its views
            // below a web view; should a move be refused all the same, the view stays where it was.
            let previous = tree.node(known)?.ruleSetName
            try? tree.update(known, apply)
            if let previous { ruleSetNames.release(previous) }
            if tree.node(known)?.parent != parent?.slot { try? tree.move(known, to: parent, window: nil) }
        } else {
            var node = ViewTree.Node(name: declaration.id, parent: parent?.slot, isWebView: declaration.isWebView)
            apply(&node)
            _ = try? add(node, inWindow: nil)
        }
    }
}
