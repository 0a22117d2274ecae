package import AppLint
package import Diagnostics
import PropertyList

/// Findings as reports show them: a change of a property list is a text edit, if possible.
///
/// Each edit costs a pass over its file. Of a file with very many findings, only the first ones have theirs.
package struct ShownFindings {
    /// How many bytes may be passed over for the edits of one file.
    private let limit: Int
    /// How many are left, by the path of the file.
    private var left: [String: Int] = [:]
    private var documents: [String: PropertyListDocument] = [:]

    /// Creates an instance that has not shown any finding yet.
    package init() { self.init(limit: 1 << 24) }

    init(limit: Int) { self.limit = limit }

    /// A finding as reports show it.
    ///
    /// - Parameters:
    ///   - finding: The finding. A suppressed one gets no edit.
    ///   - source: The file that it points into.
    /// - Returns: The finding, with an edit if there is one.
    /// - Complexity: O(*n*) in the size of the file, and O(1) after the bytes for its edits are used up.
    package mutating func shown(_ finding: LintFinding, in source: SourceFile?) -> Diagnostic {
        guard let change = finding.change, finding.suppression == nil, finding.diagnostic.fix == nil, let source,
            takes(source), let document = document(of: source), let edit = Self.edit(change, of: document)
        else { return finding.diagnostic }
        var shown = finding.diagnostic
        shown.fix = edit
        return shown
    }

    /// Whether one more pass over a file is left, which is then used up.
    private mutating func takes(_ source: SourceFile) -> Bool {
        let rest = left[source.path, default: limit] - source.bytes.count
        guard rest >= 0 else { return false }
        left[source.path] = rest
        return true
    }

    private mutating func document(of source: SourceFile) -> PropertyListDocument? {
        if let known = documents[source.path] { return known }
        let document = try? PropertyListReader().read(source.bytes, path: source.path)
        documents[source.path] = document
        return document
    }

    /// A change as a text edit; nil if it changes nothing or the file is not XML in UTF-8.
    private static func edit(_ change: PropertyListChange, of document: PropertyListDocument) -> TextEdit? {
        let old = document.source.bytes
        guard case .xml(.utf8) = document.format, let changed = try? document.applying([change]), changed != old
        else { return nil }
        let prefix = zip(old, changed).prefix { $0 == $1 }.count
        let most = min(old.count, changed.count) - prefix
        let suffix = zip(old.reversed(), changed.reversed()).prefix(most).prefix { $0 == $1 }.count
        let inserted = changed[prefix..<(changed.count - suffix)]
        // A replacement must not start or end inside a multi-byte character.
        return String(validating: inserted, as: UTF8.self).map { text in
            TextEdit(range: document.source.range(prefix..<(old.count - suffix)), replacement: text)
        }
    }
}
