extension Unicode.Scalar {
    /// The code point beyond U+FFFF that two units of UTF-16 stand for; nil if they are not the two halves of one.
    package init?(high: UInt32, low: UInt32) {
        guard (0xD800..<0xDC00).contains(high), (0xDC00..<0xE000).contains(low) else { return nil }
        self.init(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    }

    /// Whether a reader cannot see the scalar, or cannot know what it shows.
    ///
    /// These are controls, marks that change the direction of text and other format characters, line separators, code
    /// points without a character, and everything that
    /// [fonts may leave out](https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point): it includes letters
    /// such as U+3164, with which two names that look the same can be different.
    package var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: true
        default: properties.isDefaultIgnorableCodePoint
        }
    }

    /// The code point in Unicode's notation, such as `U+00AD`.
    package var notation: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

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

    /// The text with every occurrence of a sequence replaced, scalar by scalar, for the same reason.
    ///
    /// It searches bytes: in UTF-8, a sequence of scalars can only begin where a scalar does. `replacing(_:with:)` of the
    /// standard library is in its module for regexes, which libdemarc is built without.
    ///
    /// - Complexity: O(*n*) in the bytes of the text.
    package func replacingScalars(_ sequence: String, with replacement: String) -> String {
        let bytes = Array(utf8)
        let sought = Array(sequence.utf8)
        var result: [UInt8] = []
        var start = 0
        while let found = ByteSearch.first(sought, in: bytes, from: start) {
            result += bytes[start..<found]
            result += replacement.utf8
            start = found + sought.count
        }
        result += bytes[start...]
        return String(decoding: result, as: UTF8.self)
    }

    /// The first scalars of the text: a limit that holds, because a single character with accents can be of any length.
    package func prefixOfScalars(_ count: Int) -> String {
        String(String.UnicodeScalarView(unicodeScalars.prefix(count)))
    }
}
