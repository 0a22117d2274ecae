public import AppLint
public import Diagnostics
public import PolicyFiles

/// Whether findings count, for whoever acts on checks without a run of lint.
///
/// Comments and configuration files decide as they do in ``Lint``; a code that a configuration file switches off does
/// not count either.
public struct LintSuppressions {
    private var lint: Lint
    private var filter: LintFilter

    /// Makes what nothing has been asked of.
    ///
    /// - Parameter files: Where configuration files are read from.
    public init(files: any FileSource = DiskFiles()) {
        lint = Lint([], files: files)
        filter = LintFilter(options: LintOptions())
    }

    /// Whether a finding is neither suppressed nor switched off.
    ///
    /// - Parameters:
    ///   - finding: A finding in one of the files.
    ///   - sources: The files as they are now. They may be others than those of an earlier question.
    /// - Returns: Whether it counts.
    /// - Complexity: O(*n*) in the sizes of the files. The first question about a folder reads the configuration file
    ///   that holds there.
    public mutating func counts(_ finding: LintFinding, in sources: [SourceFile]) -> Bool {
        filter.counts(finding, in: sources, &lint)
    }

    /// What is wrong with the configuration files that were read, in their order. With an error in one of them nobody
    /// knows what it would have suppressed.
    public var diagnostics: [Diagnostic] { lint.diagnostics.sorted() }

    /// Those files.
    public var sources: [SourceFile] { lint.sources }
}
