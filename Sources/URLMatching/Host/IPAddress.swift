import ByteText
package import URLStandard

/// An IPv4 or IPv6 address as a number.
///
/// An IPv4-mapped IPv6 address (`::ffff:10.0.0.1`) is a ``v6(_:)`` value; ``unmapped`` is the IPv4 address that rules
/// see instead.
public enum IPAddress: Hashable, Sendable {
    /// An IPv4 address, the first part in the highest byte.
    case v4(UInt32)
    /// An IPv6 address, the first piece in the highest 16 bits.
    case v6(UInt128)

    /// The number of bits in an address of this family.
    public var bitCount: Int {
        switch self {
        case .v4: 32
        case .v6: 128
        }
    }

    /// The IPv4 address that this address maps, or this address if it maps none.
    public var unmapped: IPAddress {
        guard case .v6(let bits) = self, bits >> 32 == 0xFFFF else { return self }
        return .v4(UInt32(truncatingIfNeeded: bits))
    }

    /// The address with every bit after the prefix cleared.
    ///
    /// - Parameter prefixLength: From 0 to ``bitCount``.
    /// - Returns: The first address of the block.
    public func prefix(_ prefixLength: Int) -> IPAddress {
        switch self {
        // A shift by the full width yields 0, which is correct for an empty prefix.
        case .v4(let bits): .v4(bits & ~(UInt32.max >> UInt32(prefixLength)))
        case .v6(let bits): .v6(bits & ~(UInt128.max >> UInt128(prefixLength)))
        }
    }
}

extension IPAddress: CustomStringConvertible {
    /// The canonical text: dotted decimal, or IPv6 as
    /// [the URL Standard writes it](https://url.spec.whatwg.org/#concept-ipv6-serializer), without brackets.
    public var description: String {
        switch self {
        case .v4(let bits):
            return (0..<4).map { String(UInt8(truncatingIfNeeded: bits >> (24 - 8 * $0))) }.joined(separator: ".")
        case .v6(let bits):
            let pieces = (0..<8).map { UInt16(truncatingIfNeeded: bits >> (112 - 16 * $0)) }
            let text = { (pieces: ArraySlice<UInt16>) in
                pieces.map { String($0, radix: 16) }.joined(separator: ":")
            }
            guard let zeros = Self.longestRunOfZeros(pieces) else { return text(pieces[...]) }
            return text(pieces[..<zeros.lowerBound]) + "::" + text(pieces[zeros.upperBound...])
        }
    }

    /// The first of the longest runs of two or more zero pieces.
    private static func longestRunOfZeros(_ pieces: [UInt16]) -> Range<Int>? {
        var best: Range<Int>?
        var start = 0
        for index in 0...pieces.count where index == pieces.count || pieces[index] != 0 {
            if index - start > max(1, best?.count ?? 0) { best = start..<index }
            start = index + 1
        }
        return best
    }
}

extension IPAddress {
    /// Reads an address in its strict form: four decimal parts without leading zeros, or the text form of RFC 4291,
    /// section 2.2, without brackets and zone.
    ///
    /// The shorter, octal and hexadecimal forms of IPv4 that a URL may contain are not accepted: `010.0.0.1` is 8.0.0.1
    /// to some readers and 10.0.0.1 to others.
    ///
    /// - Returns: nil for anything else.
    /// - Complexity: O(*n*) in the length of the text; allocates nothing.
    init?(parsing text: Span<UInt8>) {
        if let bits = Self.parseIPv4(text) {
            self = .v4(bits)
        } else if let bits = Self.parseIPv6(text) {
            self = .v6(bits)
        } else {
            return nil
        }
    }

    /// The address that is the host of a URL, with an IPv4-mapped address as IPv4; nil for every other kind of host.
    ///
    /// The host of a URL that is not special is never an IPv4 address, even if it looks like one: the URL Standard
    /// leaves its meaning to the scheme.
    package init?(hostOf url: borrowing URLRecord) {
        switch url.hostKind {
        case .ipv4:
            guard let bits = Self.parseIPv4(url.host) else { return nil }
            self = .v4(bits)
        case .ipv6:
            guard let bits = Self.parseIPv6(url.host.extracting(1..<url.host.count - 1)) else { return nil }
            self = IPAddress.v6(bits).unmapped
        case .none, .empty, .domain, .opaque: return nil
        }
    }

    private static func parseIPv4(_ text: Span<UInt8>) -> UInt32? {
        guard text.count >= 7, text.count <= 15 else { return nil }
        var bits: UInt32 = 0
        var part: UInt32 = 0
        var digits = 0
        var parts = 1
        for index in text.indices {
            switch text[index] {
            case let byte where byte.isASCIIDigit:
                guard digits == 0 || part != 0 else { return nil }
                part = part * 10 + UInt32(byte - UInt8(ascii: "0"))
                digits += 1
                guard part <= 255 else { return nil }
            case UInt8(ascii: "."):
                guard digits > 0, parts < 4 else { return nil }
                bits = bits << 8 | part
                (part, digits, parts) = (0, 0, parts + 1)
            default: return nil
            }
        }
        return digits > 0 && parts == 4 ? bits << 8 | part : nil
    }

    private static func parseIPv6(_ text: Span<UInt8>) -> UInt128? {
        guard text.count >= 2, text.count <= 45 else { return nil }
        let colon = UInt8(ascii: ":")
        var bits: UInt128 = 0
        var pieces = 0
        /// The number of pieces before the `::`.
        var compressedAt: Int?
        var index = 0
        if text[0] == colon {
            guard text[1] == colon else { return nil }
            (compressedAt, index) = (0, 2)
        }
        while index < text.count {
            var end = index
            var piece: UInt128 = 0
            while end < text.count, let digit = Hexadecimal.value(of: text[end]) {
                guard end - index < 4 else { return nil }
                piece = piece << 4 | UInt128(digit)
                end += 1
            }
            if end < text.count, text[end] == UInt8(ascii: ".") {
                guard pieces <= 6, let last = parseIPv4(text.extracting(index...)) else { return nil }
                bits = bits << 32 | UInt128(last)
                pieces += 2
                index = text.count
                break
            }
            guard end > index, pieces < 8 else { return nil }
            bits = bits << 16 | piece
            pieces += 1
            index = end
            guard index < text.count else { break }
            guard text[index] == colon, index + 1 < text.count else { return nil }
            index += 1
            if text[index] == colon {
                guard compressedAt == nil else { return nil }
                compressedAt = pieces
                index += 1
            }
        }
        guard let compressedAt else { return pieces == 8 ? bits : nil }
        guard pieces < 8 else { return nil }
        let behind = UInt128(16 * (pieces - compressedAt))
        // If no piece precedes the `::`, there is nothing to move, and the shift would be by the full width.
        let high = compressedAt == 0 ? 0 : (bits >> behind) << UInt128(128 - 16 * compressedAt)
        return high | bits & ~(UInt128.max << behind)
    }
}
