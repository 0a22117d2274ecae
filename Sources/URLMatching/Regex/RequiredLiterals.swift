import ByteText

/// Texts of which every matching URL contains at least one, ignoring case.
///
/// A URL that contains none of them does not match; an index checks this for all patterns at once. Case is ignored by
/// setting one bit of every byte, both in texts and in URLs. This also makes a few other bytes equal, which admits more
/// URLs and never fewer.
package struct RequiredLiterals: Hashable, Sendable {
    /// The folded texts in ascending order, each between ``shortest`` and ``longest`` bytes.
    package let alternatives: [[UInt8]]
    /// An estimate of how many URLs contain one of them: the smaller, the more selective they are.
    package let commonness: Int

    /// The minimum length of a text; shorter ones occur in too many URLs.
    package static var shortest: Int { 3 }
    /// The maximum length of a text; of longer texts, this many bytes around the rarest position are kept.
    package static var longest: Int { 32 }
    /// The maximum number of texts worth searching for.
    static var most: Int { 64 }

    /// Creates literals from texts of which every matching URL contains one.
    ///
    /// - Returns: nil if a text is too short or occurs in nearly every URL, or if there are no texts or too many.
    init?(oneOf texts: [[UInt8]]) {
        guard !texts.isEmpty, texts.count <= Self.most else { return nil }
        var kept: Set<[UInt8]> = []
        var commonness = 0
        for text in texts {
            guard let (literal, rarest) = Self.literal(of: text) else { return nil }
            kept.insert(literal)
            commonness = max(commonness, rarest)
        }
        alternatives = kept.sorted { $0.lexicographicallyPrecedes($1) }
        self.commonness = commonness + alternatives.count / 2
    }

    /// The literals of a text that every matching URL contains: the text, or parts of it if it is too long.
    ///
    /// Thousands of texts may be alike around their rarest position. Therefore up to three other parts are choices as
    /// well: the beginning, the middle and the end. With more, one text in a URL would be as many as it has parts.
    static func choices(of text: [UInt8]) -> [RequiredLiterals] {
        guard text.count > longest else { return [RequiredLiterals(oneOf: [text])].compactMap { $0 } }
        let last = text.count - longest
        let parts = Set([0, last / 2, last]).sorted().map { Array(text[$0..<$0 + longest]) }
        return ([text] + parts).compactMap { RequiredLiterals(oneOf: [$0]) }
    }

    /// The literals if a URL must contain one of any of the choices.
    static func union(_ choices: [RequiredLiterals?]) -> RequiredLiterals? {
        var texts: [[UInt8]] = []
        for choice in choices {
            guard let choice else { return nil }
            texts += choice.alternatives
        }
        return RequiredLiterals(oneOf: texts)
    }

    /// The more selective of two literals that a URL must both contain.
    static func better(_ one: RequiredLiterals?, _ other: RequiredLiterals?) -> RequiredLiterals? {
        guard let one else { return other }
        guard let other, other.commonness < one.commonness else { return one }
        return other
    }

    /// Whether a subject contains one of the texts.
    ///
    /// - Complexity: O(*n*) in the bytes of the subject times those of the texts; used if there is nothing faster.
    package func occur(in subject: Span<UInt8>) -> Bool {
        for literal in alternatives where subject.count >= literal.count {
            for start in 0...subject.count - literal.count
            where WordLoader.areEqual(
                subject,
                at: start,
                literal.span,
                at: 0,
                count: literal.count,
                folding: 0x0101_0101_0101_0101 * UInt64(Self.foldingBit)
            ) { return true }
        }
        return false
    }

    /// The bit that upper-case letters lack.
    package static var foldingBit: UInt8 { 0x20 }

    /// The literal that is searched for in place of a text, and how common its rarest window is.
    private static func literal(of text: [UInt8]) -> ([UInt8], Int)? {
        let folded = text.map { $0 | foldingBit }
        guard folded.count >= shortest, !LiteralWindow.isEverywhere(folded) else { return nil }
        guard let (place, commonness) = LiteralWindow.rarest(in: folded) else { return nil }
        guard folded.count > longest else { return (folded, commonness) }
        let start = min(max(0, place - longest / 2), folded.count - longest)
        return (Array(folded[start..<start + longest]), commonness)
    }
}

