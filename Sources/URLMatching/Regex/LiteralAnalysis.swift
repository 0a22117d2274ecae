/// Finds out which texts stand in everything that a regular expression of PCRE2 matches.
///
/// It reads expressions that PCRE2 has compiled, and only the syntax that it fully understands: at the first thing it does
/// not, it gives up on the whole expression, for what that thing means for the rest is not known. A text too many would
/// make a rule miss URLs, a text too few only makes it slower.
///
/// ```
/// alternation   branch | branch …      one of the texts of every branch
/// branch        item item …            the best of what any item needs; items of known text join to runs
/// item          atom and quantifier    `?` may leave it out, `+` ends a run and begins another, `*` needs nothing
/// atom          literal, `.`, class, escape, group
/// ```
struct LiteralAnalysis {
    /// Something whose meaning is not known here.
    struct NotUnderstood: Error {}

    /// What is known of a piece of an expression.
    struct Piece {
        /// The texts of which it matches one, where there are only a few, and nothing else.
        var texts: [[UInt8]]?
        /// What stands in whatever it matches.
        var required: RequiredLiterals?

        /// Something about which nothing is known.
        static let anything = Piece()
    }

    /// How often a piece may stand.
    enum Repetition { case once, optional, onceOrMore, any }

    /// What stands between two others at the top of an expression, with how often it may.
    struct Item {
        /// As it is written.
        var source: [UInt8]
        /// The texts of which it matches one, where there are only a few, and nothing else.
        var texts: [[UInt8]]?
    }

    private let pattern: [UInt8]
    private(set) var position = 0

    /// Reads an expression.
    ///
    /// - Parameter pattern: An expression that PCRE2 compiles without the options of extended syntax.
    /// - Returns: What stands in everything that it matches; nil where that is not known.
    /// - Complexity: O(*n*) in the bytes, times a constant for the texts that are kept.
    static func literals(of pattern: Span<UInt8>) -> RequiredLiterals? {
        var analysis = LiteralAnalysis(pattern: pattern.indices.map { pattern[$0] })
        do throws(NotUnderstood) {
            let piece = try analysis.alternation()
            guard analysis.next == nil else { return nil }
            return RequiredLiterals.better(piece.required, piece.texts.flatMap(RequiredLiterals.init(oneOf:)))
        } catch {
            return nil
        }
    }

    /// Reads the items of an expression.
    ///
    /// - Parameter pattern: As for ``literals(of:)``.
    /// - Returns: The items in order; nil where there are several branches.
    /// - Throws: ``NotUnderstood``.
    static func items(of pattern: Span<UInt8>) throws(NotUnderstood) -> [Item]? {
        var analysis = LiteralAnalysis(pattern: pattern.indices.map { pattern[$0] })
        var items: [Item] = []
        while let byte = analysis.next, byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
            let start = analysis.position
            let piece = try analysis.atom()
            let texts: [[UInt8]]? =
                switch try analysis.repetition() {
                case .once: piece.texts
                case .optional: piece.texts.map { $0 + [[]] }
                case .onceOrMore, .any: nil
                }
            items.append(Item(source: Array(analysis.pattern[start..<analysis.position]), texts: texts))
        }
        return analysis.next == nil ? items : nil
    }

    private init(pattern: [UInt8]) { self.pattern = pattern }

    // MARK: Reading

    /// The byte that is read next, nil at the end.
    var next: UInt8? { byte(ahead: 0) }

    func byte(ahead distance: Int) -> UInt8? {
        position + distance < pattern.count ? pattern[position + distance] : nil
    }

    mutating func skip(_ count: Int) { position += count }

    mutating func take() throws(NotUnderstood) -> UInt8 {
        guard let byte = next else { throw NotUnderstood() }
        position += 1
        return byte
    }

    mutating func take(_ byte: UInt8) throws(NotUnderstood) {
        guard try take() == byte else { throw NotUnderstood() }
    }

    // MARK: Structure

    /// Reads up to the end of the group, or of the expression.
    mutating func alternation() throws(NotUnderstood) -> Piece {
        var branches = [try branch()]
        while next == UInt8(ascii: "|") {
            skip(1)
            branches.append(try branch())
        }
        guard branches.count > 1 else { return branches[0] }
        var texts: [[UInt8]]? = []
        for branch in branches { texts = branch.texts.flatMap { more in texts.map { $0 + more } } }
        let needs = branches.map { branch in
            RequiredLiterals.better(branch.required, branch.texts.flatMap(RequiredLiterals.init(oneOf:)))
        }
        return Piece(texts: texts.flatMap { $0.count <= LiteralRuns.most ? $0 : nil }, required: .union(needs))
    }

    private mutating func branch() throws(NotUnderstood) -> Piece {
        var runs = LiteralRuns()
        while let byte = next, byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
            let piece = try atom()
            runs.append(piece, try repetition())
        }
        return runs.piece()
    }

    private mutating func atom() throws(NotUnderstood) -> Piece {
        let byte = try take()
        switch byte {
        case UInt8(ascii: "("): return try group()
        case UInt8(ascii: "["): return try characterClass()
        case UInt8(ascii: "\\"): return try escape()
        case UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "$"): return .anything
        // A `{` that begins no quantifier is a literal, but which of them do depends on the version of PCRE2.
        case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"), UInt8(ascii: "{"): throw NotUnderstood()
        default: return Piece(texts: [[byte]])
        }
    }

    /// Reads what says how often the atom before may stand.
    private mutating func repetition() throws(NotUnderstood) -> Repetition {
        let repetition: Repetition
        switch next {
        case UInt8(ascii: "*"): repetition = .any
        case UInt8(ascii: "+"): repetition = .onceOrMore
        case UInt8(ascii: "?"): repetition = .optional
        case UInt8(ascii: "{"):
            skip(1)
            repetition = try least() > 0 ? .onceOrMore : .any
            guard next == UInt8(ascii: "}") else { throw NotUnderstood() }
        default: return .once
        }
        skip(1)
        // Lazy or possessive: fewer matches, or others, of the same form.
        if next == UInt8(ascii: "?") || next == UInt8(ascii: "+") { skip(1) }
        switch next {
        case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"), UInt8(ascii: "{"): throw NotUnderstood()
        default: return repetition
        }
    }

    /// Reads the numbers between braces, and returns the lower one.
    private mutating func least() throws(NotUnderstood) -> Int {
        let least = try number()
        if next == UInt8(ascii: ",") {
            skip(1)
            if next != UInt8(ascii: "}") { _ = try number() }
        }
        return least
    }

    private mutating func number() throws(NotUnderstood) -> Int {
        var number: Int?
        while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
            // PCRE2 takes numbers up to 65535; a longer one does not compile.
            number = min((number ?? 0) * 10 + Int(byte - UInt8(ascii: "0")), 100_000)
            skip(1)
        }
        guard let number else { throw NotUnderstood() }
        return number
    }
}
