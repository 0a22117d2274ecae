import ByteText
import TestSupport
import Testing
import URLMatching
import URLStandard

@testable import RuleRegions

@Suite("Automata of regular expressions") struct ByteAutomatonTests {
    @Test("A random expression's automaton agrees with PCRE2, and accepts more only if it is marked inexact")
    func differential() throws {
        var generator = RandomURLRegex(SplitMix(seed: 17))
        var (pairs, matches, exact) = (0, 0, 0)
        let patterns = TestSize.count(500, thorough: 1_500, exhaustive: 40_000)
        for _ in 0..<patterns {
            let (pattern, urls) = generator.next(urls: 6)
            guard let matcher = try? RegexMatcher(pattern), let automaton = ByteAutomaton.searching(pattern) else {
                continue
            }
            exact += automaton.isExact ? 1 : 0
            var run = AutomatonRun(automaton)
            var form = URLRecord()
            var scratch = MatcherScratch()
            for url in urls {
                guard let record = try? URLRecord(parsing: url.utf8.span) else { continue }
                form.become(matchingFormOf: record)
                scratch.regex.renew()
                let outcome = matcher.matches(form: form, scratch: &scratch.regex)
                // PCRE2 gave up, which blocks the URL but does not mean that there is no match.
                guard outcome != .limitReached else { continue }
                let isMatch = outcome == .matched
                let isTaken = run.takes(form.hrefWithoutFragment.array)
                pairs += 1
                matches += isMatch ? 1 : 0
                #expect(isTaken || !isMatch, "\(pattern) misses \(url)")
                if automaton.isExact { #expect(isTaken == isMatch, "\(pattern) on \(url)") }
            }
        }
        #expect(
            pairs > patterns * 2 && matches > patterns / 3 && exact > patterns / 5,
            "\(pairs), \(matches), \(exact)"
        )
    }

    @Test(
        "A search finds a shortest text, or proves that there is none, like brute force"
    )
    func bruteForce() throws {
        var budget = Int.max
        var random = SplitMix(seed: 5)
        let longest = 4
        var texts: [[[UInt8]]] = [[[]]]
        for _ in 0..<longest {
            texts.append(texts[texts.count - 1].flatMap { t in Array("ab/".utf8).map { t + [$0] } })
        }
        let alphabet = try #require(
            ByteAutomaton(
                .repetition(.set(ByteSet(0x61...0x62, 0x2F...0x2F)), least: 0, most: nil, isPossessive: false),
                .whole
            )
        )
        var (found, empty) = (0, 0)
        let searches = TestSize.count(150, thorough: 400, exhaustive: 20_000)
        for _ in 0..<searches {
            let patterns = (0..<3).map { _ in Self.pattern(&random, 3) }
            let automata = try patterns.map { try #require(ByteAutomaton.searching($0), "\($0)") }
            var runs = automata.map { AutomatonRun($0) }
            let isFound = { (text: [UInt8]) in
                [0, 1, 2].allSatisfy { runs[$0].takes(text) == ($0 < 2) }
            }
            let first = texts.joined().first(where: isFound)
            let search = LanguageSearch(wanted: [alphabet, automata[0], automata[1]], unwanted: [automata[2]])
            switch search.first(budget: &budget, { _ in true }) {
            case .found(let text):
                #expect(isFound(text), "\(patterns)")
                #expect(first == nil ? text.count > longest : text.count == first?.count, "\(patterns)")
                found += 1
            case .empty:
                #expect(first == nil, "\(patterns)")
                empty += 1
            case .undecided(let reason): Issue.record("\(patterns): \(reason)")
            }
        }
        #expect(found > searches / 8 && empty > searches / 8, "\(found), \(empty)")
    }

