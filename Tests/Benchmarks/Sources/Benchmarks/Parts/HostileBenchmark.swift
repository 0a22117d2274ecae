import Demarc
import Diagnostics
import Foundation
import PolicyModel
import RuleIndex
import URLMatching
import URLStandard

/// The time of the slowest regular expressions and URLs: each pair alone, and all expressions in one rule set.
struct HostileBenchmark {
    let passes: Int

    func run() throws -> [BarRow] {
        var scratch = MatchScratch()
        var worst = (time: 0.0, pair: "")
        var perStep = 0.0
        var matchers: [Matcher] = []
        for family in HostileRegexes.families {
            let matcher = try Matcher(key: .regex, text: family.pattern)
            matchers.append(matcher)
            for length in HostileRegexes.lengths {
                guard let url = URLRecord(family.url(length)) else { continue }
                let time = fastest { _ = matcher.matches(url, scratch: &scratch) }
                if scratch.regexSteps > 5_000 { perStep = max(perStep, time / Double(scratch.regexSteps)) }
                if time > worst.time { worst = (time, "\(family.pattern.prefix(40)), \(length) bytes") }
                if ProcessInfo.processInfo.environment["DEMARC_HOSTILE"] != nil {
                    print(
                        Int(time),
                        scratch.regexSteps,
                        scratch.regexWork,
                        length,
                        family.pattern.prefix(60),
                        separator: "\t"
                    )
                }
            }
        }
        let pumps = ["a", "ab", "a.", "a/", "1", "&a=b"]
        let decision = try slowestLookUp(of: matchers, pumps)
        let crowded = try slowestLookUp(of: Self.crowdedMatchers(), [Self.letters(500, seed: 8)])
        return [
            BarRow("slowest regex (\(worst.pair))", worst.time / 1e6, atMost: 1, unit: "ms", "--measure hostile"),
            BarRow(
                "slowest look-up (\(decision.url))",
                decision.time / 1e6,
                atMost: 5,
                unit: "ms",
                "--measure hostile"
            ),
            BarRow(
                "slowest look-up of crowded literals (\(crowded.url))",
                crowded.time / 1e6,
                atMost: 5,
                unit: "ms",
                "--measure hostile"
            ),
            BarRow("slowest counted step", perStep, atMost: 33, unit: "ns", "--measure hostile"),
        ]
    }

    /// Expressions whose literals share the few windows possible with two letters, so that a URL of these letters
    /// contains windows everywhere, but never a whole literal.
    private static func crowdedMatchers() throws -> [Matcher] {
        try (0..<2_000).map { number in
            let text = letters(15, seed: UInt64(2 * number)) + "c" + letters(15, seed: UInt64(2 * number + 1))
            return try Matcher(key: .regex, text: text)
        }
    }

    private static func letters(_ count: Int, seed: UInt64) -> String {
        var state = seed &* 2 &+ 1
        return String(
            (0..<count).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return state >> 63 == 0 ? "a" : "b"
            }
        )
    }

    /// The slowest look-up with all expressions, for URLs that repeat a text.
    private func slowestLookUp(of matchers: [Matcher], _ pumps: [String]) throws -> (time: Double, url: String) {
        let place = SourceLocation(path: "", line: 1, column: 1)
        let rules = matchers.enumerated().map { number, matcher in
            let condition = Condition(key: .regex, alternatives: [matcher])
            return Rule(id: "\(number)", urlClass: .external, conditions: [condition], location: place)
        }
        let ruleSet = RuleSet(name: "hostile", defaultClass: .internal, defaultLocation: place, rules: rules)
        let compiled = CompiledRuleSet(ruleSet)
        var scratch = MatchScratch()
        var worst = (time: 0.0, url: "")
        for length in HostileRegexes.lengths {
            for pump in pumps {
                guard let url = URLRecord("https://x/" + String(repeating: pump, count: length / pump.count)) else {
                    continue
                }
                let time = fastest { _ = compiled.match(url, scratch: &scratch) }
                if time > worst.time { worst = (time, "\(pump.prefix(10))…, \(length) bytes") }
            }
        }
        return worst
    }

    /// The shortest of several times, in nanoseconds.
    private func fastest(_ work: () -> Void) -> Double {
        work()
        return (0..<passes).map { _ in
            let start = Self.now()
            work()
            return Double(Self.now() - start)
        }.min() ?? .nan
    }

    private static func now() -> UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
