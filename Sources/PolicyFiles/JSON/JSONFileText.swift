import ByteText
import DocumentReading
import PropertyList

/// The text of a JSON file in UTF-8, regardless of its encoding.
///
/// PowerShell 5 exports files as UTF-16, so that is accepted too; JSON itself is UTF-8
/// ([RFC 8259, section 8.1](https://www.rfc-editor.org/rfc/rfc8259#section-8.1)).
struct JSONFileText {
    /// The bytes as UTF-8. A UTF-8 byte order mark is kept, so that offsets match the file.
    var bytes: [UInt8]
    /// Whether `bytes` differ from those of the file, so that only lines and columns match.
    var isTranscoded = false

    /// Reads a file.
    ///
    /// - Throws: ``JSONProblem`` if the bytes are not text.
    /// - Complexity: O(*n*).
    init(_ file: [UInt8]) throws(JSONProblem) {
        bytes = file
        switch Self.encoding(of: file) {
        case nil:
            do {
                _ = try UTF8Span(validating: file.span)
            } catch {
                let (message, help) = YAMLTextCheck.wordsNotUTF8(file)
                throw JSONProblem(.notUTF8, message, at: error.byteOffsets, help: help)
            }
        case .utf32:
            throw JSONProblem(.isUTF16, "the file seems to be UTF-32", at: 0..<4, help: "save it as UTF-8")
        case .utf16(let isBigEndian, let markLength):
            do throws(UTF16Text.Problem) {
                bytes = try UTF16Text.decode(file[markLength...], isBigEndian: isBigEndian)
            } catch {
                let place = error.offsets.lowerBound + markLength..<error.offsets.upperBound + markLength
                let message = "the file begins as UTF-16, but not all of it is UTF-16"
                throw JSONProblem(.notUTF8, message, at: place, help: "save it as UTF-8")
            }
            isTranscoded = true
        }
    }

    private enum Encoding {
        case utf16(isBigEndian: Bool, markLength: Int)
        case utf32
    }

    /// The encoding according to byte order marks or, because JSON begins with an ASCII character, NULs next to it; nil
    /// if the file is not UTF-16 or UTF-32.
    private static func encoding(of bytes: [UInt8]) -> Encoding? {
        let first = bytes.prefix(4)
        if first.elementsEqual([0xFF, 0xFE, 0, 0]) || first.elementsEqual([0, 0, 0xFE, 0xFF]) { return .utf32 }
        if let isBigEndian = ByteOrderMark.utf16IsBigEndian(in: bytes.span) {
            return .utf16(isBigEndian: isBigEndian, markLength: 2)
        }
        guard first.count >= 2, bytes.count.isMultiple(of: 2), (bytes[0] == 0) != (bytes[1] == 0) else { return nil }
        return .utf16(isBigEndian: bytes[0] == 0, markLength: 0)
    }
}
