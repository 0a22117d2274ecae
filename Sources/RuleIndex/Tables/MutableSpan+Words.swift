extension MutableSpan<UInt8> {
    /// Writes eight bytes, the lowest first.
    @_lifetime(self: copy self)
    mutating func write(_ word: UInt64, at offset: Int) {
        for position in 0..<8 { self[offset + position] = UInt8(truncatingIfNeeded: word &>> UInt64(8 * position)) }
    }

    /// Writes four bytes, the lowest first.
    @_lifetime(self: copy self)
    mutating func write(_ word: UInt32, at offset: Int) {
        for position in 0..<4 { self[offset + position] = UInt8(truncatingIfNeeded: word &>> UInt32(8 * position)) }
    }
}
