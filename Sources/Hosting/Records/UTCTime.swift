import ByteText
import PolicyModel

/// Times in the format of [RFC 3339](https://www.rfc-editor.org/rfc/rfc3339), in UTC with milliseconds:
/// `2026-11-23T04:05:06.789Z`.
///
/// All such texts have the same length, so their lexicographic order is their chronological order.
package enum UTCTime {
    private static let textCount = 24
    private static let millisecondsPerDay = 86_400_000
    /// The last millisecond of the year 9999.
    private static let latest = 253_402_300_799_999

    /// Appends a time. A time outside the range of four-digit years is clamped.
    ///
    /// - Parameters:
    ///   - milliseconds: Since 1970.
    ///   - bytes: The bytes to append to.
    static func append(_ milliseconds: Int, to bytes: inout [UInt8]) {
        let time = min(max(milliseconds, 0), latest)
        let (day, rest) = time.quotientAndRemainder(dividingBy: millisecondsPerDay)
        let date = CalendarDay(number: day)
        append(date.year, digits: 4, before: "-", to: &bytes)
        append(date.month, digits: 2, before: "-", to: &bytes)
        append(date.day, digits: 2, before: "T", to: &bytes)
        append(rest / 3_600_000, digits: 2, before: ":", to: &bytes)
        append(rest / 60_000 % 60, digits: 2, before: ":", to: &bytes)
        append(rest / 1000 % 60, digits: 2, before: ".", to: &bytes)
        append(rest % 1000, digits: 3, before: "Z", to: &bytes)
    }

    /// The day of a time, as `2026-11-23`.
    package static func day(_ milliseconds: Int) -> String {
        var bytes: [UInt8] = []
        append(milliseconds, to: &bytes)
        return String(decoding: bytes.prefix(10), as: UTF8.self)
    }

    /// The milliseconds since 1970 for a text that ``append(_:to:)`` writes; nil for any other text.
    static func milliseconds(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == textCount, let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
            let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
            let second = number(bytes[17..<19]), let fraction = number(bytes[20..<23]),
            year >= 1970, let date = CalendarDay(year: year, month: month, day: day)
        else { return nil }
        let time =
            date.number * millisecondsPerDay
            + ((hour * 60 + minute) * 60 + second) * 1000 + fraction
        // Impossible dates and times are detected by writing the result again.
        var again: [UInt8] = []
        append(time, to: &again)
        return again == bytes ? time : nil
    }

    private static func append(_ number: Int, digits: Int, before mark: Unicode.Scalar, to bytes: inout [UInt8]) {
        var power = 1
        for _ in 1..<digits { power *= 10 }
        while power > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / power % 10))
            power /= 10
        }
        bytes.append(UInt8(ascii: mark))
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var number = 0
        for digit in digits {
            guard digit.isASCIIDigit else { return nil }
            number = number * 10 + Int(digit - 0x30)
        }
        return number
    }
}
