import ByteText

/// The author's own words in the form that a message may contain: in backticks, on one line and shortened.
///
/// Rule files come from partners. A line may be a megabyte long, or contain control and direction characters that would
/// rewrite the terminal or the log it is printed to.
enum QuotedText {
    /// How many characters of a text are shown.
    private static var limit: Int { 80 }

    static func quote(_ text: Span<UInt8>) -> String {
        // A UTF-8 character takes at most four bytes, so the rest of a longer text need not be decoded.
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
            if scalar.isInvisible || scalar == "`" {
                shown += "\\u{" + String(scalar.value, radix: 16) + "}"
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        if isCut { shown += "…" }
        return shown + "`"
    }

    static func quote(_ text: String) -> String { quote(text.utf8.span) }

    /// Decodes bytes as UTF-8, with U+FFFD in place of invalid sequences.
    static func decode(_ bytes: Span<UInt8>) -> String {
        let copy = [UInt8](capacity: bytes.count) { output in
            for index in bytes.indices { output.append(bytes[index]) }
        }
        return String(decoding: copy, as: UTF8.self)
    }

    /// Whether a text is short and printable ASCII, so that it can be shown unchanged.
    private static func isShownAsItIs(_ text: Span<UInt8>) -> Bool {
        guard text.count <= limit else { return false }
        for index in text.indices where text[index] < 0x20 || text[index] >= 0x7F || text[index] == UInt8(ascii: "`") {
            return false
        }
        return true
    }
}
