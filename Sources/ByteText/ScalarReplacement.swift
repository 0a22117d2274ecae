extension String {
    /// The text with some of its Unicode scalars replaced.
    ///
    /// Every text that others wrote is escaped with this method, because methods that compare by `Character` miss
    /// marks. In Swift, a mark is one `Character` with a combining accent after it, or with a letter such as U+0D4E
    /// before it, and so is a carriage return with a line feed. None of them equals the mark alone, so
    /// `replacing("<", with: "&lt;")` leaves the `<` of `<`+U+0301 in the text, where HTML still reads it. The same is
    /// true of `split(separator:)` and `hasPrefix(_:)`, and of the marks of Markdown, YAML, shells and paths.
    ///
    /// - Parameter replacement: The text in the place of a scalar; nil if the scalar is kept.
    /// - Returns: The new text.
    /// - Complexity: O(*n*) in the bytes of the result.
    package func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var result = ""
        result.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            if let replacement = replacement(scalar) {
                result += replacement
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
