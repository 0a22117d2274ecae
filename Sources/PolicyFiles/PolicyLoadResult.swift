public import Diagnostics
import DocumentReading
public import PolicyModel

/// The result of reading a policy document.
public struct PolicyLoadResult: Sendable {
    /// The document; nil if there is an error in it or in a file it refers to.
    public let document: PolicyDocument?
    /// All findings, in file order.
    public let diagnostics: [Diagnostic]
    /// The files that findings point into, for quoting their lines.
    public let sources: [SourceFile]
    /// The paths of all files read, with links resolved.
    var resolvedPaths: [String] = []
    /// The files read that ``sources`` omits, because nothing in them may be quoted.
    var unquotedPaths: [String] = []
    /// The files with app configurations, which no report may quote, even if they are also read for something else.
    package var confidentialPaths: [String] = []
    /// The bytes of settings by the locations of their keys; empty unless ``PolicyDocumentReader/notesSettings``.
    package var settings: [SourceLocation: SettingExtent] = [:]
    /// Whether the file is a Graph export or a device log, from which ``PolicyDocumentReader/displayName`` selects.
    package var isExport = false

    /// Whether the document can be used.
    public var isUsable: Bool { document != nil }
}

extension PolicyLoadResult {
    /// The result in a form that can be shown to somebody who may not read every file.
    ///
    /// The author of a scenario file can name any file on the machine as its policy, and the log of the run may be
    /// public. A finding about a file elsewhere therefore has only its place and its code, and nothing that the file
    /// contains: because a message can quote any part of any file read, all messages are dropped.
    ///
    /// - Parameters:
    ///   - folder: The resolved folder of the files that may be quoted; nil if none may.
    ///   - path: The document as the scenario file names it.
    ///   - resolved: The document's path, with links resolved.
    /// - Returns: The same result if every file read is below the folder.
    func quoting(onlyBelow folder: String?, documentAt path: String, resolved: String) -> PolicyLoadResult {
        let mayQuote = folder.map { folder in
            ([resolved] + resolvedPaths).allSatisfy { PathText.isBelow($0, folder: folder) }
        }
        guard mayQuote != true else { return self }
        let findings = diagnostics.map { finding in
            Diagnostic(
                code: finding.code,
                severity: finding.severity,
                message: "the policy is outside the folder of the scenario file, so nothing in it is shown here",
                places: finding.places,
                help: "`demarc lint \(path)` shows what is wrong"
            )
        }
        return PolicyLoadResult(
            document: document,
            diagnostics: findings,
            sources: [],
            resolvedPaths: resolvedPaths,
            unquotedPaths: sources.map(\.path),
            confidentialPaths: confidentialPaths
        )
    }
}
