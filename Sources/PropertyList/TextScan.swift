/// A walk through the bytes of a text that is looked at before any parser.
struct TextScan {
    private let bytes: [UInt8]
    private(set) var offset: Int

    init(_ bytes: [UInt8], from offset: Int) {
        self.bytes = bytes
        self.offset = offset
    }

    /// The byte here; nil at the end.
    var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    mutating func advance() { offset = min(offset + 1, bytes.count) }

    mutating func skipSpace() {
        while let byte, Self.isSpace(byte) { offset += 1 }
    }

    /// Whether these ASCII characters stand here, in any case.
    func hasPrefix(_ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard bytes.count - offset >= count else { return false }
        return String(decoding: bytes[offset..<offset + count], as: UTF8.self).lowercased() == "\(word)"
    }

    /// Where the line ends that the offset is on.
    func endOfLine() -> Int {
        bytes[offset...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    }

    /// Whether what begins here with a brace or a bracket is JSON rather than a property list of the old form.
    ///
    /// In the old form, arrays have parentheses, and `=` stands behind a key.
    func looksLikeJSON() -> Bool {
        var scan = self
        guard scan.byte == UInt8(ascii: "{") else { return true }
        scan.advance()
        scan.skipSpace()
        guard scan.byte == UInt8(ascii: "\"") else { return false }
        scan.skipQuoted()
        scan.skipSpace()
        return scan.byte == UInt8(ascii: ":")
    }

    /// Whether a property list of the old form begins here, as in `{ key = value; }`.
    func looksOldStyle() -> Bool {
        var scan = self
        guard scan.byte == UInt8(ascii: "{") else { return false }
        scan.advance()
        scan.skipSpace()
        if scan.byte == UInt8(ascii: "\"") {
            scan.skipQuoted()
        } else {
            let start = scan.offset
            while let byte = scan.byte, Self.isBareByte(byte) { scan.advance() }
            guard scan.offset > start else { return false }
        }
        scan.skipSpace()
        return scan.byte == UInt8(ascii: "=")
    }

    /// What stands without quotes in the old form: letters, digits and a few signs.
    private static func isBareByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "._-$/:".utf8.contains(byte)
    }

    /// Steps over a text, from its opening quote.
    private mutating func skipQuoted() {
        advance()
        while let byte, byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\") { advance() }
            advance()
        }
        advance()
    }

    /// Steps to the next `<` that isn't here.
    mutating func skipTag() {
        advance()
        while let byte, byte != UInt8(ascii: "<") { advance() }
    }

    /// White space as XML has it.
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (byte >= 0x09 && byte <= 0x0D && byte != 0x0B && byte != 0x0C)
    }
}
