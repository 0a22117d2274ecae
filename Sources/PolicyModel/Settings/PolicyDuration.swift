/// A length of time as Graph writes it: ISO 8601, such as `PT30M` or `P90D`.
public struct PolicyDuration: Hashable, Sendable, CustomStringConvertible {
    /// What was written.
    public let text: String
    /// The length in seconds, a day counting 24 hours.
    public let seconds: Int

    /// Reads days, hours, minutes and whole seconds; nil where the text says anything else, years and months included,
    /// which have no fixed length.
    public init?(_ text: String) {
        guard text.hasPrefix("P") else { return nil }
        let halves = text.dropFirst().split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        let days = Self.seconds(halves[0], units: [("D", 86_400)])
        let time = halves.count == 2 ? Self.seconds(halves[1], units: [("H", 3_600), ("M", 60), ("S", 1)]) : 0
        // `P` and `P1DT` name no length.
        guard let days, let time, halves.last?.isEmpty == false else { return nil }
        self.text = text
        seconds = days + time
    }

    /// What was written.
    public var description: String { text }

    /// The sum of numbers with their units, each unit at most once and in this order.
    private static func seconds(_ text: Substring, units: [(letter: Character, length: Int)]) -> Int? {
        var rest = text
        var sum = 0
        for unit in units {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard rest.dropFirst(digits.count).first == unit.letter else { continue }
            // Nine digits are thirty years of seconds, and can't overflow in days.
            guard (1...9).contains(digits.count), let number = Int(digits) else { return nil }
            sum += number * unit.length
            rest = rest.dropFirst(digits.count + 1)
        }
        return rest.isEmpty ? sum : nil
    }
}
