import PolicyModel
import URLMatching

/// The view tree as hosts change it: who holds whom, and what is set on each node.
///
/// It lives behind the engine's lock. Decisions never see it; they read the ``ViewTable`` that it keeps in step.
struct ViewTree: Sendable {
    struct Node: Sendable {
        var generation: UInt32
        var name: String?
        var parent: UInt32?
        var children: [UInt32] = []
        var isWebView: Bool
        var ownPolicy = WebViewPolicy.unset
        /// The position in the policy document of the declaration that set `ownPolicy`; nil where the host did.
        var policyDeclaration: UInt32?
        /// Whether a policy document declared the view.
        var isDeclared = false
        /// The URL of the document that the view shows, as it was given.
        var document: String?
        /// The position of the same among ``ViewTree/documents``; nil where it is none.
        fileprivate(set) var documentPosition: UInt32?
        var ruleSetName: UInt32?
        var delegate: UInt32?
        /// The window of a root; nil for nodes below one, which are in its window.
        var window: UInt32?
        var page = LoadedPage()
        /// The serial of the last navigation that was reported and decided for this view.
        var lastSerial: UInt64 = 0
    }

    private(set) var table = ViewTable()
    /// The documents that views show, read once for `site` rules; nil at a position that is free.
    private(set) var documents: [SiteDocument?] = []
    private var nodes: [Node?] = []
    private var freeSlots: [UInt32] = []
    private var slotsByName: [String: UInt32] = [:]
    private var lastGeneration: UInt32 = 0

    // MARK: Reading

    /// The view with a name.
    func view(named name: String) -> ViewID? {
        slotsByName[name].flatMap { slot in nodes[Int(slot)].map { ViewID(slot: slot, generation: $0.generation) } }
    }

    /// The node of a view, unless it was removed.
    func node(_ view: ViewID) -> Node? {
        guard Int(view.slot) < nodes.count, let node = nodes[Int(view.slot)] else { return nil }
        return node.generation == view.generation ? node : nil
    }

    /// The node in a slot.
    func node(inSlot slot: UInt32) -> Node? { Int(slot) < nodes.count ? nodes[Int(slot)] : nil }

    /// The roots that are in a window.
    func roots(inWindow window: UInt32) -> [ViewID] {
        nodes.indices.compactMap { slot in
            guard let node = nodes[slot], node.parent == nil, node.window == window else { return nil }
            return ViewID(slot: UInt32(slot), generation: node.generation)
        }
    }

    /// The names of the views that were declared by a document.
    var declaredNames: [String] { nodes.compactMap { $0.flatMap { $0.isDeclared ? $0.name : nil } } }

    /// The views that have a name.
    var namedNodes: [Node] { nodes.compactMap { $0?.name == nil ? nil : $0 } }

    /// The page that a view has until it navigates, where the page of another one opened it.
    func page(openedBy opener: ViewID) throws(ViewTreeError) -> LoadedPage {
        guard let node = node(opener) else { throw .unknownView }
        guard node.isWebView else { throw .notAWebView }
        var page = node.page
        if page.kind == .unreported {
            page.kind = .ofOpener
            page.opener = opener
        }
        return page
    }

    // MARK: Changing

    mutating func add(_ node: Node) throws(ViewTreeError) -> ViewID {
        if let name = node.name, slotsByName[name] != nil { throw .duplicateName }
        if let parent = node.parent {
            guard let holder = nodes[Int(parent)] else { throw .unknownView }
            guard !holder.isWebView else { throw .parentIsWebView }
        }
        let slot = freeSlots.popLast() ?? UInt32(nodes.count)
        if Int(slot) == nodes.count { nodes.append(nil) }
        lastGeneration += 1
        var node = node
        node.generation = lastGeneration
        nodes[Int(slot)] = node
        if let name = node.name { slotsByName[name] = slot }
        if let parent = node.parent { nodes[Int(parent)]?.children.append(slot) }
        readDocument(slot)
        resolve(slot)
        return ViewID(slot: slot, generation: node.generation)
    }

    /// Changes what is set on one node, and resolves it and everything below it again.
    mutating func update(_ view: ViewID, _ change: (inout Node) -> Void) throws(ViewTreeError) {
        guard var node = node(view) else { throw .unknownView }
        change(&node)
        nodes[Int(view.slot)] = node
        readDocument(view.slot)
        resolve(view.slot)
    }

