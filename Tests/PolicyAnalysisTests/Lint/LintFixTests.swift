import AppLint
import Diagnostics
import Testing

@testable import PolicyAnalysis

@Suite("Applying fixes") struct LintFixTests {
    private let source = SourceFile(path: "a.txt", bytes: Array("one two three".utf8))

    private func results(_ edits: [(Range<Int>, String)]) -> [LintFinding] {
        edits.map { range, text in
            let edit = TextEdit(range: source.range(range), replacement: text)
            return LintFinding(
                check: SuppressionLintCode.unusedSuppression,
                "m\(range)\(text)",
                at: [edit.range],
                fix: edit
            )
        }
    }

    @Test(
        "Edits of one round do not overlap",
        arguments: [
            ([(0..<3, "1")], "1 two three", 1), ([(8..<13, "3"), (0..<3, "1")], "1 two 3", 2),
            ([(0..<7, "x"), (4..<7, "2")], "x three", 1), ([(0..<3, "1"), (0..<3, "1")], "1 two three", 2),
            ([(0..<3, "1"), (3..<3, "!")], "1 two three", 1), ([(3..<3, "!"), (4..<4, "?")], "one! ?two three", 2),
            ([(13..<13, "."), (4..<8, "")], "one three.", 2),
        ] as [([(Range<Int>, String)], String, Int)]
    )
    func rounds(edits: [(Range<Int>, String)], expected: String, count: Int) throws {
        let fixes = try #require(LintFixes.all(of: results(edits)).first)
        let applied = try #require(fixes.applied(to: source.bytes, source: source))
        #expect(String(decoding: applied.bytes, as: UTF8.self) == expected)
        #expect(applied.fixed.count == count)
    }

    @Test("A file that changed meanwhile, and one that no edit changes, are left alone") func refused() throws {
        let fixes = try #require(LintFixes.all(of: results([(0..<3, "1")])).first)
        #expect(fixes.applied(to: Array("one two".utf8), source: source)?.fixed == nil)
        #expect(fixes.applied(to: source.bytes, source: nil)?.fixed == nil)
        let same = try #require(LintFixes.all(of: results([(0..<3, "one")])).first)
        #expect(same.applied(to: source.bytes, source: source)?.fixed == nil)
    }

    @Test("Suppressed findings and a reader's guesses are not fixed") func notMended() {
        var suppressed = results([(0..<3, "1")])
        suppressed[0].suppression = .init(isInSource: true, reason: "x")
        #expect(LintFixes.all(of: suppressed).isEmpty)
        let guess = LintFinding(reading: results([(0..<3, "1")])[0].diagnostic)
        #expect(LintFixes.all(of: [guess]).isEmpty)
    }
}
