import TestSupport
import Testing
import URLMatching
import URLStandard

@Suite("Bounds of hostile patterns", .timeLimit(.minutes(15)))
struct PatternHostileTests {
    private static let longest = URLPattern.byteLimit - 32

    @Test(
        "Any piece repeated many times is handled in bounded time",
        arguments: TestSize.rows([
            "(", ")", "{", "}", ":", "*", "?", "\\", "[", "]", "/", "{a}", "{a", "a}", ":a", ":a/", "(a", "(a)", "(a)/",
            "(a(?:", "((?:",
            "(?:", "*/", "*a", "/*/", "{*}", "{*}?", "{a}?", "{:a}*", "\\(", "[a", "(\\(", "([a])", "(.*)", ":é", "é",
            "//", "#", "?#", "@", "@:", "\u{0}",
            "\u{FFFD}", "%", "%zz", "[[", "([[", "x(?<a",
        ])
    )
    func repeated(piece: String) {
        for start in ["https://contoso.com/", "https://", "x:", "", "*://*/(", "https://h/{", "https://h/("] {
            let count = (Self.longest - start.utf8.count) / piece.utf8.count
            for text in [start + String(repeating: piece, count: count), start + String(repeating: piece, count: 100)] {
                let time = Growth.time {
                    guard let pattern = try? URLPattern(text, baseURL: "https://base.example/a/b") else { return }
                    for url in ["https://contoso.com/" + String(repeating: "a/", count: 4000), "x:aaa"] {
                        guard let url = URLRecord(url) else { continue }
                        _ = pattern.test(url)
                    }
                }
                #expect(time < .seconds(2), "\(text.prefix(40)) took \(time)")
            }
        }
    }

    @Test("Patterns of 100 KB and more are refused immediately")
    func tooLong() {
        for piece in ["a", "(a)", ":a/", "{"] {
            let error = #expect(throws: MatcherError.self) {
                try URLPattern("https://contoso.com/" + String(repeating: piece, count: 100_000))
            }
            #expect(error?.code == .tooLong)
        }
        var components = URLPatternInit()
        for component in URLPatternComponent.allCases { components[component] = String(repeating: "a", count: 4096) }
        #expect(throws: MatcherError.self) { try URLPattern(components) }
    }

    @Test("Thousands of groups are one pattern or an error, and need no regular expression if they contain none")
    func manyGroups() throws {
        let named = (0..<1000).map { "/:g\($0)" }.joined()
        let pattern = try URLPattern("https://contoso.com" + named)
        #expect(pattern.test("https://contoso.com" + String(repeating: "/a", count: 1000)))
        #expect(!pattern.test("https://contoso.com" + String(repeating: "/a", count: 1001)))
        #expect(throws: MatcherError.self) {
            try URLPattern("https://contoso.com/" + String(repeating: "(a)", count: 5000))
        }
        let nested = String(repeating: "(?:", count: 500) + "a" + String(repeating: ")", count: 500)
        #expect(throws: MatcherError.self) { try URLPattern("https://contoso.com/(x\(nested))") }
        let classes = String(repeating: "[", count: 500) + "a" + String(repeating: "]", count: 500)
        #expect(throws: MatcherError.self) { try URLPattern("https://contoso.com/(\(classes))") }
    }

    @Test("Wildcards never backtrack, however many there are")
    func noBacktracking() throws {
        for path in [
            String(repeating: "*a", count: 200) + "b", String(repeating: "*aaab", count: 100),
            "*" + String(repeating: "a", count: 250) + "b*c",
        ] {
            let pattern = try URLPattern("https://contoso.com/\(path)")
            let factor = try Growth.factor(from: 5_000) { count in
                let text = "https://contoso.com/" + String(repeating: "a", count: count)
                let url = try URLRecord(parsing: text.utf8.span)
                let time = Growth.time {
                    let outcome = pattern.outcome(for: url)
                    #expect(outcome == .notMatched)
                }
                #expect(time < .seconds(2))
                return time
            }
            #expect(factor < Growth.linearLimit, "\(path.prefix(20))")
        }
    }
}
