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
        #expect(NearMiss.suggestion(for: word, among: Self.words.filter { $0 != word }) == nil)
    }

    @Test(
        "A word of opposite meaning is not suggested, nor a misspelled one",
        arguments: [
            ("managed", "unmanaged"), ("nonmanaged", "managed"), ("AsManaged", "AsUnmanaged"), ("unmanged", "managed"),
            ("blocked", "unblocked"), ("notBlocked", "blocked"), ("whenDeviceUnlocked", "whenDeviceLocked"),
            ("allowWidgetContentSync", "disallowWidgetContentSync"), ("enableSync", "disableSync"),
            ("mamTelemetryEnabled", "mamTelemetryDisabled"), ("maximumAppVersion", "minimumAppVersion"),
            ("maxVersion", "minVersion"), ("included", "excluded"), ("internal", "external"), ("import", "export"),
            ("inboundTransfer", "outboundTransfer"), ("clockedInStale", "clockedOutStale"), ("secure", "insecure"),
            ("encodedText", "decodedText"), ("canOpenLinks", "cannotOpenLinks"), ("unnamed", "named"),
            ("periodOnlineBefore", "periodOfflineBefore"), ("increase", "decrease"), ("unused", "used"),
        ]
    )
    func opposite(left: String, right: String) {
        #expect(NearMiss.suggestion(for: left, among: [right]) == nil)
        #expect(NearMiss.suggestion(for: right, among: [left]) == nil)
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
            let near = known.compactMap { other -> (word: String, edits: Int)? in
                let edits = NearMiss.corrections(
                    from: Array(written.unicodeScalars)[...],
                    to: Array(other.unicodeScalars)[...],
                    limit: limit
                )
                return edits.map { (other, $0) }
            }
            .filter { other, edits in other != written && edits < other.count }
            let fewest = near.map { $0.edits }.min()
            let nearest = near.first { $0.edits == fewest }
            #expect(NearMiss.suggestion(for: written, among: known) == nearest?.word, "\(written) among \(known)")
        }
    }

    @Test("Corrections are edits, and a single edit is always a correction")
    func corrections() {
        var generator = SplitMix(seed: 30)
        let letters: [Unicode.Scalar] = ["a", "b", "c"]
        func word() -> [Unicode.Scalar] {
            (0..<Int.random(in: 1...6, using: &generator)).map { _ in
                letters.randomElement(using: &generator) ?? "a"
            }
        }
        for _ in 0..<2_000 {
            let (left, right) = (word(), word())
            let distance = NearMiss.editDistance(left, right)
            let corrections = NearMiss.corrections(from: left[...], to: right[...], limit: 3)
            #expect(corrections == NearMiss.corrections(from: right[...], to: left[...], limit: 3))
            #expect(corrections ?? .max >= distance)
            #expect(distance > 1 || corrections == distance, "\(left) and \(right)")
        }
    }
}
