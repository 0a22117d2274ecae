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
