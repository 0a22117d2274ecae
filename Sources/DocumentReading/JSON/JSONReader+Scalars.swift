import ByteText
import Diagnostics

/// Numbers of a JSON file: [RFC 8259, section 6](https://www.rfc-editor.org/rfc/rfc8259#section-6).
extension JSONReader {
    /// Reads the number at the current position as it is written: a version such as `17.10` keeps its zero.
    mutating func number() throws(JSONProblem) -> String {
        let start = offset
        if byte == UInt8(ascii: "-") { offset += 1 }
        let hasZero = byte == UInt8(ascii: "0")
        var count = skipDigits()
        var isNumber = count == 1 || (count > 1 && !hasZero)
        if byte == UInt8(ascii: ".") {
            offset += 1
            count = skipDigits()
            isNumber = isNumber && count > 0
        }
        if byte.map({ $0 | 0x20 }) == UInt8(ascii: "e") {
            offset += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { offset += 1 }
            count = skipDigits()
            isNumber = isNumber && count > 0
        }
        guard isNumber, !isWordByte else {
            while isWordByte { offset += 1 }
            let text = String(decoding: bytes[start..<offset], as: UTF8.self)
            throw JSONProblem(
                .invalidJSON,
                "`\(Quoted.word(text))` is not a JSON number",
                at: start..<offset,
                help: "a string needs double quotes",
                unquoting: "this is not a JSON number"
            )
        }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private mutating func skipDigits() -> Int {
        let start = offset
        while let byte, byte.isASCIIDigit { offset += 1 }
        return offset - start
    }
}

/// Texts of a JSON file: [RFC 8259, section 7](https://www.rfc-editor.org/rfc/rfc8259#section-7).
extension JSONReader {
    /// Reads the text that begins with the quote at the current position.
    mutating func string() throws(JSONProblem) -> String {
        let opening = offset
        offset += 1
        var start = offset
        // Nearly every text is one piece between its quotes; only a text with escapes is assembled from pieces.
        var pieces = ""
        while let byte {
            switch byte {
            case UInt8(ascii: "\""):
                let piece = String(decoding: bytes[start..<offset], as: UTF8.self)
                offset += 1
                return pieces.isEmpty ? piece : pieces + piece
            case UInt8(ascii: "\\"):
                pieces += String(decoding: bytes[start..<offset], as: UTF8.self)
                pieces.unicodeScalars.append(try escape())
                start = offset
            case 0..<0x20:
                throw controlCharacter(byte, opening: opening)
            default:
                offset += 1
            }
        }
        let help = "close the quote, or save the file again if it is cut off"
        throw JSONProblem(.invalidJSON, "this string is not closed", at: opening..<opening + 1, help: help)
    }

    /// Reads the escape whose backslash is at the current position.
    package mutating func escape() throws(JSONProblem) -> Unicode.Scalar {
        let start = offset
        offset += 2
        let letter = offset <= bytes.count ? bytes[offset - 1] : 0
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            guard let unit = fourDigits() else { break }
            if let scalar = Unicode.Scalar(unit) { return scalar }
            // A character beyond U+FFFF is written as a surrogate pair, the high half first.
            if unit < 0xDC00, bytes[offset...].starts(with: "\\u".utf8) {
                offset += 2
                if let low = fourDigits(), let scalar = Unicode.Scalar(high: unit, low: low) { return scalar }
            }
            let message = "this escape is half of a character"
            let end = min(start + 6, bytes.count)
            throw JSONProblem(.invalidJSON, message, at: start..<end, help: "write both halves, or neither")
        default: break
        }
        let end = min(start + 2, bytes.count)
        let help = "write `\\\\` for a backslash"
        throw JSONProblem(.invalidJSON, "JSON has no such escape", at: start..<end, help: help)
    }

    private mutating func fourDigits() -> UInt32? {
        guard let value = Hexadecimal.fourDigits(in: bytes.span, at: offset) else { return nil }
        offset += 4
        return value
    }

    private func controlCharacter(_ byte: UInt8, opening: Int) -> JSONProblem {
        guard byte != 0x0A, byte != 0x0D else {
            let help = "close the quote; a line break in a string is written `\\n`"
            return JSONProblem(.invalidJSON, "this string is not closed on its line", at: opening..<offset, help: help)
        }
        let name = byte == 0x09 ? "a tab" : "the control character U+00\(Hexadecimal.upperText(of: byte))"
        let help = byte == 0x09 ? "write it `\\t`" : "remove it"
        return JSONProblem(.controlCharacter, "a string contains \(name)", at: offset..<offset + 1, help: help)
    }
}
