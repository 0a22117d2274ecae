import ByteText

/// An [IPv4 address](https://url.spec.whatwg.org/#concept-ipv4), with its first part in the highest bits.
struct IPv4Address: Hashable, Sendable {
    var value: UInt32

    /// Parses a domain that may be an address in any of the legacy forms: fewer than four parts, parts in hexadecimal
    /// or octal, a trailing dot.
    ///
    /// Runs the [ends-in-a-number checker](https://url.spec.whatwg.org/#ends-in-a-number-checker) and the [IPv4
    /// parser](https://url.spec.whatwg.org/#concept-ipv4-parser).
    ///
    /// Nil if the domain does not end in a number, and therefore is a domain.
    ///
    /// - Parameter domain: The domain in ASCII form; must not be empty.
    /// - Throws: If it ends in a number and is not an address.
    @inline(__always)
    init?(parsing domain: Span<UInt8>) throws(URLParsingError) {
        // PERF: nearly every domain returns here. A number, even in hexadecimal, ends in a hexadecimal digit or in the
        // `x`.
        let last = domain[domain.count &- 1]
        guard ByteClass(of: last).intersects(.hexDigit) || last == UInt8(ascii: "x") || last == UInt8(ascii: ".") else {
            return nil
        }
        guard let address = try Self.parse(domain) else { return nil }
        value = address
    }

    private static func parse(_ domain: Span<UInt8>) throws(URLParsingError) -> UInt32? {
        var end = domain.count
        if domain[end &- 1] == UInt8(ascii: ".") { end &-= 1 }
        var lastStart = end
        while lastStart > 0, domain[lastStart &- 1] != UInt8(ascii: ".") { lastStart &-= 1 }
        guard isNumber(domain, lastStart..<end) else { return nil }

        var address: UInt64 = 0
        var partCount: UInt64 = 0
        var partStart = 0
        while true {
            var partEnd = partStart
            while partEnd < end, domain[partEnd] != UInt8(ascii: ".") { partEnd += 1 }
            guard partCount < 4 else { throw .ipv4TooManyParts }
            guard let part = number(domain, partStart..<partEnd) else { throw .ipv4NonNumericPart }
            partCount += 1
            if partEnd == end {
                // The last part fills all remaining bytes.
                guard part < 1 << (8 * (5 - partCount)) else { throw .ipv4OutOfRangePart }
                return UInt32(truncatingIfNeeded: address | part)
            }
            guard part <= 255 else { throw .ipv4OutOfRangePart }
            if partCount < 4 { address |= part << (8 * (4 - partCount)) }
            partStart = partEnd + 1
        }
    }

    init(value: UInt32) { self.value = value }

    /// Whether the label makes the domain an address or an error: digits only, even if invalid as octal, or
    /// hexadecimal.
    private static func isNumber(_ domain: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard !range.isEmpty, ByteClass(of: domain[range.lowerBound]).intersects(.digit) else { return false }
        var isDecimal = true
        for offset in range where !ByteClass(of: domain[offset]).intersects(.digit) {
            isDecimal = false
            break
        }
        return isDecimal || number(domain, range) != nil
    }

    /// The value of a part, capped at 2³²; nil if it is not a number.
    ///
    /// Runs the [IPv4 number parser](https://url.spec.whatwg.org/#ipv4-number-parser).
    static func number(_ domain: Span<UInt8>, _ range: Range<Int>) -> UInt64? {
        guard !range.isEmpty else { return nil }
        var start = range.lowerBound
        var radix: UInt64 = 10
        if range.count >= 2, domain[start] == UInt8(ascii: "0") {
            let isHexadecimal = domain[start + 1] | 0x20 == UInt8(ascii: "x")
            radix = isHexadecimal ? 16 : 8
            start += isHexadecimal ? 2 : 1
        }
        var value: UInt64 = 0
        for offset in start..<range.upperBound {
            guard let digit = Hexadecimal.value(of: domain[offset]), digit < radix else { return nil }
            value = min(value &* radix &+ UInt64(digit), 1 << 32)
        }
        return value
    }

    /// Appends the four decimal parts.
    func append(to output: inout ByteStorage) {
        for part: UInt32 in 0..<4 {
            if part > 0 { output.append(UInt8(ascii: ".")) }
            output.append(decimal: value >> (24 - 8 * part) & 0xFF)
        }
    }
}
