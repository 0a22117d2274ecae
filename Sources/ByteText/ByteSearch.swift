/// Finds texts in bytes.
package enum ByteSearch {
    /// Whether the bytes contain a text.
    package static func contains(_ bytes: [UInt8], _ text: String) -> Bool {
        first(Array(text.utf8), in: bytes, from: 0) != nil
    }

    /// The offset of the first occurrence of a text at or after an offset.
    ///
    /// - Complexity: O(*n*) in the bytes, for texts whose first byte is not very frequent.
    package static func first(_ text: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
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
