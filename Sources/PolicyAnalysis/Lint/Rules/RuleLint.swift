public import Diagnostics
public import PolicyModel

// STUB: merging the checks of rules replaces this file.

/// Stands in for the checks of rules.
public struct RuleLint: Sendable {
    /// Prepares nothing.
    public init(_ document: PolicyDocument, sources: [SourceFile]) {}

    /// Finds nothing.
    public func findings() -> [LintFinding] { [] }
}
