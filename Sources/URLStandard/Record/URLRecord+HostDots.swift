import ByteText

extension URLRecord {
    /// The dots of the host, the last byte of the host highest; nil where the host is longer than 64 bytes.
    ///
    /// - Complexity: O(1) for a URL that the fast path made, else O(*n*) in the bytes of the host.
    @inlinable public var hostDots: UInt64? {
        let start = Int(layout.hostStart)
        let end = Int(layout.hostEnd)
        guard end &- start <= 64 else { return nil }
        // INVARIANT: the fast path accepts no host that ends behind byte 63.
        guard !layout.isPlain else { return (layout.dots & (~0 &<< UInt64(start))) &<< UInt64(64 &- end) }
        return scannedHostDots(from: start, to: end)
    }

    @usableFromInline
    func scannedHostDots(from start: Int, to end: Int) -> UInt64 {
        var dots: UInt64 = 0
        for offset in start..<end where storage[offset] == UInt8(ascii: ".") {
            dots |= 1 << UInt64(63 &- (end &- 1 &- offset))
        }
        return dots
    }
}
