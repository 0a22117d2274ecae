import TestSupport
import Testing
import URLStandard

@testable import URLMatching

/// Compares the forms that need no regular expression with the Standard's own expression, on random patterns and texts.
@Suite("Cheap forms of patterns")
struct PatternLawTests {
    private static let pieces = [
        "a", "b", "ab", ".", "/", "/a", "*", "**", ":n", "/:n", "{:n}?", "{/:n}?", "{a}?", "{*.}?", "{a*b}?", "/*?",
        ":n+", ":n*", "*+",
        "{b:n}", "{:n.}", "{.}?", "{/:n/}",
    ]
    private static let texts = ["a", "b", "ab", ".", "/", "/a", "A", "aa", "a.b", "/ab/", "%"]

    @Test("Every kind of component matches like its regular expression", arguments: [1, 2, 3, 4, 5, 6])
    func forms(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var options = [PatternOptions.standard, .hostname, .pathname][Int(seed) % 3]
        options.ignoresCase = seed > 3
        var cheap = 0
        var matched = 0
        var unfinished = 0
        let texts = TestSize.count(400, thorough: 1_500, exhaustive: 1_500)
        for _ in 0..<texts {
            var number = 0
            var text = ""
            for character in random.text(of: Self.pieces, upTo: 6) {
                text.append(character)
                if character == "n" {
                    text += "\(number)"
                    number += 1
                }
            }
            // Search keeps its text unchanged, whatever the options are.
            guard let component = try? PatternComponent(PatternText(text), options, .search), !component.form.isRegex
            else {
                continue
            }
            cheap += 1
            let expression = try PatternExpression(component.parts, options)
            let program = try RegexProgram(compiling: expression.bytes.span, dialect: .pattern)
            var scratch = RegexScratch()
            for _ in 0..<30 {
                let input = random.text(of: Self.texts, upTo: 7)
                let form = component.form.matches(input.utf8.span, scratch: &scratch)
                let regex = program.matches(input.utf8.span, scratch: &scratch)
                guard regex != .limitReached else {
                    unfinished += 1
                    continue
                }
                if form != regex { Issue.record("\(text) on \(input): \(form), not \(regex)") }
                if regex == .matched { matched += 1 }
            }
        }
        // Both kinds must occur often enough, or the law proves little.
        #expect(unfinished < cheap)
        #expect(cheap * 15 > texts * 4)
        #expect(matched * 3 > texts * 2)
    }

    @Test("A component's pattern string gives the same pattern", arguments: [7, 8, 9])
    func patternStrings(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let options = [PatternOptions.standard, .hostname, .pathname][Int(seed) % 3]
        var count = 0
        for _ in 0..<2000 {
            let text = random.text(of: Self.pieces + ["(a|b)", "\\(", "\\:", "{(x)y}*", "1"], upTo: 5)
            guard let component = try? PatternComponent(PatternText(text), options, .search) else { continue }
            count += 1
            let again = try PatternComponent(PatternText(component.text), options, .search)
            #expect(again.text == component.text, "\(text)")
        }
        #expect(count > 300)
    }

    @Test("exec matches exactly when test does", arguments: [10, 11])
    func exec(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var matched = 0
        for _ in 0..<300 {
            let path = random.text(of: ["/a", "/:n", "*", "(a|b)", "{/b}?"], upTo: 3)
            guard let pattern = try? URLPattern("https://{*.}?contoso.com\(path.hasPrefix("/") ? path : "/" + path)")
            else {
                continue
            }
            for url in [
                "https://contoso.com/a", "https://www.contoso.com/a/b", "https://contoso.com/b?x#y", "https://x.com/",
            ] {
                let record = try URLRecord(parsing: url.utf8.span)
                let result = try pattern.exec(record)
                let isMatch = pattern.test(record)
                #expect((result != nil) == isMatch, "\(path) on \(url)")
                if isMatch { matched += 1 }
            }
        }
        #expect(matched > 100)
    }
}
