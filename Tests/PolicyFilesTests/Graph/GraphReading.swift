import Diagnostics
import PolicyModel
import Testing

@testable import PolicyFiles

/// Reads a document whose policy `p` is the file `g.json`.
func readGraph(
    _ bytes: [UInt8],
    entry: String = "{graph: g.json}",
    bounds: ReadingBounds = ReadingBounds()
) -> PolicyLoadResult {
    let document = "demarc: 1\npolicies: {p: \(entry)}\n"
    let files = MemoryFiles(["policy.yaml": Array(document.utf8), "g.json": bytes])
    return PolicyDocumentReader(files: files, bounds: bounds).load(path: "policy.yaml")
}

/// Reads a document whose policy `p` is this text.
func readGraph(_ text: String, entry: String = "{graph: g.json}") -> PolicyLoadResult {
    readGraph(Array(text.utf8), entry: entry)
}

/// The findings, one line each: `line:column code message | help`. Findings outside the Graph file begin with their
/// file, and findings that are not errors with their severity.
func places(_ result: PolicyLoadResult) -> [String] {
    result.diagnostics.map { finding in
        let location = finding.location.map { "\($0.line):\($0.column)" } ?? ""
        let path = finding.location?.path ?? ""
        return (path == "g.json" ? "" : "\(path):") + location
            + (finding.severity == .error ? "" : " \(finding.severity.rawValue)")
            + " \(finding.code) \(finding.message)" + (finding.help.map { " | \($0)" } ?? "")
    }
}
