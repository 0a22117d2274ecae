extension Span<UInt8> {
    /// Whether both spans hold the same bytes.
    ///
    /// - Complexity: O(*n*).
    package func isEqual(to other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for offset in 0..<count where self[offset] != other[offset] { return false }
        return true
    }
}

extension String {
    /// The text of `bytes`, malformed UTF-8 read as U+FFFD.
    ///
    /// - Complexity: O(*n*); makes a string.
    public init(copying bytes: Span<UInt8>) {
        // SAFETY: the pointer does not leave the closure.
        self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
