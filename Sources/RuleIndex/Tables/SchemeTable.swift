import URLStandard

/// Finds the rules that speak of a scheme.
struct SchemeTable: Sendable {
    /// The postings of the special schemes, by raw value.
    private var special: [[Posting]] = Array(repeating: [], count: SpecialScheme.allCases.count + 1)
    private var others: [(scheme: [UInt8], posting: Posting)] = []
    private(set) var isEmpty = true

    /// Says that URLs of `scheme`, in lower case without `:`, reach a rule.
    mutating func insert(_ scheme: String, _ posting: Posting) {
        isEmpty = false
        if let known = SpecialScheme.allCases.first(where: { "\($0)" == scheme }) {
            special[Int(known.rawValue)].append(posting)
        } else {
            others.append((Array(scheme.utf8), posting))
        }
    }

    /// Calls `body` with every posting that the scheme of `url` reaches.
    @inline(__always)
    func forEachPosting(of url: borrowing URLRecord, _ body: (Posting) -> Void) {
        if let known = url.specialScheme {
            let postings = special[Int(known.rawValue)]
            for position in 0..<postings.count { body(postings[position]) }
        } else {
            for other in others where other.scheme.span.isEqual(to: url.scheme) { body(other.posting) }
        }
    }
}
