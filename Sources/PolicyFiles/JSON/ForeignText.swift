import ByteText
import DocumentReading
import PolicyModel

/// Identifies a file that was expected to be JSON and is something else, so that the error reports the real cause.
package enum ForeignText {
    /// The problem with the text; nil if it looks like JSON with a mistake.
    ///
    /// - Complexity: O(*n*), limited to the first mebibyte.
    static func problem(of bytes: [UInt8]) -> JSONProblem? {
        // What looks like a script in a compiled policy is chance.
        guard !CompiledFileMark.begins(bytes) else { return nil }
        let unmarked = bytes.dropFirst(YAMLTextCheck.markLength(bytes))
        let start = unmarked.firstIndex { !$0.isSpaceOrLineBreak } ?? bytes.count
        let text = bytes[start...].prefix(1 << 20)
        let line = String(decoding: text.prefix(200).prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
        let first = text.first ?? 0
        if isJavaScript(line) { return problem("a script in JavaScript", at: start, help: nil) }
        if first != UInt8(ascii: "{"), let problem = powerShell(text, firstLine: line) { return problem }
        if first == UInt8(ascii: "<") { return markup(text, at: start) }
        if isGraphYAML(bytes) {
            return problem("a Graph object in YAML", at: start, help: "save it as JSON, as Graph returns it")
        }
        if isYAML(line) {
            return problem(
                "YAML",
                at: start,
                help: "write settings of your own into the policy itself, without `graph`"
            )
        }
        return nil
    }

    /// Whether a file is an object of Graph in YAML, as some tools write backups. A key that begins with `@` needs
    /// quotes there.
    ///
    /// - Complexity: O(*n*), limited to the first mebibyte.
    package static func isGraphYAML(_ bytes: [UInt8]) -> Bool {
        let text = bytes.dropFirst(YAMLTextCheck.markLength(bytes)).drop(while: \.isSpaceOrLineBreak).prefix(1 << 20)
        guard let first = text.first, first != UInt8(ascii: "{"), first != UInt8(ascii: "[") else { return false }
        return ["'@odata.type':", "\"@odata.type\":"].contains { key in
            text.starts(with: key.utf8) || text.firstRange(of: Array("\n\(key)".utf8)) != nil
        }
    }

    private static func problem(_ what: String, at start: Int, help: String?) -> JSONProblem {
        JSONProblem(.notJSON, "the file is \(what), not JSON", at: start..<start + 1, help: help)
    }

    /// A script, recognized by a here-string, the text between `@"` at the end of a line and `"@`, or by its beginning.
    private static func powerShell(_ text: ArraySlice<UInt8>, firstLine: String) -> JSONProblem? {
        if let offset = hereString(in: text) {
            return problem("a PowerShell script", at: offset, help: "save the JSON of its here-string as a file")
        }
        let words = [
            "<#", "$", "[CmdletBinding", "#Requires", "param(", "param (", "function ", "Import-Module", "Connect-",
            "Get-",
            "Invoke-", "New-", "Set-", "using namespace",
        ]
        guard words.contains(where: { firstLine.lowercased().hasPrefix($0.lowercased()) }) else { return nil }
        return problem("a PowerShell script", at: text.startIndex, help: "save the JSON that it sends as a file")
    }

    /// Whether a line begins a function of JavaScript, such as `function FindProxyForURL(url, host) {`. In PowerShell,
    /// parameters have a `$`, and names have a `-`.
    private static func isJavaScript(_ line: String) -> Bool {
        guard line.hasPrefix("function "), let open = line.firstIndex(of: "(") else { return false }
        return !line[..<open].contains(where: { "{-".contains($0) }) && !line[open...].contains("$")
    }

    private static func hereString(in text: ArraySlice<UInt8>) -> Int? {
        for offset in text.indices.dropLast(2) where text[offset] == UInt8(ascii: "@") {
            let quote = text[offset + 1]
            let end = text[offset + 2]
            if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), end == 0x0A || end == 0x0D { return offset }
        }
        return nil
    }

    private static func markup(_ text: ArraySlice<UInt8>, at start: Int) -> JSONProblem {
        let head = String(decoding: text.prefix(2_000), as: UTF8.self).lowercased()
        if head.contains("<!doctype html") || head.contains("<html") {
            let help = "a sign-in page or an error page was probably saved; save the JSON itself"
            return problem("a web page (HTML)", at: start, help: help)
        }
        return problem("XML", at: start, help: "save what Graph returns with `Accept: application/json`")
    }

    /// Whether a line without blanks before it is `key: value`, with or without quotes around the key, or `---`.
    static func isYAML(_ line: String) -> Bool {
        if line.hasPrefix("---") || line.hasPrefix("%YAML") { return true }
        var rest = line[...]
        if let quote = rest.first, quote == "'" || quote == "\"" {
            rest = rest.dropFirst()
            guard let end = rest.firstIndex(of: quote) else { return false }
            rest = rest[end...].dropFirst()
        } else {
            let key = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" || $0 == "." }
            guard !key.isEmpty else { return false }
            rest = rest[key.endIndex...]
        }
        return rest.hasPrefix(": ") || rest == ":"
    }
}
