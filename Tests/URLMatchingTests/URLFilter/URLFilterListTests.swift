import TestSupport
import Testing
import URLMatching
import URLStandard

@Suite("Allow and block lists of filters") struct URLFilterListTests {
    @Test(
        "Chromium's own tests pass, except the named rows",
        .enabled(if: PublishedData.has("conformance/url-filter-vectors.tsv"), "\(PublishedData.howToGet)")
    )
    func published() throws {
        let file = try PublishedData.bytes("conformance/url-filter-vectors.tsv")
        let rows = URLFilterVector.rows(of: file)
        #expect(rows.count { $0.family == "chromium-match" } == 140)
        #expect(rows.count { $0.family == "chromium-block/allow" } == 100)
        var deviating: Set<String> = []
        for row in rows where row.answer() != row.expected {
            deviating.insert("\((row.block + row.allow).joined(separator: " ")) \(row.url)")
        }
        #expect(deviating == Set(URLFilterVector.deviations.keys))
    }

    @Test(
        "The first difference decides, in order of precedence",
        arguments: [
            ("", "", "https://a.example/", true), ("", "*", "https://a.example/", false),
            ("*", "*", "https://a.example/", true),
            // An exact host, over its subdomains.
            (".a.example", "a.example/x", "https://a.example/x", true),
            ("a.example/x", ".a.example", "https://a.example/x", false),
            // The longer host, unless its scheme or port does not fit.
            ("example/xyz", "a.example", "https://a.example/xyz", false),
            ("example", "http://a.example", "https://a.example/", true),
            ("example", "a.example:8443", "https://a.example/", true),
            ("*/xyz", "example", "https://a.example/xyz", false),
            // A dot after the host is a part of its length.
            ("a.example/p", "a.example.", "https://a.example/p", false),
            ("a.example.", "a.example/p", "https://a.example/p", true),
            (".a.example.", ".a.example/p", "https://a.example/p", true),
            // The longer path.
            ("a.example/xy", "a.example/x?a=1&b=2", "https://a.example/xy?a=1&b=2", true),
            ("a.example/x", "a.example/xy", "https://a.example/xyz", false),
            // More tokens; the same token twice counts once.
            ("a.example?a=1", "a.example?a=1&b=2", "https://a.example/?b=2&a=1", false),
            ("a.example?a=1", "a.example?a=1&a=1", "https://a.example/?a=1", true),
            // A scheme gives no precedence.
            ("a.example", "https://a.example", "https://a.example/", true),
            // Side.
            ("a.example?k=1", "a.example", "https://a.example/?k=1&k=2", false),
        ] as [(String, String, String, Bool)]
    )
    func precedence(allow: String, block: String, url: String, isAllowed: Bool) throws {
        let list = URLFilterList(
            allow: try allow.split(separator: " ").map { try URLFilter(String($0)) },
            block: try block.split(separator: " ").map { try URLFilter(String($0)) }
        )
        var scratch = MatchScratch()
        let record = try URLRecord(parsing: url.utf8.span)
        #expect(list.allows(record, scratch: &scratch) == isAllowed)
    }

    @Test("Random lists agree with a second implementation of the format", arguments: [1, 2, 3])
    func differential(seed: UInt64) throws {
        let lists = TestSize.count(100, thorough: 400, exhaustive: 400)
        var random = SplitMix(seed: seed)
        var scratch = MatchScratch()
        var answers: [String: Int] = [:]
        for _ in 0..<lists {
            let allow = random.some(0...6) { RandomFilters.filter(&$0) }
            let block = random.some(0...6) { RandomFilters.filter(&$0) }
            let list = URLFilterList(
                allow: try allow.map { try URLFilter($0) },
                block: try block.map { try URLFilter($0) }
            )
            for _ in 0..<40 {
                let url = RandomFilters.url(&random)
                let record = try URLRecord(parsing: url.utf8.span)
                let filter = list.decidingFilter(for: record, scratch: &scratch)
                let answer = filter.map { "\($0.side)" } ?? "-"
                answers[answer, default: 0] += 1
                let expected = NaiveFilterList(allow: allow, block: block).answer(url)
                #expect(answer == expected, "\(url) under allow \(allow), block \(block)")
            }
        }
        for answer in ["allow", "block", "-"] { #expect(answers[answer, default: 0] > lists * 5 / 4) }
    }
}
