/// Reads PCRE2's syntax into a ``RegexTree``; gives up where it meets what it does not know.
///
/// PCRE2 has compiled the expression already, so that what is read here is well formed, and parentheses nest no deeper
/// than its limit allows.
struct RegexParser {
    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0
    private var ignoresCase = false
    private var dotMatchesNewline = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func parse() -> RegexTree.Node? {
        // `(*LIMIT_MATCH=…)` and other verbs.
        guard !bytes.starts(with: "(*".utf8), let node = choice(), position == bytes.count else { return nil }
        return node
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ text: String) -> Bool {
        guard bytes[position...].starts(with: text.utf8) else { return false }
        position += text.utf8.count
        return true
    }

    private mutating func choice() -> RegexTree.Node? {
        depth += 1
        defer { depth -= 1 }
        guard depth < 200 else { return nil }
        // A flag such as `(?i)` holds to the end of the group it stands in.
        let flags = (ignoresCase, dotMatchesNewline)
        defer { (ignoresCase, dotMatchesNewline) = flags }
        var branches: [RegexTree.Node] = []
        repeat {
            guard let branch = sequence() else { return nil }
            branches.append(branch)
        } while take("|")
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func sequence() -> RegexTree.Node? {
        var nodes: [RegexTree.Node] = []
        while let byte = next, byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
            guard let node = piece() else { return nil }
            guard let repeated = quantified(node) else { return nil }
            nodes.append(repeated)
        }
        return nodes.count == 1 ? nodes[0] : .sequence(nodes)
    }

    private mutating func piece() -> RegexTree.Node? {
        guard let byte = next else { return nil }
        position += 1
        switch byte {
        case UInt8(ascii: "^"): return .start
        case UInt8(ascii: "$"): return .end
        case UInt8(ascii: "."): return .set(dotMatchesNewline ? .all : ByteSet(0x0A).inverted)
        case UInt8(ascii: "("): return group()
        case UInt8(ascii: "["): return RegexClassReader.read(bytes, &position, ignoresCase).map { .set($0) }
        case UInt8(ascii: "\\"): return escape()
        default: return literal(byte)
        }
    }

    private func literal(_ byte: UInt8) -> RegexTree.Node {
        .set(ignoresCase ? ByteSet(byte).foldingCase : ByteSet(byte))
    }

    private mutating func escape() -> RegexTree.Node? {
        guard let byte = next else { return nil }
        position += 1
        switch byte {
        case UInt8(ascii: "A"): return .start
        case UInt8(ascii: "z"), UInt8(ascii: "Z"): return .end
        case UInt8(ascii: "b"), UInt8(ascii: "B"): return .assertion
        default:
            position -= 1
            return RegexClassReader.escape(bytes, &position).map { .set(ignoresCase ? $0.foldingCase : $0) }
        }
    }

    private mutating func group() -> RegexTree.Node? {
        var isAtomic = false
        var isAssertion = false
        var isFlagGroup = false
        let outer = (ignoresCase, dotMatchesNewline)
        defer { if !isFlagGroup { (ignoresCase, dotMatchesNewline) = outer } }
        if take("?") {
            if take(">") {
                isAtomic = true
            } else if take("=") || take("!") || take("<=") || take("<!") {
                isAssertion = true
            } else if take("P<") || take("<") {
                while let byte = next, byte != UInt8(ascii: ">") { position += 1 }
                position += 1
            } else if !take(":") {
                guard flags() else { return nil }
                if take(")") {
                    isFlagGroup = true
                    return .sequence([])
                }
                guard take(":") else { return nil }
            }
        } else if next == UInt8(ascii: "*") {
            return nil
        }
        guard let node = choice(), take(")") else { return nil }
        if isAssertion { return .assertion }
        return isAtomic ? .repetition(node, least: 1, most: 1, isPossessive: true) : node
    }

    /// `i`, `s` and those of them that are turned off; other flags change what is read in ways that are not known here.
    private mutating func flags() -> Bool {
        var isOn = true
        while let byte = next {
            switch byte {
            case UInt8(ascii: "-"): isOn = false
            case UInt8(ascii: "i"): ignoresCase = isOn
            case UInt8(ascii: "s"): dotMatchesNewline = isOn
            case UInt8(ascii: ")"), UInt8(ascii: ":"): return true
            default: return false
            }
            position += 1
        }
        return false
    }

    private mutating func quantified(_ node: RegexTree.Node) -> RegexTree.Node? {
        var node = node
        while let (least, most) = quantifier() {
            let isPossessive = take("+")
            if !isPossessive { _ = take("?") }
            node = .repetition(node, least: least, most: most, isPossessive: isPossessive)
        }
        return node
    }

    private mutating func quantifier() -> (Int, Int?)? {
        if take("*") { return (0, nil) }
        if take("+") { return (1, nil) }
        if take("?") { return (0, 1) }
        guard next == UInt8(ascii: "{") else { return nil }
        let start = position
        position += 1
        // Anything else in braces is a text that stands for itself.
        guard let least = number() else {
            position = start
            return nil
        }
        if take("}") { return (least, least) }
        guard take(",") else {
            position = start
            return nil
        }
        if take("}") { return (least, nil) }
        guard let most = number(), take("}") else {
            position = start
            return nil
        }
        return (least, most)
    }

    private mutating func number() -> Int? {
        var value: Int?
        while let byte = next, (0x30...0x39).contains(byte) {
            value = min((value ?? 0) * 10 + Int(byte - 0x30), 100_000)
            position += 1
        }
        return value
    }
}
