/// Looks for texts in bytes.
enum ByteSearch {
    /// Whether a text stands somewhere in the bytes.
    static func contains(_ bytes: [UInt8], _ text: String) -> Bool {
        first(Array(text.utf8), in: bytes, from: 0) != nil
    }

    /// Where a text stands first at or behind an offset.
    ///
    /// - Complexity: O(*n*) in the bytes, for texts whose first byte doesn't stand everywhere.
    static func first(_ text: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard let lead = text.first, bytes.count >= text.count else { return nil }
        let span = bytes.span
        var offset = start
        let end = bytes.count - text.count
        while offset <= end {
            if span[offset] == lead, matches(text, span, at: offset) { return offset }
            offset += 1
        }
        return nil
    }

    private static func matches(_ text: [UInt8], _ bytes: Span<UInt8>, at offset: Int) -> Bool {
        for index in text.indices where bytes[offset + index] != text[index] { return false }
        return true
    }
}
