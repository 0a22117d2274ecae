public import Diagnostics

/// A policy document could not be read; nothing was compiled, and a policy in force stays.
public struct PolicyLoadingError: Error, Sendable {
    /// Everything that was found, in the order of the files; at least one of them is an error.
    public let diagnostics: [Diagnostic]
    /// The files that the findings point into.
    public let sources: [SourceFile]
}

extension PolicyLoadingError: CustomStringConvertible {
    /// The findings with their source lines, as a command line shows them.
    public var description: String { TextReport(sources: sources).text(diagnostics) }
}
