/// Writes diagnostics as
/// [workflow commands](https://docs.github.com/actions/reference/workflow-commands-for-github-actions), which GitHub
/// shows beside the lines of a change.
public enum GitHubReport {
    /// One finding as a line, ending with a line feed.
    ///
    /// A finding about no file has no place. Where the range goes over several lines only these are given: columns
    /// belong to one line there.
    public static func line(_ diagnostic: Diagnostic) -> String {
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
        let text = diagnostic.help.map { "\(diagnostic.message); \($0)" } ?? diagnostic.message
        return "::\(command) \(properties.joined(separator: ","))::\(escapedMessage(text))\n"
    }

    /// Several findings, in the order given.
    public static func lines(_ diagnostics: some Sequence<Diagnostic>) -> String {
        diagnostics.map { line($0) }.joined()
    }

    /// A message may hold anything but what ends a line, and `%`, which begins an escape.
    static func escapedMessage(_ text: String) -> String { escaped(text) }

    /// A property is ended by `,` and `:` too.
    static func escapedProperty(_ text: String) -> String { escaped(text, also: [":", ","]) }

    private static func escaped(_ text: String, also others: Set<Unicode.Scalar> = []) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if ["%", "\r", "\n"].contains(scalar) || others.contains(scalar) {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "%\(digits.count < 2 ? "0" : "")\(digits)"
            } else {
                // The log is read on terminals too, which obey control characters.
                result += VisibleText.of(String(scalar))
            }
        }
        return result
    }
}
