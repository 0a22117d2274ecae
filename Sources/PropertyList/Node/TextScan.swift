import ByteText

/// A scan through the bytes of a text before it is parsed.
struct TextScan {
    private let bytes: [UInt8]
    private(set) var offset: Int

    init(_ bytes: [UInt8], from offset: Int) {
        self.bytes = bytes
        self.offset = offset
    }

    /// The current byte; nil at the end.
    var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    mutating func advance() { offset = min(offset + 1, bytes.count) }

    mutating func skipSpace() {
        while let byte, byte.isSpaceOrLineBreak { offset += 1 }
    }

    /// Whether these ASCII characters follow, ignoring case.
    func hasPrefix(_ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard bytes.count - offset >= count else { return false }
        return String(decoding: bytes[offset..<offset + count], as: UTF8.self).lowercased() == "\(word)"
    }

    /// The end of the current line.
    func endOfLine() -> Int {
        bytes[offset...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    }

    /// The name of the C preprocessor directive that begins here, such as `ifdef`; nil if none does.
    func directive() -> String? {
        var scan = self
        guard scan.byte == UInt8(ascii: "#") else { return nil }
        scan.advance()
        while let byte = scan.byte, byte.isSpaceOrTab { scan.advance() }
        let name = bytes[scan.offset...].prefix(8).prefix { (0x61...0x7A).contains($0) }
        let word = String(decoding: name, as: UTF8.self)
        return Self.directives.contains(word) ? word : nil
    }

    private static let directives: Set = [
        "define", "elif", "else", "endif", "error", "if", "ifdef", "ifndef", "import", "include", "line", "pragma",
        "undef", "warning",
    ]

    /// Whether the text after a brace or a bracket is JSON rather than an old-style property list.
    ///
    /// In the old style, arrays use parentheses, and a key is followed by `=`.
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

    /// Whether an old-style property list begins here, as in `{ key = value; }`.
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

    /// The characters allowed without quotes in the old style: letters, digits and a few signs.
    private static func isBareByte(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || "._-$/:".utf8.contains(byte)
    }

    /// Skips a text, from its opening quote.
    private mutating func skipQuoted() {
        advance()
        while let byte, byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\") { advance() }
            advance()
        }
        advance()
    }

    /// Moves to the next `<` after the current position.
    mutating func skipTag() {
        advance()
        while let byte, byte != UInt8(ascii: "<") { advance() }
    }
}

/// Converts UTF-16 to UTF-8, for property lists and other files saved as UTF-16.
package enum UTF16Text {
    /// A range that is not UTF-16: half of a surrogate pair, or half of a unit at the end.
    package struct Problem: Error {
        /// Relative to the first byte that was given.
        package var offsets: Range<Int>
    }

    /// Converts a text.
    ///
    /// - Parameters:
    ///   - bytes: The text without its byte order mark.
    ///   - isBigEndian: Whether the higher byte of a unit comes first.
    /// - Returns: The text in UTF-8.
    /// - Throws: The first range that is not UTF-16.
    /// - Complexity: O(*n*).
    package static func decode(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) throws(Problem) -> [UInt8] {
        let problem = { (offset: Int, count: Int) in
            let start = offset - bytes.startIndex
            return Problem(offsets: start..<min(start + count, bytes.count))
        }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var high: UInt32?
        var offset = bytes.startIndex
        while offset + 1 < bytes.endIndex {
            let (first, second) = (UInt32(bytes[offset]), UInt32(bytes[offset + 1]))
            let unit = isBigEndian ? first << 8 | second : second << 8 | first
            defer { offset += 2 }
            var scalar = Unicode.Scalar(unit)
            if let half = high {
                // The other half must follow immediately.
                scalar = Unicode.Scalar(high: half, low: unit)
                guard scalar != nil else { throw problem(offset - 2, 2) }
                high = nil
            } else if (0xD800..<0xDC00).contains(unit) {
                high = unit
                continue
            }
            guard let scalar, let encoded = UTF8.encode(scalar) else { throw problem(offset, 2) }
            text.append(contentsOf: encoded)
        }
        guard high == nil else { throw problem(offset - 2, 2) }
        guard offset == bytes.endIndex else { throw problem(offset, 1) }
        return text
    }

    /// Converts a text back.
    ///
    /// - Parameters:
    ///   - text: UTF-8.
    ///   - isBigEndian: Whether the higher byte of a unit comes first.
    /// - Returns: The text in UTF-16, without a byte order mark.
    /// - Complexity: O(*n*).
    package static func encode(_ text: some Collection<UInt8>, isBigEndian: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 2)
        for unit in String(decoding: text, as: UTF8.self).utf16 {
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            bytes.append(isBigEndian ? high : low)
            bytes.append(isBigEndian ? low : high)
        }
        return bytes
    }
}
