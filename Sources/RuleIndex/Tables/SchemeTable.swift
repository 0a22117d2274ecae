import ByteText
import URLStandard

/// Finds the rules that speak of a scheme.
struct SchemeTable: Sendable {
    /// The schemes that rules speak of which are not special.
    private var others: [[UInt8]] = []
    /// What each scheme reaches: the special ones by raw value, then ``others`` in order.
    private(set) var postings: [[Posting]] = Array(repeating: [], count: SpecialScheme.allCases.count + 1)
    private(set) var isEmpty = true

    /// Says that URLs of `scheme`, in lower case without `:`, reach a rule.
    mutating func insert(_ scheme: String, _ posting: Posting) {
        isEmpty = false
        if let special = SpecialScheme.allCases.first(where: { "\($0)" == scheme }) {
            postings[Int(special.rawValue)].append(posting)
        } else if let other = others.firstIndex(where: { $0.elementsEqual(scheme.utf8) }) {
            postings[SpecialScheme.allCases.count + 1 + other].append(posting)
        } else {
            others.append(Array(scheme.utf8))
            postings.append([posting])
        }
    }

    /// The position in ``postings`` of what the scheme of `url` reaches.
    @inline(__always)
    func position(of url: borrowing URLRecord) -> Int? {
        if let special = url.specialScheme { return Int(special.rawValue) }
        for position in others.indices {
            let other = others[position]
            if other.span.isEqual(to: url.scheme) { return SpecialScheme.allCases.count + 1 + position }
        }
        return nil
    }
}
