import Demarc
import Diagnostics
import PolicyFiles
import PolicyModel
import Testing

/// Reads a policy document from a text, with other files available, as a host would from disk.
func document(_ yaml: String, files: [String: String] = [:]) throws -> PolicyDocument {
    let result = PolicyDocumentReader(files: MemoryFiles(files)).load(text: yaml, path: "policy.yaml")
    return try #require(result.document, "\(TextReport(sources: result.sources).text(result.diagnostics))")
}

/// Creates an engine from the text of a policy document.
func engine(_ yaml: String, files: [String: String] = [:]) throws -> PolicyEngine {
    PolicyEngine(try document(yaml, files: files))
}

extension PolicyEngine {
    /// The view with a name that the test requires to exist.
    func requireView(_ name: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws -> ViewID {
        try #require(view(named: name), "no view \(name)", sourceLocation: sourceLocation)
    }
}

extension Evaluator {
    /// A decision for a text.
    mutating func navigation(
        to url: String,
        in view: ViewID,
        frame: Frame = .top,
        answer: ExternalURLAnswer? = nil,
        identity: AccountID? = nil
    ) -> Decision {
        navigation(to: url.utf8.span, in: view, frame: frame, answer: answer, identity: identity)
    }
}

extension Decision {
    /// The decision on one line, for comparison in tests: `allow view managed internal [view.unset]`, with `-` for
    /// absent parts.
    var line: String {
        let parts = [destination?.rawValue, page?.rawValue, urlClass?.rawValue].map { $0 ?? "-" }
        let codes = reasonCodes.map(\.rawValue).joined(separator: " ")
        return "\(verdict.rawValue) \(parts.joined(separator: " ")) [\(codes)]"
    }
}
