import URLStandard

extension AddressMatcher {
    /// Reads the prefix length behind the `/`.
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

    /// Says what a text is that is no address, and what was probably meant.
    static func addressError(_ text: Span<UInt8>, addressEnd: Int) -> MatcherError {
        let quoted = QuotedText.quote(text)
        let address = text.extracting(..<addressEnd)
        let suffix = QuotedText.decode(text.extracting(addressEnd...))
        if text.firstRange(of: "://") != nil {
            return MatcherError(.hasScheme, "\(quoted) is a URL, not an address", help: "write the address alone")
        }
        if address.count > 2, address[0] == UInt8(ascii: "["), address[address.count - 1] == UInt8(ascii: "]") {
            let inner = QuotedText.decode(address.extracting(1..<address.count - 1))
            let isAddress = IPAddress(parsing: inner.utf8.span) != nil
            return MatcherError(
                .invalidAddress,
                "\(quoted) is in brackets",
                help: isAddress ? "write `\(inner)\(suffix)`; only a `host` has brackets" : nil
            )
        }
        if let zone = text.firstOffset(of: UInt8(ascii: "%")) {
            return MatcherError(
                .invalidAddress,
                "\(quoted) has a zone, which URLs cannot have",
                help: "write \(QuotedText.quote(text.extracting(..<zone)))",
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
        if let colon = text.firstOffset(of: UInt8(ascii: ":")), IPAddress(parsing: text.extracting(..<colon)) != nil {
            return MatcherError(
                .hasPort,
                "\(quoted) has a port",
                help: "an address matches every port; write \(QuotedText.quote(text.extracting(..<colon)))",
                range: colon..<text.count
            )
        }
        // What the URL parser makes of `0x7f.1` is an address, and the author most likely means that one.
        if HostText.hasHostShape(address),
            let record = try? URLRecord(parsing: HostText.url(withHost: address).span)
        {
            switch record.hostKind {
            case .ipv4:
                return MatcherError(
                    .addressSpelling,
                    "\(quoted) is another spelling of an IPv4 address",
                    help: "write `\(QuotedText.decode(record.host))\(suffix)`"
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

extension UInt32 {
    /// How many of the highest bits are set in a row.
    fileprivate var leadingOnes: Int { (~self).leadingZeroBitCount }
    /// How many of the lowest bits are clear in a row.
    fileprivate var trailingZeros: Int { trailingZeroBitCount }
}
