/// What a build fills in: `$(NAME)` or `${NAME}`.
package enum BuildVariable {
    /// Whether a text holds one. Its value isn't known here, so nothing can be wrong with it.
    package static func occurs(in text: String) -> Bool {
        zip(text.utf8, text.utf8.dropFirst()).contains { isStart($0, $1) }
    }

    /// What is left of a text behind the variable that it begins with; nil where it begins with none.
    package static func rest(of text: String) -> Substring? {
        guard let first = text.utf8.first, let second = text.utf8.dropFirst().first, isStart(first, second),
            let end = text.firstIndex(of: second == UInt8(ascii: "(") ? ")" : "}")
        else { return nil }
        return text[text.index(after: end)...]
    }

    private static func isStart(_ first: UInt8, _ second: UInt8) -> Bool {
        first == UInt8(ascii: "$") && (second == UInt8(ascii: "(") || second == UInt8(ascii: "{"))
    }
}
