import PolicyModel
import RuleIndex

extension MutableEngineState {
    /// Puts another policy in force. A process identity that the host did not set follows the new document.
    mutating func putInForce(_ policy: CompiledPolicy) {
        let previous = self.policy.document
        let numbers = knownAccounts.numbers
        knownAccounts.follow(policy.document.accounts)
        accounts.follow(policy, knownAccounts, after: numbers)
        knownAccounts.resolve(accounts)
        self.policy = policy
        ruleSetNames.follow(policy)
        renameLevels()
        if !isProcessSetByHost { identities.process = identityOfDocument(after: previous) }
        resolveWindows()
    }

    /// Updates the views that documents declare to match `document`.
    ///
    /// A view of the host keeps its name. While it exists, a declaration of that name and the declarations below it are
    /// not applied: a document could otherwise loosen a view that the host restricts, and the next one would remove it.
    /// The same holds for a declared view that the host has removed, as long as documents declare it: it is on no
    /// screen, and in no window whose identity could apply. What the host has moved stays where it is.
    mutating func declareViews(of document: PolicyDocument) {
        let names = Set(document.views.map(\.id))
        removedNames.formIntersection(names)
        removeDeclaredViews(except: names)
        let skipped = namesToSkip(of: document)
        removeDeclaredViews(except: names.subtracting(skipped))
        let formerParents = detachDeclaredViews(of: document, except: skipped)
        for (position, declaration) in document.views.enumerated() where !skipped.contains(declaration.id) {
            declare(declaration, at: UInt32(position), formerParents)
        }
    }

    /// Makes a root of every declared view that gets another parent.
    ///
    /// A view may go below one that is still above it, and that itself goes elsewhere later in the document. Therefore
    /// all of them leave their places before any is given its new one.
    ///
    /// - Returns: The former parent of each of them.
    private mutating func detachDeclaredViews(
        of document: PolicyDocument,
        except skipped: Set<String>
    ) -> [ViewID: ViewID] {
        let webViews = Set(document.views.lazy.filter(\.isWebView).map(\.id))
        var formerParents: [ViewID: ViewID] = [:]
        for declaration in document.views where !skipped.contains(declaration.id) {
            guard let view = tree.view(named: declaration.id), let node = tree.node(view), let slot = node.parent,
                let holder = tree.node(inSlot: slot)
            else { continue }
            if node.hostSettings.contains(.place) {
                guard isBelowWebView(view, webViews) else { continue }
                try? tree.update(view) { $0.hostSettings.remove(.place) }
            }
            let parent = ViewID(slot: slot, generation: holder.generation)
            guard declaration.parent.flatMap({ tree.view(named: $0) }) != parent else { continue }
            formerParents[view] = parent
            // INVARIANT: a view can always become a root.
            try? tree.move(view, to: nil, window: nil)
        }
        return formerParents
    }

    /// The declarations that are not applied.
    private func namesToSkip(of document: PolicyDocument) -> Set<String> {
        var skipped: Set<String> = []
        // INVARIANT: a document lists every view after its parent.
        for view in document.views {
            let isBelowSkipped = view.parent.map(skipped.contains) ?? false
            if isHostView(named: view.id) || removedNames.contains(view.id) || isBelowSkipped && !isMoved(view.id) {
                skipped.insert(view.id)
            }
        }
        return skipped
    }

    /// Whether a view is below a web view, or a container that becomes one.
    private func isBelowWebView(_ view: ViewID, _ webViews: Set<String>) -> Bool {
        guard let holder = tree.node(view)?.parent.flatMap({ tree.node(inSlot: $0) }) else { return false }
        return holder.isWebView || holder.isDeclared && holder.name.map(webViews.contains) == true
    }

    private func isMoved(_ name: String) -> Bool {
        tree.view(named: name).flatMap { tree.node($0) }?.hostSettings.contains(.place) ?? false
    }

    /// Removes the declared views whose names are not among `names`, with what is below them. Declared views below them
    /// that stay become roots first: they keep their ids and pages.
    private mutating func removeDeclaredViews(except names: Set<String>) {
        let declared = tree.declaredNames
        for name in declared where names.contains(name) {
            guard let view = tree.view(named: name),
                let holder = tree.ancestors(of: view).first(where: \.isDeclared)?.name, !names.contains(holder)
            else { continue }
            // INVARIANT: a view can always become a root.
            try? tree.move(view, to: nil, window: nil)
            try? tree.update(view) { $0.hostSettings.remove(.place) }
        }
        for name in declared where !names.contains(name) {
            if let view = tree.view(named: name) { _ = try? drop(view) }
        }
    }

    private func isHostView(named name: String) -> Bool {
        tree.view(named: name).flatMap { tree.node($0) }.map { !$0.isDeclared } ?? false
    }

    /// Applies a declaration.
    ///
    /// - Parameters:
    ///   - declaration: The declaration.
    ///   - index: Its position in the document.
    ///   - formerParents: The parents of the views that get another one.
    private mutating func declare(
        _ declaration: ViewDeclaration,
        at index: UInt32,
        _ formerParents: [ViewID: ViewID]
    ) {
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
            node.hostSettings = settings
            node.isDeclared = true
        }
        if let known {
            try? tree.update(known, apply)
            if let before, !settings.contains(.ruleSet) { ruleSetNames.release(before) }
            if !settings.contains(.place) { place(known, below: parent, formerly: formerParents[known]) }
        } else {
            var node = ViewTree.Node(name: declaration.id, parent: parent?.slot, isWebView: declaration.isWebView)
            apply(&node)
            _ = try? add(node, inWindow: nil)
        }
    }

    /// Moves a declared view to its parent, if it is not there.
    private mutating func place(_ view: ViewID, below parent: ViewID?, formerly former: ViewID?) {
        guard tree.node(view)?.parent != parent?.slot else { return }
        do throws(ViewTreeError) {
            try tree.move(view, to: parent, window: nil)
        } catch {
            // INVARIANT: the reader of the document has validated its tree. A move is rejected only if the host has
            // placed the new parent below the view; then the view goes back to where it was.
            if let former { try? tree.move(view, to: former, window: nil) }
        }
    }
}
