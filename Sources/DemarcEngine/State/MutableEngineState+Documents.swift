import PolicyModel
import RuleIndex

extension MutableEngineState {
    /// Puts another policy in force. A process identity that the host did not set follows the new document.
    mutating func putInForce(_ policy: CompiledPolicy) {
        let followsDocument = !isProcessSetByHost && identities.process == identityOfDocument
        accounts.follow(policy, after: self.policy)
        knownAccounts.follow(policy.document.accounts)
        knownAccounts.resolve(accounts)
        self.policy = policy
        ruleSetNames.follow(policy)
        let app = policy.document.app
        if followsDocument, !app.multiIdentity || policy.document.isUserExplicit {
            identities.process = identityOfDocument
        }
        resolveWindows()
    }

    /// Updates the views that documents declare to match `document`.
    ///
    /// A view of the host keeps its name. While it exists, a declaration of that name and the declarations below it are
    /// not applied: a document could otherwise loosen a view that the host restricts, and the next one would remove it.
    mutating func declareViews(of document: PolicyDocument) {
        let names = Set(document.views.map(\.id))
        removeDeclaredViews(except: names)
        var shadowed: Set<String> = []
        // INVARIANT: a document lists every view after its parent.
        for view in document.views where isHostView(named: view.id) || view.parent.map(shadowed.contains) == true {
            shadowed.insert(view.id)
        }
        removeDeclaredViews(except: names.subtracting(shadowed))
        for (position, declaration) in document.views.enumerated() where !shadowed.contains(declaration.id) {
            declare(declaration, at: UInt32(position))
        }
    }

    private mutating func removeDeclaredViews(except names: Set<String>) {
        for name in tree.declaredNames where !names.contains(name) {
            if let view = tree.view(named: name) { try? remove(view) }
        }
    }

    private func isHostView(named name: String) -> Bool {
        tree.view(named: name).flatMap { tree.node($0) }.map { !$0.isDeclared } ?? false
    }

    private mutating func declare(_ declaration: ViewDeclaration, at index: UInt32) {
        let parent = declaration.parent.flatMap { tree.view(named: $0) }
        let known = tree.view(named: declaration.id)
        let settings = known.flatMap { tree.node($0)?.hostSettings } ?? []
        // A name has as many uses as there are views with it.
        let before = known.flatMap { tree.node($0)?.ruleSetName }
        let ruleSet = settings.contains(.ruleSet) ? before : declaration.ruleSet.map { use(ruleSetNamed: $0) }
        let apply = { (node: inout ViewTree.Node) in
            node.isWebView = declaration.isWebView
            if !settings.contains(.policy) {
                node.ownPolicy = declaration.policy
                node.policyDeclaration = index
            }
            if !settings.contains(.document) { node.document = declaration.document }
            node.ruleSetName = ruleSet
            node.isDeclared = true
        }
        if let known {
            // INVARIANT: the reader of the document has validated its tree, and a host cannot have placed one of its
            // views below a web view; if a move is rejected nevertheless, the view stays where it was.
            try? tree.update(known, apply)
            if let before, !settings.contains(.ruleSet) { ruleSetNames.release(before) }
            if tree.node(known)?.parent != parent?.slot { try? tree.move(known, to: parent, window: nil) }
        } else {
            var node = ViewTree.Node(name: declaration.id, parent: parent?.slot, isWebView: declaration.isWebView)
            apply(&node)
            _ = try? add(node, inWindow: nil)
        }
    }
}
