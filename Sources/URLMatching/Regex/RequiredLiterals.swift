import ByteText

/// Texts of which at least one is in every URL that matches, upper and lower case being the same.
///
/// A URL that has none of them does not match, which an index finds out for all patterns at once. Case is ignored by
/// setting one bit of every byte, in texts and URLs alike: that takes a few other bytes for one another too, which lets
/// more URLs through and never fewer.
package struct RequiredLiterals: Hashable, Sendable {
    /// The texts, folded, each between ``shortest`` and ``longest`` bytes, in ascending order.
    package let alternatives: [[UInt8]]
    /// How many URLs have one of them, by guess: the smaller, the better they tell URLs apart.
    let commonness: Int

    /// Shorter texts are in too many URLs.
    package static var shortest: Int { 3 }
    /// Of longer texts, this many bytes around the rarest place are kept.
    package static var longest: Int { 32 }
    /// More texts than these are not worth looking for.
    static var most: Int { 64 }

    /// Takes texts of which one has to be in a URL.
    ///
    /// - Returns: nil where one is too short, is in nearly every URL, or if there are none or too many.
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

    /// One of these or one of those has to be in a URL.
    static func union(_ choices: [RequiredLiterals?]) -> RequiredLiterals? {
        var texts: [[UInt8]] = []
        for choice in choices {
            guard let choice else { return nil }
            texts += choice.alternatives
        }
        return RequiredLiterals(oneOf: texts)
    }

    /// Both have to be in a URL: the one that says more.
    static func better(_ one: RequiredLiterals?, _ other: RequiredLiterals?) -> RequiredLiterals? {
        guard let one else { return other }
        guard let other, other.commonness < one.commonness else { return one }
        return other
    }

    /// Whether one of the texts is in a subject.
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

/// A few bytes of a literal, by which an index looks for all of it.
package enum LiteralWindow {
    /// How many bytes a window has, where the literal has as many.
    package static var width: Int { 4 }

    /// Of what canonical URLs begin with; a text within it tells no URLs apart.
    private static let everywhere = words(of: ["https://www."])
    /// Of what is in many of them.
    private static let frequent = words(
        of: ["http://", ".com/", ".net/", ".org/", ".html", ".php", "index", "/www", "login", "image", "content"]
    )

    private static let schemes = words(of: ["https://", "http://"])

    /// Whether a window is in what web URLs begin with.
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

    /// Whether nearly every URL has a folded text.
    static func isEverywhere(_ text: [UInt8]) -> Bool {
        let width = min(Self.width, text.count)
        return (0...text.count - width).allSatisfy { everywhere.contains(word(of: text[$0..<$0 + width])) }
    }

    /// Where windows of a folded literal stand that the fewest URLs should have.
    ///
    /// - Parameters:
    ///   - literal: The literal, which has as many windows.
    ///   - run: How many windows are wanted, each a byte behind the one before.
    ///   - usage: How often a window, its first byte lowest, is in use already.
    /// - Returns: Where the first begins, and how common they are; nil for a literal that is too short.
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

    /// By how often bytes are in the paths and hosts of real URLs; a rough guess only orders the choices.
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
