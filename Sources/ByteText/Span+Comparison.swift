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
