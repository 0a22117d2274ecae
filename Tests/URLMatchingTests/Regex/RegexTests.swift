import TestSupport
import Testing
import URLMatching
import URLStandard

@Suite("Regular expression")
struct RegexTests {
    @Test(
        "A pattern that PCRE2 refuses, or that could do harm, is refused with the place",
        arguments: [
            ("", .empty, nil),
            ("(", .invalidRegex, 0..<1),
            ("a(b", .invalidRegex, 2..<3),
            ("a)b", .invalidRegex, 1..<2),
            ("[a", .invalidRegex, 1..<2),
            ("*", .invalidRegex, 0..<1),
            ("a{2,1}", .invalidRegex, 5..<6),
            (#"\"#, .invalidRegex, 0..<1),
            (#"\x{100}"#, .invalidRegex, 6..<7),
            ("(?<=a+)b", .invalidRegex, nil),
            ("(*UTF)a", .invalidRegex, nil),
            ("(*UCP)a", .invalidRegex, nil),
            ("(?1)", .invalidRegex, nil),
            ("bücher", .invalidCharacter, 1..<2),
            (String(repeating: "a", count: 8193), .regexTooLarge, nil),
            ("((a{999}){999}){999}", .regexTooLarge, nil),
            ("(((((a{99}){99}){99}){99}){99})", .regexTooLarge, nil),
            (String(repeating: "(", count: 101) + String(repeating: ")", count: 101), .invalidRegex, nil),
            (String(repeating: "(", count: 4096), .invalidRegex, nil),
        ] as [(String, MatcherError.Code, Range<Int>?)]
    )
    func refused(pattern: String, code: MatcherError.Code, range: Range<Int>?) throws {
        let error = try #require(throws: MatcherError.self) { try RegexMatcher(pattern) }
        #expect(error.code == code, "\(error)")
        if let range { #expect(error.range == range, "\(error)") }
        expectStyle(error, of: pattern)
    }

    @Test(
        "A pattern sees the canonical URL without credentials, fragment and the dot after the host",
        arguments: [
            ("^https://contoso\\.com/$", "https://contoso.com", true),
            ("^https://contoso\\.com/$", "HTTPS://CONTOSO.com:443/", true),
            ("^https://contoso\\.com/$", "https://contoso.com./", true),
            ("^https://contoso\\.com/$", "https://dana:pw@contoso.com/#top", true),
            ("dana", "https://dana:pw@contoso.com/", false),
            ("top", "https://contoso.com/#top", false),
            ("#", "https://contoso.com/#top", false),
            ("[?&]download=1(&|$)", "https://contoso.com/x?a=b&download=1", true),
            ("[?&]download=1(&|$)", "https://contoso.com/x?download=12", false),
            ("contoso", "https://evil.example/?contoso", true),
            ("Contoso", "https://contoso.com/", false),
            ("(?i)CONTOSO", "https://contoso.com/", true),
            ("^https://10\\.0\\.0\\.1/", "https://[::ffff:a00:1]/", true),
            ("^https://xn--bcher-kva\\.example/%C3%A4$", "https://bücher.example/ä", true),
            ("^(?:.)*$", "https://contoso.com/", true),
            ("(a)(b)(c)(d)(e)(f)", "https://contoso.com/abcdef", true),
            ("(?<!contoso)\\.com", "https://contoso.com/", false),
            ("$^", "https://contoso.com/", false),
            ("(*NO_JIT)contoso", "https://contoso.com/", true),
            (#"\Ahttps:\/\/[^\/]+\/a\z"#, "https://contoso.com/a", true),
        ]
    )
    func matches(pattern: String, url: String, isMatch: Bool) throws {
        #expect(try outcome(.regex, pattern, url) == MatchOutcome(isMatch))
    }

    @Test(
        "A match that reaches a limit is unknown, not absent",
        arguments: ["^https://(a+)+$", "^https://(a|aa)+$", "(a+)+$", "(*NO_JIT)^https://(a+)+$"]
    )
    func limitIsUnknown(pattern: String) throws {
        let url = "https://" + String(repeating: "a", count: 2_000) + "/!"
        #expect(try outcome(.regex, pattern, url) == .limitReached)
    }

    @Test("The length limit of URLs is the same for all patterns")
    func subjectLimits() throws {
        func url(_ count: Int) -> String { "https://a/" + String(repeating: "b", count: count - 10) }
        for pattern in ["a/b", "^https://a/b", "^https://a/b|x"] {
            #expect(try outcome(.regex, pattern, url(RegexLimits.subjectBytes)) == .matched)
            #expect(try outcome(.regex, pattern, url(RegexLimits.subjectBytes + 1)) == .limitReached)
        }
    }

    @Test("Threads that share a pattern all get its answers")
    func sharedByThreads() async throws {
        let matcher = Matcher.regex(try RegexMatcher("^https://([a-z]+\\.)*contoso\\.com/(x+)+$"))
        let wrong = await withTaskGroup(of: Int.self) { group in
            for task in 0..<8 {
                group.addTask {
                    var scratch = MatchScratch()
                    var wrong = 0
                    for round in 0..<500 {
                        let isMatch = (task + round) % 2 == 0
                        let url = "https://a.b.contoso.com/" + (isMatch ? "xxx" : "xxy")
                        guard let record = try? URLRecord(parsing: url.utf8.span) else { return -1 }
                        if matcher.matches(record, scratch: &scratch) != MatchOutcome(isMatch) { wrong += 1 }
                    }
                    return wrong
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }

    @Test("Patterns with equal text are equal")
    func equality() throws {
        #expect(try Set([RegexMatcher("a"), RegexMatcher("a"), RegexMatcher("b")]).count == 2)
    }
}
