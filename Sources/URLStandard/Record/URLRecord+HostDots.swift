import ByteText

extension URLRecord {
    /// The dots of the host, the last byte of the host highest; nil where the host is longer than 64 bytes.
    ///
    /// - Complexity: O(1) for a URL that is ``isPlain``, else O(*n*) in the bytes of the host.
    public var hostDots: UInt64? {
        guard !isPlain else { return plainHostDots }
        let start = Int(layout.hostStart)
        let end = Int(layout.hostEnd)
        guard end &- start <= 64 else { return nil }
        var dots: UInt64 = 0
        for offset in start..<end where storage[offset] == UInt8(ascii: ".") {
            dots |= 1 << UInt64(63 &- (end &- 1 &- offset))
        }
        return dots
    }

    /// ``hostDots`` of a URL that is ``isPlain``; means nothing for any other.
    @inlinable @inline(__always)
    public var plainHostDots: UInt64 {
        // INVARIANT: the fast path accepts no host that ends behind byte 63.
        (layout.dots & (~0 &<< UInt64(layout.hostStart))) &<< UInt64(64 &- layout.hostEnd)
    }
}
