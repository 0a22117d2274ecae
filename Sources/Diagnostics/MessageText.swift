import ByteText

/// The author's own words in the form that messages use.
package enum Quoted {
    /// A word, shortened if it is too long to read.
    package static func word(_ text: String) -> String {
        guard text.unicodeScalars.count > 60 else { return text }
        return text.prefixOfScalars(57) + "…"
    }

    /// Words in backticks, with `or` before the last.
    package static func list(_ words: [String]) -> String {
        let quoted = words.map { "`\($0)`" }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
        return quoted.dropLast().joined(separator: ", ") + " or " + last
    }

    /// A limit in bytes in readable form.
    package static func size(_ bytes: Int) -> String {
        bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
    }

    /// A number with what it counts: `1 file`, or `2 files`.
    ///
    /// - Parameters:
    ///   - number: How many there are.
    ///   - one: The word for one.
    ///   - many: The word for any other number; nil if it is the word for one with an `s`.
    /// - Returns: The number and the word.
    package static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        number == 1 ? "1 \(one)" : "\(number) \(many ?? one + "s")"
    }

    /// The first words, as they are; further words are only counted: `a, b and 3 more`.
    package static func first(_ limit: Int, of words: some Collection<String>, separator: String = ", ") -> String {
        let shown = words.prefix(limit).joined(separator: separator)
        return words.count > limit ? "\(shown) and \(words.count - limit) more" : shown
    }

    // MARK: Existing names

    /// The maximum number of names that are listed; further names are only counted.
    private static let listed = 20

    /// A name for display: shortened, and without control characters.
    package static func shown(_ name: String) -> String {
        VisibleText.of(name.prefixOfScalars(64))
    }

    /// `` , did you mean `name`?``, or nothing.
    package static func hint(_ name: String, _ known: [String]) -> String {
        NearMiss.suggestion(for: name, among: known).map { ", did you mean `\(shown($0))`?" } ?? ""
    }

    /// The names in backticks, separated by commas; names after the twentieth are only counted.
    package static func names(_ names: [String]) -> String {
        first(listed, of: names.lazy.map { "`\(shown($0))`" })
    }
}

/// Finds the word that the author probably intended.
public enum NearMiss {
    /// The maximum length of a word that is compared, which bounds the cost of a hostile document.
    static let longestWord = 64
    /// The maximum number of known words that are compared.
    static let mostCandidates = 512

    /// The candidate nearest to a word, if it is near enough to be the intended one.
    ///
    /// Near enough means one edit in a word of up to four characters, two in one of up to eleven, and three otherwise.
    /// An edit inserts, removes or replaces a character, or swaps two neighbors. Case is ignored, so `Https` is
    /// `https`.
    ///
    /// Two edits side by side do not correct a slip: they add, remove or exchange a part of the word, and often turn its
    /// meaning round, as from `managed` to `unmanaged` or from `maximum` to `minimum`. So they count only at the end, as
    /// from `block` to `blocked`.
    ///
    /// - Parameters:
    ///   - word: The word as written.
    ///   - candidates: The known words. Of two equally near candidates, the first is chosen.
    /// - Returns: The candidate as it is written, or nil.
    /// - Complexity: O(*c*) in the number of candidates compared; the length of words is bounded.
    public static func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
        let written = Array(word.lowercased().unicodeScalars.prefix(longestWord + 1))
        guard !written.isEmpty, written.count <= longestWord else { return nil }
        let limit = written.count <= 4 ? 1 : written.count <= 11 ? 2 : 3
        let scalars = scalars(of: written)
        var best: (word: String, distance: Int)?
        for candidate in candidates.prefix(mostCandidates) where candidate != word {
            let known = Array(candidate.lowercased().unicodeScalars.prefix(longestWord + 1))
            guard known.count <= longestWord, abs(known.count - written.count) <= limit else { continue }
            // One edit removes at most one scalar and adds at most one.
            let others = Self.scalars(of: known)
            guard (scalars & ~others).nonzeroBitCount <= limit, (others & ~scalars).nonzeroBitCount <= limit else {
                continue
            }
            guard let distance = corrections(from: written[...], to: known[...], limit: limit) else { continue }
            if distance < known.count, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.word
    }

    /// The number of edits that correct slips in a word, if it can be corrected to the other word at all.
    ///
    /// There are two equal characters or more between two edits, so that `encode` is not corrected to `decode`. At the
    /// end, two characters can be added or removed.
    ///
    /// - Parameters:
    ///   - written: The word, or what follows an edit.
    ///   - known: The word that was perhaps intended, or what follows the edit in it.
    ///   - limit: The maximum number of edits.
    ///   - isFirst: Whether no edit precedes.
    /// - Returns: The number of edits, or nil.
    /// - Complexity: O(*n*) in the shorter word, for each of at most four edits in place of each other, up to the limit.
    static func corrections(
        from written: ArraySlice<Unicode.Scalar>,
        to known: ArraySlice<Unicode.Scalar>,
        limit: Int,
        isFirst: Bool = true
    ) -> Int? {
        let common = zip(written, known).prefix { $0 == $1 }.count
        let (left, right) = (written.dropFirst(common), known.dropFirst(common))
        if left.isEmpty, right.isEmpty { return 0 }
        guard limit > 0, isFirst || common >= 2 else { return nil }
        if left.isEmpty || right.isEmpty {
            let count = max(left.count, right.count)
            return count <= min(limit, 2) ? count : nil
        }
        var edited = [
            (left.dropFirst(), right), (left, right.dropFirst()), (left.dropFirst(), right.dropFirst()),
        ]
        if left.prefix(2).elementsEqual(right.prefix(2).reversed()) {
            edited.append((left.dropFirst(2), right.dropFirst(2)))
        }
        let counts = edited.compactMap { corrections(from: $0, to: $1, limit: limit - 1, isFirst: false) }
        return counts.min().map { $0 + 1 }
    }

    /// The set of scalars in a word, with one bit for all scalars that have the same last six bits.
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

/// The words that people write for true and false if only a Boolean is expected, such as `YES` or `1`.
///
/// No reader accepts them as Booleans; findings suggest the Boolean that was probably intended.
package enum BooleanWord {
    /// The meaning of a word, in any case; nil for every other text.
    package static func meaning(of text: String) -> Bool? {
        switch text.lowercased() {
        case "yes", "true", "1", "y", "on": true
        case "no", "false", "0", "n", "off": false
        default: nil
        }
    }
}
