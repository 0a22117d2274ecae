public import Diagnostics
public import PolicyModel

/// What reading a policy document gave.
public struct PolicyLoadResult: Sendable {
    /// The document; nil where anything in it or in a file it refers to is an error.
    public let document: PolicyDocument?
    /// Everything that was found, in the order of the files.
    public let diagnostics: [Diagnostic]
    /// The files that findings point into, for the lines to quote.
    public let sources: [SourceFile]

    /// Whether nothing stands in the way of using the document.
    public var isUsable: Bool { document != nil }
}
