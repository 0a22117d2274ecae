public import Diagnostics
public import PolicyModel

/// What reading a scenario file gave.
public struct ScenarioLoadResult: Sendable {
    /// The file; nil where anything in it or in a policy it names is an error.
    public let file: ScenarioFile?
    /// Everything that was found, in the order of the files.
    public let diagnostics: [Diagnostic]
    /// The files that findings point into, for the lines to quote.
    public let sources: [SourceFile]

    /// Whether nothing stands in the way of running the scenarios.
    public var isUsable: Bool { file != nil }
}
