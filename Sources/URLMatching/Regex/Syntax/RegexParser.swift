import ByteText

/// Parses PCRE2's syntax into a ``RegexTree``; gives up at unknown syntax.
///
/// PCRE2 has already compiled the expression, so it is well formed, and parentheses nest no deeper than its limit
/// allows. A wrong interpretation would make a rule miss URLs; giving up only makes it slower.
struct RegexParser {
    /// The settings changed by `(?i)` and similar options.
    private struct Flags {
        var ignoresCase = false
        var dotMatchesNewline = false
        var hasLines = false
    }

    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0
    private var flags = Flags()

    /// The maximum number of quantifiers on one another, as in `a{2}{3}`; more than anybody writes.
    private static let quantifierLimit = 4

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func parse() -> RegexTree.Node? {
        // `(*LIMIT_MATCH=…)` and other verbs.
        guard !bytes.starts(with: "(*".utf8), let node = choice(), position == bytes.count else { return nil }
        return node
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func consume(_ byte: Character) -> Bool {
        guard next == byte.asciiValue else { return false }
        position += 1
        return true
    }

    private mutating func choice() -> RegexTree.Node? {
        depth += 1
        defer { depth -= 1 }
        guard depth < 200 else { return nil }
        // A flag such as `(?i)` applies to the end of its group, including the branches that follow.
        let outer = flags
        defer { flags = outer }
        var branches: [RegexTree.Node] = []
        repeat {
            guard let branch = sequence() else { return nil }
            branches.append(branch)
        } while consume("|")
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
        case UInt8(ascii: "^"): return flags.hasLines ? .boundary(.lineStart) : .start
        case UInt8(ascii: "$"): return flags.hasLines ? .boundary(.lineEnd) : .end
        case UInt8(ascii: "."): return .set(flags.dotMatchesNewline ? .all : ByteSet(0x0A).inverted)
        case UInt8(ascii: "("): return group()
        case UInt8(ascii: "["): return RegexClassReader.read(bytes, &position, flags.ignoresCase).map { .set($0) }
        case UInt8(ascii: "\\"): return escape()
        // A `{` that does not begin a quantifier is a literal, but whether it begins one depends on the version of
        // PCRE2.
        case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"), UInt8(ascii: "{"): return nil
        default: return literal(ByteSet(byte))
        }
    }

    private func literal(_ set: ByteSet) -> RegexTree.Node { .set(flags.ignoresCase ? set.foldingCase : set) }

    private mutating func escape() -> RegexTree.Node? {
        guard let byte = next else { return nil }
        position += 1
        switch byte {
        case UInt8(ascii: "A"): return .start
        case UInt8(ascii: "z"), UInt8(ascii: "Z"): return .end
        case UInt8(ascii: "b"): return .boundary(.word)
        case UInt8(ascii: "B"): return .boundary(.notWord)
        default:
            position -= 1
            return RegexClassReader.escape(bytes, &position).map { literal($0) }
        }
    }

    private mutating func group() -> RegexTree.Node? {
        let outer = flags
        var isAtomic = false
        var lookAround: RegexTree.LookAround?
        if consume("?") {
            guard let kind = next else { return nil }
            position += 1
            switch kind {
            case UInt8(ascii: ":"): break
            case UInt8(ascii: ">"): isAtomic = true
            case UInt8(ascii: "="): lookAround = .ahead
            case UInt8(ascii: "!"): lookAround = .notAhead
            case UInt8(ascii: "<"):
                if consume("=") || consume("!") {
                    lookAround = .behind
                } else {
                    guard name(endingWith: ">") else { return nil }
                }
            case UInt8(ascii: "'"): guard name(endingWith: "'") else { return nil }
            case UInt8(ascii: "P"): guard consume("<"), name(endingWith: ">") else { return nil }
            default:
                position -= 1
                guard readFlags() else { return nil }
                // The flags stay set after the parentheses.
                if consume(")") { return .sequence([]) }
                guard consume(":") else { return nil }
            }
        } else if next == UInt8(ascii: "*") {
            return nil
        }
        defer { flags = outer }
        guard let node = choice(), consume(")") else { return nil }
        if let lookAround { return .lookAround(node, lookAround) }
        if isAtomic { return .repetition(node, least: 1, most: 1, isPossessive: true) }
        // Entering a group is work, so the group stays in the tree.
        if case .sequence = node { return node }
        return .sequence([node])
    }

    private mutating func name(endingWith end: Character) -> Bool {
        let start = position
        while let byte = next, byte == UInt8(ascii: "_") || RegexClassReader.words.contains(byte) { position += 1 }
        return position > start && consume(end)
    }

    /// Reads flags that are turned on or, after a `-`, off. Of the flags that are not stored, `n`, `J` and `U` do not
    /// affect what matches; others change how the rest is read.
    private mutating func readFlags() -> Bool {
        var isOn = true
        while let byte = next {
            switch byte {
            case UInt8(ascii: "-"): isOn = false
            case UInt8(ascii: "i"): flags.ignoresCase = isOn
            case UInt8(ascii: "s"): flags.dotMatchesNewline = isOn
            case UInt8(ascii: "m"): flags.hasLines = isOn
            case UInt8(ascii: "n"), UInt8(ascii: "J"), UInt8(ascii: "U"): break
            case UInt8(ascii: ")"), UInt8(ascii: ":"): return true
            default: return false
            }
            position += 1
        }
        return false
    }

    // MARK: Quantifiers

    private mutating func quantified(_ node: RegexTree.Node) -> RegexTree.Node? {
        var node = node
        var count = 0
        while let byte = next {
            guard let (least, most) = quantifier() else { return byte == UInt8(ascii: "{") ? nil : node }
            count += 1
            guard count <= Self.quantifierLimit else { return nil }
            let isPossessive = consume("+")
            if !isPossessive { _ = consume("?") }
            node = .repetition(node, least: least, most: most, isPossessive: isPossessive)
        }
        return node
    }

    private mutating func quantifier() -> (Int, Int?)? {
        if consume("*") { return (0, nil) }
        if consume("+") { return (1, nil) }
        if consume("?") { return (0, 1) }
        guard consume("{"), let least = number() else { return nil }
        if consume("}") { return (least, least) }
        guard consume(",") else { return nil }
        if consume("}") { return (least, nil) }
        guard let most = number(), consume("}") else { return nil }
        return (least, most)
    }

    private mutating func number() -> Int? {
        var value: Int?
        while let byte = next, byte.isASCIIDigit {
            // PCRE2 accepts numbers up to 65535; an expression with a larger one does not compile.
            value = min((value ?? 0) * 10 + Int(byte - 0x30), 100_000)
            position += 1
        }
        return value
    }
}
