/// Splits a pattern string into tokens: [tokenize](https://urlpattern.spec.whatwg.org/#tokenize).
///
/// - Complexity: O(*n*). Only a `(` reads ahead, and a part that it read without success contains no other `(` that
///   would read as far.
struct PatternTokenizer {
    enum Policy {
        /// An invalid token is an error.
        case strict
        /// An invalid token becomes an ``PatternToken/Kind/invalidChar``.
        case lenient
    }

    private let input: PatternText
    private let policy: Policy
    private var tokens: [PatternToken] = []
    private var index = 0

    static func tokenize(_ input: PatternText, _ policy: Policy) throws(MatcherError) -> [PatternToken] {
        var tokenizer = PatternTokenizer(input: input, policy: policy)
        try tokenizer.run()
        return tokenizer.tokens
    }

    private init(input: PatternText, policy: Policy) {
        self.input = input
        self.policy = policy
    }

    private var scalars: [Unicode.Scalar] { input.scalars }

    private mutating func run() throws(MatcherError) {
        while index < scalars.count {
            switch scalars[index] {
            case "*": add(.asterisk)
            case "+", "?": add(.otherModifier)
            case "\\":
                if index == scalars.count - 1 {
                    try fail("`\\` ends the pattern", help: "write `\\\\` for a backslash", to: index + 1, from: index)
                } else {
                    add(.escapedChar, to: index + 2, value: index + 1..<index + 2)
                }
            case "{": add(.open)
            case "}": add(.close)
            case ":": try addName()
            case "(": try addRegexp()
            default: add(.char)
            }
        }
        tokens.append(PatternToken(kind: .end, index: index, value: index..<index))
    }

    private mutating func addName() throws(MatcherError) {
        let start = index + 1
        var end = start
        while end < scalars.count, scalars[end].isPatternName(first: end == start) { end += 1 }
        guard end > start else {
            return try fail("`:` has no name after it", help: "write `\\:` for a colon", to: start, from: index)
        }
        add(.name, to: end, value: start..<end)
    }

    private mutating func addRegexp() throws(MatcherError) {
        let start = index + 1
        var depth = 1
        var position = start
        while position < scalars.count {
            let scalar = scalars[position]
            let isLast = position == scalars.count - 1
            guard scalar.isASCII else { return try failRegexp("a group has only ASCII characters", at: position) }
            if position == start, scalar == "?" {
                return try failRegexp("a group cannot begin with `?`", at: position)
            }
            if scalar == "\\" {
                guard !isLast else { return try failRegexp("`\\` ends the pattern", at: position) }
                guard scalars[position + 1].isASCII else {
                    return try failRegexp("a group has only ASCII characters", at: position + 1)
                }
                position += 2
                continue
            }
            position += 1
            if scalar == ")" {
                depth -= 1
                if depth == 0 { break }
            } else if scalar == "(" {
                depth += 1
                guard !isLast, scalars[position] == "?" else {
                    return try failRegexp("a group inside a group must begin with `(?:`", at: position - 1)
                }
            }
        }
        guard depth == 0 else { return try failRegexp("`(` is not closed", at: index) }
        guard position - 1 > start else { return try failRegexp("`()` is empty", at: index) }
        add(.regexp, to: position, value: start..<position - 1)
    }

    // MARK: Tokens

    private mutating func add(_ kind: PatternToken.Kind) { add(kind, to: index + 1, value: index..<index + 1) }

    private mutating func add(_ kind: PatternToken.Kind, to next: Int, value: Range<Int>) {
        tokens.append(PatternToken(kind: kind, index: index, value: value))
        index = next
    }

    private mutating func failRegexp(_ message: String, at place: Int) throws(MatcherError) {
        guard policy == .lenient else {
            throw input.error(message, help: "write `\\(` for a parenthesis", at: place..<place + 1)
        }
        add(.invalidChar, to: index + 1, value: index..<index + 1)
    }

    private mutating func fail(_ message: String, help: String, to next: Int, from: Int) throws(MatcherError) {
        guard policy == .lenient else { throw input.error(message, help: help, at: from..<from + 1) }
        add(.invalidChar, to: next, value: index..<next)
    }
}

extension Unicode.Scalar {
    /// Whether it can be [in a name](https://urlpattern.spec.whatwg.org/#is-a-valid-name-code-point), as in a
    /// JavaScript identifier.
    func isPatternName(first: Bool) -> Bool {
        switch self {
        case "a"..."z", "A"..."Z", "$", "_": true
        case "0"..."9": !first
        case "\u{200C}", "\u{200D}": !first
        default: !isASCII && (first ? properties.isIDStart : properties.isIDContinue)
        }
    }
}

/// A [token](https://urlpattern.spec.whatwg.org/#token) of a pattern string.
struct PatternToken {
    enum Kind {
        /// `{`
        case open
        /// `}`
        case close
        /// `(…)`; the value is the text between the parentheses.
        case regexp
        /// `:name`; the value is the name.
        case name
        /// An ordinary code point.
        case char
        /// `\` and a code point; the value is that code point.
        case escapedChar
        /// `?` or `+`
        case otherModifier
        /// `*`, a wildcard or a modifier
        case asterisk
        /// The end of the pattern.
        case end
        /// An invalid token; only if the tokenizer is lenient.
        case invalidChar
    }

    let kind: Kind
    /// The first code point of the token.
    let index: Int
    /// The code points of the value.
    let value: Range<Int>
}
