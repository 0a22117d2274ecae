import ByteText
package import URLStandard

/// Matches URLs whose host is an IP address within a block of addresses.
///
/// `address: 10.0.0.0/8` matches `https://10.1.2.3/`, `https://0x0a.1/` (a browser reads it as 10.0.0.1) and
/// `https://[::ffff:a00:1]/`. It never matches a name, whatever the name resolves to, because names are never resolved.
///
/// A block within `::ffff:0:0/96` is a block of IPv4 addresses. A wider IPv6 block, even `::/0`, contains no IPv4 host.
public struct AddressMatcher: Hashable, Sendable {
    /// The first address of the block.
    public let network: IPAddress
    /// How many leading bits of an address must equal those of the network: 32 or 128 for a single address.
    public let prefixLength: Int

    /// Reads an address or a CIDR block.
    ///
    /// - Parameter text: An IPv4 address in dotted decimal or an IPv6 address without brackets, optionally followed by
    ///   `/` and the prefix length.
    /// - Throws: ``MatcherError``. Bits set after the prefix are an error (`10.0.0.7/24`), because it is unclear
    ///   whether the address or the length is the mistake.
    /// - Complexity: O(*n*) in the length of the text.
    public init(_ text: String) throws(MatcherError) { try self.init(text, allowsHostBits: false) }

    /// Reads an address or a CIDR block of a format that may allow bits after the prefix, as in `10.0.0.7/24`, and
    /// ignores them.
    init(_ text: String, allowsHostBits: Bool) throws(MatcherError) {
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
        guard network == address || allowsHostBits else {
            throw MatcherError(
                .hostBitsSet,
                "\(QuotedText.quote(bytes)) has bits set after the prefix of \(length)",
                help: "write `\(network)/\(length)`, or `\(address)` for the one address"
            )
        }
        self.network = length >= 96 ? network.unmapped : network
        // The prefix of a mapped block is counted from the start of the IPv4 address.
        prefixLength = length - (network.bitCount - self.network.bitCount)
    }

    /// Whether an address is in the block.
    ///
    /// - Parameter address: An IPv4-mapped IPv6 address counts as the IPv4 address.
    /// - Returns: Whether the address has the network's family and the same leading bits.
    public func contains(_ address: IPAddress) -> Bool {
        let address = address.unmapped
        return address.bitCount == network.bitCount && address.prefix(prefixLength) == network
    }

    /// Whether the host of a URL is an address in the block.
    package func matches(form: borrowing URLRecord) -> Bool {
        IPAddress(hostOf: form).map(contains) ?? false
    }
}

extension AddressMatcher {
    /// Reads an entry of a browser's list that names one page, but was probably meant as a block of IPv4 addresses:
    /// `http://10.0.0.0/24` is the path `/24` of one host, and so is `10.0.0.0/24` in a format without blocks. The result
    /// is nil for any other entry. With bits after the prefix, the entry may really name a page.
    ///
    /// - Parameter entry: The entry, of which a `/` or `/*` at the end does not count.
    /// - Complexity: O(*n*) in the length of the entry.
    package init?(meantBy entry: String) {
        var text = entry[...]
        if let colon = text.firstIndex(of: ":") {
            let isWeb = ["http", "https"].contains(text[..<colon].lowercased())
            guard isWeb, text[colon...].hasPrefix("://") else { return nil }
            text = text[colon...].dropFirst(3)
        }
        if text.hasSuffix("*") { text.removeLast() }
        if text.hasSuffix("/") { text.removeLast() }
        let isBlock = text.utf8.allSatisfy { $0.isASCIIDigit || "./".utf8.contains($0) }
        guard isBlock, text.contains("/"), let block = try? AddressMatcher(String(text)) else { return nil }
        self = block
    }

    /// Reads the prefix length after the `/`.
    static func prefixLength(
        _ text: Span<UInt8>,
        from start: Int,
        of address: IPAddress
    ) throws(MatcherError) -> Int {
        let digits = QuotedText.decode(text.extracting(start...))
        if let length = Int(digits), String(length) == digits, (0...address.bitCount).contains(length) { return length }
        var help = "a prefix length is a number from 0 to \(address.bitCount), without leading zeros"
        if case .v4(let mask)? = IPAddress(parsing: digits.utf8.span) {
            let length = mask.leadingOnes
            if length + mask.trailingZeros >= 32 { help = "write `\(address.prefix(length))/\(length)`" }
        }
        throw MatcherError(
            .invalidPrefixLength,
            "\(QuotedText.quote(digits)) is not a prefix length",
            help: help,
            range: start - 1..<text.count
        )
    }

