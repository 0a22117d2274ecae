import ByteText

/// Text as it may stand in an XML document.
enum XMLText {
    /// The value of an attribute, with its quotes.
    static func attribute(_ text: String) -> String { "\"\(escaped(text, keepsLines: false))\"" }

    /// The contents of an element.
    static func content(_ text: String) -> String { escaped(text, keepsLines: true) }

    /// Control characters go: XML 1.0 has no way to write most of them, and readers choke on the others.
    private static func escaped(_ text: String, keepsLines: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += keepsLines ? "\n" : "&#10;"
            case "\t": result += keepsLines ? "\t" : "&#9;"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": break
            default: result += XMLEscaping.attributeReference(for: scalar) ?? String(scalar)
            }
        }
        return result
    }
}
