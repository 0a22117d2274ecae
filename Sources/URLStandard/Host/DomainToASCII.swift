import ByteText

/// Converts domains to ASCII form, as the URL parser does with the host of a special URL.
///
/// ```swift
/// try DomainToASCII.convert("faß.example")  // xn--fa-hia.example
/// ```
public enum DomainToASCII {
    /// Runs the [domain parser](https://url.spec.whatwg.org/#concept-domain-to-ascii).
    ///
    /// Without `beStrict`, a domain that is ASCII already is only lower-cased, even where a label begins with `xn--`
    /// and does not decode. There is no percent-decoding, and an IPv4 address is a domain like any other.
    ///
    /// - Parameters:
    ///   - domain: UTF-8.
    ///   - beStrict: Whether to apply STD3 rules (letters, digits and hyphens only), check hyphens, and hold labels and
    ///     domain to the lengths of DNS.
    /// - Returns: The domain in ASCII form; never empty.
    /// - Throws: ``URLParsingError/domainToASCII`` or ``URLParsingError/domainInvalidCodePoint``. A domain that is not
    ///   ASCII and longer than 4,096 bytes is refused too.
    /// - Complexity: O(*n*) in ASCII; otherwise ICU's.
    public static func convert(_ domain: Span<UInt8>, beStrict: Bool = false) throws(URLParsingError) -> [UInt8] {
        var output = ByteStorage(copying: domain)
        var all: UInt8 = 0
        for offset in 0..<output.count {
            let byte = output[offset]
            all |= byte
            if ByteClass(of: byte).intersects(.upperAlpha) { output[offset] = byte | 0x20 }
        }
        if all >= 0x80 || beStrict { try UnicodeIDNA.replaceByASCII(from: 0, in: &output, checkHyphens: beStrict) }
        guard output.count > 0 else { throw .domainToASCII }
        for offset in 0..<output.count where ByteClass(of: output[offset]).intersects(.forbiddenDomain) {
            throw .domainInvalidCodePoint
        }
        if beStrict, !isStrict(output.span) { throw .domainToASCII }
        return output.span.array
    }

    /// Converts a domain given as a string.
    ///
    /// - Parameters:
    ///   - domain: The domain.
    ///   - beStrict: As in the other overload.
    /// - Returns: The domain in ASCII form.
    /// - Throws: As the other overload.
    public static func convert(_ domain: String, beStrict: Bool = false) throws(URLParsingError) -> String {
        String(decoding: try convert(domain.utf8.span, beStrict: beStrict), as: UTF8.self)
    }

    /// Whether every label is made of letters, digits and hyphens, and of 1 to 63 bytes, and all of 1 to 253. A dot at
    /// the end, which names the root, is permitted and does not count.
    private static func isStrict(_ domain: Span<UInt8>) -> Bool {
        let count = domain.has(".", at: domain.count - 1) ? domain.count - 1 : domain.count
        var labelStart = 0
        for offset in 0...count {
            guard offset == count || domain[offset] == UInt8(ascii: ".") else {
                let isLetterDigitHyphen =
                    ByteClass(of: domain[offset]).intersects(.alpha | .digit) || domain[offset] == UInt8(ascii: "-")
                guard isLetterDigitHyphen else { return false }
                continue
            }
            guard 1...63 ~= offset - labelStart else { return false }
            labelStart = offset + 1
        }
        return count <= 253
    }
}
