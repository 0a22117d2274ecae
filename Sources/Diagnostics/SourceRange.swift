/// The bytes of one file that a diagnostic speaks of.
public struct SourceRange: Hashable, Sendable {
    /// The path of the file, as ``SourceFile/path`` has it.
    public var path: String
    /// Where the range begins.
    public var start: SourcePosition
    /// Where the range ends; the byte there is no part of it. Equal to ``start`` where there is nothing to underline.
    public var end: SourcePosition

    /// Makes a range. ``SourceFile/range(_:)`` makes one from byte offsets.
    public init(path: String, start: SourcePosition, end: SourcePosition) {
        self.path = path
        self.start = start
        self.end = end
    }

    /// A range that stands for a file as a whole: one that could not be read has no lines to point into.
    public init(wholeFile path: String) {
        let start = SourcePosition(offset: 0, line: 1, column: 1)
        self.init(path: path, start: start, end: start)
    }

    /// Where the range begins, as `path:line:column`.
    public var location: SourceLocation { SourceLocation(path: path, line: start.line, column: start.column) }
}
