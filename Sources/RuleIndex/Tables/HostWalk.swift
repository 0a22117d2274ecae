import ByteText

/// Walks a host from its last two labels to its first, and names the domain reached at each step.
///
/// `www.mail.contoso.com` is walked as `contoso.com`, `mail.contoso.com`, `www.mail.contoso.com`.
///
/// PERF: nearly every host has a label before its last one and nearly no rule is about a top level, so that there is no
/// step for it; see ``NameTable/hasSingleLabels``.
struct HostWalk {
    private let host: Range<Int>
    /// The dots to the left of the domain reached, the byte left of it highest; unused for a long host.
    private var dots: UInt64
    private let isLong: Bool

    /// Where the domain reached begins; it ends with the host.
    private(set) var start: Int
    /// The hash of the domain reached.
    private(set) var hash: NameHash

    /// - Parameters:
    ///   - host: Where the host stands in `bytes`, without trailing dot; must not be empty.
    ///   - dots: Its dots; see `URLRecord.hostDots`.
    ///   - bytes: The serialized URL.
    ///   - seed: The seed of the table that is looked up.
    @inline(__always)
    init(_ host: Range<Int>, dots: UInt64?, in bytes: Span<UInt8>, seed: UInt64) {
        self.host = host
        isLong = dots == nil
        self.dots = dots ?? 0
        // Of a host without a dot both steps go to its start.
        start = host.upperBound &+ 1
        start = Self.nextStart(before: start, of: host, &self.dots, isLong, in: bytes)
        start = Self.nextStart(before: start, of: host, &self.dots, isLong, in: bytes)
        hash = NameHash(ofDomain: start..<host.upperBound, of: bytes, seed: seed)
    }

    /// The domain reached is the whole host.
    var isWholeHost: Bool { start == host.lowerBound }

    /// How many bytes are left of the domain reached.
    var bytesLeft: Int { start &- host.lowerBound }

    /// Goes one label to the left; there must be one.
    @inline(__always)
    mutating func advance(in bytes: Span<UInt8>) {
        let labelEnd = start &- 1
        start = Self.nextStart(before: start, of: host, &dots, isLong, in: bytes)
        hash.add(start..<labelEnd, of: bytes)
    }

    /// Where the last label of a host begins.
    static func lastLabelStart(_ host: Range<Int>, dots: UInt64?, in bytes: Span<UInt8>) -> Int {
        var left = dots ?? 0
        return nextStart(before: host.upperBound + 1, of: host, &left, dots == nil, in: bytes)
    }

    @inline(__always)
    private static func nextStart(
        before start: Int,
        of host: Range<Int>,
        _ dots: inout UInt64,
        _ isLong: Bool,
        in bytes: Span<UInt8>
    ) -> Int {
        guard !isLong else { return scannedStart(before: start, of: host, in: bytes) }
        let distance = dots.leadingZeroBitCount
        // Without a dot left there is nothing to shift, by however much.
        dots = (dots &<< UInt64(truncatingIfNeeded: distance)) &<< 1
        return max(start &- 1 &- distance, host.lowerBound)
    }

    private static func scannedStart(before start: Int, of host: Range<Int>, in bytes: Span<UInt8>) -> Int {
        var start = start &- 1
        while start > host.lowerBound, bytes[start &- 1] != UInt8(ascii: ".") { start &-= 1 }
        return max(start, host.lowerBound)
    }
}
