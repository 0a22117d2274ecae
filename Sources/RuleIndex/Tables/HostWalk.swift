import ByteText

/// Walks a host from its last label to its first, and names the domain reached at each step.
///
/// `www.contoso.com` is walked as `com`, `contoso.com`, `www.contoso.com`.
///
/// PERF: the dots of the last 64 bytes are found with a few vectors beforehand; looking at each byte took longer than
/// everything else in a look-up.
struct HostWalk {
    private let host: Range<Int>
    private var labelEnd: Int
    /// The dots before `labelEnd`, the byte before it highest; only of a host of up to 64 bytes.
    private var dots: UInt64
    private let isLong: Bool

    /// Where the domain reached begins; it ends with the host.
    private(set) var start: Int
    /// The hash of the domain reached.
    private(set) var hash: NameHash

    /// - Parameters:
    ///   - host: Where the host stands in `bytes`, without trailing dot. Must not be empty.
    ///   - bytes: The serialized URL.
    ///   - seed: The seed of the table that is looked up.
    @inline(__always)
    init(_ host: Range<Int>, in bytes: Span<UInt8>, seed: UInt64) {
        self.host = host
        labelEnd = host.upperBound
        start = host.upperBound
        hash = NameHash(seed: seed)
        isLong = host.count > 64
        dots = isLong ? 0 : Self.dots(in: host, of: bytes)
    }

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
        if start < host.upperBound { labelEnd = start &- 1 }
        start = isLong ? scannedStart(in: bytes) : maskedStart()
        hash.add(start..<labelEnd, of: bytes)
        return true
    }

    private mutating func maskedStart() -> Int {
        guard dots != 0 else { return host.lowerBound }
        let distance = dots.leadingZeroBitCount
        dots = distance == 63 ? 0 : dots << UInt64(distance &+ 1)
        return labelEnd &- distance
    }

    private func scannedStart(in bytes: Span<UInt8>) -> Int {
        var start = labelEnd
        while start > host.lowerBound, bytes[start &- 1] != UInt8(ascii: ".") { start &-= 1 }
        return start
    }

    @inline(__always)
    private static func dots(in host: Range<Int>, of bytes: Span<UInt8>) -> UInt64 {
        var dots: UInt64 = 0
        var end = host.upperBound
        var shift: UInt64 = 48
        while end > host.lowerBound, end >= 16 {
            dots |= WordLoader.vector(of: bytes, at: end &- 16).bits(equalTo: UInt8(ascii: ".")) << shift
            guard shift > 0 else { break }
            end &-= 16
            shift &-= 16
        }
        // What a vector would have to begin before the URL for: the first bytes of a host behind a short scheme.
        if end > host.lowerBound, end < 16 {
            for offset in host.lowerBound..<end where bytes[offset] == UInt8(ascii: ".") {
                dots |= 1 << UInt64(63 &- (host.upperBound &- 1 &- offset))
            }
        }
        // Bytes before the host, its scheme and credentials, are no labels of it.
        return host.count == 64 ? dots : dots & ~(UInt64.max >> UInt64(host.count))
    }
}
