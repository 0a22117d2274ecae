/// Scans bytes to find where things end.
struct ByteScan {
    private let bytes: [UInt8]
    private(set) var offset: Int
    /// The number of JSON strings around the text, whose escapes are not decoded.
    private let level: Int

    init(_ bytes: [UInt8], at offset: Int, level: Int = 0) {
        self.bytes = bytes
        self.offset = offset
        self.level = level
    }

    /// The number of strings around a quote: each level of strings puts backslashes before it, first 1, then 3, then 7.
    static func level(ofQuoteAt offset: Int, in bytes: [UInt8]) -> Int {
        let count = backslashes(at: offset, in: bytes)
        guard offset + count < bytes.count, bytes[offset + count] == UInt8(ascii: "\"") else { return 0 }
        switch count {
        case 1: return 1
        case 3: return 2
        case 7: return 3
        default: return 0
        }
    }

    private static func backslashes(at offset: Int, in bytes: [UInt8]) -> Int {
        var end = offset
        while end < bytes.count, bytes[end] == UInt8(ascii: "\\") { end += 1 }
        return end - offset
    }

    /// The byte at the offset, or nil at the end.
    var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    mutating func advance() { offset = min(offset + 1, bytes.count) }

    mutating func skipSpace() {
        while let byte = current {
            if Self.isSpace(byte) {
                advance()
            } else if let end = endOfEscapedSpace {
                offset = end
            } else {
                return
            }
        }
    }

    /// The offset after an escape in a string, such as `\n`, that is white space for the JSON in it; else nil.
    private var endOfEscapedSpace: Int? {
        guard level > 0, current == UInt8(ascii: "\\") else { return nil }
        let count = Self.backslashes(at: offset, in: bytes)
        guard count == 1 << (level - 1), offset + count < bytes.count,
            "nrt".utf8.contains(bytes[offset + count])
        else { return nil }
        return offset + count + 1
    }

    /// Skips past the next occurrence of a text, or to the end.
    mutating func skip(past text: String) {
        let text = Array(text.utf8)
        while offset < bytes.count, !bytes[offset...].starts(with: text) { offset += 1 }
        offset = min(offset + text.count, bytes.count)
    }

    /// Skips a string in quotes.
    mutating func skipString() {
        guard level == 0 else { return skipEscapedString() }
        guard let quote = current else { return }
        advance()
        while let byte = current {
            advance()
            if byte == quote { return }
            if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") { advance() }
        }
    }

    /// Skips a string of JSON in strings, to the end of the string around it at most.
    private mutating func skipEscapedString() {
        offset += (1 << level) - 1
        advance()
        while let byte = current, byte != UInt8(ascii: "\"") {
            guard byte == UInt8(ascii: "\\") else {
                advance()
                continue
            }
            var count = Self.backslashes(at: offset, in: bytes)
            let end = offset + count
            guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else {
                offset = end
                continue
            }
            // Fewer backslashes end the string around it. Of more, each level takes its own, and an odd rest escapes
            // the quote.
            guard count >= (1 << level) - 1 else { return }
            for _ in 0..<level { count = (count - 1) / 2 }
            offset = end + 1
            if count.isMultiple(of: 2) { return }
        }
    }

    /// Skips to the end of the line, a comment, or one of the given bytes.
    mutating func skipPlain(until ends: [UInt8]) {
        while let byte = current, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r"), !ends.contains(byte) {
            if byte == UInt8(ascii: "#"), offset > 0, Self.isSpace(bytes[offset - 1]) { return }
            advance()
        }
    }

    /// The value that starts here: a string, brackets, or a plain value.
    mutating func value(inFlow isInFlow: Bool) -> Range<Int> {
        let start = offset
        switch current {
        case UInt8(ascii: "\"") where level == 0, UInt8(ascii: "'") where level == 0: skipString()
        case UInt8(ascii: "\\") where isEscapedQuote: skipString()
        case UInt8(ascii: "["), UInt8(ascii: "{"): skipBrackets()
        default: skipPlain(until: level > 0 ? Array(",]}\\\"".utf8) : isInFlow ? Array(",]}".utf8) : [])
        }
        return trimmed(start)
    }

    /// The lines that are indented more than a key, or that start with `-` at the same indentation.
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

    /// The element that starts here, with its tags.
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
        // Arrays may contain arrays: the inner elements are closed first.
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

    /// Whether a string of the JSON in strings begins here.
    private var isEscapedQuote: Bool { level > 0 && Self.level(ofQuoteAt: offset, in: bytes) == level }

    private mutating func skipBrackets() {
        var depth = 0
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\\") where isEscapedQuote:
                skipString()
                continue
            // The string around it ends.
            case UInt8(ascii: "\"") where level > 0: return
            case UInt8(ascii: "'") where level > 0: break
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
