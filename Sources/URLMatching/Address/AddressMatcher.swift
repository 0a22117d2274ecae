package import URLStandard

/// Matches URLs whose host is an IP address within a block of them.
///
/// `address: 10.0.0.0/8` matches `https://10.1.2.3/`, `https://0x0a.1/` (a browser reads it as 10.0.0.1) and
/// `https://[::ffff:a00:1]/`; it matches no name, whatever it resolves to: nothing is ever looked up.
///
/// A block within `::ffff:0:0/96` is one of IPv4 addresses. A wider IPv6 block, `::/0` even, holds no IPv4 host.
public struct AddressMatcher: Hashable, Sendable {
    /// The first address of the block.
    public let network: IPAddress
    /// How many leading bits of an address must be those of the network: 32 or 128 for a single address.
    public let prefixLength: Int

    /// Reads an address or a CIDR block.
    ///
    /// - Parameter text: An IPv4 address in dotted decimal or an IPv6 address without brackets; behind it `/` and the
    ///   prefix length, or nothing.
    /// - Throws: ``MatcherError``. Bits set behind the prefix are an error (`10.0.0.7/24`), since nobody can tell whether
    ///   the address or the length is the slip.
    /// - Complexity: O(*n*) in the length of the text.
    public init(_ text: String) throws(MatcherError) {
        let bytes = text.utf8.span
        guard !bytes.isEmpty else { throw MatcherError(.empty, "the address is empty") }
        let slash = bytes.firstOffset(of: UInt8(ascii: "/")) ?? bytes.count
        guard let address = IPAddress(parsing: bytes.extracting(..<slash)) else {
            throw Self.addressError(bytes, addressEnd: slash)
        }
        guard slash < bytes.count else {
            network = address.unmapped
            prefixLength = network.bitCount
            return
        }
        let length = try Self.prefixLength(bytes, from: slash + 1, of: address)
        let network = address.prefix(length)
        guard network == address else {
            throw MatcherError(
                .hostBitsSet,
                "\(QuotedText.quote(bytes)) has bits set behind the prefix of \(length)",
                help: "write `\(network)/\(length)`, or `\(address)` for the one address"
            )
        }
        self.network = length >= 96 ? network.unmapped : network
        // The prefix of a mapped block counts from the IPv4 address on.
        prefixLength = length - (network.bitCount - self.network.bitCount)
    }

    /// Whether an address is in the block.
    ///
    /// - Parameter address: An IPv4-mapped IPv6 address counts as the IPv4 address.
    /// - Returns: Whether the family is the same and the leading bits are.
    public func contains(_ address: IPAddress) -> Bool {
        let address = address.unmapped
        return address.bitCount == network.bitCount && address.prefix(prefixLength) == network
    }

    /// Whether the host of a URL is an address in the block.
    package func matches(form: borrowing URLRecord) -> Bool {
        IPAddress(hostOf: form).map(contains) ?? false
    }
}
