/// An IPv4 or IPv6 address as a number.
///
/// An IPv4-mapped IPv6 address (`::ffff:10.0.0.1`) is a value of ``v6(_:)`` here; ``unmapped`` is the IPv4 address that
/// rules see instead.
public enum IPAddress: Hashable, Sendable {
    /// An IPv4 address, the first part in the highest byte.
    case v4(UInt32)
    /// An IPv6 address, the first piece in the highest 16 bits.
    case v6(UInt128)

    /// How many bits an address of this family has.
    public var bitCount: Int {
        switch self {
        case .v4: 32
        case .v6: 128
        }
    }

    /// The IPv4 address that this one maps, else this one.
    public var unmapped: IPAddress {
        guard case .v6(let bits) = self, bits >> 32 == 0xFFFF else { return self }
        return .v4(UInt32(truncatingIfNeeded: bits))
    }

    /// The address with every bit behind the prefix cleared.
    ///
    /// - Parameter prefixLength: From 0 to ``bitCount``.
    /// - Returns: The first address of the block.
    public func prefix(_ prefixLength: Int) -> IPAddress {
        switch self {
        // A shift by the whole width gives 0, which is what a prefix of no bits means.
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
