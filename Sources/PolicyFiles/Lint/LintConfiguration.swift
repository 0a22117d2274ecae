public import Diagnostics

/// What a file `.demarc-lint.yaml` says of the files beside and below it.
public struct LintConfiguration: Hashable, Sendable {
    /// A code, and where it is written.
    public struct Code: Hashable, Sendable {
        /// The code.
        public var text: String
        /// Where it is written.
        public var place: SourceRange
    }

    /// Findings that don't count.
    public struct Ignore: Hashable, Sendable {
        /// The codes of the findings.
        public var codes: [Code]
        /// The files, as a pattern relative to the folder of the configuration; nil means all of them.
        public var file: String?
        /// Why they don't count; nil where nobody said so.
        public var reason: String?
        /// Where the entry is written.
        public var place: SourceRange
    }

    /// How much the findings of a code matter.
    public struct CodeSeverity: Hashable, Sendable {
        /// The code.
        public var code: Code
        /// The severity; nil where they are not to be told at all.
        public var severity: Diagnostic.Severity?
    }

    /// The path that findings show.
    public var path: String
    /// The resolved folder that patterns are relative to.
    public var folder: String
    /// What is ignored.
    public var ignores: [Ignore] = []
    /// Severities other than the published ones.
    public var severities: [CodeSeverity] = []
    /// The level that policies are compared with, 1 to 3.
    public var baseline: Int?

    /// The name of such a file.
    public static var fileName: String { ".demarc-lint.yaml" }

    /// Makes a configuration that says nothing.
    public init(path: String, folder: String) {
        self.path = path
        self.folder = folder
    }
}
