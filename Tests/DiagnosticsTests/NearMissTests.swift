import Testing

@testable import Diagnostics

@Suite("Near misses") struct NearMissTests {
    static let words = ["internal", "external", "blocked", "host", "domain", "scheme", "id"]

    @Test(
        "are suggested where they are near",
        arguments: [
            ("intrenal", "internal"), ("interal", "internal"), ("Internal", "internal"), ("INTERNAL", "internal"),
            ("extrnl", "external"), ("hots", "host"), ("hosts", "host"), ("block", "blocked"), ("schema", "scheme"),
            ("ID", "id"),
        ]
    )
    func near(word: String, expected: String) {
        #expect(NearMiss.suggestion(for: word, among: Self.words) == expected)
    }

    @Test(
        "are not suggested where nothing is near",
        arguments: [
            "", "x", "zzzz", "allow", "hoost23", "internal", String(repeating: "internal", count: 20),
        ]
    )
    func far(word: String) {
        let others = Self.words.filter { $0 != word }
        let suggestion = NearMiss.suggestion(for: word, among: others)
        #expect(suggestion == (word == "internal" ? "external" : nil))
    }

    @Test(
        "count edits",
        arguments: [
            ("", "", 0), ("a", "", 1), ("", "ab", 2), ("abc", "abc", 0), ("abc", "acb", 1), ("ca", "abc", 3),
            ("kitten", "sitting", 3), ("é", "e", 1),
        ]
    )
    func distance(left: String, right: String, expected: Int) {
        #expect(NearMiss.editDistance(Array(left.unicodeScalars), Array(right.unicodeScalars)) == expected)
        #expect(NearMiss.editDistance(Array(right.unicodeScalars), Array(left.unicodeScalars)) == expected)
    }
}
