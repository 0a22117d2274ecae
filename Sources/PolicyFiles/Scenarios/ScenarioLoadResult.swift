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
    /// Policy documents and what they refer to, where any of these files is outside the folder of the scenario file:
    /// findings point into them, and nothing in them is quoted.
    public let unquotedPaths: [String]

    /// Whether nothing stands in the way of running the scenarios.
    public var isUsable: Bool { file != nil }
}
