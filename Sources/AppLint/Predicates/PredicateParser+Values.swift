/// Parses values: calculations, paths, calls, lists and single values.
extension PredicateParser {
    /// Parses `+` and `-`, the arithmetic operators with the lowest precedence.
    mutating func sum() throws(PredicateError) -> Term {
        try chain(["+", "-"]) { (parser) throws(PredicateError) in
            try parser.chain(["*", "/"]) { (parser) throws(PredicateError) in
                try parser.chain(["**"]) { (parser) throws(PredicateError) in try parser.path() }
            }
        }
    }

    /// Parses a value where only a value is allowed.
    mutating func operand() throws(PredicateError) -> PredicateExpression {
        let term = try sum()
        return try value(term)
    }

    private mutating func chain(
        _ signs: [String],
        _ operand: (inout PredicateParser) throws(PredicateError) -> Term
    ) throws(PredicateError) -> Term {
        let first = try operand(&self)
        guard case .sign(let sign) = next.kind, signs.contains(sign) else { return first }
        var values = [try value(first)]
        while case .sign(let sign) = next.kind, signs.contains(sign) {
            advance()
            let next = try operand(&self)
            values.append(try value(next))
        }
        let offsets = first.offsets.lowerBound..<lastEnd
        return .value(PredicateExpression(content: .combination(values), offsets: offsets))
    }

    /// Parses a value with accessors: `.name`, `.@count`, `[0]`.
    private mutating func path() throws(PredicateError) -> Term {
        var term = try primary()
        var levels = depth
        while next.isSign(".") || next.isSign("[") {
            // Every accessor encloses the value before it, so a long path is as deep as that many parentheses.
            guard levels < Self.deepest else { throw tooDeep }
            levels += 1
            let base = try value(term)
            var name: String?
            if take("[") {
                _ = try deeper { (parser) throws(PredicateError) in try parser.operand() }
                try expect("]")
            } else {
                advance()
                name = try pathElement()
            }
            let offsets = base.offsets.lowerBound..<lastEnd
            term = .value(PredicateExpression(content: .path(base, name), offsets: offsets))
        }
        return term
    }

    private mutating func pathElement() throws(PredicateError) -> String {
        let name: String
        switch next.kind {
        case .word(let text): name = text
        case .collection(let text): name = "@" + text
        default: throw unexpected("a name")
        }
        advance()
        return name
    }

    private mutating func primary() throws(PredicateError) -> Term {
        let token = next
        switch token.kind {
        case .string(let text):
            advance()
            return .value(PredicateExpression(content: .string(text), offsets: token.offsets))
        case .number(let text):
            advance()
            return .value(PredicateExpression(content: .number(text), offsets: token.offsets))
        case .variable(let name):
            advance()
            return .value(PredicateExpression(content: .name("$" + name), offsets: token.offsets))
        case .collection(let name):
            advance()
            return .value(PredicateExpression(content: .name("@" + name), offsets: token.offsets))
        case .word(let text): return try word(text)
        case .sign("("):
            advance()
            let inner = try deeper { (parser) throws(PredicateError) in try parser.disjunction() }
            guard take(")") else { throw unexpected("`&&`, `||` or `)`") }
            return enclosed(inner, from: token.offsets.lowerBound)
        case .sign("{"):
            advance()
            let values = try list(until: "}")
            return .value(PredicateExpression(content: .list(values), offsets: token.offsets.lowerBound..<lastEnd))
        case .sign("-"):
            advance()
            let inner = try deeper { (parser) throws(PredicateError) in try parser.primary() }
            return .value(combination([try value(inner)], from: token.offsets.lowerBound))
        default: throw unexpected("a value")
        }
    }

    /// Reserved words, which are names only after `#`.
    private static let reserved: Set<String> = [
        "AND", "OR", "NOT", "ANY", "SOME", "ALL", "NONE", "IN", "BETWEEN", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE",
        "MATCHES", "TRUEPREDICATE", "FALSEPREDICATE",
    ]

    private mutating func word(_ text: String) throws(PredicateError) -> Term {
        let token = next
        guard !Self.reserved.contains(text.uppercased()) else { throw unexpected("a value") }
        advance()
        guard next.isSign("(") else {
            return .value(PredicateExpression(content: .name(text), offsets: token.offsets))
        }
        advance()
        if text.uppercased() == "SUBQUERY" { return .value(try subquery(from: token.offsets.lowerBound)) }
        let values = try list(until: ")")
        return .value(combination(values, from: token.offsets.lowerBound))
    }

    private mutating func subquery(from start: Int) throws(PredicateError) -> PredicateExpression {
        let collection = try deeper { (parser) throws(PredicateError) in try parser.operand() }
        try expect(",")
        guard case .variable = next.kind else { throw unexpected("a variable such as `$item`") }
        advance()
        try expect(",")
        let term = try deeper { (parser) throws(PredicateError) in try parser.disjunction() }
        let condition = try predicate(term)
        guard take(")") else { throw unexpected("`&&`, `||` or `)`") }
        return PredicateExpression(content: .subquery(collection, condition), offsets: start..<lastEnd)
    }

    private mutating func list(until sign: String) throws(PredicateError) -> [PredicateExpression] {
        if take(sign) { return [] }
        var values: [PredicateExpression] = []
        repeat {
            values.append(try deeper { (parser) throws(PredicateError) in try parser.operand() })
        } while take(",")
        guard take(sign) else { throw unexpected("`,` or `\(sign)`") }
        return values
    }

    private func combination(_ values: [PredicateExpression], from start: Int) -> PredicateExpression {
        PredicateExpression(content: .combination(values), offsets: start..<lastEnd)
    }

    private func enclosed(_ term: Term, from start: Int) -> Term {
        switch term {
        case .predicate(var predicate):
            predicate.offsets = start..<lastEnd
            return .predicate(predicate)
        case .value(var value):
            value.offsets = start..<lastEnd
            return .value(value)
        }
    }
}
