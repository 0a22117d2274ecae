import ByteText

/// A regular expression of PCRE2 as a tree: as much of the syntax as is understood here.
///
/// Everything that is said of an expression without running it is said from this one reading: the hosts that it is about,
/// the texts that it needs, the work that it may take, and what the lint looks for. What is not understood – references
/// back, recursion, conditions, verbs, extended syntax – gives no tree.
package struct RegexTree: Sendable {
    /// A piece of the expression.
    package indirect enum Node: Sendable {
        /// One byte out of a set.
        case set(ByteSet)
        /// One after the other; nothing at all if there is none. In another sequence, a group.
        case sequence([Node])
        /// One of these.
        case choice([Node])
        /// So many times; a `most` of nil is without bound. A possessive one never gives back, and so does an atomic group,
        /// which is a possessive one of exactly one time.
        case repetition(Node, least: Int, most: Int?, isPossessive: Bool)
        /// The beginning of the text.
        case start
        /// The end of the text, or before a line feed that ends it.
        case end
        /// A place that takes no bytes.
        case boundary(Boundary)
        /// What is looked for before or behind a place, or must not be there; takes no bytes.
        case lookAround(Node, LookAround)
    }

    /// A place between two bytes that is neither the beginning nor the end of the text.
    package enum Boundary: Sendable {
        /// `\b`: on one side a word ends, or begins.
        case word
        /// `\B`: both sides are in a word, or neither is.
        case notWord
        /// The beginning of a line.
        case lineStart
        /// The end of a line.
        case lineEnd
    }

    /// Where something is looked for, and whether it has to be there.
    package enum LookAround: Sendable {
        /// `(?=`: it follows.
        case ahead
        /// `(?!`: it does not follow.
        case notAhead
        /// `(?<=` and `(?<!`: it comes before, or does not.
        case behind
    }

    package let root: Node

    /// Reads an expression; nil where it has something that is not understood.
    ///
    /// - Parameter pattern: An expression that PCRE2 compiles without the options of extended syntax; of any other, what
    ///   is read means nothing.
    /// - Complexity: O(*n*) in the bytes.
    package init?(_ pattern: Span<UInt8>) {
        var parser = RegexParser(pattern.array)
        guard let root = parser.parse() else { return nil }
        self.root = root
    }

    /// Reads an expression; see ``init(_:)-(Span<UInt8>)``.
    package init?(_ pattern: String) { self.init(pattern.utf8.span) }

    /// The pieces of the expression in order, groups that are not repeated opened.
    package var pieces: [Node] { Self.flattened(root) }

    package static func flattened(_ node: Node) -> [Node] {
        guard case .sequence(let nodes) = node else { return [node] }
        return nodes.flatMap { flattened($0) }
    }

    /// Whether a match can only begin at the beginning of the text.
    package var isAnchored: Bool { root.isAnchored }
}

extension RegexTree.Node {
    /// The bytes that can be in what matches.
    package var bytes: ByteSet {
        switch self {
        case .set(let set): set
        case .sequence(let nodes), .choice(let nodes): nodes.reduce(ByteSet()) { $0.union($1.bytes) }
        case .repetition(let node, _, let most, _): most == 0 ? ByteSet() : node.bytes
        case .start, .end, .boundary, .lookAround: ByteSet()
        }
    }

    /// Whether it takes no bytes, ever.
    var isWidthless: Bool {
        switch self {
        case .set: false
        case .sequence(let nodes), .choice(let nodes): nodes.allSatisfy(\.isWidthless)
        case .repetition(let node, _, let most, _): most == 0 || node.isWidthless
        case .start, .end, .boundary, .lookAround: true
        }
    }

    /// Whether it matches at the beginning of the text alone.
    var isAnchored: Bool {
        switch self {
        case .start: true
        case .sequence(let nodes):
            nodes.first { !$0.isWidthless || $0.isAnchored }?.isAnchored ?? false
        case .choice(let nodes): nodes.allSatisfy(\.isAnchored)
        case .repetition(let node, let least, _, _): least > 0 && node.isAnchored
        case .set, .end, .boundary, .lookAround: false
        }
    }
}
