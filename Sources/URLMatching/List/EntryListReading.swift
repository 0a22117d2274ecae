/// What reading a list file gave: the entries of the good lines, and what is wrong with the others.
///
/// A dropped block rule is an open door, so a caller that goes on with bad lines must have been told to.
public struct EntryListReading: Sendable {
    /// A line that is no entry.
    public struct BadLine: Hashable, Sendable {
        /// The line; the first one of the file is 1.
        public let line: Int
        /// The bytes within the line that the error speaks of; the first one of the line is 0, a byte order mark not
        /// counted.
        public let columns: Range<Int>
        /// Where the line begins in the file, in bytes.
        public let lineOffset: Int
        /// What is wrong.
        public let error: MatcherError
    }

    /// How many bad lines are kept.
    public static var badLineLimit: Int { 100 }

    /// The entries of all good lines.
    public let list: EntryList
    /// The first ``badLineLimit`` bad lines, in the order of the file.
    public let badLines: [BadLine]
    /// How many bad lines there are.
    public let badLineCount: Int
    /// How many lines the file has; one that ends without a newline counts.
    public let lineCount: Int
}
