import ByteText

/// IPv4 addresses as `inet_aton` reads them: one to four numbers, decimal, octal after a `0`, or hexadecimal after
/// `0x`. The last number fills all remaining bytes.
///
/// See the [manual](https://man7.org/linux/man-pages/man3/inet.3.html) of `inet_aton`.
enum LegacyIPv4 {
    /// The address as four decimal numbers, or nil if the text is not an address.
    static func dotted(_ text: ReaderText) -> [UInt8]? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...4).contains(parts.count) else { return nil }
        var value: UInt64 = 0
        for (position, part) in parts.enumerated() {
            let isLast = position == parts.count - 1
            let bits = isLast ? 8 * (5 - UInt64(parts.count)) : 8
            guard let number = number(part), number < 1 << bits else { return nil }
            value = value << bits | number
        }
        return Array((0..<4).map { "\(value >> (24 - 8 * UInt64($0)) & 0xFF)" }.joined(separator: ".").utf8)
    }

    private static func number(_ text: ReaderText) -> UInt64? {
        guard let first = text.first, first.isASCIIDigit else { return nil }
        let isHexadecimal =
            text.count > 2 && first == UInt8(ascii: "0") && text.dropFirst().first.map { $0 | 0x20 } == 0x78
        let radix: UInt64 = isHexadecimal ? 16 : first == UInt8(ascii: "0") ? 8 : 10
        var value: UInt64 = 0
        for byte in isHexadecimal ? text.dropFirst(2) : text {
            guard let digit = Hexadecimal.value(of: byte), digit < radix else { return nil }
            value = min(value * radix + UInt64(digit), 1 << 33)
        }
        return value
    }
}
