import ByteText

/// A PCRE2 regular expression as a tree, for the part of the syntax that is understood here.
///
/// Every static analysis of an expression uses this one interpretation: its hosts, its required texts, its maximum
/// work, and what the lint checks. Syntax that is not understood – backreferences, recursion, conditions, verbs,
/// extended syntax – yields no tree.
package struct RegexTree: Sendable {
    /// A piece of the expression.
    package indirect enum Node: Sendable {
        /// One byte of a set.
        case set(ByteSet)
        /// A sequence, possibly empty. Within another sequence, it is a group.
        case sequence([Node])
        /// One of several nodes.
        case choice([Node])
        /// A repetition; a `most` of nil means no upper bound. A possessive one never gives anything back; an atomic
        /// group is a possessive repetition of exactly once.
        case repetition(Node, least: Int, most: Int?, isPossessive: Bool)
        /// The beginning of the text.
        case start
        /// The end of the text, or the position before a line feed at its end.
        case end
        /// A position that takes no bytes.
        case boundary(Boundary)
        /// A look-ahead or look-behind, positive or negative; takes no bytes.
        case lookAround(Node, LookAround)
    }

    /// A position between two bytes that is neither the beginning nor the end of the text.
    package enum Boundary: Sendable {
        /// `\b`: a word ends or begins here.
        case word
        /// `\B`: both sides are in a word, or neither is.
        case notWord
        /// The beginning of a line.
        case lineStart
        /// The end of a line.
        case lineEnd
    }

    /// The direction of a look-around and, for a look-ahead, whether it is positive.
    package enum LookAround: Sendable {
        /// `(?=`: a positive look-ahead.
        case ahead
        /// `(?!`: a negative look-ahead.
        case notAhead
        /// `(?<=` and `(?<!`: a look-behind, positive or negative.
        case behind
    }

    package let root: Node

    /// Parses an expression; nil if it contains syntax that is not understood.
    ///
    /// - Parameter pattern: An expression that PCRE2 compiles without the options of extended syntax; for any other,
    ///   the result is meaningless.
    /// - Complexity: O(*n*) in the bytes.
    package init?(_ pattern: Span<UInt8>) {
        var parser = RegexParser(pattern.array)
        guard let root = parser.parse() else { return nil }
        self.root = root
    }

    /// Parses an expression; see ``init(_:)-(Span<UInt8>)``.
    package init?(_ pattern: String) { self.init(pattern.utf8.span) }

    /// The pieces of the expression in order, with groups that are not repeated flattened.
    package var pieces: [Node] { Self.flattened(root) }

    package static func flattened(_ node: Node) -> [Node] {
        guard case .sequence(let nodes) = node else { return [node] }
        return nodes.flatMap { flattened($0) }
    }

    /// Whether a match can only begin at the beginning of the text.
    package var isAnchored: Bool { root.isAnchored }

    /// Whether repeated groups are within one another more than six levels deep, which nobody writes.
    ///
    /// An analysis that reads a repeated group more than once takes exponential time in the levels, and PCRE2 accepts
    /// a hundred of them in a short expression.
    var nestsDeeply: Bool { root.repetitionLevels > 6 }
}

extension RegexTree.Node {
    /// The bytes that a match can contain.
    package var bytes: ByteSet {
        switch self {
        case .set(let set): set
        case .sequence(let nodes), .choice(let nodes): nodes.reduce(ByteSet()) { $0.union($1.bytes) }
        case .repetition(let node, _, let most, _): most == 0 ? ByteSet() : node.bytes
        case .start, .end, .boundary, .lookAround: ByteSet()
        }
    }

    /// Whether it never takes any bytes.
    var isWidthless: Bool {
        switch self {
        case .set: false
        case .sequence(let nodes), .choice(let nodes): nodes.allSatisfy(\.isWidthless)
        case .repetition(let node, _, let most, _): most == 0 || node.isWidthless
        case .start, .end, .boundary, .lookAround: true
        }
    }

    /// Whether it can match the empty text.
    var isNullable: Bool {
        switch self {
        case .set: false
        case .sequence(let nodes): nodes.allSatisfy(\.isNullable)
        case .choice(let nodes): nodes.contains(where: \.isNullable)
        case .repetition(let node, let least, _, _): least == 0 || node.isNullable
        case .start, .end, .boundary, .lookAround: true
        }
    }

    /// Whether it matches only at the beginning of the text.
    var isAnchored: Bool {
        switch self {
        case .start: return true
        case .sequence(let nodes):
            // Each node is asked once: asking again at each level would take exponential time.
            for node in nodes {
                if node.isAnchored { return true }
                if !node.isWidthless { return false }
            }
            return false
        case .choice(let nodes): return nodes.allSatisfy(\.isAnchored)
        case .repetition(let node, let least, _, _): return least > 0 && node.isAnchored
        case .set, .end, .boundary, .lookAround: return false
        }
    }

    /// The largest number of groups within one another that may occur several times.
    fileprivate var repetitionLevels: Int {
        switch self {
        case .set, .start, .end, .boundary, .repetition(.set, _, _, _): 0
        case .sequence(let nodes), .choice(let nodes): nodes.map(\.repetitionLevels).max() ?? 0
        case .repetition(let node, _, let most, _): node.repetitionLevels + (most == 1 ? 0 : 1)
        case .lookAround(let node, _): node.repetitionLevels
        }
    }
}
