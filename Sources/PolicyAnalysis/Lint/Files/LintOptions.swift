public import Diagnostics

/// What a run of lint is asked for.
public struct LintOptions: Hashable, Sendable {
    /// Whether documents may refer to files outside their folders.
    public var allowsOutside = false
    /// The level that policies are compared with; nil leaves it to configuration files.
    public var baseline: BaselineLevel?
    /// Severities other than the published ones; nil where findings of a code are not to be told. They win over
    /// configuration files.
    public var severities: [String: Diagnostic.Severity?] = [:]
    /// The only codes to be told of; empty means all.
    public var only: Set<String> = []
    /// Codes not to be told of.
    public var skipped: Set<String> = []

    /// Makes options that ask for nothing in particular.
    public init() {}
}
