/// Texts with which names leave the place where they are written, unless they are escaped.
public enum HostileTexts {
    /// Each ASCII mark after a letter that Swift joins to it, and before an accent.
    ///
    /// Both are one `Character` that is not equal to the mark, so code that compares by `Character` misses it. Every
    /// other reader, such as a browser or a shell, still sees the mark.
    public static let markup: [String] = (0x21...0x7E as ClosedRange<UInt8>)
        .filter { !("a"..."z").contains(Unicode.Scalar($0 | 0x20)) && !("0"..."9").contains(Unicode.Scalar($0)) }
        .flatMap { ["\u{D4E}\(Unicode.Scalar($0))", "\(Unicode.Scalar($0))\u{301}"] }

    /// A text in double quotes in YAML or JSON, with an escape for each of its characters: YAML allows some of them
    /// only as escapes.
    public static func quoted(_ text: String) -> String {
        let escapes = text.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return "\"\(escapes.joined())\""
    }

    /// The marks of a line of Markdown that are not escaped, and have a meaning in it.
    public static func marksOfMarkdown(in line: String) -> [Unicode.Scalar] {
        var marks: [Unicode.Scalar] = []
        var isEscaped = false
        for scalar in line.unicodeScalars {
            if !isEscaped, "`*_[]<>|~\r\n".unicodeScalars.contains(scalar) { marks.append(scalar) }
            isEscaped = !isEscaped && scalar == "\\"
        }
        return isEscaped ? marks + ["\\"] : marks
    }
}
