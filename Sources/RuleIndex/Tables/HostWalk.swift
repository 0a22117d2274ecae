import ByteText

/// Walks a host from its last label to its first, and names the domain reached at each step.
///
/// `www.contoso.com` is walked as `com`, `contoso.com`, `www.contoso.com`.
struct HostWalk {
    private let host: Range<Int>
    /// The dots to the left of the domain reached, the byte left of it highest; unused for a long host.
    private var dots: UInt64
    private let isLong: Bool
    private var labelEnd: Int

    /// Where the domain reached begins; it ends with the host.
    private(set) var start: Int
    /// The hash of the domain reached.
    private(set) var hash: NameHash
    /// Whether nothing further down can be found.
    var isOver = false

    /// - Parameters:
    ///   - host: Where the host stands in the serialized URL, without trailing dot; must not be empty.
    ///   - dots: Its dots; see `URLRecord.hostDots`.
    ///   - seed: The seed of the table that is looked up.
    @inline(__always)
    init(_ host: Range<Int>, dots: UInt64?, seed: UInt64) {
        self.host = host
        start = host.upperBound &+ 1
        labelEnd = host.upperBound
        hash = NameHash(seed: seed)
        isLong = dots == nil
        self.dots = dots ?? 0
    }

    /// The domain reached is the last label alone.
    var isLastLabel: Bool { labelEnd == host.upperBound }

    /// The domain reached is the whole host.
    var isWholeHost: Bool { start == host.lowerBound }

    /// The place of the domain reached.
    var domain: Range<Int> { start..<host.upperBound }

    /// Goes one label to the left.
    ///
    /// - Returns: False behind the first label.
    @inline(__always)
    mutating func advance(in bytes: Span<UInt8>) -> Bool {
        guard start > host.lowerBound else { return false }
        labelEnd = start &- 1
        start = isLong ? scannedStart(in: bytes) : maskedStart()
        hash.add(start..<labelEnd, of: bytes)
        return true
    }

    @inline(__always)
    private mutating func maskedStart() -> Int {
        let distance = dots.leadingZeroBitCount
        // Without a dot left there is nothing to shift, by however much.
        dots = (dots &<< UInt64(truncatingIfNeeded: distance)) &<< 1
        return max(labelEnd &- distance, host.lowerBound)
    }

    private func scannedStart(in bytes: Span<UInt8>) -> Int {
        var start = labelEnd
        while start > host.lowerBound, bytes[start &- 1] != UInt8(ascii: ".") { start &-= 1 }
        return start
    }
}
