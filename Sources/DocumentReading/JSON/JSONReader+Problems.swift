import ByteText
import Diagnostics

/// Descriptions of JSON mistakes in terms of what the author did.
extension JSONReader {
    /// The next byte; nil at the end.
    var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    /// Whether the next byte continues a word or number.
    var isWordByte: Bool {
        guard let byte else { return false }
        return byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || byte.isASCIIAlphanumeric
    }

    /// Whether a comment begins here; JSON does not allow comments.
    var isComment: Bool {
        bytes[min(offset, bytes.count)...].starts(with: "//".utf8)
            || bytes[min(offset, bytes.count)...].starts(with: "/*".utf8) || byte == UInt8(ascii: "#")
    }

    /// Skips white space, including tabs.
    mutating func skipSpace() {
        while let byte, byte.isSpaceOrLineBreak { offset += 1 }
    }

    /// The next token, for a message.
    var found: String {
        guard let byte else { return "the end of the file" }
        if byte < 0x20 || byte == 0x7F { return "a control character" }
        var end = offset
        var rest = self
        while rest.isWordByte, rest.offset < offset + 240 { rest.offset += 1 }
        end = rest.offset
        // A single scalar if no word begins here; the text is UTF-8, so its length follows from its first byte.
        if end == offset { end = offset + 1 }
        return "`\(Quoted.word(String(decoding: bytes[offset..<end], as: UTF8.self)))`"
    }

    /// A problem at the next byte.
    func problem(_ message: String, help: String? = nil, unquoting: String? = nil) -> JSONProblem {
        // A character beyond ASCII is underlined completely.
        var end = min(offset + 1, bytes.count)
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return JSONProblem(.invalidJSON, message, at: offset..<end, help: help, unquoting: unquoting)
    }

    /// The reason why no value begins here.
    func notAValue() -> JSONProblem {
        if isComment { return problem("JSON has no comments", help: "remove the comment") }
        if byte == UInt8(ascii: "'") || isTypographicQuote { return wrongQuote() }
        for word in ["NaN", "Infinity", "undefined", "None"] where bytes[offset...].starts(with: word.utf8) {
            return problem("`\(word)` is not a JSON value", help: "write `null` for a setting that isn't set")
        }
        for word in ["true", "false", "null"] where found.lowercased() == "`\(word)`" {
            return problem("expected a JSON value, found \(found)", help: "write `\(word)`")
        }
        return problem(
            "expected a JSON value, found \(found)",
            help: isWordByte ? "a string needs double quotes" : nil,
            unquoting: "expected a JSON value, found something else"
        )
    }

    /// The reason why no key begins here.
    func notAKey() -> JSONProblem {
        if isComment { return problem("JSON has no comments", help: "remove the comment") }
        if byte == UInt8(ascii: "'") || isTypographicQuote { return wrongQuote() }
        return problem(
            "expected a key in double quotes, found \(found)",
            unquoting: "expected a key in double quotes, found something else"
        )
    }

    /// Whether the next character is a typographic quote, which word processors insert instead of a plain one.
    private var isTypographicQuote: Bool {
        let next = bytes[offset...].prefix(3)
        return next.elementsEqual("\u{201C}".utf8) || next.elementsEqual("\u{201D}".utf8)
            || next.elementsEqual("\u{2018}".utf8) || next.elementsEqual("\u{2019}".utf8)
    }

    private func wrongQuote() -> JSONProblem {
        problem("JSON has no other quotes than `\"`", help: "put the string in double quotes")
    }
}

/// The reason why a text is not JSON, and its position.
package struct JSONProblem: Error {
    package var code: FindingCode
    package var message: String
    /// The message without words of the file; nil if ``message`` has none.
    package var unquotingMessage: String?
    package var help: String?
    /// The range of the problem.
    package var offsets: Range<Int>

    package init(
        _ code: FindingCode,
        _ message: String,
        at offsets: Range<Int>,
        help: String? = nil,
        unquoting: String? = nil
    ) {
        self.code = code
        self.message = message
        unquotingMessage = unquoting
        self.offsets = offsets
        self.help = help
    }
}
