import ByteText

/// Texts of which at least one stands in every URL that matches, upper and lower case being the same.
///
/// A URL that has none of them does not match, which an index finds out for all patterns at once. Case is ignored by
/// setting one bit of every byte, in texts and URLs alike: that takes a few other bytes for one another too, which lets
/// more URLs through and never fewer.
package struct RequiredLiterals: Hashable, Sendable {
    /// The texts, folded, each between ``shortest`` and ``longest`` bytes, in ascending order.
    package let alternatives: [[UInt8]]
    /// How many URLs have one of them, by guess: the smaller, the better they tell URLs apart.
    let commonness: Int

    /// Shorter texts stand in too many URLs.
    package static var shortest: Int { 3 }
    /// Of longer texts, this many bytes around the rarest place are kept.
    package static var longest: Int { 32 }
    /// More texts than these are not worth looking for.
    static var most: Int { 64 }

    /// Takes texts of which one has to stand in a URL.
    ///
    /// - Returns: nil where one is too short, stands in nearly every URL, or where there are none or too many.
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

    /// One of these or one of those has to stand in a URL.
    static func union(_ choices: [RequiredLiterals?]) -> RequiredLiterals? {
        var texts: [[UInt8]] = []
        for choice in choices {
            guard let choice else { return nil }
            texts += choice.alternatives
        }
        return RequiredLiterals(oneOf: texts)
    }

    /// Both have to stand in a URL: the one that says more.
    static func better(_ one: RequiredLiterals?, _ other: RequiredLiterals?) -> RequiredLiterals? {
        guard let one else { return other }
        guard let other, other.commonness < one.commonness else { return one }
        return other
    }

    /// Whether one of the texts stands in a subject.
    ///
    /// - Complexity: O(*n*) in the bytes of the subject times those of the texts; for where nothing better is known.
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

    /// What is looked for of a text, and how common its rarest window is.
    private static func literal(of text: [UInt8]) -> ([UInt8], Int)? {
        let folded = text.map { $0 | foldingBit }
        guard folded.count >= shortest, !LiteralWindow.isEverywhere(folded) else { return nil }
        guard let (place, commonness) = LiteralWindow.rarest(in: folded) else { return nil }
        guard folded.count > longest else { return (folded, commonness) }
        let start = min(max(0, place - longest / 2), folded.count - longest)
        return (Array(folded[start..<start + longest]), commonness)
    }
}
