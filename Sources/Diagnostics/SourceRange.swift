/// The range of a file that a diagnostic refers to.
public struct SourceRange: Hashable, Sendable {
    /// The path of the file, as in ``SourceFile/path``.
    public var path: String
    /// The start of the range.
    public var start: SourcePosition
    /// The end of the range, which is not part of it. Equal to ``start`` if there is nothing to underline.
    public var end: SourcePosition

    /// Creates a range. ``SourceFile/range(_:)`` creates one from byte offsets.
    public init(path: String, start: SourcePosition, end: SourcePosition) {
        self.path = path
        self.start = start
        self.end = end
    }

    /// Creates a range for a file as a whole, because a file that could not be read has no lines.
    public init(wholeFile path: String) { self.init(at: SourceLocation(path: path, line: 1, column: 1)) }

    /// Creates an empty range at a location in a file that is not available, so its offset is unknown.
    public init(at location: SourceLocation) {
        let start = SourcePosition(offset: 0, line: location.line, column: location.column)
        self.init(path: location.path, start: start, end: start)
    }

    /// The start of the range, as `path:line:column`.
    public var location: SourceLocation { SourceLocation(path: path, line: start.line, column: start.column) }
}

/// A position in a file: a byte offset, with its line and column.
public struct SourcePosition: Hashable, Sendable, Comparable {
    /// The offset in bytes, from 0.
    public var offset: Int
    /// The line, from 1.
    public var line: Int
    /// The column in Unicode scalars, from 1.
    public var column: Int

    /// Creates a position. ``SourceFile/position(at:)`` creates a consistent one.
    public init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// Orders positions by their offset.
    public static func < (left: SourcePosition, right: SourcePosition) -> Bool { left.offset < right.offset }
}

/// A location in a file, in the form that people and editors use: `path:line:column`.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
    /// The path as it was given, or derived from the file that named it.
    public var path: String
    /// The line, from 1.
    public var line: Int
    /// The column in Unicode scalars, from 1.
    public var column: Int

    /// Creates a location.
    public init(path: String, line: Int, column: Int) {
        self.path = path
        self.line = line
        self.column = column
    }

    /// `path:line:column`.
    public var description: String { "\(path):\(line):\(column)" }
}
