/// The limits on the cost of reading a policy document and everything it refers to.
///
/// Exceeding a limit is an error that names it; the result is never partial. Limits on numbers apply to all the files
/// of a document together, so that many files cost no more than one.
public struct ReadingBounds: Hashable, Sendable {
    /// The maximum size of one document or rule file in bytes.
    public var documentBytes = 16 << 20
    /// The maximum size of the document and its rule files together, in bytes.
    public var allDocumentBytes = 64 << 20
    /// The maximum size of all lists together, in bytes; a single list may have 256 MiB.
    public var allListBytes = 512 << 20
    /// The maximum bytes of lists used by several rules, counting each use after the first; 16 times the bytes of all
    /// lists are allowed in addition.
    public var repeatedListBytes = 16 << 20
    /// The maximum number of rules shared between rule sets, counting each use after the first.
    public var repeatedRules = 100_000
    /// The maximum nesting of YAML sequences and mappings.
    public var depth = 64
    /// The maximum number of YAML values; an alias counts as everything it stands for.
    public var nodes = 1_000_000
    /// The maximum number of YAML aliases.
    public var aliases = 10_000
    /// The maximum number of included rule files.
    public var includes = 256
    /// The maximum nesting of rule files that include each other.
    public var includeDepth = 16
    /// The maximum nesting of views.
    public var viewDepth = 256
    /// The maximum number of scenarios in a scenario file; each scenario of a matrix counts.
    public var scenarios = 100_000
    /// The maximum number of YAML values that the matrices of a scenario file generate, and that its `defaults` give
    /// its scenarios.
    public var expandedNodes = 10_000_000
    /// The maximum number of policies in all documents that scenarios patch; each different patch counts separately.
    public var patchedPolicies = 20_000
    /// The maximum number of policy documents that one scenario file names.
    public var policyDocuments = 64
    /// The maximum number of findings that are kept; one further finding gives the number of dropped ones.
    public var findings = 1_000

    /// Creates the default limits.
    public init() {}
}
