/// A moment, in whole seconds of UTC.
///
/// Decisions that depend on time take the moment as an argument; nothing here reads a clock.
public struct Instant: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
    public let secondsSince1970: Int64

    /// Makes a moment.
    public init(secondsSince1970: Int64) { self.secondsSince1970 = secondsSince1970 }

    /// Whether the left moment is the earlier one.
    public static func < (left: Instant, right: Instant) -> Bool { left.secondsSince1970 < right.secondsSince1970 }

    /// Reads a date with a time of day and an offset, as [RFC 3339](https://www.rfc-editor.org/rfc/rfc3339) writes it:
    /// `2026-11-23T12:00:00Z`. A fraction of a second is left out.
    ///
    /// - Returns: nil for anything else, such as a date alone, a day that the month does not have, or a leap second.
    /// - Complexity: O(*n*) in the length of the text, of which only the first 64 bytes are looked at.
    public init?(_ text: String) {
        var digits = DigitReader(text)
        guard let year = digits.number(4), digits.skip("-"), let month = digits.number(2), digits.skip("-"),
            let day = digits.number(2), digits.skip("T", or: "t"), let hour = digits.number(2), digits.skip(":"),
            let minute = digits.number(2), digits.skip(":"), let second = digits.number(2), digits.skipFraction(),
            let offset = digits.offset(), digits.isAtEnd
        else { return nil }
        guard (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day), hour < 24, minute < 60,
            second < 60
        else { return nil }
        let days = Self.dayNumber(year, month, day)
        secondsSince1970 = Int64(days * 86_400 + hour * 3_600 + minute * 60 + second - offset)
    }

    /// The moment some seconds later; nil past the end of what can be counted.
    public func adding(seconds: Int) -> Instant? {
        let (sum, overflows) = secondsSince1970.addingReportingOverflow(Int64(seconds))
        return overflows ? nil : Instant(secondsSince1970: sum)
    }

    /// The moment as RFC 3339 writes it, in UTC; the number of seconds where the year does not have four digits.
    public var description: String {
        var days = secondsSince1970 / 86_400
        var rest = secondsSince1970 % 86_400
        if rest < 0 { (days, rest) = (days - 1, rest + 86_400) }
        guard (Self.firstDay...Self.lastDay).contains(days) else { return "\(secondsSince1970) seconds since 1970" }
        let (year, month, day) = Self.date(ofDay: Int(days))
        let date = "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
        let (hour, minute, second) = (Int(rest) / 3_600, Int(rest) / 60 % 60, Int(rest) % 60)
        return "\(date)T\(Self.padded(hour, 2)):\(Self.padded(minute, 2)):\(Self.padded(second, 2))Z"
    }

    // MARK: The calendar

    private static let firstDay = Int64(dayNumber(0, 1, 1))
    private static let lastDay = Int64(dayNumber(9_999, 12, 31))

    private static func days(in month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return switch month {
        case 2: isLeap ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The number of a day, counted from 1970-01-01.
    ///
    /// A year is taken to begin in March, so that the day that leap years add is its last, and 400 years are always
    /// 146,097 days.
    private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month > 2 ? year : year - 1
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func date(ofDay number: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func padded(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}

/// Reads a text of digits and signs from its beginning.
private struct DigitReader {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text.prefix(64).utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func number(_ count: Int) -> Int? {
        guard rest.count >= count else { return nil }
        var number = 0
        for byte in rest.prefix(count) {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
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
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
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
