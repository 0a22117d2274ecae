import URLMatching

/// Texts that match one component of a URLPattern, generated from its [pattern
/// string](https://urlpattern.spec.whatwg.org/#pattern-strings).
///
/// They are only candidates: a caller checks each URL with the pattern itself.
struct PatternTexts {
    private let characters: [Character]
    private let choice: Int
    private let fills: [String]
    private var position = 0

    private init(_ pattern: String, _ choice: Int, _ fills: [String]) {
        (characters, self.choice, self.fills) = (Array(pattern), choice, fills)
    }

    /// A text.
    ///
    /// - Parameters:
    ///   - pattern: The pattern string.
    ///   - choice: Selects what replaces wildcards, the alternative of each regular expression, and whether optional
    ///     parts are present: they are if it is even.
    ///   - fills: What may replace a wildcard; at least one text.
    /// - Returns: The text.
    /// - Complexity: O(*n*) in the length of the pattern, apart from its regular expressions.
    static func text(of pattern: String, _ choice: Int, _ fills: [String]) -> String {
        var reader = PatternTexts(pattern, choice, fills)
        return reader.text(upTo: nil)
    }

    /// The parts of a pattern string: literal text, and nil for each wildcard, name and expression, however often it may
    /// occur.
    static func pieces(of pattern: String) -> [String?] {
        var reader = PatternTexts(pattern, 0, [])
        var pieces: [String?] = []
        func add(_ text: String) {
            if case .some(.some(let last)) = pieces.last {
                pieces[pieces.count - 1] = last + text
            } else {
                pieces.append(text)
            }
        }
        while let character = reader.next() {
            switch character {
            case "\\": if let escaped = reader.next() { add(String(escaped)) }
            case "{": break
            case "}": _ = reader.modifier()
            case ":" where !reader.skipName(): add(":")
            case "*", "(", ":":
                if character == ":", reader.skip("(") { _ = reader.expressionText() }
                if character == "(" { _ = reader.expressionText() }
                _ = reader.modifier()
                pieces.append(nil)
            default: add(String(character))
            }
        }
        return pieces
    }

    /// A regular expression for the texts that a pattern string of a host matches. It may be read differently by PCRE2
    /// than by ECMAScript, so a caller checks what is found with the pattern itself.
    static func expression(ofHost pattern: String) -> String {
        var reader = PatternTexts(pattern, 0, [])
        var expression = ""
        while let character = reader.next() {
            switch character {
            case "\\": if let escaped = reader.next() { expression += "\\\(escaped)" }
            case "{": expression += "(?:"
            case "}": expression += ")" + reader.modifier()
            case ":" where !reader.skipName(): expression += ":"
            case "*": expression += "(?:.*)" + reader.modifier()
            case "(", ":":
                let isBare = character == ":" && !reader.skip("(")
                expression += "(?:\(isBare ? "[^.]+" : reader.expressionText()))" + reader.modifier()
            case ".": expression += "\\."
            default: expression.append(character)
            }
        }
        return expression
    }

    private mutating func modifier() -> String { ["?", "+", "*"].first { skip(Character($0)) } ?? "" }

    private mutating func text(upTo end: Character?) -> String {
        var text = ""
        while let character = next(), character != end {
            switch character {
            case "\\": if let escaped = next() { text.append(escaped) }
            case "*": text += fills[choice % fills.count]
            case "{": text += modified(self.text(upTo: "}"))
            case "(": text += modified(expression())
            case ":": text += modified(name())
            default: text.append(character)
            }
        }
        return text
    }

    private mutating func next() -> Character? {
        guard position < characters.count else { return nil }
        position += 1
        return characters[position - 1]
    }

    private mutating func skip(_ character: Character) -> Bool {
        guard position < characters.count, characters[position] == character else { return false }
        position += 1
        return true
    }

    /// A piece, or nothing if what follows makes it optional and it is left out.
    private mutating func modified(_ piece: String) -> String {
        if skip("+") { return piece }
        let isOptional = skip("?") ? true : skip("*")
        return isOptional && !choice.isMultiple(of: 2) ? "" : piece
    }

    /// A text for a name and the expression that may follow it.
    private mutating func name() -> String {
        guard skipName() else { return ":" }
        return skip("(") ? expression() : "a"
    }

    /// Skips the name after a colon. An escaped colon begins no name, and neither does a colon before anything else.
    private mutating func skipName() -> Bool {
        let start = position
        while position < characters.count, Self.isInName(characters[position]) { position += 1 }
        return position > start
    }

    private static func isInName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "$"
    }

    /// A text that matches the expression up to the closing parenthesis.
    private mutating func expression() -> String {
        let texts = RegexTree(expressionText())?.samples(limit: 4) ?? []
        return texts.isEmpty ? "" : texts[choice % texts.count]
    }

    /// The expression up to the closing parenthesis.
    private mutating func expressionText() -> String {
        var expression = ""
        var depth = 1
        while let character = next() {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            guard depth > 0 else { break }
            expression.append(character)
            if character == "\\", let escaped = next() { expression.append(escaped) }
        }
        return expression
    }
}
