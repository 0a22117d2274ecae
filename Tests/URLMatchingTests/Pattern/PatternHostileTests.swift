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
        for start in Self.starts {
            let count = (Self.longest - start.utf8.count) / piece.utf8.count
            for text in [start + String(repeating: piece, count: count), start + String(repeating: piece, count: 100)] {
                let time = Growth.time { Self.use(text) }
                #expect(time < .seconds(2), "\(text.prefix(40)) took \(time)")
            }
        }
        let factor = Self.growth(of: piece)
        #expect(factor < Growth.linearLimit, "\(piece)")
    }

    /// How many times longer patterns take that are four times as long.
    private static func growth(of piece: String) -> Double {
        func time(_ length: Int, rounds: Int) -> Duration {
            let texts = starts.map { start in
                start + String(repeating: piece, count: (length - start.utf8.count) / piece.utf8.count)
            }
            return Growth.time {
                for _ in 0..<rounds {
                    for text in texts { use(text) }
                }
            }
        }
        // Most are refused at their beginning, which takes too little time to measure it once.
        let once = max(time(longest / 4, rounds: 1), .microseconds(2))
        let rounds = max(1, Int(Duration.milliseconds(2) / once))
        return Growth.factor(from: longest / 4) { time($0, rounds: rounds) }
    }

    private static let starts = ["https://contoso.com/", "https://", "x:", "", "*://*/(", "https://h/{", "https://h/("]

    /// Reads a pattern, and tries it if it is valid.
    private static func use(_ text: String) {
        guard let pattern = try? URLPattern(text, baseURL: "https://base.example/a/b") else { return }
        for url in ["https://contoso.com/" + String(repeating: "a/", count: 4000), "x:aaa"] {
            guard let url = URLRecord(url) else { continue }
            _ = pattern.test(url)
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
        let error = #expect(throws: MatcherError.self) { try URLPattern(components) }
        #expect(error?.code == .tooLong)
    }

    @Test("Thousands of groups are one pattern or an error, and need no regular expression if they contain none")
    func manyGroups() throws {
        let named = (0..<1000).map { "/:g\($0)" }.joined()
        let pattern = try URLPattern("https://contoso.com" + named)
        #expect(pattern.test("https://contoso.com" + String(repeating: "/a", count: 1000)))
        #expect(!pattern.test("https://contoso.com" + String(repeating: "/a", count: 1001)))
        let nested = String(repeating: "(?:", count: 500) + "a" + String(repeating: ")", count: 500)
        let classes = String(repeating: "[", count: 500) + "a" + String(repeating: "]", count: 500)
        for (path, code) in [
            (String(repeating: "(a)", count: 5000), .regexTooLarge), ("(x\(nested))", .invalidRegex),
            ("(\(classes))", .invalidRegex),
        ] as [(String, MatcherError.Code)] {
            let error = #expect(throws: MatcherError.self) { try URLPattern("https://contoso.com/\(path)") }
            #expect(error?.code == code, "\(path.prefix(20))")
        }
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
