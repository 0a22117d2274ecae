public import Diagnostics

/// A property list as it was read.
public struct PropertyListDocument: Hashable, Sendable {
    /// The value that holds all others.
    public var root: PropertyListNode
    /// How the file is written.
    public var format: PropertyListFormat
    /// The file. Every place is a range of its bytes.
    ///
    /// A file of UTF-16 is here as UTF-8, without its byte order mark, so that lines and columns count what a reader
    /// sees; encoded again as ``format`` says, it is the file byte for byte.
    public var source: SourceFile

    /// Makes a document.
    public init(root: PropertyListNode, format: PropertyListFormat, source: SourceFile) {
        self.root = root
        self.format = format
        self.source = source
    }
}
