import Diagnostics

/// Numbers of a JSON file: [RFC 8259, section 6](https://www.rfc-editor.org/rfc/rfc8259#section-6).
extension JSONReader {
    /// Reads the number at which the reader stands, as it is written: a version such as `17.10` keeps its zero.
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
            let message = "`\(Quoted.word(text))` is no JSON number"
            throw JSONProblem(.invalidJSON, message, at: start..<offset, help: "a text needs double quotes")
        }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private mutating func skipDigits() -> Int {
        let start = offset
        while let byte, (0x30...0x39).contains(byte) { offset += 1 }
        return offset - start
    }
}
