import PolicyModel
import URLMatching

/// Why a change to the view tree was rejected.
public enum ViewTreeError: String, Error, CaseIterable, Hashable, Sendable {
    /// The view, or the given parent, was removed or belongs to another engine.
    case unknownView
    /// A web view is a leaf: nothing can be added below it.
    case parentIsWebView
    /// A view cannot be moved below itself.
    case cycle
    /// Only a web view itself can have a rule set, a delegate or a page.
    case notAWebView
    /// Another view has the name.
    case duplicateName
    /// A later navigation of the view has already been reported.
    case outdatedNavigation
}

/// The view tree as hosts change it: the containment of views, and the settings of each node.
///
/// It is behind the engine's lock. Decisions never read it; they read the ``ViewTable`` that it keeps up to date.
struct ViewTree: Sendable {
    /// The settings of a declared view that the host has set since: a reload leaves them as they are.
    struct HostSettings: OptionSet, Sendable {
        let rawValue: UInt8

        static let policy = HostSettings(rawValue: 1)
        static let ruleSet = HostSettings(rawValue: 2)
        static let document = HostSettings(rawValue: 4)
        /// The parent, or the window of a root.
        static let place = HostSettings(rawValue: 8)
    }

    struct Node: Sendable {
        fileprivate(set) var generation: UInt32 = 0
        var name: String?
        fileprivate(set) var parent: UInt32?
        /// The window of a root; nil for nodes below a root, which are in the root's window.
        fileprivate(set) var window: UInt32?
        var isWebView: Bool
        var ownPolicy = WebViewPolicy.unset
        /// The position in the policy document of the declaration that set `ownPolicy`; nil if the host set it.
        var policyDeclaration: UInt32?
        /// Whether a policy document declared the view.
        var isDeclared = false
        var hostSettings: HostSettings = []
        /// The URL of the document that the view shows, as given.
        var document: String?
        /// The position of that document among ``ViewTree/documents``; nil if it is not a URL.
        fileprivate(set) var documentPosition: UInt32?
        var ruleSetName: UInt32?
        var delegate: UInt32?
        var page = LoadedPage()
        /// The serial of the last reported navigation that was decided for this view.
        var lastSerial: UInt64 = 0
        /// The first child of this node, and the node's neighbors among the children of its parent or the roots of its
        /// window; ``ResolvedView/none`` for none. A node is added and removed without visiting the others.
        fileprivate var firstChild = ResolvedView.none
        fileprivate var next = ResolvedView.none
        fileprivate var previous = ResolvedView.none

        init(name: String?, parent: UInt32?, isWebView: Bool) {
            self.name = name
            self.parent = parent
            self.isWebView = isWebView
        }
    }

    private(set) var table = ViewTable()
    /// The documents that views show, parsed once for `site` rules.
    private(set) var documents = ReusedSlots<SiteDocument>()
    private var nodes: [Node?] = []
    private var freeSlots: [UInt32] = []
    private var slotsByName: [String: UInt32] = [:]
    private var lastGeneration: UInt32
    /// The first root in each window, by the window's position.
    private var firstRoots: [UInt32] = []

    /// - Parameter generation: Where the views begin to be numbered, so that those of two engines have different ids.
    init(after generation: UInt32) { lastGeneration = generation }

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

    /// A root in a window; nil if none is left.
    func root(inWindow window: UInt32) -> ViewID? {
        guard Int(window) < firstRoots.count, let node = node(inSlot: firstRoots[Int(window)]) else { return nil }
        return ViewID(slot: firstRoots[Int(window)], generation: node.generation)
    }

    /// The highest number of slots for views and documents ever in use at once.
    var slotCount: Int { nodes.count + documents.positionCount }

    /// The names of the views that were declared by a document.
    var declaredNames: [String] { nodes.compactMap { $0.flatMap { $0.isDeclared ? $0.name : nil } } }

    /// The views that have a name.
    var namedNodes: [Node] { nodes.compactMap { $0?.name == nil ? nil : $0 } }

    /// The nodes above a view, the nearest first.
    func ancestors(of view: ViewID) -> some Sequence<Node> {
        sequence(state: node(view)?.parent) { [nodes] slot in
            guard let node = slot.flatMap({ nodes[Int($0)] }) else { return nil }
            slot = node.parent
            return node
        }
    }

    /// The page that a view has until it navigates, if the page of another view opened it.
    ///
    /// What blocks uploads into that page in the opener's view also blocks them in the new view. A page that was
    /// reported, or that the opener has from its own opener, keeps the opener's present tag; later, only the tag of the
    /// view that the page was loaded in can change that.
    func page(openedBy opener: ViewID) throws(ViewTreeError) -> LoadedPage {
        guard let node = node(opener) else { throw .unknownView }
        guard node.isWebView else { throw .notAWebView }
        var page = node.page
        if page.kind == .unreported {
            // The tag of the opener is read at each moment.
            page.kind = .ofOpener
        } else if table[opener]?.policy.blocksUpload == true {
            page.blocksUpload = true
        }
        // No view has the generation 0.
        if page.opener.generation == 0 { page.opener = opener }
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
        // After four billion views the numbers start again; 0 marks a free slot.
        lastGeneration = max(lastGeneration &+ 1, 1)
        var node = node
        node.generation = lastGeneration
        if node.parent != nil { node.window = nil }
        nodes[Int(slot)] = node
        if let name = node.name { slotsByName[name] = slot }
        attach(slot)
        readDocument(slot)
        resolve(slot)
        return ViewID(slot: slot, generation: node.generation)
    }

