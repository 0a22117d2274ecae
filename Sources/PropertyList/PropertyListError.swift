public import Diagnostics

/// A property list could not be read.
public struct PropertyListError: Error, Hashable, Sendable {
    /// What is wrong, in the order of the file; at least one problem.
    ///
    /// Text that is no XML ends the reading, so of such problems there is only the first.
    public let diagnostics: [Diagnostic]
    /// The file that they point into; see ``PropertyListDocument/source``. Empty for a file too large to be read.
    public let source: SourceFile

    /// The first problem.
    public let diagnostic: Diagnostic

    /// Makes an error of one problem.
    public init(_ diagnostic: Diagnostic) {
        self.init(diagnostic, and: [], source: SourceFile(path: diagnostic.location?.path ?? "", bytes: []))
    }

    init(_ first: Diagnostic, and others: [Diagnostic], source: SourceFile) {
        diagnostic = first
        diagnostics = [first] + others
        self.source = source
    }
}
