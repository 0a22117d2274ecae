/// Tells files of scenarios from other YAML and JSON files by their top-level key, without reading all of a file's
/// structure.
enum ScenarioFileKind {
    private static let key = Array("demarc-test".utf8)

    /// Whether a file says at its top level that it holds scenarios.
    ///
    /// - Complexity: O(*n*) in the bytes.
    static func holdsScenarios(_ bytes: [UInt8]) -> Bool {
        var offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): offset += 1
            // Comments, directives and the mark that begins a document take a line each.
            case UInt8(ascii: "#"), UInt8(ascii: "%"): offset = endOfLine(bytes, offset)
            case UInt8(ascii: "-") where bytes[offset...].starts(with: Array("---".utf8)): offset += 3
            case UInt8(ascii: "{"): return braceHoldsKey(bytes, offset)
            default: return linesHoldKey(bytes)
            }
        }
        return false
    }

    /// The block form: the key begins a line.
    private static func linesHoldKey(_ bytes: [UInt8]) -> Bool {
        var line = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while line < bytes.count {
            var start = line
            // The first key may stand behind the mark that begins a document.
            if bytes[start...].starts(with: Array("--- ".utf8)) { start += 4 }
            if isKey(bytes, at: start) { return true }
            line = endOfLine(bytes, line) + 1
        }
        return false
    }

    /// The form in braces, JSON among it: the key stands in the outermost braces.
    private static func braceHoldsKey(_ bytes: [UInt8], _ start: Int) -> Bool {
        var depth = 0
        var offset = start
        var expectsKey = false
        while offset < bytes.count {
            let byte = bytes[offset]
            if expectsKey, depth == 1, isKey(bytes, at: offset) { return true }
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

    /// Whether the key, quoted or not, stands at an offset with its colon behind it.
    private static func isKey(_ bytes: [UInt8], at start: Int) -> Bool {
        guard start < bytes.count else { return false }
        let quote = bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'") ? bytes[start] : nil
        var offset = quote == nil ? start : start + 1
        guard bytes[offset...].starts(with: key) else { return false }
        offset += key.count
        if let quote {
            guard offset < bytes.count, bytes[offset] == quote else { return false }
            offset += 1
        }
        while offset < bytes.count, bytes[offset] == UInt8(ascii: " ") || bytes[offset] == UInt8(ascii: "\t") {
            offset += 1
        }
        return offset < bytes.count && bytes[offset] == UInt8(ascii: ":")
    }

    /// The offset of a string's closing quote.
    private static func endOfString(_ bytes: [UInt8], _ start: Int) -> Int {
        var offset = start + 1
        while offset < bytes.count, bytes[offset] != bytes[start] {
            offset += bytes[start] == UInt8(ascii: "\"") && bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
        return offset
    }

    private static func endOfLine(_ bytes: [UInt8], _ start: Int) -> Int {
        var offset = start
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "\n"), bytes[offset] != UInt8(ascii: "\r") {
            offset += 1
        }
        return offset
    }
}
