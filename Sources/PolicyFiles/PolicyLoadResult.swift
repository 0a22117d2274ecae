public import Diagnostics
import DocumentReading
public import PolicyModel

/// What reading a policy document gave.
public struct PolicyLoadResult: Sendable {
    /// The document; nil where anything in it or in a file it refers to is an error.
    public let document: PolicyDocument?
    /// Everything that was found, in the order of the files.
    public let diagnostics: [Diagnostic]
    /// The files that findings point into, for the lines to quote.
    public let sources: [SourceFile]
    /// The files that were read, links resolved.
    var resolvedPaths: [String] = []
    /// The files that were read and that ``sources`` leaves out, because nothing in them may be quoted.
    var unquotedPaths: [String] = []

    /// Whether nothing prevents using the document.
    public var isUsable: Bool { document != nil }
}

extension PolicyLoadResult {
    /// The result as it may be shown to somebody who may not read every file.
    ///
    /// Whoever writes a scenario file names any file of the machine as its policy, and the log of the run may be public.
    /// A finding about a file elsewhere therefore says where something is wrong and by which code, and nothing that is
    /// written there: a message can quote any part of any file that was read, so none is kept.
    ///
    /// - Parameters:
    ///   - folder: The resolved folder of the files that may be quoted; nil for none.
    ///   - path: The document as the scenario file names it.
    ///   - resolved: The document's path, links resolved.
    /// - Returns: The same where every file that was read is below the folder.
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
                help: "`demarc lint \(path)` says what is wrong"
            )
        }
        return PolicyLoadResult(
            document: document,
            diagnostics: findings,
            sources: [],
            resolvedPaths: resolvedPaths,
            unquotedPaths: sources.map(\.path)
        )
    }
}
