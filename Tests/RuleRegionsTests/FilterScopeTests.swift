import TestSupport
import Testing
import URLMatching
import URLStandard

@testable import RuleRegions

/// The scope of a filter must contain all URLs that the filter matches. Otherwise findings about rules would be wrong.
@Suite("URLs that a filter covers")
struct FilterScopeTests {
    private static func matches(_ filter: URLFilter, _ url: String) throws -> Bool {
        var scratch = MatchScratch()
        return Matcher.chrome(filter).matches(try URLRecord(parsing: url.utf8.span), scratch: &scratch) == .matched
    }

    @Test("The scope contains every URL that the filter matches, and no other if it is exact", arguments: [1, 2, 3])
    func law(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var counts: [String: Int] = [:]
        for _ in 0..<800 {
            let side = random.one(of: URLFilter.Side.allCases)
            let filter = try URLFilter(RandomFilters.filter(&random), side: side)
            let scope = MatcherScope(of: filter)
            let others = try (0..<12).map { _ in try URLFilter(RandomFilters.filter(&random), side: side) }
            let narrower = others.filter { scope.contains(MatcherScope(of: $0)) }
            for _ in 0..<10 {
                let url = RandomFilters.url(&random)
                let place = MatcherScope(ofURL: url)
                let isMatched = try Self.matches(filter, url)
                if isMatched {
                    #expect(scope.intersection(place) != nil, "\(filter.text) matches \(url)")
                    counts["matched", default: 0] += 1
                }
                if scope.isExact {
                    #expect(scope.contains(place) == isMatched, "\(filter.text) and \(url)")
                    counts["exact", default: 0] += 1
                }
                for other in narrower where try Self.matches(other, url) {
                    #expect(isMatched, "\(filter.text) is wider than \(other.text), and does not match \(url)")
                    counts["wider", default: 0] += 1
                }
            }
        }
        #expect(["matched", "exact", "wider"].allSatisfy { counts[$0, default: 0] > 50 }, "\(counts)")
    }

    @Test(
        "A scope is exact without a query, and if the filter is not a `*` on the block side",
        arguments: [
            ("contoso.com", true), (".contoso.com/a", true), ("contoso.com:8080", true),
            ("https://contoso.com:443", true), ("contoso.com?k=v", false), ("contoso.com:443", true),
            ("*:80/a", true), ("teams://*", true), ("*", false),
        ]
    )
    func exact(text: String, isExact: Bool) throws {
        #expect(MatcherScope(of: try URLFilter(text)).isExact == isExact)
        #expect(MatcherScope(of: try URLFilter("*", side: .allow)).isExact)
    }

    @Test("The filter matches the scope's sample", arguments: ["a.b?k=v*&j", "https://a.b:8443/x?k=*", "*/x?kk"])
    func samples(text: String) throws {
        let filter = try URLFilter(text)
        let samples = RuleMap.texts(of: .chrome(filter))
        #expect(!samples.isEmpty)
        for sample in samples { #expect(try Self.matches(filter, sample), "\(sample)") }
    }
}
