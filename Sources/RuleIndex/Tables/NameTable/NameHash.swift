import ByteText

/// The hash of a name, built part by part. The hash of a host begins with its last two labels and is built label by
/// label from the right, so that it yields the hashes of all parent domains along the way.
struct NameHash {
    private(set) var value: UInt64

    /// - Parameter seed: Differs from table to table; a table whose entries crowd together is rebuilt with another
    ///   seed.
    init(seed: UInt64) { value = seed }

    /// Creates the hash of a host's last two labels, or of its only label.
    ///
    /// PERF: the same as ``add(_:of:)``, but without a loop for up to 24 bytes, a common length of two labels, and with
    /// a separate function for fewer than 8, which are rare.
    @inline(__always)
    init(ofDomain range: Range<Int>, of bytes: Span<UInt8>, seed: UInt64) {
        let end = range.upperBound
        let count = end &- range.lowerBound
        guard count >= 8 else {
            self.init(ofShortDomain: range, of: bytes, seed: seed)
            return
        }
        self.init(seed: seed)
        let last = WordLoader.word(of: bytes, at: end &- 8) ^ Self.mark(count)
        let first = WordLoader.word(of: bytes, at: range.lowerBound)
        let middle = WordLoader.word(of: bytes, at: max(range.lowerBound, end &- 16))
        mix(last, first, middle)
        guard count > 24 else { return }
        var offset = range.lowerBound &+ 8
        while offset < end &- 16 {
            mix(WordLoader.word(of: bytes, at: offset), 0)
            offset &+= 8
        }
    }

    @inline(never)
    private init(ofShortDomain range: Range<Int>, of bytes: Span<UInt8>, seed: UInt64) {
        value = seed
        let word = Self.short(range, of: bytes)
        mix(word ^ Self.mark(range.count), word, word)
    }

    /// The salt of the literals that are filed for a name of a host; see ``LiteralTable``.
    static func salt(of name: Range<Int>, in bytes: Span<UInt8>) -> UInt32 {
        UInt32(truncatingIfNeeded: NameHash(ofDomain: name, of: bytes, seed: 0).value)
    }

    /// Adds the bytes at `range`.
    ///
    /// PERF: up to 16 bytes are two words that may overlap, without a loop: the lengths of labels are not predictable,
    /// and each misprediction costs as much as hashing ten of them.
    @inline(__always)
    mutating func add(_ range: Range<Int>, of bytes: Span<UInt8>) {
        let end = range.upperBound
        let count = end &- range.lowerBound
        guard count > 0, end >= 8 else { return addShort(range, of: bytes) }
        let surplus = UInt64(truncatingIfNeeded: max(8 &- count, 0)) &* 8
        // INVARIANT: names that differ have different hashes under most seeds, or a table of them could not be built. A
        // run of one byte gives the same words whatever its length, so the last four bits of the length are included
        // too: in the high bits of four bytes, which are clear in every name, because names are ASCII.
        let last = (WordLoader.word(of: bytes, at: end &- 8) &>> surplus) ^ Self.mark(count)
        let first = WordLoader.word(of: bytes, at: min(range.lowerBound, end &- 8)) &>> surplus
        mix(last, first)
        guard count > 16 else { return }
        var offset = range.lowerBound &+ 8
        while offset < end &- 8 {
            mix(WordLoader.word(of: bytes, at: offset), 0)
            offset &+= 8
        }
    }

    /// Adds bytes for which no word can be loaded: at the very start of the text, or none at all.
    private mutating func addShort(_ range: Range<Int>, of bytes: Span<UInt8>) {
        let word = Self.short(range, of: bytes)
        mix(word ^ Self.mark(range.count), word)
    }

