import PolicyModel
import TestSupport
import Testing

@testable import PolicyAnalysis

@Suite("URLs that represent all that rules distinguish") struct RepresentativeURLsTests {
    /// A rule set with a rule about many domains, and as many filters without a host.
    private static func ruleSet(_ size: Int) throws -> RuleSet {
        let domains = (0..<size).map { "h\($0).example" }.joined(separator: ", ")
        let filters = (0..<size).map { "'*/ad\($0)/'" }.joined(separator: ", ")
        let document = try TightDocument().with { document in
            document.rules = [
                "{id: domains, class: blocked, domain: [\(domains)]}",
                "{id: ads, class: blocked, chrome: [\(filters)]}",
            ]
        }
        .document()
        return try #require(document.ruleSets.first)
    }

    private static func urls(of ruleSet: RuleSet, limit: Int) -> RepresentativeURLs {
        RepresentativeURLs(
            inAny: ruleSet.rules.prefix(1).map(\.conditions),
            changed: [],
            includesOthers: false,
            [ruleSet],
            hosts: [],
            documents: [],
            schemes: [],
            limit: limit
        )
    }

    @Test("Hosts that are left out because there are too many filters cost little")
    func growth() throws {
        let factor = try Growth.factor(from: 100, rounds: 2) { size in
            let ruleSet = try Self.ruleSet(size)
            return Growth.time { _ = Self.urls(of: ruleSet, limit: 100) }
        }
        #expect(factor < Growth.linearLimit)
    }

    @Test(
        "Every path of a filter is combined with every host, up to the limit",
        arguments: [(4_000, false), (500, true)]
    )
    func limit(limit: Int, isCut: Bool) throws {
        let found = Self.urls(of: try Self.ruleSet(10), limit: limit)
        // A path, and two below it.
        let paths = 2 + 3 * 10
        // No value differs, so none of those that differ is left out.
        #expect(!found.isCut && found.isExact != isCut && found.urls.count <= limit)
        let urls = Set(found.urls.filter { $0.hasPrefix("https://h") || $0.hasPrefix("https://demarc-x.h") })
        #expect(isCut || urls.count == 2 * 10 * paths)
    }
}
