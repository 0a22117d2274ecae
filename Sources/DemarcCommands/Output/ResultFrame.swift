/// What is around results that are written one by one: the frame of a JSON array, and the reference of each result.
struct ResultFrame {
    /// Whether no result has been written.
    private(set) var isFirst = true
    /// The reference of the next result, as a member of its object followed by a comma; empty if it has none.
    private(set) var reference: [UInt8] = []

    /// The text before the next result in an array.
    var opening: StaticString { isFirst ? "[\n" : ",\n" }

    /// The text after the last result in an array.
    var closing: StaticString { isFirst ? "[]\n" : "\n]\n" }

    /// Takes the reference of a line, a JSON value; the result of this line is written next.
    mutating func begin(_ reference: String?) {
        self.reference.removeAll(keepingCapacity: true)
        if let reference { self.reference += "\"ref\":\(reference),".utf8 }
    }

    /// Notes that a result has been written.
    mutating func endResult() {
        isFirst = false
        if !reference.isEmpty { reference.removeAll(keepingCapacity: true) }
    }
}
