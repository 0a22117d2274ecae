import TestSupport
import Testing

@testable import DemarcCommands

@Suite("Unified diffs") struct UnifiedDiffTests {
    @Test(
        "Diffs have the form that patch accepts",
        arguments: [
            ("", "", ""),
            ("a\n", "a\n", ""),
            ("", "a\n", "@@ -0,0 +1 @@\n+a\n"),
            ("a\n", "", "@@ -1 +0,0 @@\n-a\n"),
            ("a", "a\n", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"),
            ("a\nb", "a\nc\nb", "@@ -1,2 +1,3 @@\n a\n+c\n b\n\\ No newline at end of file\n"),
            (
                "1\n2\n3\n4\n5\n6\n7\n8\n", "1\n2\n3\n4\nx\n6\n7\n8\n",
                "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n"
            ),
            (
                "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n0\n",
                "@@ -1,3 +1,4 @@\n+0\n 1\n 2\n 3\n@@ -7,3 +8,4 @@\n 7\n 8\n 9\n+0\n"
            ),
            ("1\n2\n3\n4\n5\n6\n", "0\n1\n2\n3\n4\n5\n6\n0\n", "@@ -1,6 +1,8 @@\n+0\n 1\n 2\n 3\n 4\n 5\n 6\n+0\n"),
            ("a\r\nb\r\n", "a\nb\r\n", "@@ -1,2 +1,2 @@\n-a\r\n+a\n b\r\n"),
        ]
    )
    func text(old: String, new: String, hunks: String) {
        let text = UnifiedDiff(from: Array(old.utf8), to: Array(new.utf8)).text(from: "o", to: "n")
        #expect(String(decoding: text, as: UTF8.self) == (hunks.isEmpty ? "" : "--- o\n+++ n\n" + hunks))
    }

    @Test("A patch makes the new text, with the fewest changes if there are few lines", arguments: [1, 2, 4, 20])
    func smallTexts(kinds: Int) {
        var random = SplitMix(seed: UInt64(kinds))
        for _ in 0..<300 {
            let lines = random.number(in: 0...25)
            let edits = random.number(in: 0...30)
            let texts = DiffedTexts(&random, lines: lines, kinds: kinds, edits: edits)
            #expect(texts.patched == texts.new, "\(texts)")
            #expect(texts.changeCount == texts.leastChangeCount, "\(texts)")
        }
    }

    @Test(
        "A patch makes the new text, however many changes there are",
        arguments: [2, 50, 100_000],
        [100, LineDifference.mostChanges, 4 * LineDifference.mostChanges]
    )
    func largeTexts(kinds: Int, edits: Int) {
        var random = SplitMix(seed: UInt64(kinds + edits))
        let texts = DiffedTexts(&random, lines: 2_000, kinds: kinds, edits: edits)
        #expect(texts.patched == texts.new)
        // Two more for each text whose last line has no line feed.
        #expect(texts.changeCount <= edits + 4)
    }

    /// Texts with more changes than a search finds, and the number of changes.
    static let manyChanges: [(name: String, old: String, new: String, count: Int)] = [
        (
            "every other line", (0..<2_000).map { "k\($0)\n  v\n" }.joined(),
            (0..<2_000).map { "k\($0)\n    v\n" }.joined(), 4_000
        ),
        (
            "blank lines", String(repeating: "a\n\n\nb\n\n\n", count: 1_000),
            String(repeating: "a\n\nb\n\n", count: 1_000), 2_000
        ),
        (
            "two blocks", (0..<10_000).map { "\($0)\n" }.joined(),
            (0..<10_000).filter { $0 / 2_000 % 2 == 0 }.map { "\($0)\n" }.joined(), 4_000
        ),
        (
            "blocks of repeated lines", (0..<10_000).map { "\($0 % 1_999)\n" }.joined(),
            (0..<10_000).filter { $0 / 2_000 % 2 == 0 }.map { "\($0 % 1_999)\n" }.joined(), 4_000
        ),
    ]

    @Test("Of many changes, none is needless if lines are added only, or removed only", arguments: manyChanges)
    func many(name: String, old: String, new: String, count: Int) {
        let texts = DiffedTexts(old: old, new: new)
        #expect(texts.patched == new)
        #expect(texts.changeCount == count)
        let opposite = DiffedTexts(old: new, new: old)
        #expect(opposite.patched == old)
        #expect(opposite.changeCount == count)
    }

    /// Lines that are repeated in the old text and in the new text.
    static let growing: [(name: String, old: String, new: String)] = [
        ("every line changes", "  a\n", "    a\n"), ("every third line goes", "a\n\n\n", "a\n\n"),
        ("every other line changes", "a\n  b\n", "a\n    b\n"),
    ]

    @Test("Diffs take time proportional to their texts", arguments: growing)
    func growth(name: String, old: String, new: String) {
        let factor = Growth.factor(from: 1_500, rounds: 2) { count in
            let before = Array(String(repeating: old, count: count).utf8)
            let after = Array(String(repeating: new, count: count).utf8)
            return Growth.time { _ = UnifiedDiff(from: before, to: after).text(from: "o", to: "n") }
        }
        #expect(factor < Growth.linearLimit)
    }
}
