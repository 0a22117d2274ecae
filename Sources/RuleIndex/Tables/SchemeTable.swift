import ByteText
import URLStandard

/// Finds the rules that speak of a scheme.
struct SchemeTable: Sendable {
    /// The schemes that rules speak of which are not special.
    private var others: [[UInt8]] = []
    /// What each scheme reaches: the special ones by raw value, then ``others`` in order.
    private var ranges: [Range<Int>] = []
    private(set) var postings: [Posting] = []

    var isEmpty: Bool { postings.isEmpty }

    /// - Parameter postings: What each scheme, in lower case without `:`, reaches, the strongest first.
    init(_ postings: [String: [Posting]]) {
        let special = ["", "http", "https", "ws", "wss", "ftp", "file"]
        let others = postings.keys.filter { !special.contains($0) }.sorted()
        self.others = others.map { Array($0.utf8) }
        for scheme in special + others {
            let start = self.postings.count
            self.postings += postings[scheme] ?? []
            ranges.append(start..<self.postings.count)
        }
    }

    /// The positions in ``postings`` of what the scheme of `url` reaches.
    @inline(__always)
    func postings(of url: borrowing URLRecord) -> Range<Int> {
        if let special = url.specialScheme { return ranges[Int(special.rawValue)] }
        for position in others.indices {
            let other = others[position]
            if other.span.isEqual(to: url.scheme) { return ranges[ranges.count - others.count + position] }
        }
        return 0..<0
    }
}
