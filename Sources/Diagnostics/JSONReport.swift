/// Writes diagnostics for machines.
///
/// A finding is an object with `code`, `severity`, `file`, `line`, `column`, `endLine`, `endColumn`, `message` and
/// `fix`, which is null or an object with `line`, `column`, `endLine`, `endColumn` and `replacement`. A finding about
/// no file has null for its file and numbers.
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

    /// Several findings as one array, one finding a line.
    public static func array(_ diagnostics: some Sequence<Diagnostic>) -> String {
        let objects = diagnostics.map { object($0) }
        return objects.isEmpty ? "[]\n" : "[\n\(objects.joined(separator: ",\n"))\n]\n"
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
