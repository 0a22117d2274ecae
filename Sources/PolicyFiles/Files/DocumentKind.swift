import ByteText
import DocumentReading

/// The kind of a YAML or JSON file according to its top level, determined without reading its whole structure.
///
/// The raw value is the key that declares the kind.
package enum DocumentKind: String, CaseIterable, Sendable {
    // In order of precedence: every reader rejects a file with several of these keys, and names the key.

    /// A scenario file.
    case scenarios = "demarc-test"
    /// A rule file.
    case rules = "demarc-rules"
    /// A policy document.
    case policy = "demarc"

    /// Determines the kind of a file; nil if no top-level key declares one.
    ///
    /// - Complexity: O(*n*) in the bytes.
    package init?(of bytes: [UInt8]) {
        guard let kind = Self.allCases.first(where: { $0.isKey(in: bytes) }) else { return nil }
        self = kind
    }

    /// Whether a file has the key at its top level.
    ///
    /// - Complexity: O(*n*) in the bytes.
    package func isKey(in bytes: [UInt8]) -> Bool { TopLevelKey(name: rawValue).isWritten(in: bytes) }
}

/// A key at the top level of a YAML or JSON file.
package struct TopLevelKey {
    private let name: String

    package init(name: String) { self.name = name }

    /// Whether a file has the key, determined without reading its whole structure.
    ///
    /// - Complexity: O(*n*) in the bytes.
    package func isWritten(in bytes: [UInt8]) -> Bool {
        var offset = ByteOrderMark.utf8Count(in: bytes.span)
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): offset += 1
            // Comments, directives and the document start marker take a line each.
            case UInt8(ascii: "#"), UInt8(ascii: "%"): offset = endOfLine(bytes, offset)
            case UInt8(ascii: "-") where bytes[offset...].starts(with: Array("---".utf8)): offset += 3
            // An anchor or a tag of the whole document, or of its first key.
            case UInt8(ascii: "&"), UInt8(ascii: "!"): offset = endOfWord(bytes, offset)
            case UInt8(ascii: "{"): return braceHoldsKey(bytes, offset)
            default: return linesHoldKey(bytes)
            }
        }
        return false
    }

    /// The block form: the key begins a line.
    private func linesHoldKey(_ bytes: [UInt8]) -> Bool {
        var line = ByteOrderMark.utf8Count(in: bytes.span)
        while line < bytes.count {
            var start = line
            // The first key may follow the document start marker.
            if bytes[start...].starts(with: Array("--- ".utf8)) { start += 4 }
            if isMarkedOrWritten(in: bytes, at: start) { return true }
            line = endOfLine(bytes, line) + 1
        }
        return false
    }

    /// The flow form, which includes JSON: the key is in the outermost braces.
    private func braceHoldsKey(_ bytes: [UInt8], _ start: Int) -> Bool {
        var depth = 0
        var offset = start
        var expectsKey = false
        // Within a text without quotes, quotes are ordinary characters, and so is `#` unless it follows a space.
        var mayBegin = true
        var isBehindString = false
        while offset < bytes.count {
            let byte = bytes[offset]
            if expectsKey, depth == 1, isWritten(in: bytes, at: offset) { return true }
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                (expectsKey, mayBegin, isBehindString) = (depth == 1, true, false)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return false }
                (expectsKey, mayBegin, isBehindString) = (false, false, true)
            case UInt8(ascii: ","): (expectsKey, mayBegin, isBehindString) = (depth == 1, true, false)
            case UInt8(ascii: ":") where isBehindString || endsWord(bytes, offset + 1):
                (expectsKey, mayBegin, isBehindString) = (false, true, false)
            case UInt8(ascii: "\"") where mayBegin, UInt8(ascii: "'") where mayBegin:
                offset = endOfString(bytes, offset)
                (expectsKey, mayBegin, isBehindString) = (false, false, true)
            case UInt8(ascii: "#") where mayBegin || bytes[offset - 1].isSpaceOrTab || isBreak(bytes[offset - 1]):
                offset = endOfLine(bytes, offset)
            // A key or value begins behind its anchor, its tag and the mark of an explicit key.
            case UInt8(ascii: "&") where mayBegin, UInt8(ascii: "!") where mayBegin:
                offset = endOfWord(bytes, offset) - 1
            case UInt8(ascii: "?") where mayBegin && endsWord(bytes, offset + 1): break
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): break
            default: (expectsKey, mayBegin, isBehindString) = (false, false, false)
            }
            offset += 1
        }
        return false
    }

    /// Whether the key is at the beginning of a line. The mark of an explicit key, which has its colon on another line,
    /// an anchor and a tag may precede it.
    private func isMarkedOrWritten(in bytes: [UInt8], at start: Int) -> Bool {
        var offset = start
        var isExplicit = false
        marks: while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "?") where endsWord(bytes, offset + 1):
                isExplicit = true
                offset += 1
            case UInt8(ascii: "&"), UInt8(ascii: "!"): offset = endOfWord(bytes, offset)
            case _ where offset > start && bytes[offset].isSpaceOrTab: offset += 1
            default: break marks
            }
        }
        return isExplicit
            ? endOfName(bytes, offset).map { endsWord(bytes, $0) } ?? false : isWritten(in: bytes, at: offset)
    }

    /// Whether the key, quoted or not, is at an offset and followed by its colon.
    private func isWritten(in bytes: [UInt8], at start: Int) -> Bool {
        guard var offset = endOfName(bytes, start) else { return false }
        while offset < bytes.count, bytes[offset].isSpaceOrTab { offset += 1 }
        return offset < bytes.count && bytes[offset] == UInt8(ascii: ":")
    }

    /// The offset behind the name of the key, with its quotes; nil if another name is there.
    private func endOfName(_ bytes: [UInt8], _ start: Int) -> Int? {
        guard start < bytes.count else { return nil }
        let quote = bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'") ? bytes[start] : nil
        var offset = quote == nil ? start : start + 1
        for expected in name.utf8 {
            guard offset < bytes.count else { return nil }
            var (byte, count) = (bytes[offset], 1)
            if quote == UInt8(ascii: "\""), byte == UInt8(ascii: "\\") {
                guard let escaped = escapedByte(bytes, offset) else { return nil }
                (byte, count) = escaped
            }
            guard byte == expected else { return nil }
            offset += count
        }
        guard let quote else { return offset }
        return offset < bytes.count && bytes[offset] == quote ? offset + 1 : nil
    }

    /// The ASCII character of an escape by number, such as `\u002d`, and how many bytes the escape has; nil for any
    /// other escape.
    private func escapedByte(_ bytes: [UInt8], _ start: Int) -> (UInt8, Int)? {
        guard start + 1 < bytes.count else { return nil }
        let digits =
            switch bytes[start + 1] {
            case UInt8(ascii: "x"): 2
            case UInt8(ascii: "u"): 4
            case UInt8(ascii: "U"): 8
            default: 0
            }
        guard digits > 0, start + 2 + digits <= bytes.count else { return nil }
        var number: UInt32 = 0
        for offset in start + 2..<start + 2 + digits {
            guard let value = Hexadecimal.value(of: bytes[offset]) else { return nil }
            number = number << 4 | UInt32(value)
        }
        return number < 0x80 ? (UInt8(number), 2 + digits) : nil
    }

    /// The offset of a string's closing quote.
    private func endOfString(_ bytes: [UInt8], _ start: Int) -> Int {
        var offset = start + 1
        while offset < bytes.count, bytes[offset] != bytes[start] {
            offset += bytes[start] == UInt8(ascii: "\"") && bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
        return offset
    }

    /// The offset behind an anchor or a tag.
    private func endOfWord(_ bytes: [UInt8], _ start: Int) -> Int {
        var offset = start + 1
        while !endsWord(bytes, offset) { offset += 1 }
        return offset
    }

    /// Whether a word ends before an offset: with the file, at a space, or at a bracket or comma.
    private func endsWord(_ bytes: [UInt8], _ offset: Int) -> Bool {
        guard offset < bytes.count else { return true }
        return bytes[offset].isSpaceOrTab || isBreak(bytes[offset]) || ",[]{}".utf8.contains(bytes[offset])
    }

    private func isBreak(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

    private func endOfLine(_ bytes: [UInt8], _ start: Int) -> Int {
        var offset = start
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "\n"), bytes[offset] != UInt8(ascii: "\r") {
            offset += 1
        }
        return offset
    }
}
