/// A change of one place in a file.
public struct TextEdit: Hashable, Sendable {
    /// What is replaced; an empty range inserts.
    public var range: SourceRange
    /// What stands there afterwards.
    public var replacement: String

    /// Makes an edit.
    public init(range: SourceRange, replacement: String) {
        self.range = range
        self.replacement = replacement
    }
}
