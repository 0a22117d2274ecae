/// How much a policy document and everything it refers to may cost to read.
///
/// Beyond a bound stands an error that names it, never a partial reading. The bounds of number count over all the files
/// of one document, so that many files cost no more than one.
public struct ReadingBounds: Hashable, Sendable {
    /// The bytes of one document or rule file.
    public var documentBytes = 16 << 20
    /// The bytes of the document and its rule files together.
    public var allDocumentBytes = 64 << 20
    /// The bytes of all lists together; one list may have 256 MiB.
    public var allListBytes = 512 << 20
    /// The bytes of lists that several rules name, counted for each but the first, besides 16 times those of all lists.
    public var repeatedListBytes = 16 << 20
    /// Rules that rule sets have in common with others, counted for each but the first.
    public var repeatedRules = 100_000
    /// Levels of YAML sequences and mappings.
    public var depth = 64
    /// YAML values, every alias counted as what it stands for.
    public var nodes = 1_000_000
    /// YAML aliases.
    public var aliases = 10_000
    /// Included rule files.
    public var includes = 256
    /// Levels of rule files that include each other.
    public var includeDepth = 16
    /// Levels of views.
    public var viewDepth = 256
    /// Scenarios of a scenario file, those of a matrix one by one.
    public var scenarios = 100_000
    /// YAML values that the matrices of a scenario file make.
    public var expandedNodes = 10_000_000
    /// Policies in all the documents that scenarios patch, each different patch counted for itself.
    public var patchedPolicies = 20_000
    /// Policy documents that one scenario file names.
    public var policyDocuments = 64
    /// Findings that are kept; one more says how many there were.
    public var findings = 1_000

    /// The bounds that are in force unless a caller names others.
    public init() {}
}
