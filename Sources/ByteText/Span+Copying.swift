extension Span<UInt8> {
    /// A copy of the bytes.
    public var array: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count)
        for offset in 0..<count { result.append(self[offset]) }
        return result
    }

    /// The bytes as text; what is not UTF-8, which a serialized URL never is, becomes U+FFFD.
    public var string: String {
        do {
            return String(copying: try UTF8Span(validating: self))
        } catch {
            return String(decoding: array, as: UTF8.self)
        }
    }
}
