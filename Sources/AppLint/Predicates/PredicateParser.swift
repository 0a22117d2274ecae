/// Stage 2 of the predicate parser: turns tokens into a ``Predicate``.
///
/// A parenthesis may begin a predicate or a value, and which of them is only known after it. The content is therefore
/// parsed as either, and the following token decides, so that nothing is parsed twice.
///
/// - Complexity: O(*n*) in the length of the text.
struct PredicateParser {
    /// A parsed term whose role is not yet known.
    enum Term {
        case predicate(Predicate)
        case value(PredicateExpression)

        var offsets: Range<Int> {
            switch self {
            case .predicate(let predicate): predicate.offsets
            case .value(let value): value.offsets
            }
        }
    }

    /// The maximum size of a predicate in bytes.
    static var mostBytes: Int { 1 << 16 }
    /// The maximum nesting of parentheses, negations, lists, calls and accessors.
    static var deepest: Int { 64 }

    private let tokens: [PredicateToken]
    private var position = 0
    var depth = 0

    /// Parses a predicate.
    ///
    /// - Throws: The first syntax error.
    static func parse(_ text: String) throws(PredicateError) -> Predicate {
        let bytes = Array(text.utf8)
        guard bytes.count <= mostBytes else {
            throw PredicateError("the predicate is longer than \(mostBytes) bytes", at: 0..<0)
        }
        var parser = PredicateParser(tokens: try PredicateLexer.tokens(bytes))
        let term = try parser.disjunction()
        guard parser.next.kind == .end else { throw parser.unexpected("`&&` or `||`") }
        return try parser.predicate(term)
    }

    private init(tokens: [PredicateToken]) { self.tokens = tokens }

    /// The next token, which is the end token at the end of the text.
    var next: PredicateToken { tokens[min(position, tokens.count - 1)] }

    /// The end of the token before ``next``.
    var lastEnd: Int { position > 0 ? tokens[position - 1].offsets.upperBound : 0 }

    mutating func advance() { position += 1 }

    /// Consumes the next token if it is a given sign, and returns whether it was.
    mutating func take(_ sign: String) -> Bool {
        guard next.isSign(sign) else { return false }
        advance()
        return true
    }

    mutating func expect(_ sign: String) throws(PredicateError) {
        guard take(sign) else { throw unexpected("`\(sign)`") }
    }

    /// The error for an unexpected token.
    func unexpected(_ expected: String) -> PredicateError {
        next.kind == .end
            ? PredicateError("the predicate ends where \(expected) is expected", at: lastEnd..<lastEnd)
            : PredicateError("expected \(expected) here", at: next.offsets)
    }

    /// The term as a predicate, which it must be.
    func predicate(_ term: Term) throws(PredicateError) -> Predicate {
        if case .predicate(let predicate) = term { return predicate }
        if next.kind == .end { throw unexpected("a comparison") }
        throw PredicateError("this value is not compared with anything", at: term.offsets)
    }

    /// The term as a value, which it must be.
    func value(_ term: Term) throws(PredicateError) -> PredicateExpression {
        if case .value(let value) = term { return value }
        throw PredicateError("expected a value, found a predicate", at: term.offsets)
    }

    /// The error for a predicate that is nested too deeply.
    var tooDeep: PredicateError {
        PredicateError("the predicate has more than \(Self.deepest) levels", at: next.offsets)
    }

    mutating func deeper<Result>(
        _ body: (inout PredicateParser) throws(PredicateError) -> Result
    ) throws(PredicateError) -> Result {
        guard depth < Self.deepest else { throw tooDeep }
        depth += 1
        let result = try body(&self)
        depth -= 1
        return result
    }

    // MARK: Predicates

    mutating func disjunction() throws(PredicateError) -> Term {
        let first = try conjunction()
        guard next.isOr else { return first }
        var parts = [try predicate(first)]
        while next.isOr {
            advance()
            let part = try conjunction()
            parts.append(try predicate(part))
        }
        return .predicate(Predicate(content: .or(parts), offsets: first.offsets.lowerBound..<lastEnd))
    }

    private mutating func conjunction() throws(PredicateError) -> Term {
        let first = try negation()
        guard next.isAnd else { return first }
        var parts = [try predicate(first)]
        while next.isAnd {
            advance()
            let part = try negation()
            parts.append(try predicate(part))
        }
        return .predicate(Predicate(content: .and(parts), offsets: first.offsets.lowerBound..<lastEnd))
    }

    private mutating func negation() throws(PredicateError) -> Term {
        guard next.kind == .not || next.isWord("NOT") else { return try comparison() }
        let start = next.offsets.lowerBound
        advance()
        let term = try deeper { (parser) throws(PredicateError) in try parser.negation() }
        let inner = try predicate(term)
        return .predicate(Predicate(content: .not(inner), offsets: start..<lastEnd))
    }

    private mutating func comparison() throws(PredicateError) -> Term {
        let start = next.offsets.lowerBound
        for (word, value) in [("TRUEPREDICATE", true), ("FALSEPREDICATE", false)] where next.isWord(word) {
            advance()
            return .predicate(Predicate(content: .constant(value), offsets: start..<lastEnd))
        }
        let quantifier = takeQuantifier()
        let left = try sum()
        guard let comparator = takeComparator() else {
            if quantifier != nil { throw unexpected("a comparison") }
            return left
        }
        let right = try operand()
        let comparison = Predicate.Comparison(
            quantifier: quantifier,
            left: try value(left),
            comparator: comparator,
            right: right
        )
        return .predicate(Predicate(content: .comparison(comparison), offsets: start..<lastEnd))
    }

    private mutating func takeQuantifier() -> Predicate.Quantifier? {
        guard case .word(let text) = next.kind, let quantifier = Predicate.Quantifier(rawValue: text.uppercased())
        else { return nil }
        advance()
        return quantifier
    }

    private mutating func takeComparator() -> Predicate.Operator? {
        switch next.kind {
        case .comparison(let comparator):
            advance()
            takeOptions()
            return comparator
        case .word(let text):
            guard let comparator = Predicate.Operator(rawValue: text.uppercased()) else { return nil }
            advance()
            takeOptions()
            return comparator
        default: return nil
        }
    }

    /// Consumes `[cd]` after a text comparison.
    private mutating func takeOptions() {
        guard next.isSign("["), position + 2 < tokens.count, case .word(let options) = tokens[position + 1].kind,
            tokens[position + 2].isSign("]"), options.lowercased().allSatisfy({ "cdnl".contains($0) })
        else { return }
        position += 3
    }
}
