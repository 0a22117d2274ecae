import ByteText
import URLMatching

/// Look-aheads in the places where people usually write them, where automata can represent them.
///
/// ```
/// ^(?=.*contoso)https://…      a look-ahead at the beginning is a separate language
/// …contoso\.com(?=/|$)         one at the end joins the match: nothing after the match is checked
/// …contoso\.com(?![\w.-])      likewise: any other byte, or the end, joins the match
/// ```
extension RegexTree.Node {
    /// The same expression if nothing after a match is checked: a look-ahead at the end becomes part of the match.
    var withOpenEnd: Self {
        switch self {
        case .sequence(let pieces):
            guard let last = pieces.last else { return self }
            return .sequence(pieces.dropLast() + [last.withOpenEnd])
        case .choice(let branches): return .choice(branches.map(\.withOpenEnd))
        case .lookAround(let node, .ahead): return node.withOpenEnd
        case .lookAround(let node, .notAhead):
            guard let next = node.nextByte else { return self }
            let others = Self.set(next.bytes.inverted)
            return next.isEnd ? others : .choice([others, .end])
        case .set, .repetition, .start, .end, .boundary, .lookAround(_, .behind): return self
        }
    }

    /// The positive and negative look-aheads at the beginning of the text, each as a separate expression.
    var conditionsAtStart: (wanted: [Self], unwanted: [Self]) {
        var wanted: [Self] = []
        var unwanted: [Self] = []
        let pieces = RegexTree.flattened(self).prefix { if case .set = $0 { false } else { true } }
        guard let start = pieces.firstIndex(where: \.isStart) else { return ([], []) }
        for piece in pieces[(start + 1)...] {
            switch piece {
            case .lookAround(let node, .ahead): wanted.append(.sequence([.start, node.withOpenEnd]))
            case .lookAround(let node, .notAhead): unwanted.append(.sequence([.start, node.withOpenEnd]))
            case .start, .boundary(.lineStart): continue
            default: return (wanted, unwanted)
            }
        }
        return (wanted, unwanted)
    }

    private var isStart: Bool {
        switch self {
        case .start, .boundary(.lineStart): true
        default: false
        }
    }

    /// The bytes of which one must come next, and whether the end suffices instead; nil if the node requires more.
    private var nextByte: (bytes: ByteSet, isEnd: Bool)? {
        switch self {
        case .set(let set): return (set, false)
        case .end, .boundary(.lineEnd): return (ByteSet(), true)
        case .sequence(let pieces): return pieces.count == 1 ? pieces[0].nextByte : nil
        case .choice(let branches):
            var (bytes, isEnd) = (ByteSet(), false)
            for branch in branches {
                guard let next = branch.nextByte else { return nil }
                bytes = bytes.union(next.bytes)
                isEnd = isEnd || next.isEnd
            }
            return (bytes, isEnd)
        case .repetition, .start, .boundary, .lookAround: return nil
        }
    }
}
