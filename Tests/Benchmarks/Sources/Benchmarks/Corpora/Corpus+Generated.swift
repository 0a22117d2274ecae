extension Corpus {
    static let generatedName = "generated"

    /// URLs of typical shape, the same on every machine, for use if no corpus of real URLs is available.
    ///
    /// They are cleaner and more uniform than real ones, so both sides look faster: suitable for detecting a change,
    /// not for a published figure.
    static func generated(count: Int = 20_000) -> Corpus {
        var random = SplitMix(state: 0x5EED)
        var text = ""
        for _ in 0..<count {
            text += random.chance(85) ? "https://" : "http://"
            if random.chance(50) { text += "www." }
            text += random.words(1...2, joinedBy: "-") + random.pick([".com", ".org", ".example", ".co.uk", ".de"])
            if random.chance(3) { text += ":8080" }
            for _ in 0..<random.number(in: 0...4) { text += "/" + random.words(1...3, joinedBy: "-") }
            if random.chance(70) { text += "/" }
            if random.chance(25) {
                text += "?" + random.words(1...1, joinedBy: "") + "=" + random.words(1...2, joinedBy: "+")
            }
            if random.chance(5) { text += "#" + random.words(1...1, joinedBy: "") }
            text += "\n"
        }
        return Corpus(name: generatedName, bytes: Array(text.utf8))
    }
}

/// A small generator with a fixed seed; the system's generator would create a different corpus on every run.
private struct SplitMix {
    var state: UInt64

    private static let syllables = [
        "al", "be", "cor", "da", "en", "fo", "gra", "hel", "in", "jo", "kal", "lu", "mer", "nor", "ost", "per", "qui",
        "ra", "sol", "tem",
    ]

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func number(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    mutating func chance(_ percent: UInt64) -> Bool { next() % 100 < percent }

    mutating func pick(_ choices: [String]) -> String { choices[number(in: 0...choices.count - 1)] }

    mutating func words(_ count: ClosedRange<Int>, joinedBy separator: String) -> String {
        var words: [String] = []
        for _ in 0..<number(in: count) {
            var word = ""
            for _ in 0..<number(in: 1...4) { word += pick(Self.syllables) }
            words.append(word)
        }
        return words.joined(separator: separator)
    }
}