    /// Returns an error that describes a text that is not an address, and what was probably meant.
    static func addressError(_ text: Span<UInt8>, addressEnd: Int) -> MatcherError {
        let quoted = QuotedText.quote(text)
        let address = text.extracting(..<addressEnd)
        let suffix = QuotedText.decode(text.extracting(addressEnd...))
        if text.firstRange(of: "://") != nil {
            return MatcherError(.hasScheme, "\(quoted) is a URL, not an address", help: "write the address alone")
        }
        if let inner = insideOfBrackets(address) {
            return MatcherError(
                .invalidAddress,
                "\(quoted) is in brackets",
                help: help(IPAddress(parsing: address.extracting(inner)), suffix).map {
                    "\($0); only a `host` has brackets"
                }
            )
        }
        if let zone = text.firstOffset(of: UInt8(ascii: "%")) {
            return MatcherError(
                .invalidAddress,
                "\(quoted) has a zone, which URLs cannot have",
                help: help(IPAddress(parsing: text.extracting(..<zone)), suffix) ?? "write the address without it",
                range: zone..<text.count
            )
        }
        if text.firstOffset(of: UInt8(ascii: "*")) != nil || text.firstRange(of: "-") != nil && isDotsAndDigits(text) {
            return MatcherError(
                .invalidAddress,
                "\(quoted) is not an address or a CIDR block",
                help: "write a range as CIDR blocks such as `10.0.0.0/24`"
            )
        }
        if let colon = text.firstOffset(of: UInt8(ascii: ":")),
            let host = IPAddress(parsing: text.extracting(..<colon))
        {
            return MatcherError(
                .hasPort,
                "\(quoted) has a port",
                help: "an address matches every port; \(help(host, suffix) ?? "write it alone")",
                range: colon..<text.count
            )
        }
        // The URL parser reads `0x7f.1` as an address, which is most likely what the author means.
        if HostText.hasHostShape(address),
            let record = try? URLRecord(parsing: HostText.url(withHost: address).span)
        {
            switch record.hostKind {
            case .ipv4 where suffix.isEmpty:
                return MatcherError(
                    .addressSpelling,
                    "\(quoted) is another spelling of an IPv4 address",
                    help: "write `\(QuotedText.decode(record.host))`"
                )
            case .ipv4:
                return MatcherError(
                    .addressSpelling,
                    "the address in \(quoted) is not written with four decimal numbers",
                    help: block(text).map { "write `\($0.text)`" }
                        ?? "write four numbers without zeros in front before the prefix length, such as `10.0.0.0/8`"
                )
            case .domain:
                return MatcherError(
                    .invalidAddress,
                    "\(quoted) is not an IP address",
                    help: "use `host` or `domain` for a name"
                )
            default: break
            }
        }
        return MatcherError(.invalidAddress, "\(quoted) is not an IP address")
    }

    /// How to write an address with what the author wrote after it; nil if that would be an error too.
    private static func help(_ address: IPAddress?, _ suffix: String) -> String? {
        guard let address, (try? AddressMatcher("\(address)\(suffix)")) != nil else { return nil }
        return "write `\(address)\(suffix)`"
    }

    /// What is between the brackets around a text; nil if there are none.
    private static func insideOfBrackets(_ text: Span<UInt8>) -> Range<Int>? {
        let last = text.count - 1
        guard last > 1, text[0] == UInt8(ascii: "["), text[last] == UInt8(ascii: "]") else { return nil }
        return 1..<last
    }

    private static func isDotsAndDigits(_ text: Span<UInt8>) -> Bool {
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: " "):
                continue
            default: return false
            }
        }
        return true
    }
}

extension AddressMatcher {
    /// The block in CIDR notation.
    var text: String { "\(network)/\(prefixLength)" }

    /// The block that a text with a prefix length means, however its address is written; nil if that is unclear.
    ///
    /// RFC 1918 writes only the numbers in the prefix: `10/8` is 10.0.0.0/8, and `172.16/12` is 172.16.0.0/12. The URL
    /// parser reads these numbers as 0.0.0.10 and 172.0.0.16, but also understands `0x0a000000/8`. A reading with bits
    /// after the prefix is not meant. If two readings remain, as for `10.2/31` or `010.0.0.0/8`, only the author knows:
    /// to the URL parser, a number with a zero in front is octal.
    ///
    /// - Parameter text: An address, `/` and a prefix length.
    /// - Returns: nil for a text that is anything else, too.
    /// - Complexity: O(*n*) in the length of the text.
    static func block(_ text: Span<UInt8>) -> AddressMatcher? {
        guard let slash = text.firstOffset(of: UInt8(ascii: "/")) else { return nil }
        let suffix = QuotedText.decode(text.extracting(slash...))
        var blocks: Set<AddressMatcher> = []
        for address in readings(text.extracting(..<slash)) {
            if let block = try? AddressMatcher("\(address)\(suffix)") { blocks.insert(block) }
        }
        return blocks.count == 1 ? blocks.first : nil
    }

    /// The addresses that a text before a prefix length may mean.
    private static func readings(_ text: Span<UInt8>) -> [IPAddress] {
        if let address = IPAddress(parsing: text.extracting(insideOfBrackets(text) ?? text.indices)) {
            return [address]
        }
        guard HostText.hasHostShape(text) else { return [] }
        let numbers = QuotedText.decode(text)
        let dots = numbers.utf8.count { $0 == UInt8(ascii: ".") }
        let four = numbers + String(repeating: ".0", count: max(0, 3 - dots))
        var readings: [IPAddress] = []
        if let address = IPAddress(parsing: four.utf8.span) { readings.append(address) }
        if dots == 3 {
            let parts = numbers.split(separator: ".").compactMap { UInt8($0).map { "\($0)" } }
            let decimal = parts.joined(separator: ".")
            if let address = IPAddress(parsing: decimal.utf8.span) { readings.append(address) }
        }
        if let record = try? URLRecord(parsing: HostText.url(withHost: text).span),
            let address = IPAddress(hostOf: record)
        {
            readings.append(address)
        }
        return readings
    }
}

extension UInt32 {
    /// The number of consecutive set bits from the highest one down.
    fileprivate var leadingOnes: Int { (~self).leadingZeroBitCount }
    /// The number of consecutive clear bits from the lowest one up.
    fileprivate var trailingZeros: Int { trailingZeroBitCount }
}
