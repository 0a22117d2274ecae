import ByteText
import URLStandard

/// Which bytes of a JSON string are escaped, and how.
enum JSONEscaping {
    /// What is in the output.
    enum Form: Equatable {
        case asIs
        case backslash(UInt8)
        case hexadecimal(UInt16)
        /// U+FFFD, for bytes that are no UTF-8.
        case replacement
    }

    /// The longest text that stands for one byte: `\u0000`.
    static let longestEscape = 6
    /// How many bytes are escaped at once, with room for the longest escape of each.
    static let pieceSize = 1 << 14

    /// The bytes that cannot be copied as they are, or begin a code point that may not.
    @inline(__always)
    static func bitsToEscape(_ vector: ByteVector) -> UInt64 {
        let controls = ByteVector.bits(vector.bytes .< ByteVector.all(0x20))
        let high = ByteVector.bits(vector.bytes .> ByteVector.all(0x7E))
        return controls | high | vector.bits(equalTo: UInt8(ascii: "\"")) | vector.bits(equalTo: UInt8(ascii: "\\"))
    }

    /// As ``bitsToEscape(_:)``, for one byte.
    @inline(__always)
    static func mustEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte > 0x7E || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// What stands for the byte, or the code point that begins, at an offset, and how many bytes that takes.
    static func escape(_ bytes: Span<UInt8>, at offset: Int) -> (length: Int, form: Form) {
        let byte = bytes[offset]
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): return (1, .backslash(byte))
        case UInt8(ascii: "\n"): return (1, .backslash(UInt8(ascii: "n")))
        case UInt8(ascii: "\r"): return (1, .backslash(UInt8(ascii: "r")))
        case UInt8(ascii: "\t"): return (1, .backslash(UInt8(ascii: "t")))
        case 0..<0x20, 0x7F: return (1, .hexadecimal(UInt16(byte)))
        case 0x20..<0x80: return (1, .asIs)
        default: break
        }
        let (length, isValid) = UTF8Sequence.next(in: bytes, at: offset)
        guard isValid else { return (length, .replacement) }
        // The C1 controls, U+0085 among them.
        if byte == 0xC2, bytes[offset + 1] < 0xA0 { return (2, .hexadecimal(UInt16(bytes[offset + 1]))) }
        if byte == 0xE2, bytes[offset + 1] == 0x80, bytes[offset + 2] == 0xA8 || bytes[offset + 2] == 0xA9 {
            return (3, .hexadecimal(0x2000 | UInt16(bytes[offset + 2] & 0x3F)))
        }
        return (length, .asIs)
    }
}
