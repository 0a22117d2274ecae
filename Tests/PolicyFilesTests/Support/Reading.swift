import Diagnostics
import PolicyModel
import Testing

@testable import PolicyFiles

/// Reads a document named `policy.yaml`, next to some other files.
func read(
    _ text: String,
    files: [String: String] = [:],
    bounds: ReadingBounds = ReadingBounds()
) -> PolicyLoadResult {
    PolicyDocumentReader(files: MemoryFiles(files), bounds: bounds).load(text: text, path: "policy.yaml")
}

/// The findings of a reading, one line each. A finding in a file other than the document begins with that file's name.
func summary(_ result: PolicyLoadResult) -> [String] {
    result.diagnostics.map { finding in
        let path = finding.location?.path ?? ""
        return (path == "policy.yaml" ? "" : "\(path): ") + text(of: finding, in: result.sources)
    }
}

/// A finding on one line, without its location: `code «underlined» message | help`, with `warning` before findings that
/// are not errors.
func text(of finding: Diagnostic, in sources: [SourceFile]) -> String {
    let underlined = finding.places.map { "«\(text(at: $0, in: sources))»" }.joined()
    return (finding.severity == .error ? "" : "\(finding.severity.rawValue) ")
        + "\(finding.code) \(underlined) \(finding.message)" + (finding.help.map { " | \($0)" } ?? "")
}

/// The text that a range underlines.
func text(at range: SourceRange, in sources: [SourceFile]) -> String {
    guard let file = sources.first(where: { $0.path == range.path }) else { return "" }
    return String(decoding: file.bytes[range.start.offset..<range.end.offset], as: UTF8.self)
}

/// Checks that a document gives exactly these findings, and is refused if one of them is an error.
func check(
    _ text: String,
    files: [String: String] = [:],
    gives expected: [String],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
    let result = read(text, files: files)
    let summary = summary(result)
    let shown = summary.joined(separator: "\n")
    #expect(summary == expected, "in:\n\(text)\ngot:\n\(shown)", sourceLocation: sourceLocation)
    let hasErrors = result.diagnostics.contains { $0.severity == .error }
    #expect((result.document == nil) == hasErrors, sourceLocation: sourceLocation)
}
