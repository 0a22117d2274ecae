import TestSupport
import Testing
import URLStandard

@testable import URLMatching

/// The bound on the work of regular expressions: it holds for every pattern and URL, and the work predicted in advance
/// is never less than the work counted.
@Suite("The work of a regular expression") struct RegexWorkTests {
    @Test("The hostile set has at least 500 pairs")
    func size() {
        #expect(HostileRegexes.pairCount >= 500)
    }

    @Test(
        "No hostile pair exceeds its bound or gets an invented answer",
        arguments: HostileRegexes.lengths
    )
    func bound(length: Int) throws {
        var scratch = MatchScratch()
        var (limited, counted) = (0, 0)
        // A long URL takes longer to parse than to match, and many families share one.
        var text = ""
        var url = URLRecord()
        let families = TestSize.rows(HostileRegexes.families)
        for family in families.sorted(by: { ($0.start, $0.pump, $0.end) < ($1.start, $1.pump, $1.end) }) {
            let matcher = try Matcher(key: .regex, text: family.pattern)
            if family.url(length) != text {
                text = family.url(length)
                try url.parse(text.utf8.span)
            }
            let outcome = matcher.matches(url, scratch: &scratch)
            let (steps, work) = (scratch.regexSteps, scratch.regexWork)
            #expect(steps <= RegexLimits.searchSteps, "\(family.pattern)")
            #expect(work <= RegexLimits.lookUpWork, "\(family.pattern)")
            if steps > 0 { counted += 1 }
            if outcome == .limitReached { limited += 1 }
            if length > RegexLimits.subjectBytes { #expect(outcome != .matched) }
        }
        // Some searches must be limited, and not all of them may be.
        #expect(limited > 0)
        #expect(length > RegexLimits.subjectBytes || limited < families.count)
        #expect(length > RegexLimits.subjectBytes || counted > families.count / 3, "\(counted)")
    }

    @Test("The predicted work is never less than the counted work", arguments: [1, 2, 3, 4])
    func figures(seed: UInt64) throws {
        var generator = RandomURLRegex(SplitMix(seed: seed))
        var scratch = RegexScratch()
        var (known, steps, failures) = (0, 0, [String]())
        let families = HostileRegexes.families.map { family in
            (family.pattern, [40, 300, 2_000].map { family.url($0) })
        }
        let generated = (0..<1_000).map { _ in generator.next(urls: 6) }
        for (pattern, urls) in (seed == 1 ? families : []) + generated {
            guard let code = try? RegexCode(compiling: pattern.utf8.span, .pcre, isCounted: true),
                code.isTranslated, let tree = RegexTree(pattern), scratch.prepare()
            else { continue }
            let work = RegexWork(of: tree, beginsOnce: code.beginsOnce, groupCount: code.groupCount).steps
            for url in urls {
                let most = work[RegexWork.lane(of: url.utf8.count)]
                guard most < 1e7 else { continue }
                let (_, taken) = code.count(url.utf8.span, steps: 20_000_000, &scratch)
                known += 1
                steps += taken
                // The callout at the end of the pattern is not work.
                if Float(taken) > most + 8, failures.count < 8 {
                    failures.append(
                        "`\(pattern)`: \(taken) steps for \(url.prefix(60)), \(url.utf8.count) bytes, not \(most)"
                    )
                }
            }
        }
        #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
        #expect(known > 2_000, "\(known)")
        #expect(steps > 10 * known, "\(steps)")
    }

    @Test(
        "Realistic patterns run without counting on any accepted URL",
        arguments: [
            #"^https://([^/]+\.)?contoso\.com/"#, #"contoso\.com"#, #"[?&]download=1(&|$)"#,
            #"^https?://[^?]*\.(exe|zip|msi|dmg|pkg|scr|bat)(\?|$)"#,
            #"\.(jpe?g|png|gif|webp)(\?|$)"#, #"^https://(www|m|login)\.contoso\.com/(docs|files|mail)/"#,
            #"(www|m)\.contoso\.com/docs/"#, "(?i)login",
            #"^https?://[^/]+/wp-(admin|login)"#, #"^https://10\.\d{1,3}\.\d{1,3}\.\d{1,3}(:\d+)?/"#,
            #"^[a-z]+://[^/]+$"#,
            #"^https://contoso\.com/.*download"#,
        ]
    )
    func linear(pattern: String) throws {
        let matcher = try Matcher(key: .regex, text: pattern)
        var scratch = MatchScratch()
        let url = try URLRecord(parsing: ("https://a.contoso.co/" + String(repeating: "a.", count: 32_700)).utf8.span)
        _ = matcher.matches(url, scratch: &scratch)
        let (steps, work) = (scratch.regexSteps, scratch.regexWork)
        #expect(steps == 0)
        #expect(work > 0)
    }

    @Test(
        "Unpredictable patterns still get an answer on long URLs",
        arguments: [
            #"^https?://([a-z0-9-]+\.)*contoso\.com(:[0-9]+)?(/|$)"#, #"[?&](token|key|secret)=[^&]+$"#,
            #"(?i)^https://[^/]*\.sharepoint\.com/sites/[^/]+/secret"#, #"^https://.*login.*verify"#,
            #"^https://([^/]+\.)*contoso\.com/"#, #"(account|login).*(verify|confirm)"#, #"^https?://(.+\.)+zip$"#,
        ]
    )
    func answered(pattern: String) throws {
        var scratch = MatchScratch()
        let matcher = try Matcher(key: .regex, text: pattern)
        let query = (0..<200).map { "&token\($0)=a.b-c/login/%20x\($0)" }.joined()
        let url = try URLRecord(parsing: "https://www.evil.example/sites/a?\(query)&z".utf8.span)
        #expect(matcher.matches(url, scratch: &scratch) == .notMatched)
    }

    @Test(
        "Groups within one another are compiled in proportional time, whatever repeats them",
        arguments: [
            ("(?:", "c)*"), ("(", "c)+"), ("(?:", "c)*?"), ("(?:", "c)*+"), ("(?:", "c)?"), ("(?:", "c)??"),
            ("(?:", "c){0}"), ("(?:", "c){0,2}"), ("(?:", "c){2,}"), ("(?>", "c)"), ("(?:", "|c)*"),
            ("(?:c|", "d)?"), ("(?=", "c)"), ("(?!", "c)"), ("(?:^", ")"), ("(?:\\b", ")"), ("(?:(?:ac)?", "c)*"),
        ]
    )
    func nested(open: String, close: String) throws {
        func time(_ levels: Int) -> Duration {
            let (before, after) = (String(repeating: open, count: levels), String(repeating: close, count: levels))
            let groups = before + "abc" + after
            var search = URLPatternInit()
            search[.search] = "(\(groups))"
            return Growth.time {
                for _ in 0..<20 {
                    // Some of these are too large for PCRE2, and some are not ECMAScript.
                    _ = try? RegexMatcher("^https://\(groups)\\.example/")
                    _ = try? URLPattern(search)
                    _ = RegexTree(before + "^" + after)?.isAnchored
                }
            }
        }
        // A cost that doubles with each level would never end at a hundred levels, the most that PCRE2 accepts.
        let first = Growth.factor(from: 4, limit: 100, measure: time)
        try #require(first < 100)
        let factor = Growth.factor(from: 24, measure: time)
        #expect(factor < Growth.linearLimit)
    }

    @Test(
        "Deeply nested repetitions are counted, and still get an answer",
        arguments: [
            (7, "c)*", "", "x"), (30, "c)+", "abc" + String(repeating: "c", count: 30), "abc"), (96, "c)*", "", "x"),
        ]
    )
    func deep(levels: Int, close: String, matched: String, notMatched: String) throws {
        let groups = String(repeating: "(?:", count: levels) + "abc" + String(repeating: close, count: levels)
        let matcher = try Matcher(key: .regex, text: "^https://a\\.example/\(groups)$")
        for (path, outcome) in [(matched, MatchOutcome.matched), (notMatched, .notMatched)] {
            var scratch = MatchScratch()
            let url = try URLRecord(parsing: "https://a.example/\(path)".utf8.span)
            #expect(matcher.matches(url, scratch: &scratch) == outcome)
            let steps = scratch.regexSteps
            // A text that is shorter than every match is not searched.
            #expect(steps > 0 || path == "abc")
        }
    }

    @Test("All expressions of one look-up share its work limit")
    func lookUp() throws {
        let hostile = try RegexProgram(compiling: "(a|aa)+[QZ]".utf8.span)
        let subject = String(repeating: "a", count: 3_000) + "!Q"
        var scratch = RegexScratch()
        for _ in 0..<50 { #expect(hostile.matches(subject.utf8.span, scratch: &scratch) == .limitReached) }
        let stepsLeft = scratch.stepsLeft
        #expect(stepsLeft == 0)
        let isUsedUp = scratch.isUsedUp
        #expect(isUsedUp)
        // Other searches still run if their work is known, as long as enough of the allowance remains.
        let plain = try RegexProgram(compiling: "aaa[!?]Q".utf8.span)
        #expect(plain.matches(subject.utf8.span, scratch: &scratch) == .matched)
        var times = 0
        while plain.matches(subject.utf8.span, scratch: &scratch) == .matched, times < 10_000 { times += 1 }
        #expect((10..<10_000).contains(times))
        scratch.renew()
        let isUsedUpAgain = scratch.isUsedUp
        #expect(!isUsedUpAgain)
        #expect(plain.matches(subject.utf8.span, scratch: &scratch) == .matched)
    }
}
