import Diagnostics
import DocumentReading
import PolicyModel
import PropertyList

/// A Graph export or a device log in place of a policy document.
///
/// It stands for a document with only this policy: one managed account under it, one web view, and no rules.
struct ExportSection {
    let context: ReadingContext
    let document: DocumentSection
    /// The display name or id of the policy to use, if there are several; nil for the only one.
    let displayName: String?

    /// Whether bytes are an export rather than a document, as far as can be determined without reading them.
    ///
    /// - Complexity: O(*n*) in the bytes.
    static func isExport(_ bytes: [UInt8]) -> Bool {
        guard DocumentKind(of: bytes) == nil else { return false }
        // Read as JSON, an export in YAML has one finding, and not one for each of its settings.
        if PropertyListReader.isPropertyList(bytes) || ForeignText.isGraphYAML(bytes) { return true }
        guard let file = try? JSONFileText(bytes) else { return false }
        let text = file.bytes
        let first = text.dropFirst(YAMLTextCheck.markLength(text)).first { $0 != 0x20 && !(0x09...0x0D).contains($0) }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return false }
        if PolicyFileNames.isSettingWritten(in: text) || PolicyFileNames.isTypeWritten(in: text) { return true }
        // The report names what Graph has returned instead of a policy, such as an app configuration.
        if text.firstRange(of: Array("\"@odata.".utf8)) != nil { return true }
        // Documents are never UTF-16, but exports may be: so the report is about what the JSON lacks.
        return file.isTranscoded && DocumentKind(of: text) == nil
    }

    /// Reads an export; nil, after a report, if it contains no policy, or several and the choice is ambiguous.
    func read(_ bytes: [UInt8], path: String, resolvedPath: String) -> PolicyDocument? {
        let whole = DocumentNode.Place(file: 0, start: 0, end: 0)
        let reference = FileReference(path: path, resolvedPath: resolvedPath, place: whole)
        guard let root = context.propertyListOrJSON(bytes, reference) else { return nil }
        // A file with keys of a document lacks only its first key, and its rules must not be ignored.
        guard GraphSection.documentKey(of: root) == nil else { return document.read(root) }
        let graph = GraphSection(context, isDocument: false)
        guard let policy = graph.onlyPolicy(root, of: reference, displayName: displayName) else { return nil }
        guard context.errorCount == 0 else { return nil }
        return PolicyDocument(
            policies: [policy.name: policy],
            accounts: AccountDirectory([Account(id: PolicyDocument.implicitAccount, policy: policy.name)]),
            user: PolicyDocument.implicitAccount,
            views: [ViewDeclaration(id: PolicyDocument.implicitView)]
        )
    }
}
