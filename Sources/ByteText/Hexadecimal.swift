/// Hexadecimal digits, and the escapes of URLs, which consist of `%` and two of them.
@usableFromInline package enum Hexadecimal {
    /// The value of an ASCII digit, in either case; nil for every other byte.
    @inlinable @inline(__always)
    package static func value(of digit: UInt8) -> UInt8? {
        // PERF: a byte below a range wraps around to a large one, so each range costs one comparison; no table is read.
        let number = digit &- UInt8(ascii: "0")
        if number < 10 { return number }
        let letter = (digit | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? letter &+ 10 : nil
    }

    /// The digit for a value below 16; letters are in upper case.
    @inlinable @inline(__always)
    package static func upperDigit(_ value: UInt8) -> UInt8 {
        value &+ (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "A") &- 10)
    }

    /// The digit for a value below 16; letters are in lower case.
    @inlinable @inline(__always)
    package static func lowerDigit(_ value: UInt8) -> UInt8 {
        value &+ (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") &- 10)
    }

    /// The value of the four digits at an offset; nil if there are not four.
    package static func fourDigits(in text: Span<UInt8>, at offset: Int) -> UInt32? {
        guard offset + 4 <= text.count else { return nil }
        var number: UInt32 = 0
        for index in offset..<offset + 4 {
            guard let digit = value(of: text[index]) else { return nil }
            number = number << 4 | UInt32(digit)
        }
        return number
    }

    // MARK: Texts

    /// The two digits of each byte; letters are in lower case.
    ///
    /// - Complexity: O(*n*).
    package static func text(of bytes: [UInt8]) -> String {
        var digits: [UInt8] = []
        digits.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            digits.append(lowerDigit(byte >> 4))
            digits.append(lowerDigit(byte & 0xF))
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// The two digits of a byte; letters are in upper case.
    package static func upperText(of byte: UInt8) -> String {
        String(decoding: [upperDigit(byte >> 4), upperDigit(byte & 0xF)], as: UTF8.self)
    }

    // MARK: Percent-encoding

    /// The byte that a [percent-encoded byte](https://url.spec.whatwg.org/#percent-encoded-byte) at an offset
    /// represents; nil for a lone `%` or anything else.
    @inlinable
    package static func percentDecodedByte(in text: Span<UInt8>, at offset: Int) -> UInt8? {
        guard offset + 2 < text.count, text[offset] == UInt8(ascii: "%"), let high = value(of: text[offset + 1]),
            let low = value(of: text[offset + 2])
        else { return nil }
        return high << 4 | low
    }

    /// Appends a byte percent-encoded, such as `%2F`.
    package static func appendPercentEncoded(_ byte: UInt8, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "%"))
        output.append(upperDigit(byte >> 4))
        output.append(upperDigit(byte & 0xF))
    }

    /// Appends a text in which every byte is percent-encoded that could end or change a part of a URL.
    ///
    /// - Parameters:
    ///   - text: UTF-8. A `%` is encoded too, so an escape is read as its three characters.
    ///   - others: ASCII characters that are kept besides the unreserved ones.
    ///   - output: The bytes to append to.
    /// - Complexity: O(*n*) in the bytes; allocates only in `output`.
    package static func appendEscaped(_ text: Span<UInt8>, keeping others: String = "", to output: inout [UInt8]) {
        for index in text.indices {
            let byte = text[index]
            if byte.isUnreserved || others.utf8.contains(byte) {
                output.append(byte)
            } else {
                appendPercentEncoded(byte, to: &output)
            }
        }
    }
}
