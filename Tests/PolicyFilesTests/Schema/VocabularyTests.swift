import Diagnostics
import Foundation
import PolicyFiles
import TestSupport
import Testing

@Suite("Suggestions among the words of documents") struct VocabularyTests {
    /// Beginnings of words of which one turns the meaning of the other round.
    private static let opposites = [
        ("", "un"), ("", "dis"), ("", "non"), ("", "not"), ("", "de"), ("", "in"), ("", "no"), ("", "dont"),
        ("en", "dis"), ("en", "de"), ("in", "out"), ("in", "ex"), ("im", "ex"), ("max", "min"), ("maximum", "minimum"),
        ("allow", "block"), ("allow", "deny"), ("on", "off"), ("up", "down"), ("is", "isNot"), ("can", "cannot"),
        ("with", "without"), ("always", "never"), ("all", "none"), ("before", "after"),
    ]

    /// The keys and values that a schema offers.
    private static func words(of schema: Any) -> [String] {
        if let list = schema as? [Any] { return list.flatMap { words(of: $0) } }
        guard let object = schema as? [String: Any] else { return [] }
        let keys = (object["properties"] as? [String: Any]).map { Array($0.keys) } ?? []
        return keys + (object["enum"] as? [String] ?? []) + object.values.flatMap { words(of: $0) }
    }

    /// A word with each of its parts turned round.
    private static func negations(of word: String) -> [String] {
        let starts = word.indices.filter { $0 == word.startIndex || word[$0].isUppercase }
        return starts.flatMap { start -> [String] in
            let rest = word[start...]
            // `In` at the end, as in `clockedIn`, is no beginning of a word.
            guard rest.dropFirst().prefix(while: { $0.isLowercase }).count > 1 else { return [] }
            return opposites.flatMap { [$0, ($0.1, $0.0)] }.compactMap { old, new in
                rest.lowercased().hasPrefix(old) ? "\(word[..<start])\(new)\(rest.dropFirst(old.count))" : nil
            }
        }
    }

    @Test("No word is suggested in place of its opposite")
    func suggestions() throws {
        let server = try Repository.text("Rules/schema/serve.schema.json")
        let texts = FileSchema.allCases.map(\.json) + [server]
        let words = try Set(texts.flatMap { Self.words(of: try JSONSerialization.jsonObject(with: Data($0.utf8))) })
        #expect(words.count > 300)
        var count = 0
        var suggested: [String] = []
        for word in words {
            for negation in Self.negations(of: word) where negation.lowercased() != word.lowercased() {
                count += 1
                if NearMiss.suggestion(for: negation, among: [word]) != nil { suggested.append("\(negation): \(word)") }
            }
        }
        #expect(count > 3_000)
        #expect(suggested.isEmpty, "\(suggested.sorted())")
    }
}
