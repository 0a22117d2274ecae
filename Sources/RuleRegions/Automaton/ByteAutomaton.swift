import URLMatching

/// A finite automaton over bytes, built from the tree of a regular expression.
///
/// Its language is that of the expression or a superset of it: a look-around always matches, unless `withOpenEnd` has
/// replaced it, and a possessive repetition is treated as an ordinary one. So if the language is empty here, it is empty
/// for the expression, but a text found here must still be checked against the expression. ``isExact`` reports whether
/// the languages are equal. Texts have a single line, as URLs do.
package struct ByteAutomaton: Sendable {
    /// One step. Numbers refer to other nodes.
    enum Node: Sendable {
        /// Consumes a byte of a set.
        case bytes(ByteSet, next: Int32)
        /// Continues at either node.
        case split(Int32, Int32)
        /// Continues only at the beginning of the text.
        case start(Int32)
        /// Continues only at the end of the text.
        case end(Int32)
        /// Continues only at a word boundary, or only where there is no word boundary.
        case boundary(isWord: Bool, Int32)
        /// The text matches if it ends here.
        case accept
        /// The text matches whatever follows.
        case acceptAll
    }

    /// Where in the text the expression must match.
    enum Extent: Sendable {
        /// It must match the whole text.
        case whole
        /// It may match anywhere, as in a PCRE2 search.
        case anywhere
    }

    private(set) var nodes: [Node] = []
    /// The first node.
    private(set) var entry: Int32 = 0
    /// Whether the language is exactly that of the expression.
    private(set) var isExact = true

    /// The maximum number of nodes, which nested counts can exceed. A larger automaton is not built.
    static let mostNodes = 20_000

    /// Whether the automaton tests for word boundaries.
    private(set) var hasWords = false
    /// The sets of bytes that its nodes consume or test.
    private(set) var sets: Set<ByteSet> = []

    private var work = 0

    /// Builds an automaton. The result is nil if counts make it too large.
    ///
    /// - Parameters:
    ///   - tree: The expression.
    ///   - extent: Where it must match.
    /// - Complexity: O(*n*) in the nodes, which are bounded.
    init?(_ tree: RegexTree.Node, _ extent: Extent) {
        switch extent {
        case .whole: entry = add(tree, add(.accept))
        case .anywhere:
            let search = add(.split(0, 0))
            let found = add(.acceptAll)
            nodes[Int(search)] = .split(add(tree, found), add(.bytes(.all, next: search)))
            entry = search
        }
        guard !isTooLarge else { return nil }
        for case .bytes(let set, _) in nodes { sets.insert(set) }
        if hasWords { sets.insert(RegexClassReader.words) }
    }

    private var isTooLarge: Bool { nodes.count > Self.mostNodes || work > 10 * Self.mostNodes }

    private mutating func add(_ node: Node) -> Int32 {
        nodes.append(node)
        return Int32(truncatingIfNeeded: nodes.count - 1)
    }

    /// Adds a subexpression that continues at `next`, and returns its first node.
    private mutating func add(_ tree: RegexTree.Node, _ next: Int32) -> Int32 {
        // Bounds the repetition of subexpressions that consume no bytes, and therefore add no nodes.
        work += 1
        guard !isTooLarge else { return next }
        switch tree {
        case .set(let set): return add(.bytes(set, next: next))
        case .sequence(let pieces): return pieces.reversed().reduce(next) { add($1, $0) }
        case .choice(let branches):
            let entries = branches.map { add($0, next) }
            guard let last = entries.last else { return next }
            return entries.dropLast().reversed().reduce(last) { add(.split($1, $0)) }
        case .repetition(let body, let least, let most, let isPossessive):
            if isPossessive { isExact = false }
            return add(body, least, most, next)
        case .start, .boundary(.lineStart): return add(.start(next))
        case .end, .boundary(.lineEnd): return add(.end(next))
        case .boundary(.word), .boundary(.notWord):
            hasWords = true
            guard case .boundary(.word) = tree else { return add(.boundary(isWord: false, next)) }
            return add(.boundary(isWord: true, next))
        case .lookAround:
            isExact = false
            return next
        }
    }

    private mutating func add(_ body: RegexTree.Node, _ least: Int, _ most: Int?, _ next: Int32) -> Int32 {
        var entry = next
        if let most {
            for _ in 0..<max(0, most - least) where !isTooLarge { entry = add(.split(add(body, entry), next)) }
        } else {
            let loop = add(.split(next, next))
            nodes[Int(loop)] = .split(add(body, loop), next)
            entry = loop
        }
        for _ in 0..<least where !isTooLarge { entry = add(body, entry) }
        return entry
    }
}
