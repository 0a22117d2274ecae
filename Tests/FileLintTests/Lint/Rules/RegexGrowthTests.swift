import TestSupport
import Testing
import URLMatching

@testable import FileLint
@testable import RuleRegions

/// The cost of looking for slow places and for hosts in one long expression, which no step of PCRE2 counts.
@Suite("Lint of long regular expressions") struct RegexGrowthTests {
    @Test(
        "Reading an expression takes time proportional to its length",
        arguments: ["a", "a?", "/a", "/a.b", "(?:a|b)", "(?:ab)?", "a*bcdefghijklmnopqrs", "x?(?:/a.example|b)"]
    )
    func growth(part: String) throws {
        let factor = try Growth.factor(from: 2_000) { length in
            let pattern = "/" + String(repeating: part, count: length / part.utf8.count)
            let tree = try #require(RegexTree(pattern))
            return Growth.time {
                for _ in 0..<10 {
                    var places: [BacktrackSearch.Place] = []
                    var budget = Int.max
                    BacktrackSearch.collect(tree.pieces, before: [], after: [], into: &places, budget: &budget)
                    _ = HostTexts(tree)
                }
            }
        }
        #expect(factor < Growth.linearLimit)
    }

    @Test("Alternatives before a large group are charged for reading it")
    func budget() throws {
        let alternatives = String(repeating: "a*|", count: 600) + "c"
        let tree = try #require(RegexTree("/(\(alternatives))(\(String(repeating: "b", count: 4_000)))?"))
        var places: [BacktrackSearch.Place] = []
        var budget = 100_000
        BacktrackSearch.collect(tree.pieces, before: [], after: [], into: &places, budget: &budget)
        #expect(places.isEmpty)
        #expect((-5_000...0).contains(budget), "\(budget)")
    }
}
