/// How many lines of input were malformed, and where the first of them stands.
struct MalformedLines: Equatable {
    private(set) var count = 0
    private(set) var first: Int?

    mutating func count(line: Int) {
        count += 1
        first = first ?? line
    }

    /// What is said of them at the end of a run; nil where there are none.
    var message: String? {
        guard let first else { return nil }
        let lines = count == 1 ? "1 malformed line" : "\(count) malformed lines"
        return "the input has \(lines), the first at line \(first); each has an error in its place"
    }
}
