import TestSupport
import Testing

@testable import Diagnostics

@Suite("Suggestions of similar words") struct NearMissTests {
    static let words = ["internal", "external", "blocked", "host", "domain", "scheme", "id"]

    @Test(
        "Similar words are suggested",
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
        "Nothing is suggested if no word is similar",
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
        "The distance counts edits",
        arguments: [
            ("", "", 0), ("a", "", 1), ("", "ab", 2), ("abc", "abc", 0), ("abc", "acb", 1), ("ca", "abc", 3),
            ("kitten", "sitting", 3), ("é", "e", 1),
        ]
    )
    func distance(left: String, right: String, expected: Int) {
        #expect(NearMiss.editDistance(Array(left.unicodeScalars), Array(right.unicodeScalars)) == expected)
        #expect(NearMiss.editDistance(Array(right.unicodeScalars), Array(left.unicodeScalars)) == expected)
    }

    @Test("The suggestions equal those of comparing every word")
    func counted() {
        var generator = SplitMix(seed: 29)
        func word() -> String {
            String(
                (0..<Int.random(in: 1...7, using: &generator)).map { _ in
                    "abcde".randomElement(using: &generator) ?? "a"
                }
            )
        }
        for _ in 0..<500 {
            let (written, known) = (word(), (0..<8).map { _ in word() })
            let limit = written.count <= 4 ? 1 : 2
            let near = known.map { other in
                (other, NearMiss.editDistance(Array(written.unicodeScalars), Array(other.unicodeScalars)))
            }
            .filter { other, edits in other != written && edits <= limit && edits < other.count }
            let nearest = near.first { $0.1 == near.map(\.1).min() }
            #expect(NearMiss.suggestion(for: written, among: known) == nearest?.0, "\(written) among \(known)")
        }
    }
}
