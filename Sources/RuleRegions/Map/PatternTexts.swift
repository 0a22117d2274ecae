import URLMatching

/// Texts that match one component of a URLPattern, generated from its [pattern
/// string](https://urlpattern.spec.whatwg.org/#pattern-strings).
///
/// They are only candidates: a caller checks each URL with the pattern itself.
package struct PatternTexts {
    private let characters: [Character]
    private let choice: Int
    private let fills: [String]
    private var position = 0

    private init(_ pattern: String, _ choice: Int, _ fills: [String]) {
        (characters, self.choice, self.fills) = (Array(pattern), choice, fills)
    }

    /// What a pattern string consists of.
    private enum Token {
        case text(Character)
        case wildcard
        /// A name without an expression.
        case name
        /// A regular expression, with or without a name.
        case expression(String)
        case groupStart, groupEnd
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
        return reader.textOfGroup()
    }

    /// The parts of a pattern string: literal text, and nil for each wildcard, name and expression, however often it may
    /// occur.
    package static func pieces(of pattern: String) -> [String?] {
        var reader = PatternTexts(pattern, 0, [])
        var pieces: [String?] = []
        while let token = reader.token() {
            switch token {
            case .text(let character):
                if case .some(.some(let last)) = pieces.last {
                    pieces[pieces.count - 1] = last + String(character)
                } else {
                    pieces.append(String(character))
                }
            case .groupStart: break
            case .groupEnd: _ = reader.modifier()
            case .wildcard, .name, .expression:
                _ = reader.modifier()
                pieces.append(nil)
            }
        }
        return pieces
    }

    /// A regular expression for the texts that a pattern string of a host matches. It may be read differently by PCRE2
    /// than by ECMAScript, so a caller checks what is found with the pattern itself.
    package static func expression(ofHost pattern: String) -> String {
        var reader = PatternTexts(pattern, 0, [])
        var expression = ""
        while let token = reader.token() {
            switch token {
            case .text(let character):
                let isPlain = character.isLetter || character.isNumber
                expression += isPlain ? String(character) : "\\\(character)"
            case .groupStart: expression += "(?:"
            case .groupEnd: expression += ")" + reader.modifier()
            case .wildcard: expression += "(?:.*)" + reader.modifier()
            case .name: expression += "(?:[^.]+)" + reader.modifier()
            case .expression(let inner): expression += "(?:\(inner))" + reader.modifier()
            }
        }
        return expression
    }

    private mutating func textOfGroup() -> String {
        var text = ""
        while let token = token() {
            switch token {
            case .text(let character): text.append(character)
            case .wildcard: text += modified(fills[choice % fills.count])
            case .name: text += modified("a")
            case .expression(let expression):
                let samples = RegexTree(expression)?.samples(limit: 4) ?? []
                text += modified(samples.isEmpty ? "" : samples[choice % samples.count])
            case .groupStart: text += modified(textOfGroup())
            case .groupEnd: return text
            }
        }
        return text
    }

    // MARK: Reading

    private mutating func token() -> Token? {
        guard let character = next() else { return nil }
        switch character {
        case "\\": return next().map { .text($0) }
        case "*": return .wildcard
        case "{": return .groupStart
        case "}": return .groupEnd
        case "(": return .expression(expression())
        case ":":
            // An escaped colon begins no name, and neither does a colon before anything else.
            guard skipName() else { return .text(":") }
            return skip("(") ? .expression(expression()) : .name
        default: return .text(character)
        }
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

    /// What says how often the last piece may occur; empty for once.
    private mutating func modifier() -> String { ["?", "+", "*"].first { skip(Character($0)) } ?? "" }

    /// A piece, or nothing if what follows makes it optional and it is left out.
    private mutating func modified(_ piece: String) -> String {
        let modifier = modifier()
        let isOptional = modifier == "?" || modifier == "*"
        return isOptional && !choice.isMultiple(of: 2) ? "" : piece
    }

    private mutating func skipName() -> Bool {
        let start = position
        while position < characters.count, Self.isInName(characters[position]) { position += 1 }
        return position > start
    }

    private static func isInName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "$"
    }

    /// The expression up to the closing parenthesis.
    private mutating func expression() -> String {
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
