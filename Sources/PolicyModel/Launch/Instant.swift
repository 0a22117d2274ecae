import ByteText

/// A moment, in whole seconds of UTC.
///
/// Decisions that depend on time take the moment as an argument; nothing here reads a clock.
public struct Instant: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Seconds since 1970-01-01T00:00:00Z, not counting leap seconds.
    public let secondsSince1970: Int64

    /// Creates a moment.
    public init(secondsSince1970: Int64) { self.secondsSince1970 = secondsSince1970 }

    /// Whether the left moment is earlier.
    public static func < (left: Instant, right: Instant) -> Bool { left.secondsSince1970 < right.secondsSince1970 }

    /// Reads a date with a time of day and an offset in [RFC 3339](https://www.rfc-editor.org/rfc/rfc3339) form:
    /// `2026-11-23T12:00:00Z`. A fraction of a second is dropped.
    ///
    /// - Returns: nil for anything else, such as a date alone, a day that the month does not have, or a leap second.
    /// - Complexity: O(*n*) in the length of the text.
    public init?(_ text: String) {
        var digits = DigitReader(text)
        guard let year = digits.number(4), digits.skip("-"), let month = digits.number(2), digits.skip("-"),
            let day = digits.number(2), digits.skip("T", or: "t"), let hour = digits.number(2), digits.skip(":"),
            let minute = digits.number(2), digits.skip(":"), let second = digits.number(2), digits.skipFraction(),
            let offset = digits.offset(), digits.isAtEnd
        else { return nil }
        guard let date = CalendarDay(year: year, month: month, day: day), hour < 24, minute < 60, second < 60 else {
            return nil
        }
        secondsSince1970 = Int64(date.number * 86_400 + hour * 3_600 + minute * 60 + second - offset)
    }

    /// The moment some seconds later; nil if it cannot be represented.
    public func adding(seconds: Int) -> Instant? {
        let (sum, overflows) = secondsSince1970.addingReportingOverflow(Int64(seconds))
        return overflows ? nil : Instant(secondsSince1970: sum)
    }

    /// The moment in RFC 3339 form, in UTC; the number of seconds if that form cannot write it.
    public var description: String { text ?? "\(secondsSince1970) seconds since 1970" }

    /// The moment in RFC 3339 form, in UTC; nil if the year does not have four digits.
    package var text: String? {
        var days = secondsSince1970 / 86_400
        var rest = secondsSince1970 % 86_400
        if rest < 0 { (days, rest) = (days - 1, rest + 86_400) }
        // Years with four digits are a small fraction of this integer's range.
        guard let number = Int(exactly: days), abs(number) < 4_000_000, case let date = CalendarDay(number: number),
            (0...9_999).contains(date.year)
        else { return nil }
        let (hour, minute, second) = (Int(rest) / 3_600, Int(rest) / 60 % 60, Int(rest) % 60)
        return "\(Self.padded(date.year, 4))-\(Self.padded(date.month))-\(Self.padded(date.day))"
            + "T\(Self.padded(hour)):\(Self.padded(minute)):\(Self.padded(second))Z"
    }

    private static func padded(_ number: Int, _ count: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}

/// Reads digits and signs from the beginning of a text.
private struct DigitReader {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func number(_ count: Int) -> Int? {
        guard rest.count >= count else { return nil }
        var number = 0
        for byte in rest.prefix(count) {
            guard byte.isASCIIDigit else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        rest = rest.dropFirst(count)
        return number
    }

    mutating func skip(_ sign: Unicode.Scalar, or other: Unicode.Scalar? = nil) -> Bool {
        guard let byte = rest.first, byte == UInt8(ascii: sign) || other.map({ byte == UInt8(ascii: $0) }) ?? false
        else { return false }
        rest = rest.dropFirst()
        return true
    }

    mutating func skipFraction() -> Bool {
        guard skip(".") else { return true }
        let digits = rest.prefix(while: \.isASCIIDigit)
        rest = rest.dropFirst(digits.count)
        return !digits.isEmpty
    }

    /// The offset from UTC in seconds.
    mutating func offset() -> Int? {
        if skip("Z", or: "z") { return 0 }
        let isBehind = rest.first == UInt8(ascii: "-")
        guard skip("+", or: "-"), let hours = number(2), skip(":"), let minutes = number(2), hours < 24, minutes < 60
        else { return nil }
        return (isBehind ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }
}
