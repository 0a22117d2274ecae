import ByteText
import Diagnostics
import DocumentReading
import PolicyModel

/// Problems that make a text unreadable as YAML, found before parsing.
package enum YAMLTextCheck {
    struct Problem {
        var code: FindingCode
        var message: String
        var help: String?
        /// The range of bytes with the problem.
        var offsets: Range<Int>
    }

    /// The length of the byte order mark with which a UTF-8 text may begin.
    static func markLength(_ bytes: [UInt8]) -> Int { ByteOrderMark.utf8Count(in: bytes.span) }

    /// The first problem of a text; nil if it can be parsed.
    ///
    /// - Complexity: O(*n*).
    static func problem(of bytes: [UInt8]) -> Problem? {
        if bytes.isEmpty {
            return Problem(
                code: .emptyDocument,
                message: "the file is empty",
                offsets: 0..<0
            )
        }
        if let problem = utf16Problem(bytes) { return problem }
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            let (message, help) = wordsNotUTF8(bytes)
            return Problem(code: .notUTF8, message: message, help: help, offsets: error.byteOffsets)
        }
        return controlProblem(bytes) ?? directiveProblem(bytes)
    }

    /// What is said about a file that is not UTF-8.
    static func wordsNotUTF8(_ bytes: [UInt8]) -> (message: String, help: String) {
        CompiledFileMark.begins(bytes)
            ? ("this is a compiled policy, which cannot be read as text", CompiledFileMark.help)
            : ("the file is not UTF-8", "save it as UTF-8")
    }

    /// Detects UTF-16 by its byte order mark or, because a document begins with ASCII, by a NUL in its first two bytes.
    package static func isUTF16(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 2 else { return false }
        return ByteOrderMark.utf16IsBigEndian(in: bytes.span) != nil || (bytes[0] == 0) != (bytes[1] == 0)
    }

    /// The problem of a text in UTF-16; nil for other texts.
    private static func utf16Problem(_ bytes: [UInt8]) -> Problem? {
        guard isUTF16(bytes) else { return nil }
        return Problem(
            code: .isUTF16,
            message: "the file seems to be UTF-16 or UTF-32",
            help: "save it as UTF-8",
            offsets: 0..<2
        )
    }

    /// Finds a control character, a noncharacter that YAML forbids, or a line break that only libyaml sees.
    ///
    /// libyaml reports U+FFFE and U+FFFF without a place.
    ///
    /// libyaml follows YAML 1.1, in which U+0085, U+2028 and U+2029 end a line. In [YAML
    /// 1.2](https://yaml.org/spec/1.2.2/#54-line-break-characters), in JSON and in editors they don't, so a rule after
    /// one of them would look like the rest of a comment.
    private static func controlProblem(_ bytes: [UInt8]) -> Problem? {
        for offset in bytes.indices {
            let byte = bytes[offset]
            let scalar: Unicode.Scalar
            let length: Int
            switch byte {
            case 0x09, 0x0A, 0x0D: continue
            case 0..<0x20, 0x7F: (scalar, length) = (Unicode.Scalar(byte), 1)
            // The text is UTF-8, so a character that begins is complete.
            case 0xC2 where bytes[offset + 1] < 0xA0: (scalar, length) = (Unicode.Scalar(bytes[offset + 1]), 2)
            case 0xE2 where bytes[offset + 1] == 0x80 && (0xA8...0xA9).contains(bytes[offset + 2]):
                (scalar, length) = (bytes[offset + 2] == 0xA8 ? "\u{2028}" : "\u{2029}", 3)
            case 0xEF where bytes[offset + 1] == 0xBF && bytes[offset + 2] >= 0xBE:
                (scalar, length) = (bytes[offset + 2] == 0xBE ? "\u{FFFE}" : "\u{FFFF}", 3)
            default: continue
            }
            let kind = length < 3 ? "control character" : byte == 0xE2 ? "line break" : "noncharacter"
            let name = scalar == "\0" ? "a NUL byte" : "the \(kind) \(scalar.notation)"
            return Problem(
                code: .controlCharacter,
                message: "there is \(name) in the file",
                // An escape for any other control character would be refused as well.
                help: byte == 0xE2 || scalar == "\u{85}"
                    ? "remove it, or write it as an escape in double quotes" : "remove it",
                offsets: offset..<offset + length
            )
        }
        return nil
    }

    /// Rejects directives such as `%TAG`: they change how the rest is read, and libyaml takes quadratic time for many
    /// of them.
    private static func directiveProblem(_ bytes: [UInt8]) -> Problem? {
        var offset = markLength(bytes)
        while offset < bytes.count {
            let end = bytes[offset...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
            let line = bytes[offset..<end]
            if line.first == UInt8(ascii: "%") {
                return Problem(
                    code: .unsupportedDirective,
                    message: "YAML directives are not supported",
                    help: "remove the line",
                    offsets: offset..<end
                )
            }
            // Directives precede the first content; only blank lines and comments are between them.
            let content = line.first { $0 != 0x20 && $0 != 0x09 }
            guard content == nil || content == UInt8(ascii: "#") else { return nil }
            offset = end + 1
        }
        return nil
    }
}
