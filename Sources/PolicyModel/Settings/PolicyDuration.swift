/// A length of time as Graph writes it: an [`xs:duration`](https://www.w3.org/TR/xmlschema-2/#duration), such as
/// `PT30M`, `P90D` or `PT35.5S`.
public struct PolicyDuration: Hashable, Sendable, CustomStringConvertible {
    /// The text as written.
    public let text: String
    /// The length in seconds, where a day has 24 hours. A fraction counts as a whole second: half a second is not zero,
    /// which for several settings means *never*.
    public let seconds: Int

    /// Reads days, hours, minutes and seconds, which may have a fraction.
    ///
    /// Nil if the text is anything else. That includes a negative length, see ``isNegative(_:)``, and years and months
    /// other than 0, which have no fixed length.
    ///
    /// - Parameter text: The text as written.
    public init?(_ text: String) {
        guard text.hasPrefix("P") else { return nil }
        let halves = text.dropFirst().split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        let days = Self.seconds(halves[0], units: [("Y", 0), ("M", 0), ("D", 86_400)])
        let time = halves.count == 2 ? Self.seconds(halves[1], units: [("H", 3_600), ("M", 60), ("S", 1)]) : 0
        // `P` and `P1DT` contain no length.
        guard let days, let time, halves.last?.isEmpty == false else { return nil }
        self.text = text
        seconds = days + time
    }

    private init(zero text: String) { (self.text, seconds) = (text, 0) }

    /// A length of zero.
    public static let zero = PolicyDuration(zero: "PT0S")

    /// Whether a text is a negative length of time, as some services write for a time that has passed.
    public static func isNegative(_ text: String) -> Bool {
        text.hasPrefix("-") && PolicyDuration(String(text.dropFirst())) != nil
    }

    /// The text as written.
    public var description: String { text }

    /// The sum of numbers with their units, each unit at most once and in this order. A unit without a length may only
    /// follow a 0.
    private static func seconds(_ text: Substring, units: [(letter: Character, length: Int)]) -> Int? {
        var rest = text
        var sum = 0
        for unit in units {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            let fraction = unit.letter == "S" ? fraction(rest.dropFirst(digits.count)) : ""
            let count = digits.count + fraction.count
            guard rest.dropFirst(count).first == unit.letter else { continue }
            // Nine digits are thirty years of seconds, and cannot overflow in days.
            guard (1...9).contains(digits.count), let number = Int(digits), number == 0 || unit.length > 0 else {
                return nil
            }
            sum += number * unit.length + (fraction.contains { $0 != "." && $0 != "0" } ? 1 : 0)
            rest = rest.dropFirst(count + 1)
        }
        return rest.isEmpty ? sum : nil
    }

    /// The `.` and the digits at the beginning of a text; empty if it does not begin with both.
    private static func fraction(_ text: Substring) -> Substring {
        guard text.first == "." else { return "" }
        let digits = text.dropFirst().prefix { $0.isASCII && $0.isNumber }
        return digits.isEmpty ? "" : text.prefix(digits.count + 1)
    }
}
