/// The author's own words as a message can hold them.
package enum Quoted {
    /// A word, cut where it is too long to be read.
    package static func word(_ text: String) -> String {
        guard text.unicodeScalars.count > 60 else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(57))) + "…"
    }

    /// Words in backticks, with `or` before the last.
    package static func list(_ words: [String]) -> String {
        let quoted = words.map { "`\($0)`" }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
        return quoted.dropLast().joined(separator: ", ") + " or " + last
    }

    /// A bound in bytes as people write it.
    package static func size(_ bytes: Int) -> String {
        bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
    }

    // MARK: Names that there are

    /// How many names are listed before the rest is only counted.
    private static let listed = 20

    /// A name as it may be shown: cut, and without control characters.
    package static func shown(_ name: String) -> String { VisibleText.of(String(name.prefix(64))) }

    /// `` , did you mean `name`?``, or nothing.
    package static func hint(_ name: String, _ known: [String]) -> String {
        NearMiss.suggestion(for: name, among: known).map { ", did you mean `\(shown($0))`?" } ?? ""
    }

    /// The names in backticks, between commas; those after the twentieth are only counted.
    package static func names(_ names: [String]) -> String {
        let shown = names.prefix(listed).map { "`\(Self.shown($0))`" }.joined(separator: ", ")
        return names.count > listed ? "\(shown) and \(names.count - listed) more" : shown
    }
}

/// Finds the word that the author probably meant.
public enum NearMiss {
    /// Words longer than this are compared with nothing: what a hostile document costs stays bounded.
    static let longestWord = 64
    /// How many known words are looked at.
    static let mostCandidates = 512

    /// The candidate nearest to a word, if one is near enough to be what was meant.
    ///
    /// Near enough is one edit in a word of up to four characters, two in one of up to eleven, else three; an edit
    /// inserts, drops or replaces a character or swaps two neighbours. Case counts for nothing, so `Https` is `https`.
    ///
    /// - Parameters:
    ///   - word: What was written.
    ///   - candidates: What could have been written. Of two equally near ones the first is taken.
    /// - Returns: The candidate as it is written, or nil.
    /// - Complexity: O(*c*) in the number of candidates looked at; words are bounded.
    public static func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
        let written = Array(word.lowercased().unicodeScalars.prefix(longestWord + 1))
        guard !written.isEmpty, written.count <= longestWord else { return nil }
        let limit = written.count <= 4 ? 1 : written.count <= 11 ? 2 : 3
        let scalars = scalars(of: written)
        var best: (word: String, distance: Int)?
        for candidate in candidates.prefix(mostCandidates) where candidate != word {
            let known = Array(candidate.lowercased().unicodeScalars.prefix(longestWord + 1))
            guard known.count <= longestWord, abs(known.count - written.count) <= limit else { continue }
            // An edit takes one scalar away and brings another at the most.
            let others = Self.scalars(of: known)
            guard (scalars & ~others).nonzeroBitCount <= limit, (others & ~scalars).nonzeroBitCount <= limit else {
                continue
            }
            let distance = editDistance(written, known)
            if distance <= limit, distance < known.count, distance < best?.distance ?? .max {
                best = (candidate, distance)
            }
        }
        return best?.word
    }

    /// Which scalars a word has, a bit for all that are alike in their last six bits.
    private static func scalars(of word: [Unicode.Scalar]) -> UInt64 {
        word.reduce(0) { $0 | 1 << UInt64($1.value & 63) }
    }

    /// The number of edits from one word to another (optimal string alignment).
    package static func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforeLast = [Int](repeating: 0, count: right.count + 1)
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [Int](repeating: row + 1, count: right.count + 1)
            for column in right.indices {
                let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
                var cost = min(replaced, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current[column + 1] = cost
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}

/// The words that people write for true and false where only a boolean is meant, such as `YES` or `1`.
///
/// No reader takes them for booleans; findings offer the boolean that was probably meant.
package enum BooleanWord {
    /// What a word means, in any case; nil for every other text.
    package static func meaning(of text: String) -> Bool? {
        switch text.lowercased() {
        case "yes", "true", "1", "y", "on": true
        case "no", "false", "0", "n", "off": false
        default: nil
        }
    }
}
