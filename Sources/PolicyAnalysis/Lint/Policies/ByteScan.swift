/// Goes through bytes to find where things end.
struct ByteScan {
    private let bytes: [UInt8]
    private(set) var offset: Int

    init(_ bytes: [UInt8], at offset: Int) {
        self.bytes = bytes
        self.offset = offset
    }

    /// The byte at the offset; nil at the end.
    var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    mutating func advance() { offset = min(offset + 1, bytes.count) }

    mutating func skipSpace() {
        while let byte = current, Self.isSpace(byte) { advance() }
    }

    /// Goes behind the next occurrence of a text, or to the end.
    mutating func skip(past text: String) {
        let text = Array(text.utf8)
        while offset < bytes.count, !bytes[offset...].starts(with: text) { offset += 1 }
        offset = min(offset + text.count, bytes.count)
    }

    /// Goes behind a string in quotes.
    mutating func skipString() {
        guard let quote = current else { return }
        advance()
        while let byte = current {
            advance()
            if byte == quote { return }
            if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") { advance() }
        }
    }

    /// Goes to the end of the line, a comment, or one of some bytes.
    mutating func skipPlain(until ends: [UInt8]) {
        while let byte = current, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r"), !ends.contains(byte) {
            if byte == UInt8(ascii: "#"), offset > 0, Self.isSpace(bytes[offset - 1]) { return }
            advance()
        }
    }

    /// The value that begins here: a string, something in brackets, or a plain one.
    mutating func value(inFlow isInFlow: Bool) -> Range<Int> {
        let start = offset
        switch current {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): skipString()
        case UInt8(ascii: "["), UInt8(ascii: "{"): skipBrackets()
        default: skipPlain(until: isInFlow ? Array(",]}".utf8) : [])
        }
        return trimmed(start)
    }

    /// The lines that are indented by more than a key, or begin with `-` as far in as it.
    mutating func block(below indentation: Int) -> Range<Int> {
        let start = offset
        var end = offset
        while offset < bytes.count {
            let lineStart = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            let column = offset - lineStart
            guard column > indentation || (column == indentation && current == UInt8(ascii: "-")) else { break }
            while let byte = current, byte != UInt8(ascii: "\n") { advance() }
            end = offset
            skipSpace()
        }
        offset = end
        return trimmed(start)
    }

    /// The element that begins here, with its tags.
    mutating func element() -> Range<Int> {
        let start = offset
        guard current == UInt8(ascii: "<") else { return start..<start }
        let nameEnd = bytes[start...].firstIndex { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "/") } ?? bytes.count
        let name = String(decoding: bytes[min(start + 1, nameEnd)..<nameEnd], as: UTF8.self)
        guard nameEnd < bytes.count else { return start..<start }
        offset = nameEnd
        guard current == UInt8(ascii: ">") else {
            skip(past: ">")
            return start..<offset
        }
        // Arrays may hold arrays: those opened on the way are closed first.
        var depth = 1
        let (open, close) = (Array("<\(name)>".utf8), Array("</\(name)>".utf8))
        while depth > 0, offset < bytes.count {
            if bytes[offset...].starts(with: close) {
                depth -= 1
                offset += close.count
            } else {
                if bytes[offset...].starts(with: open) { depth += 1 }
                offset += 1
            }
        }
        return start..<offset
    }

    private mutating func skipBrackets() {
        var depth = 0
        while let byte = current {
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                skipString()
                continue
            default: break
            }
            advance()
            if depth == 0 { return }
        }
    }

    private func trimmed(_ start: Int) -> Range<Int> {
        var end = offset
        while end > start, Self.isSpace(bytes[end - 1]) { end -= 1 }
        return start..<end
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
