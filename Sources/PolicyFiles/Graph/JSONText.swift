/// The text of a JSON file in UTF-8, whatever it was saved as.
///
/// PowerShell 5 saves what it exports as UTF-16, so that is read too; JSON itself is UTF-8
/// ([RFC 8259, section 8.1](https://www.rfc-editor.org/rfc/rfc8259#section-8.1)).
struct JSONText {
    /// The bytes, which are UTF-8. A byte order mark of UTF-8 is still there, so that offsets are those of the file.
    var bytes: [UInt8]
    /// Whether `bytes` are others than those of the file, so that only lines and columns agree.
    var isTranscoded = false

    /// Reads a file.
    ///
    /// - Throws: ``JSONProblem`` where the bytes are no text.
    /// - Complexity: O(*n*).
    init(_ file: [UInt8]) throws(JSONProblem) {
        bytes = file
        guard let encoding = Self.encoding(of: file) else {
            do {
                _ = try UTF8Span(validating: file.span)
            } catch {
                throw JSONProblem(.notUTF8, "the file is not UTF-8", at: error.byteOffsets, help: "save it as UTF-8")
            }
            return
        }
        switch encoding {
        case .utf32:
            throw JSONProblem(.isUTF16, "the file seems to be UTF-32", at: 0..<4, help: "save it as UTF-8")
        case .utf16(let bigEndian, let markLength):
            bytes = try Self.utf8(file[markLength...], bigEndian: bigEndian)
            isTranscoded = true
        }
    }

    private enum Encoding {
        case utf16(bigEndian: Bool, markLength: Int)
        case utf32
    }

    /// Byte order marks and, since JSON begins with an ASCII character, the NULs around it; nil for what isn't wide.
    private static func encoding(of bytes: [UInt8]) -> Encoding? {
        let first = bytes.prefix(4)
        if first.elementsEqual([0xFF, 0xFE, 0, 0]) || first.elementsEqual([0, 0, 0xFE, 0xFF]) { return .utf32 }
        if first.starts(with: [0xFF, 0xFE]) { return .utf16(bigEndian: false, markLength: 2) }
        if first.starts(with: [0xFE, 0xFF]) { return .utf16(bigEndian: true, markLength: 2) }
        guard first.count >= 2, bytes.count.isMultiple(of: 2), (bytes[0] == 0) != (bytes[1] == 0) else { return nil }
        return .utf16(bigEndian: bytes[0] == 0, markLength: 0)
    }

    private static func utf8(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) throws(JSONProblem) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var high: UInt32?
        var offset = bytes.startIndex
        let message = "the file begins as UTF-16 and isn't all of it"
        while offset + 1 < bytes.endIndex {
            let pair = (UInt32(bytes[offset]), UInt32(bytes[offset + 1]))
            let unit = bigEndian ? pair.0 << 8 | pair.1 : pair.1 << 8 | pair.0
            var scalar = Unicode.Scalar(unit)
            if let first = high {
                high = nil
                scalar =
                    (0xDC00..<0xE000).contains(unit)
                    ? Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (unit - 0xDC00)) : nil
            } else if (0xD800..<0xDC00).contains(unit) {
                high = unit
                offset += 2
                continue
            }
            guard let scalar, let encoded = UTF8.encode(scalar) else {
                throw JSONProblem(.notUTF8, message, at: offset..<offset + 2, help: "save it as UTF-8")
            }
            text.append(contentsOf: encoded)
            offset += 2
        }
        guard offset == bytes.endIndex, high == nil else {
            throw JSONProblem(.notUTF8, message, at: offset..<bytes.endIndex, help: "save it as UTF-8")
        }
        return text
    }
}