/// A few bytes of a literal, which an index searches for to find the whole literal.
package enum LiteralWindow {
    /// The length of a window in bytes, if the literal is long enough.
    package static var width: Int { 4 }

    /// Windows of the beginning of canonical URLs; a text within it does not distinguish URLs.
    private static let everywhere = words(of: ["https://www."])
    /// Windows that many URLs contain.
    private static let frequent = words(
        of: ["http://", ".com/", ".net/", ".org/", ".html", ".php", "index", "/www", "login", "image", "content"]
    )

    private static let schemes = words(of: ["https://", "http://"])

    /// Whether a window is part of the beginning of web URLs.
    package static func isOfScheme(_ window: UInt32) -> Bool { schemes.contains(window) }

    private static func words(of texts: [String]) -> Set<UInt32> {
        var words: Set<UInt32> = []
        for text in texts.map({ Array($0.utf8) }) {
            for count in RequiredLiterals.shortest...width {
                for start in 0...text.count - count { words.insert(word(of: text[start..<start + count])) }
            }
        }
        return words
    }

    /// Whether nearly every URL contains a folded text.
    static func isEverywhere(_ text: [UInt8]) -> Bool {
        let width = min(Self.width, text.count)
        return (0...text.count - width).allSatisfy { everywhere.contains(word(of: text[$0..<$0 + width])) }
    }

    /// The position of those windows of a folded literal that the fewest URLs are expected to contain.
    ///
    /// - Parameters:
    ///   - literal: The literal, which is long enough for the windows.
    ///   - run: The number of windows, each one byte after the previous one.
    ///   - usage: How often a window, with its first byte lowest, is already in use.
    /// - Returns: The offset of the first window, and how common they are; nil if the literal is too short.
    package static func rarest(
        in literal: [UInt8],
        run: Int = 1,
        usage: (UInt32) -> Int = { _ in 0 }
    ) -> (place: Int, commonness: Int)? {
        let width = min(Self.width, literal.count)
        guard width >= RequiredLiterals.shortest, literal.count >= width + run - 1 else { return nil }
        let each = (0...literal.count - width).map { place in
            let window = literal[place..<place + width]
            return commonness(of: window) + usage(word(of: window))
        }
        var best: (place: Int, commonness: Int)?
        for place in 0...each.count - run {
            let commonness = each[place..<place + run].reduce(0, +)
            if commonness < best?.commonness ?? .max { best = (place, commonness) }
        }
        return best
    }

    /// A window as a number.
    package static func word(of window: ArraySlice<UInt8>) -> UInt32 {
        window.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func commonness(of window: ArraySlice<UInt8>) -> Int {
        var sum = window.count < width ? 4 : 0
        for byte in window { sum += commonness(of: byte) }
        let word = word(of: window)
        return everywhere.contains(word) ? sum + 20 : frequent.contains(word) ? sum + 8 : sum
    }

    /// A rough estimate of how often bytes occur in the paths and hosts of real URLs; it only orders the choices.
    private static func commonness(of byte: UInt8) -> Int {
        switch byte {
        case UInt8(ascii: "e"), UInt8(ascii: "a"), UInt8(ascii: "o"), UInt8(ascii: "i"), UInt8(ascii: "t"),
            UInt8(ascii: "s"), UInt8(ascii: "r"), UInt8(ascii: "n"), UInt8(ascii: "/"), UInt8(ascii: "."):
            4
        case UInt8(ascii: "c"), UInt8(ascii: "l"), UInt8(ascii: "m"), UInt8(ascii: "p"), UInt8(ascii: "d"),
            UInt8(ascii: "h"), UInt8(ascii: "w"), UInt8(ascii: "-"):
            3
        case UInt8(ascii: "j"), UInt8(ascii: "q"), UInt8(ascii: "x"), UInt8(ascii: "z"): 1
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): 2
        default: 1
        }
    }
}
