extension Span<UInt8> {
    /// Whether the bytes are the UTF-8 form of `text`.
    public func isEqual(to text: String) -> Bool {
        guard count == text.utf8.count else { return false }
        var offset = 0
        for byte in text.utf8 {
            guard self[offset] == byte else { return false }
            offset += 1
        }
        return true
    }

    /// Whether both contain the same bytes.
    public func isEqual(to other: Span<UInt8>) -> Bool {
        count == other.count && WordLoader.areEqual(self, at: 0, other, at: 0, count: count)
    }
}

extension Span<UInt8> {
    /// The bytes as text; malformed UTF-8, which a serialized URL never contains, becomes U+FFFD.
    public var string: String {
        do {
            return String(copying: try UTF8Span(validating: self))
        } catch {
            return String(decoding: array, as: UTF8.self)
        }
    }
}

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