    /// Fewer than eight bytes as a word.
    private static func short(_ range: Range<Int>, of bytes: Span<UInt8>) -> UInt64 {
        let (count, end) = (range.count, range.upperBound)
        if count > 0, end >= 8 { return WordLoader.word(of: bytes, at: end &- 8) &>> (UInt64(8 &- count) &* 8) }
        var word: UInt64 = 0
        for offset in range { word |= UInt64(bytes[offset]) << UInt64(8 * (offset - range.lowerBound)) }
        return word
    }

    /// The last four bits of a length, in the high bits of four bytes.
    @inline(__always)
    private static func mark(_ count: Int) -> UInt64 {
        UInt64(truncatingIfNeeded: count & 15) &* 0x1020_4080 & 0x8080_8080
    }

    /// Mixes in three words at once.
    ///
    /// PERF: two products that do not depend on each other.
    @inline(__always)
    private mutating func mix(_ left: UInt64, _ right: UInt64, _ middle: UInt64) {
        let product = (value ^ middle ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
        mix(left, right)
        value &+= product.low ^ product.high
    }

    @inline(__always)
    private mutating func mix(_ left: UInt64, _ right: UInt64) {
        let product = (value ^ left ^ 0x9E37_79B9_7F4A_7C15)
            .multipliedFullWidth(by: right ^ 0xD6E8_FEB8_6659_FD93)
        value = product.low ^ product.high
    }
}

/// Walks a host from its last two labels to its first, and yields the domain reached at each step.
///
/// `www.mail.contoso.com` is walked as `contoso.com`, `mail.contoso.com`, `www.mail.contoso.com`.
///
/// PERF: nearly every host has a label before its last one and nearly no rule is about a top level, so there is no step
/// for the top level; see ``NameTable/hasSingleLabels``.
struct HostWalk {
    private let host: Range<Int>
    /// The dots to the left of the domain reached, the byte to its left in the highest bit; unused for a long host.
    private var dots: UInt64
    private let isLong: Bool

    /// The start of the domain reached; it ends with the host.
    private(set) var start: Int
    /// The hash of the domain reached.
    private(set) var hash: NameHash

    /// - Parameters:
    ///   - host: The range of the host in `bytes`, without trailing dot; must not be empty.
    ///   - dots: Its dots; see `URLRecord.hostDots`.
    ///   - bytes: The serialized URL.
    ///   - seed: The seed of the table that is looked up.
    @inline(__always)
    init(_ host: Range<Int>, dots: UInt64?, in bytes: Span<UInt8>, seed: UInt64) {
        self.host = host
        isLong = dots == nil
        self.dots = dots ?? 0
        // For a host without a dot, both steps go to its start.
        start = host.upperBound &+ 1
        start = Self.nextStart(before: start, of: host, &self.dots, isLong, in: bytes)
        start = Self.nextStart(before: start, of: host, &self.dots, isLong, in: bytes)
        hash = NameHash(ofDomain: start..<host.upperBound, of: bytes, seed: seed)
    }

    /// Whether the domain reached is the whole host.
    var isWholeHost: Bool { start == host.lowerBound }

    /// The number of bytes to the left of the domain reached.
    var bytesLeft: Int { start &- host.lowerBound }

    /// Moves one label to the left; there must be a label.
    @inline(__always)
    mutating func advance(in bytes: Span<UInt8>) {
        let labelEnd = start &- 1
        start = Self.nextStart(before: start, of: host, &dots, isLong, in: bytes)
        hash.add(start..<labelEnd, of: bytes)
    }

    /// The start of the last label of a host.
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
        // If no dot is left, there is nothing to shift, whatever the distance.
        dots = (dots &<< UInt64(truncatingIfNeeded: distance)) &<< 1
        return max(start &- 1 &- distance, host.lowerBound)
    }

    private static func scannedStart(before start: Int, of host: Range<Int>, in bytes: Span<UInt8>) -> Int {
        var start = start &- 1
        while start > host.lowerBound, bytes[start &- 1] != UInt8(ascii: ".") { start &-= 1 }
        return max(start, host.lowerBound)
    }
}
