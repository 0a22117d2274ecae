/// The [domain parser](https://url.spec.whatwg.org/#concept-domain-to-ascii) without *beStrict*, with the
/// percent-decoding before it.
enum DomainParser {
    /// Appends the domain in ASCII form.
    ///
    /// Percent-decoding comes before everything else, so `ex%41mple.org` and `example.org` are one host.
    static func append(_ input: Span<UInt8>, to output: inout ByteStorage) throws(URLParsingError) {
        let start = output.count
        output.reserve(start &+ input.count)
        var offset = 0
        var count = start
        var classes = ByteClass(bits: 0)
        var all: UInt8 = 0
        while offset < input.count {
            var byte = input[offset]
            if byte == UInt8(ascii: "%"), let decoded = PercentEncoder.decodedByte(in: input, at: offset) {
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
        // Only here: a `<` with U+0338 behind it has become another, permitted code point.
        guard !classes.intersects(.forbiddenDomain) else { throw .domainInvalidCodePoint }
    }
}
