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
    public init(wholeFile path: String) { self.init(at: SourceLocation(path: path, line: 1, column: 1)) }

    /// An empty range at a location in a file that is not at hand, so that nobody knows its offset.
    public init(at location: SourceLocation) {
        let start = SourcePosition(offset: 0, line: location.line, column: location.column)
        self.init(path: location.path, start: start, end: start)
    }

    /// Where the range begins, as `path:line:column`.
    public var location: SourceLocation { SourceLocation(path: path, line: start.line, column: start.column) }
}

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

/// A place in a file, in the form people and editors read: `path:line:column`.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
    /// The path as it was given, or as it follows from the file that named it.
    public var path: String
    /// The line, from 1.
    public var line: Int
    /// The column in Unicode scalars, from 1.
    public var column: Int

    /// Makes a location.
    public init(path: String, line: Int, column: Int) {
        self.path = path
        self.line = line
        self.column = column
    }

    /// `path:line:column`.
    public var description: String { "\(path):\(line):\(column)" }
}
