import ByteText
import URLStandard

/// Finds the rules that speak of a scheme.
struct SchemeTable: Sendable {
    /// The postings of the special schemes, by raw value.
    private var special: [[Posting]] = Array(repeating: [], count: SpecialScheme.allCases.count + 1)
    private var others: [(scheme: [UInt8], postings: [Posting])] = []
    private(set) var isEmpty = true

    /// Says that URLs of `scheme`, in lower case without `:`, reach a rule.
    mutating func insert(_ scheme: String, _ posting: Posting) {
        isEmpty = false
        if let known = SpecialScheme.allCases.first(where: { "\($0)" == scheme }) {
            special[Int(known.rawValue)].append(posting)
        } else if let other = others.firstIndex(where: { $0.scheme.elementsEqual(scheme.utf8) }) {
            others[other].postings.append(posting)
        } else {
            others.append((Array(scheme.utf8), [posting]))
        }
    }

    /// What the scheme of `url` reaches.
    @inline(__always)
    func postings(of url: borrowing URLRecord) -> [Posting] {
        if let known = url.specialScheme { return special[Int(known.rawValue)] }
        for other in others where other.scheme.span.isEqual(to: url.scheme) { return other.postings }
        return []
    }
}
