/// The author's own words as they may be in a message: in backticks, on one line, and not too many of them.
///
/// Rule files come from partners: a line may be a megabyte long, or hold control and direction characters that would
/// rewrite the terminal or the log it is printed to.
enum QuotedText {
    /// How many characters of a text are shown.
    private static var limit: Int { 80 }

    static func quote(_ text: Span<UInt8>) -> String {
        // Four bytes are the most a character of UTF-8 takes, so that longer texts are not decoded to be cut.
        let kept = text.extracting(first: limit * 4)
        if isShownAsItIs(text) { return "`" + decode(text) + "`" }
        var shown = "`"
        var count = 0
        var isCut = kept.count < text.count
        for scalar in decode(kept).unicodeScalars {
            guard count < limit else {
                isCut = true
                break
            }
            count += 1
            if isUnprintable(scalar) {
                shown += "\\u{" + String(scalar.value, radix: 16) + "}"
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        if isCut { shown += "…" }
        return shown + "`"
    }

    static func quote(_ text: String) -> String { quote(text.utf8.span) }

    /// The text of bytes, U+FFFD standing for what is not UTF-8.
    static func decode(_ bytes: Span<UInt8>) -> String {
        let copy = [UInt8](capacity: bytes.count) { output in
            for index in bytes.indices { output.append(bytes[index]) }
        }
        return String(decoding: copy, as: UTF8.self)
    }

    /// Whether a text is short and printable ASCII, so that nothing of it must be looked at twice.
    private static func isShownAsItIs(_ text: Span<UInt8>) -> Bool {
        guard text.count <= limit else { return false }
        for index in text.indices where text[index] < 0x20 || text[index] >= 0x7F || text[index] == UInt8(ascii: "`") {
            return false
        }
        return true
    }

    private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned: true
        default: scalar == "`"
        }
    }
}
