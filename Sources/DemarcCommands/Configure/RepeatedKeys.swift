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
            for (key, other) in repeated(on: steps(of: addition.change), from: document.root) {
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

    /// The first two of each repeated key on a path; it ends where the file has nothing yet.
    private static func repeated(
        on path: [PropertyListChange.Step],
        from root: PropertyListNode
    ) -> [(first: PropertyListNode.Key, second: PropertyListNode.Key)] {
        var pairs: [(first: PropertyListNode.Key, second: PropertyListNode.Key)] = []
        var node = root
        for step in path {
            switch step {
            case .key(let name):
                let entries = (node.entries ?? []).filter { $0.key.text == name }
                guard let first = entries.first else { return pairs }
                if entries.count > 1 { pairs.append((first.key, entries[1].key)) }
                node = first.value
            case .position(let position):
                guard case .array(let elements) = node.content, elements.indices.contains(position) else {
                    return pairs
                }
                node = elements[position]
            }
        }
        return pairs
    }

    private static func steps(of change: PropertyListChange) -> [PropertyListChange.Step] {
        switch change {
        case .set(let path, _), .insert(let path, _, _), .insertText(let path, _), .remove(let path),
            .rename(let path, _):
            path
        }
    }
}
