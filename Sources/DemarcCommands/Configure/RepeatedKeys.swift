import AppLint
import Diagnostics
import DocumentReading
import PropertyList

/// The keys that are in their dictionary twice and that an addition leads through.
///
/// It is undefined which of the two applies, so an addition to the first one may have no effect, and the app would look
/// ready although it is not.
enum RepeatedKeys {
    /// The findings about them: one for each key, with the places of both.
    ///
    /// - Parameters:
    ///   - additions: What would be added.
    ///   - documents: The files before the additions.
    /// - Returns: Errors, sorted; none if every addition has one place.
    static func findings(about additions: [AppAddition], in documents: [PropertyListDocument]) -> [Diagnostic] {
        var findings: Set<Diagnostic> = []
        for addition in additions {
            guard let document = documents.first(where: { $0.source.path == addition.path }) else { continue }
            for (key, other) in document.root.repeatedKeys(on: addition.change) {
                findings.insert(
                    Diagnostic(
                        code: FindingCode.duplicateKey.rawValue,
                        message: "the key `\(Quoted.word(key.text))` appears twice, so it is unclear where to add",
                        places: [document.source.range(other.place), document.source.range(key.place)],
                        help: "keep one of them"
                    )
                )
            }
        }
        return findings.sorted()
    }
}
