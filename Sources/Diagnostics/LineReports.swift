import ByteText

/// Writes diagnostics in machine-readable form.
///
/// A finding is an object with `code`, `severity`, `file`, `line`, `column`, `endLine`, `endColumn`, `message` and
/// `fix`, which is null or an object with `line`, `column`, `endLine`, `endColumn` and `replacement`. If a finding is
/// not about a file, its file and numbers are null.
public enum JSONReport {
    /// One finding as an object on one line, without a line break: a line of NDJSON.
    public static func object(_ diagnostic: Diagnostic) -> String {
        let place = diagnostic.places.first
        var text = "{\"code\":\(JSONText.string(diagnostic.code))"
        text += ",\"severity\":\"\(diagnostic.severity.rawValue)\""
        text += ",\"file\":\(place.map { JSONText.string($0.path) } ?? "null")"
        text += ",\(extent(place))"
        text += ",\"message\":\(JSONText.string(diagnostic.message))"
        if let fix = diagnostic.fix {
            text += ",\"fix\":{\(extent(fix.range)),\"replacement\":\(JSONText.string(fix.replacement))}"
        } else {
            text += ",\"fix\":null"
        }
        return text + "}"
    }

    /// Several findings as one array, with one finding on each line.
    public static func array(_ diagnostics: some Sequence<Diagnostic>) -> String {
        JSONText.array(diagnostics.map { object($0) }) + "\n"
    }

    /// Several findings as NDJSON, each line ending with a line feed.
    public static func lines(_ diagnostics: some Sequence<Diagnostic>) -> String {
        diagnostics.map { object($0) + "\n" }.joined()
    }

    private static func extent(_ range: SourceRange?) -> String {
        let numbers = [range?.start.line, range?.start.column, range?.end.line, range?.end.column]
        return zip(["line", "column", "endLine", "endColumn"], numbers)
            .map { "\"\($0)\":\($1.map(String.init) ?? "null")" }
            .joined(separator: ",")
    }
}

/// The text of JSON values.
package enum JSONText {
    /// A string with its quotes, on one line for every kind of reader, and without invisible characters.
    package static func string(_ text: String) -> String { JSONEscaping.string(text) }

    /// An array with one element on each line.
    package static func array(_ elements: [String]) -> String {
        elements.isEmpty ? "[]" : "[\n\(elements.joined(separator: ",\n"))\n]"
    }
}

/// Writes diagnostics as [workflow
/// commands](https://docs.github.com/actions/reference/workflow-commands-for-github-actions), which GitHub shows next
/// to the lines of a change.
public enum GitHubReport {
    /// One finding as a line, ending with a line feed.
    ///
    /// A finding that is not about a file has no place. For a range over several lines, only the lines are given,
    /// because GitHub's columns refer to a single line.
    public static func line(_ diagnostic: Diagnostic) -> String { line(diagnostic, remark: nil) }

    /// Several findings, in the given order. Those about one place that differ only in a word become one line with a
    /// list, because GitHub shows at most ten findings for each step.
    public static func lines(_ diagnostics: some Sequence<Diagnostic>) -> String {
        AlikeFindings.groups(of: diagnostics).map { line($0.first, remark: $0.remark) }.joined()
    }

    private static func line(_ diagnostic: Diagnostic, remark: String?) -> String {
        let command = diagnostic.severity == .note ? "notice" : diagnostic.severity.rawValue
        var properties: [String] = []
        if let place = diagnostic.places.first {
            properties.append("file=\(escapedProperty(place.path))")
            properties.append("line=\(place.start.line)")
            if place.start.line == place.end.line { properties.append("col=\(place.start.column)") }
            properties.append("endLine=\(place.end.line)")
            // An empty range has no last column.
            if place.start.line == place.end.line, place.end.column > place.start.column {
                properties.append("endColumn=\(place.end.column)")
            }
        }
        properties.append("title=\(escapedProperty(diagnostic.code))")
        let text = [diagnostic.message, diagnostic.help, remark].compactMap(\.self).joined(separator: "; ")
        return "::\(command) \(properties.joined(separator: ","))::\(escapedMessage(text))\n"
    }

    /// Escapes the characters that end a line, and `%`, which begins an escape; a message may contain all others.
    static func escapedMessage(_ text: String) -> String { escaped(text) }

    /// Also escapes `,` and `:`, which end a property.
    static func escapedProperty(_ text: String) -> String { escaped(text, also: [":", ","]) }

    private static func escaped(_ text: String, also others: Set<Unicode.Scalar> = []) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if ["%", "\r", "\n"].contains(scalar) || others.contains(scalar) {
                result += "%\(Hexadecimal.upperText(of: UInt8(ascii: scalar)))"
            } else {
                // The log is also read on terminals, which interpret control characters.
                result += VisibleText.of(String(scalar))
            }
        }
        return result
    }
}
