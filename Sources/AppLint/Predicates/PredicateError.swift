/// Where a text stops being a predicate, and why.
struct PredicateError: Error, Hashable {
    /// Lower case, one line, no final period.
    var message: String
    /// The bytes of the text that the message speaks of; empty where something is missing.
    var offsets: Range<Int>

    init(_ message: String, at offsets: Range<Int>) {
        self.message = message
        self.offsets = offsets
    }
}