    /// Changes the settings of one node, and resolves it and everything below it again.
    mutating func update(_ view: ViewID, _ change: (inout Node) -> Void) throws(ViewTreeError) {
        guard var node = node(view) else { throw .unknownView }
        change(&node)
        nodes[Int(view.slot)] = node
        readDocument(view.slot)
        resolve(view.slot)
    }

    /// Moves a view, and everything below it, to another parent or to the root.
    ///
    /// - Parameters:
    ///   - view: The view.
    ///   - parent: Its new parent; nil makes it a root.
    ///   - window: The window of a root; nil leaves it in its current window.
    /// - Throws: ``ViewTreeError``; nothing has changed then.
    mutating func move(_ view: ViewID, to parent: ViewID?, window: UInt32?) throws(ViewTreeError) {
        guard node(view) != nil else { throw .unknownView }
        if let parent {
            guard let holder = node(parent) else { throw .unknownView }
            guard !holder.isWebView else { throw .parentIsWebView }
            guard !isSlot(parent.slot, atOrBelow: view.slot) else { throw .cycle }
        }
        let windowSoFar = table[view].flatMap { $0.window == ResolvedView.none ? nil : $0.window }
        detach(view.slot)
        nodes[Int(view.slot)]?.parent = parent?.slot
        nodes[Int(view.slot)]?.window = parent == nil ? window ?? windowSoFar : nil
        attach(view.slot)
        resolve(view.slot)
    }

    /// Removes a view and everything below it.
    ///
    /// - Parameters:
    ///   - view: The view.
    ///   - forget: Called with each removed node.
    /// - Throws: ``ViewTreeError/unknownView``.
    mutating func remove(_ view: ViewID, _ forget: (Node) -> Void) throws(ViewTreeError) {
        guard node(view) != nil else { throw .unknownView }
        detach(view.slot)
        var pending = [view.slot]
        while let slot = pending.popLast() {
            guard let node = nodes[Int(slot)] else { continue }
            forEachChild(of: node) { pending.append($0) }
            if let position = node.documentPosition { documents.remove(position) }
            if let name = node.name { slotsByName[name] = nil }
            nodes[Int(slot)] = nil
            table.set(ResolvedView(), at: slot)
            freeSlots.append(slot)
            forget(node)
        }
    }

    /// Inserts a node among the children of its parent or the roots of its window.
    private mutating func attach(_ slot: UInt32) {
        guard let node = nodes[Int(slot)], node.parent != nil || node.window != nil else { return }
        let neighbour = first(besides: node)
        nodes[Int(slot)]?.next = neighbour
        nodes[Int(slot)]?.previous = ResolvedView.none
        if neighbour != ResolvedView.none { nodes[Int(neighbour)]?.previous = slot }
        setFirst(slot, besides: node)
    }

    private mutating func detach(_ slot: UInt32) {
        guard let node = nodes[Int(slot)], node.parent != nil || node.window != nil else { return }
        if node.next != ResolvedView.none { nodes[Int(node.next)]?.previous = node.previous }
        if node.previous == ResolvedView.none {
            setFirst(node.next, besides: node)
        } else {
            nodes[Int(node.previous)]?.next = node.next
        }
    }

    /// The first child of a node's parent, or the first root of its window.
    private func first(besides node: Node) -> UInt32 {
        if let parent = node.parent { return nodes[Int(parent)]?.firstChild ?? ResolvedView.none }
        guard let window = node.window, Int(window) < firstRoots.count else { return ResolvedView.none }
        return firstRoots[Int(window)]
    }

    private mutating func setFirst(_ slot: UInt32, besides node: Node) {
        if let parent = node.parent {
            nodes[Int(parent)]?.firstChild = slot
        } else if let window = node.window {
            while firstRoots.count <= Int(window) { firstRoots.append(ResolvedView.none) }
            firstRoots[Int(window)] = slot
        }
    }

    private func forEachChild(of node: Node, _ body: (UInt32) -> Void) {
        var slot = node.firstChild
        while slot != ResolvedView.none, let child = nodes[Int(slot)] {
            body(slot)
            slot = child.next
        }
    }

    private func isSlot(_ slot: UInt32, atOrBelow ancestor: UInt32) -> Bool {
        var current: UInt32? = slot
        while let here = current {
            if here == ancestor { return true }
            current = nodes[Int(here)]?.parent
        }
        return false
    }

    /// Parses the document of a node, unless it is unchanged.
    private mutating func readDocument(_ slot: UInt32) {
        guard let node = nodes[Int(slot)] else { return }
        let known = node.documentPosition.flatMap { documents[$0] }
        guard known?.text != node.document else { return }
        if let position = node.documentPosition { documents.remove(position) }
        let document = node.document.flatMap { SiteDocument($0) }
        nodes[Int(slot)]?.documentPosition = document.map { documents.insert($0) }
    }

    // MARK: Resolving

    /// Writes the inherited values of a node and the nodes below it to the table.
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
            forEachChild(of: node) { pending.append(($0, resolved)) }
        }
    }
}
