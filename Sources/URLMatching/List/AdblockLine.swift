import URLStandard

/// Reads a filter of an ad blocker that names a whole domain, `||ads.example^`.
///
/// Every other filter says more than a domain, or less: taken for one, `||ads.example^$third-party` would block what its
/// author lets pass, and `@@||ads.example^` the opposite.
enum AdblockLine {
    /// Leaves the domain in the record as its host.
    static func parse(_ text: Span<UInt8>, into record: inout URLRecord) throws(MatcherError) {
        let quoted = { (text: Span<UInt8>) in QuotedText.quote(text) }
        guard text.firstRange(of: "||")?.lowerBound == 0 else {
            throw MatcherError(
                .invalidFilter,
                "\(quoted(text)) is not a filter for a whole domain",
                help: "such a filter is `||`, a domain and `^`"
            )
        }
        guard let end = text.firstOffset(of: UInt8(ascii: "^")) else {
            throw MatcherError(
                .invalidFilter,
                "\(quoted(text)) has no `^` behind the domain",
                help: "such a filter is `||`, a domain and `^`"
            )
        }
        guard end == text.count - 1 else {
            throw MatcherError(
                .invalidFilter,
                "\(quoted(text)) says more than a domain",
                help: "write \(quoted(text.extracting(...end))) if the whole domain is meant",
                range: end + 1..<text.count
            )
        }
        do throws(MatcherError) {
            try HostText.parse(text.extracting(2..<end), for: .domain, into: &record)
        } catch {
            throw error.moved(by: 2, whole: 2..<max(end, 3))
        }
    }
}
