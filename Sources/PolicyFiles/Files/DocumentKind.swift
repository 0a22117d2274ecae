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
    package func isKey(in bytes: [UInt8]) -> Bool {
        var offset = ByteOrderMark.utf8Count(in: bytes.span)
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): offset += 1
            // Comments, directives and the document start marker take a line each.
            case UInt8(ascii: "#"), UInt8(ascii: "%"): offset = endOfLine(bytes, offset)
            case UInt8(ascii: "-") where bytes[offset...].starts(with: Array("---".utf8)): offset += 3
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
            if isWritten(in: bytes, at: start) { return true }
            line = endOfLine(bytes, line) + 1
        }
        return false
    }

    /// The flow form, which includes JSON: the key is in the outermost braces.
    private func braceHoldsKey(_ bytes: [UInt8], _ start: Int) -> Bool {
        var depth = 0
        var offset = start
        var expectsKey = false
        while offset < bytes.count {
            let byte = bytes[offset]
            if expectsKey, depth == 1, isWritten(in: bytes, at: offset) { return true }
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                expectsKey = depth == 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return false }
            case UInt8(ascii: ","): expectsKey = depth == 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                offset = endOfString(bytes, offset)
                expectsKey = false
            case UInt8(ascii: "#"): offset = endOfLine(bytes, offset)
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): break
            default: expectsKey = false
            }
            offset += 1
        }
        return false
    }

    /// Whether the key, quoted or not, is at an offset and followed by its colon.
    private func isWritten(in bytes: [UInt8], at start: Int) -> Bool {
        guard start < bytes.count else { return false }
        let quote = bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'") ? bytes[start] : nil
        var offset = quote == nil ? start : start + 1
        guard bytes[offset...].starts(with: rawValue.utf8) else { return false }
        offset += rawValue.utf8.count
        if let quote {
            guard offset < bytes.count, bytes[offset] == quote else { return false }
            offset += 1
        }
        while offset < bytes.count, bytes[offset].isSpaceOrTab {
            offset += 1
        }
        return offset < bytes.count && bytes[offset] == UInt8(ascii: ":")
    }

    /// The offset of a string's closing quote.
    private func endOfString(_ bytes: [UInt8], _ start: Int) -> Int {
        var offset = start + 1
        while offset < bytes.count, bytes[offset] != bytes[start] {
            offset += bytes[start] == UInt8(ascii: "\"") && bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
        return offset
    }

    private func endOfLine(_ bytes: [UInt8], _ start: Int) -> Int {
        var offset = start
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "\n"), bytes[offset] != UInt8(ascii: "\r") {
            offset += 1
        }
        return offset
    }
}
