import URLMatching

/// A finite automaton over bytes, made from the tree of a regular expression.
///
/// Its language is that of the expression, or a larger one that holds it: a look-around and a possessive repetition are read
/// as if they let everything through. So what is empty here is empty, and a text that is found here is still asked of the
/// expression; ``isExact`` tells which it is. Texts are of one line, as URLs are.
struct ByteAutomaton: Sendable {
    /// One step; numbers are those of other nodes.
    enum Node: Sendable {
        /// Takes a byte of a set.
        case bytes(ByteSet, next: Int32)
        /// Goes on at either.
        case split(Int32, Int32)
        /// Goes on at the beginning of the text alone.
        case start(Int32)
        /// Goes on at the end of the text alone.
        case end(Int32)
        /// Goes on where a word begins or ends, or where none does.
        case boundary(isWord: Bool, Int32)
        /// The text matches, if it ends here.
        case accept
        /// The text matches, whatever follows.
        case acceptAll
    }

    /// Where the expression has to be in the text.
    enum Extent: Sendable {
        /// It is all of the text.
        case whole
        /// It is anywhere, as PCRE2 searches.
        case anywhere
    }

    private(set) var nodes: [Node] = []
    /// The node to begin with.
    private(set) var entry: Int32 = 0
    /// Whether the language is that of the expression and no larger one.
    private(set) var isExact = true

    /// More nodes than these, as nested counts make, are not built.
    static let mostNodes = 20_000

    /// Whether it asks where words begin and end.
    private(set) var hasWords = false
    /// The sets of bytes that its nodes take or ask for.
    private(set) var sets: Set<ByteSet> = []

    private var work = 0

    /// Builds an automaton; nil where counts make it too large.
    ///
    /// - Parameters:
    ///   - tree: The expression.
    ///   - extent: Where it has to be.
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

    /// Adds a piece that goes on at `next`, and returns where it begins.
    private mutating func add(_ tree: RegexTree.Node, _ next: Int32) -> Int32 {
        // What takes no bytes makes no nodes, and would be repeated for ever without this.
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
