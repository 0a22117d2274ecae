import ByteText

/// The [domain parser](https://url.spec.whatwg.org/#concept-domain-to-ascii) without *beStrict*, including the
/// percent-decoding before it.
enum DomainParser {
    /// Appends the domain in ASCII form.
    ///
    /// Percent-decoding comes first, so `ex%41mple.org` and `example.org` are the same host.
    static func append(_ input: Span<UInt8>, to output: inout ByteStorage) throws(URLParsingError) {
        let start = output.count
        output.reserve(start &+ input.count)
        var offset = 0
        var count = start
        var classes = ByteClass(bits: 0)
        var all: UInt8 = 0
        while offset < input.count {
            var byte = input[offset]
            if byte == UInt8(ascii: "%"), let decoded = Hexadecimal.percentDecodedByte(in: input, at: offset) {
                byte = decoded
                offset &+= 2
            }
            offset &+= 1
            let ofByte = ByteClass(of: byte)
            classes = classes | ofByte
            all |= byte
            output.write(ofByte.intersects(.upperAlpha) ? byte | 0x20 : byte, at: count)
            count &+= 1
        }
        output.setCount(count)
        if all >= 0x80 {
            try UnicodeIDNA.replaceByASCII(from: start, in: &output)
            classes = ByteClass(bits: 0)
            let ascii = output.span
            for offset in start..<ascii.count { classes = classes | ByteClass(of: ascii[offset]) }
        }
        // Not earlier: by now a `<` followed by U+0338 has become another, permitted code point.
        guard !classes.intersects(.forbiddenDomain) else { throw .domainInvalidCodePoint }
    }
}

/// Converts domains to ASCII form, as the URL parser does with the host of a special URL.
///
/// ```swift
/// try DomainToASCII.convert("faß.example")  // xn--fa-hia.example
/// ```
public enum DomainToASCII {
    /// Runs the [domain parser](https://url.spec.whatwg.org/#concept-domain-to-ascii).
    ///
    /// Without `beStrict`, a domain that is already ASCII is only lower-cased, even if a label begins with `xn--` and
    /// does not decode. There is no percent-decoding, and an IPv4 address is treated like any other domain.
    ///
    /// - Parameters:
    ///   - domain: UTF-8.
    ///   - beStrict: Whether to apply STD3 rules (letters, digits and hyphens only), check hyphens, and enforce the DNS
    ///     length limits for labels and the domain.
    /// - Returns: The domain in ASCII form; never empty.
    /// - Throws: ``URLParsingError/domainToASCII`` or ``URLParsingError/domainInvalidCodePoint``. A domain that is not
    ///   ASCII and longer than 4,096 bytes is rejected too.
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

    /// Converts a domain with [Unicode ToASCII](https://www.unicode.org/reports/tr46/#ToASCII) alone, without what the
    /// URL Standard adds to it, for models of programs that check hosts in their own way.
    ///
    /// - Parameters:
    ///   - domain: UTF-8. If it is ASCII, labels that begin with `xn--` must decode.
    ///   - refusingAnyError: Whether to check hyphens and enforce the DNS length limits.
    /// - Returns: The domain in ASCII form. It may contain code points that the URL Standard forbids in a domain, and
    ///   Punycode that Unicode 15.1 forbids.
    /// - Throws: ``URLParsingError/domainToASCII``.
    package static func unicodeToASCII(
        _ domain: Span<UInt8>,
        refusingAnyError: Bool
    ) throws(URLParsingError) -> [UInt8] {
        var output = ByteStorage(copying: domain)
        try UnicodeIDNA.replaceByASCII(in: &output, refusingAnyError: refusingAnyError)
        return output.span.array
    }

    /// Whether every label consists of 1 to 63 letters, digits and hyphens, and the domain of 1 to 253 bytes. A
    /// trailing dot, which names the root, is permitted and not counted.
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

/// Code points whose UTS #46 mapping has changed.
///
/// An older ICU maps them to another host than a current browser does, and a policy would judge the wrong host. With
/// such an ICU, a domain that contains one of them is therefore rejected. Code points that are too new for the
/// installed ICU need no entry: ICU rejects them, so they do not lead to another host either.
///
/// Between Unicode 15.0 and 18.0 the mapping of one code point changed: since 15.1, U+1E9E `ẞ` becomes `ß` and no
/// longer `ss`. (All code points were compared, each between two letters.)
enum RemappedCodePoints {
    /// Whether the UTF-8 bytes from `start` on contain a code point that the given version of Unicode maps differently
    /// than current versions do.
    ///
    /// The version is the major version times 256 plus the minor version.
    static func areContained(in bytes: Span<UInt8>, from start: Int, unicodeVersion: UInt16) -> Bool {
        guard unicodeVersion < 15 << 8 | 1 else { return false }
        var offset = start
        while offset + 2 < bytes.count {
            if bytes[offset] == 0xE1, bytes[offset + 1] == 0xBA, bytes[offset + 2] == 0x9E { return true }
            offset += 1
        }
        return false
    }
}
