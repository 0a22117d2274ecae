/// A few bytes of a literal, by which an index looks for all of it.
package enum LiteralWindow {
    /// How many bytes a window has, where the literal has as many.
    package static var width: Int { 4 }

    /// Of what canonical URLs begin with; a text within it tells no URLs apart.
    private static let everywhere = words(of: ["https://www."])
    /// Of what stands in many of them.
    private static let frequent = words(
        of: ["http://", ".com/", ".net/", ".org/", ".html", ".php", "index", "/www", "login", "image", "content"]
    )

    private static let schemes = words(of: ["https://", "http://"])

    /// Whether a window stands in what web URLs begin with.
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

    /// By how often bytes stand in the paths and hosts of real URLs; a rough guess only orders the choices.
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
