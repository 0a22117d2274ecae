/// A place in a file, for machines and people alike: a byte offset, and the line and column it falls on.
public struct SourcePosition: Hashable, Sendable, Comparable {
    /// The offset in bytes, from 0.
    public var offset: Int
    /// The line, from 1.
    public var line: Int
    /// The column in Unicode scalars, from 1.
    public var column: Int

    /// Makes a position. ``SourceFile/position(at:)`` makes one that is right.
    public init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// Orders positions by their offset.
    public static func < (left: SourcePosition, right: SourcePosition) -> Bool { left.offset < right.offset }
}
