/// How many inputs came out how.
struct URLTally: Equatable {
    var valid = 0
    var invalid = 0
    /// Those of the valid ones on whose authority readers disagree.
    var ambiguous = 0
    var malformed = MalformedLines()

    /// The inputs read.
    var count: Int { valid + invalid }

    /// What is said at the end of a run.
    var summary: String {
        var text = count == 1 ? "1 input" : "\(count) inputs"
        text += ": \(valid) valid, \(invalid) invalid"
        if ambiguous > 0 { text += "; readers disagree on the authority of \(ambiguous)" }
        if malformed.count > 0 { text += "; \(malformed.count) malformed" }
        return text + "\n"
    }

    /// Whether something happened that the command line calls a failure.
    func has(_ condition: URLFailure) -> Bool {
        switch condition {
        case .invalid: invalid > 0
        case .ambiguous: ambiguous > 0
        }
    }
}