    /// A short expression, partly anchored.
    private static func pattern(_ random: inout SplitMix, _ depth: Int) -> String {
        switch depth == 0 ? 0 : random.number(in: 0...7) {
        case 0: random.one(of: ["a", "b", "/", "[ab]", "[^a]", "(?i)A"])
        case 1, 2, 3: pattern(&random, depth - 1) + pattern(&random, depth - 1)
        case 4: "(" + pattern(&random, depth - 1) + "|" + pattern(&random, depth - 1) + ")"
        case 5: "(" + pattern(&random, depth - 1) + ")" + random.one(of: ["*", "+", "?", "{2}", "{1,2}", "{2,}"])
        case 6: random.one(of: ["^", "\\b", "\\B"]) + pattern(&random, depth - 1)
        default: pattern(&random, depth - 1) + random.one(of: ["$", "\\b", "\\B"])
        }
    }

    @Test(
        "Syntax is read as PCRE2 reads it",
        arguments: [
            ("^a{0}b$", "b", true), ("^a{2,3}$", "aaaa", false), ("^a{2,}$", "aaaa", true), ("^$", "", true),
            ("a^", "a", false), ("$a", "a", false), ("^(a|)b", "b", true), ("(?i)^[^A]$", "a", false),
            ("^[\\x61-\\x63]$", "b", true), ("^\\D$", "1", false), ("^.$", "\u{7F}", true), ("^(^a)?b", "b", true),
            ("\\ba\\b", "b/a/b", true), ("\\ba\\b", "ba", false), ("\\Ba", "ba", true), ("\\Ba", "a", false),
            ("a\\b", "a", true),
            ("a\\z\\b", "a", true), ("a$\\B", "a", false), ("\\b^a", "a", true),
            ("\\b^a", "/a", false), ("\\B^$\\B", "", true), ("/\\b^a", "/a", false), ("^\\b$", "", false),
            ("^\\B$", "", true), ("a(\\b/|b)*\\b", "ab/b", true), ("/(\\b)?a", "/a", true),
        ]
    )
    func syntax(pattern: String, text: String, isTaken: Bool) throws {
        #expect(try #require(ByteAutomaton.searching(pattern)).takes(text) == isTaken)
    }

    @Test(
        "An automaton of unsupported syntax is marked inexact",
        arguments: [
            ("(?=a)b", false), ("a++b", false), ("(?>a|ab)c", false), ("(?m)^a", true), ("\\bword\\B", true),
            ("(?<!a)b", false),
            ("a+?b*?", true), ("(?<n>a)", true),
        ]
    )
    func exactness(pattern: String, isExact: Bool) throws {
        #expect(try #require(ByteAutomaton.searching(pattern)).isExact == isExact)
    }

    @Test("Multiplying counts give no automaton and take no time")
    func counts() {
        for pattern in [
            "(((a{1,200}){1,200}){1,200}){1,200}", "((((){60000}){60000}){60000}){60000}", "a{60000}",
            "(?:(?:(?:[a-z]{0,999}){0,999}))", "((a?){9999}){9999}",
        ] {
            #expect(ByteAutomaton.searching(pattern) == nil, "\(pattern)")
        }
    }

    @Test("Exponentially many states end at the bound")
    func bound() throws {
        var budget = Int.max
        for pattern in ["^[ab]*a[ab]{40}$", "a[a-z/.]{300}b", "(a|b)*a(a|b){19}c"] {
            let automaton = try #require(ByteAutomaton.searching(pattern), "\(pattern)")
            let more = try #require(ByteAutomaton.searching("^[ab]*b[ab]{39}$"))
            var count = 0
            let outcome = LanguageSearch(wanted: [automaton, more]).first(states: 5_000, budget: &budget) { _ in
                count += 1
                return false
            }
            #expect(outcome != .empty && count <= 64, "\(pattern): \(outcome)")
        }
        let all = try #require(ByteAutomaton.searching("^[ab]*a[ab]{18}c$"))
        let none = try #require(ByteAutomaton.searching("^[ab]*b[ab]{18}c$"))
        #expect(LanguageSearch(wanted: [all, none]).first(budget: &budget) { _ in true } == .undecided(.tooManyStates))
    }
}
