import ByteText

/// Evaluates the text after `#if`: names, whole numbers, `defined`, `!`, comparisons, `&&`, `||` and parentheses.
struct PreprocessorExpression {
    private let tokens: [Substring]
    private var position = 0
    private var depth = 0
    private let definitions: [String: String]

    /// The maximum nesting of parentheses and `!`, and the maximum number of names that resolve to one another.
    private static let mostLevels = 64

    /// The maximum length of a name's value. A name can occur as often as the file's length allows, so long values
    /// would cost quadratic time.
    private static let longestValue = 100

    /// The value; nil if the text is not such an expression.
    ///
    /// An undefined name is 0, as in C.
    static func value(of text: String, _ definitions: [String: String]) -> Int? {
        guard let tokens = tokens(of: text) else { return nil }
        var expression = PreprocessorExpression(tokens: tokens, definitions: definitions)
        guard let value = expression.either(), expression.position == tokens.count else { return nil }
        return value
    }

    /// Whether a text is a name.
    static func isName(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, !first.isASCIIDigit else { return false }
        return text.utf8.allSatisfy(isWordByte)
    }

    private init(tokens: [Substring], definitions: [String: String]) {
        self.tokens = tokens
        self.definitions = definitions
    }

    // MARK: Words and signs

    private static let signs = ["&&", "||", "==", "!=", "<=", ">=", "<", ">", "!", "(", ")"]

    private static func tokens(of text: String) -> [Substring]? {
        var tokens: [Substring] = []
        // Bytes, because a combining mark after a letter or a sign makes one character of both.
        var rest = text[...].utf8
        while let first = rest.first {
            if first.isSpaceOrTab {
                rest = rest.dropFirst()
            } else if isWordByte(first) {
                let word = rest.prefix(while: isWordByte)
                tokens.append(Substring(word))
                rest = rest[word.endIndex...]
            } else if let sign = signs.first(where: { rest.starts(with: $0.utf8) }) {
                tokens.append(Substring(rest.prefix(sign.utf8.count)))
                rest = rest.dropFirst(sign.utf8.count)
            } else {
                return nil
            }
        }
        return tokens
    }

    private static func isWordByte(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_") }

    private mutating func take(_ token: String) -> Bool {
        guard position < tokens.count, tokens[position] == token else { return false }
        position += 1
        return true
    }

    private mutating func next() -> Substring? {
        guard position < tokens.count else { return nil }
        position += 1
        return tokens[position - 1]
    }

    // MARK: Levels of binding, the loosest first

    private mutating func either() -> Int? {
        guard var value = both() else { return nil }
        while take("||") {
            guard let right = both() else { return nil }
            value = value != 0 || right != 0 ? 1 : 0
        }
        return value
    }

    private mutating func both() -> Int? {
        guard var value = comparison() else { return nil }
        while take("&&") {
            guard let right = comparison() else { return nil }
            value = value != 0 && right != 0 ? 1 : 0
        }
        return value
    }

    private mutating func comparison() -> Int? {
        guard let left = single() else { return nil }
        let comparisons: [(sign: String, holds: (Int, Int) -> Bool)] = [
            ("==", { $0 == $1 }), ("!=", { $0 != $1 }), ("<=", { $0 <= $1 }), (">=", { $0 >= $1 }), ("<", { $0 < $1 }),
            (">", { $0 > $1 }),
        ]
        for (sign, holds) in comparisons where take(sign) {
            guard let right = single() else { return nil }
            return holds(left, right) ? 1 : 0
        }
        return left
    }

    private mutating func single() -> Int? {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.mostLevels, let token = next() else { return nil }
        switch token {
        case "!": return single().map { $0 == 0 ? 1 : 0 }
        case "(":
            guard let value = either(), take(")") else { return nil }
            return value
        case "defined":
            let isInParentheses = take("(")
            guard let name = next(), Self.isName(name), !isInParentheses || take(")") else { return nil }
            return definitions[String(name)] == nil ? 0 : 1
        default: return value(of: token)
        }
    }

    /// The number that a word is, or that it resolves to.
    private func value(of word: Substring) -> Int? {
        var word = word
        for _ in 0..<Self.mostLevels {
            guard Self.isName(word) else { return Self.number(word) }
            guard let value = definitions[String(word)] else { return 0 }
            guard value.utf8.count <= Self.longestValue else { return nil }
            word = value[...]
        }
        return nil
    }

    /// A decimal number. One with a leading zero is octal in C, and is refused.
    private static func number(_ word: Substring) -> Int? {
        let digits = word.drop { $0 == "-" || $0 == "+" }
        return digits.count > 1 && digits.first == "0" ? nil : Int(word)
    }
}
