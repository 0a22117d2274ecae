import ByteText

/// Stage 2 of the parser: finds the scheme.
///
/// See [scheme start state](https://url.spec.whatwg.org/#scheme-start-state) and the one after it.
enum SchemeParser {
    /// Writes the scheme in lower case with its `:`, and sets the layout's scheme.
    ///
    /// - Returns: The offset after the `:`, or nil if the input does not begin with a scheme; then nothing is written.
    static func parse(_ input: Span<UInt8>, into record: inout URLRecord) -> Int? {
        if let end = parseCommon(input, into: &record) { return end }
        guard let end = end(in: input), input.has(":", at: end) else { return nil }
        record.layout.schemeEnd = UInt32(truncatingIfNeeded: end)
        record.layout.specialScheme = write(input, to: end, into: &record.storage)
        record.storage.append(UInt8(ascii: ":"))
        return end + 1
    }

    /// Reads `http` and `https` in lower case from one word.
    @inline(__always)
    private static func parseCommon(_ input: Span<UInt8>, into record: inout URLRecord) -> Int? {
        guard input.count >= 8 else { return nil }
        let word = WordLoader.word(of: input, at: 0)
        let isSecure = word & 0xFFFF_FFFF_FFFF == 0x3A73_7074_7468
        guard isSecure || word & 0xFF_FFFF_FFFF == 0x3A_7074_7468 else { return nil }
        record.storage.reserve(8)
        record.storage.write(word, at: 0)
        let end = isSecure ? 6 : 5
        record.storage.setCount(end)
        record.layout.schemeEnd = UInt32(truncatingIfNeeded: end &- 1)
        record.layout.specialScheme = isSecure ? .https : .http
        return end
    }

    /// The end of the longest scheme at the beginning of the input; nil if there is none.
    static func end(in input: Span<UInt8>) -> Int? {
        guard input.count > 0, ByteClass(of: input[0]).intersects(.alpha) else { return nil }
        var offset = 1
        while offset < input.count, ByteClass(of: input[offset]).intersects(.schemeByte) { offset &+= 1 }
        return offset
    }

    /// Appends the first `end` bytes, a scheme, in lower case.
    ///
    /// - Returns: The special scheme, if it is one.
    static func write(_ input: Span<UInt8>, to end: Int, into output: inout ByteStorage) -> SpecialScheme? {
        // The letters of the scheme as one number; a longer scheme loses its first letters, hence the length check.
        var word: UInt64 = 0
        for offset in 0..<end {
            // The other bytes of a scheme, digits and `+-.`, have bit 0x20 set already.
            let byte = input[offset] | 0x20
            output.append(byte)
            word = word &<< 8 | UInt64(byte)
        }
        return end <= 5 ? SpecialScheme(word: word) : nil
    }
}

extension SpecialScheme {
    /// The scheme whose letters are the bytes of `word`, the last letter lowest.
    init?(word: UInt64) {
        switch word {
        case 0x68_7474_7073: self = .https
        case 0x6874_7470: self = .http
        case 0x77_7373: self = .wss
        case 0x7773: self = .ws
        case 0x66_7470: self = .ftp
        case 0x6669_6C65: self = .file
        default: return nil
        }
    }
}