    /// Moves a view, and everything below it, below another view or to the root.
    ///
    /// - Parameters:
    ///   - view: The view.
    ///   - parent: Its new holder; nil makes it a root.
    ///   - window: The window of a root; nil leaves it in the window that it is in.
    /// - Throws: ``ViewTreeError``; nothing has changed then.
    mutating func move(_ view: ViewID, to parent: ViewID?, window: UInt32?) throws(ViewTreeError) {
        guard let moved = node(view) else { throw .unknownView }
        if let parent {
            guard let holder = node(parent) else { throw .unknownView }
            guard !holder.isWebView else { throw .parentIsWebView }
            guard !isSlot(parent.slot, atOrBelow: view.slot) else { throw .cycle }
        }
        let windowSoFar = table[view].flatMap { $0.window == ResolvedView.none ? nil : $0.window }
        detach(view.slot, from: moved.parent)
        nodes[Int(view.slot)]?.parent = parent?.slot
        nodes[Int(view.slot)]?.window = parent == nil ? window ?? windowSoFar : nil
        if let parent { nodes[Int(parent.slot)]?.children.append(view.slot) }
        resolve(view.slot)
    }

    /// Removes a view and everything below it.
    ///
    /// - Returns: The positions of the delegates that were attached to them.
    mutating func remove(_ view: ViewID) throws(ViewTreeError) -> [UInt32] {
        guard let removed = node(view) else { throw .unknownView }
        detach(view.slot, from: removed.parent)
        var delegates: [UInt32] = []
        var pending = [view.slot]
        while let slot = pending.popLast() {
            guard let node = nodes[Int(slot)] else { continue }
            pending += node.children
            if let delegate = node.delegate { delegates.append(delegate) }
            if let position = node.documentPosition { documents[Int(position)] = nil }
            if let name = node.name { slotsByName[name] = nil }
            nodes[Int(slot)] = nil
            table.set(ResolvedView(), at: slot)
            freeSlots.append(slot)
        }
        return delegates
    }

    private mutating func detach(_ slot: UInt32, from parent: UInt32?) {
        if let parent { nodes[Int(parent)]?.children.removeAll { $0 == slot } }
    }

    private func isSlot(_ slot: UInt32, atOrBelow ancestor: UInt32) -> Bool {
        var current: UInt32? = slot
        while let here = current {
            if here == ancestor { return true }
            current = nodes[Int(here)]?.parent
        }
        return false
    }

    /// Reads the document of a node, unless it is the one that is known.
    private mutating func readDocument(_ slot: UInt32) {
        guard let node = nodes[Int(slot)] else { return }
        let known = node.documentPosition.flatMap { documents[Int($0)] }
        guard known?.text != node.document else { return }
        if let position = node.documentPosition { documents[Int(position)] = nil }
        let position = node.document.flatMap { SiteDocument($0) }.map { self.position(of: $0) }
        nodes[Int(slot)]?.documentPosition = position
    }

    private mutating func position(of document: SiteDocument) -> UInt32 {
        if let free = documents.firstIndex(where: { $0 == nil }) {
            documents[free] = document
            return UInt32(free)
        }
        documents.append(document)
        return UInt32(documents.count - 1)
    }

    // MARK: Resolving

    /// Writes what a node and those below it inherit into the table.
    ///
    /// - Complexity: O(*n*) in the nodes at and below `slot`.
    private mutating func resolve(_ slot: UInt32) {
        var inherited = ResolvedView()
        if let parent = nodes[Int(slot)]?.parent, let holder = nodes[Int(parent)] {
            inherited = table[ViewID(slot: parent, generation: holder.generation)] ?? inherited
        }
        var pending = [(slot: slot, inherited: inherited)]
        while let (slot, inherited) = pending.popLast() {
            guard let node = nodes[Int(slot)] else { continue }
            var resolved = ResolvedView(
                generation: node.generation,
                policyDeclaration: inherited.policyDeclaration,
                ruleSetName: node.ruleSetName ?? ResolvedView.none,
                delegate: node.delegate ?? ResolvedView.none,
                document: node.documentPosition ?? ResolvedView.none,
                window: node.parent == nil ? node.window ?? ResolvedView.none : inherited.window,
                isWebView: node.isWebView,
                policy: inherited.policy,
                page: node.page
            )
            if node.ownPolicy != .unset {
                (resolved.policy, resolved.policyDeclaration) =
                    (node.ownPolicy, node.policyDeclaration ?? ResolvedView.none)
            }
            table.set(resolved, at: slot)
            for child in node.children { pending.append((child, resolved)) }
        }
    }
}
