public import Diagnostics

/// A property list could not be read.
public struct PropertyListError: Error, Hashable, Sendable {
    /// What is wrong, and where.
    public let diagnostic: Diagnostic

    /// Makes an error.
    public init(_ diagnostic: Diagnostic) { self.diagnostic = diagnostic }
}
