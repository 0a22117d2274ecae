public import Diagnostics

/// What a `.demarc-lint.yaml` file configures for the files next to and below it.
public struct LintConfiguration: Hashable, Sendable {
    /// A code, and its place.
    public struct Code: Hashable, Sendable {
        /// The code.
        public var text: String
        /// Its place.
        public var place: SourceRange
    }

    /// Findings to ignore.
    public struct Ignore: Hashable, Sendable {
        /// The codes of the findings.
        public var codes: [Code]
        /// The files, as a pattern relative to the folder of the configuration; nil means all files.
        public var file: String?
        /// Why they are ignored; nil if no reason is given.
        public var reason: String?
        /// The place of the entry.
        public var place: SourceRange
    }

    /// The severity of findings with a code.
    public struct CodeSeverity: Hashable, Sendable {
        /// The code.
        public var code: Code
        /// The severity; nil if the findings are not reported at all.
        public var severity: Diagnostic.Severity?
    }

    /// The path that findings show.
    public var path: String
    /// The resolved folder to which patterns are relative.
    public var folder: String
    /// The findings to ignore.
    public var ignores: [Ignore] = []
    /// Severities that differ from the defaults.
    public var severities: [CodeSeverity] = []
    /// The level that policies are compared with, 1 to 3.
    public var baseline: Int?

    /// The name of a configuration file.
    public static var fileName: String { ".demarc-lint.yaml" }

    /// Creates an empty configuration.
    public init(path: String, folder: String) {
        self.path = path
        self.folder = folder
    }
}
