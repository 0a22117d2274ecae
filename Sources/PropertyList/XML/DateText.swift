/// Dates as XML property lists write them: `2026-11-21T19:00:00Z` and nothing else.
enum DateText {
    /// The date in seconds since 2001-01-01T00:00:00Z; nil where the text is none.
    static func seconds(_ text: ArraySlice<UInt8>) -> Double? {
        let pattern = Array("dddd-dd-ddTdd:dd:ddZ".utf8)
        guard text.count == pattern.count else { return nil }
        var numbers: [Int] = [0]
        for (byte, expected) in zip(text, pattern) {
            if expected == UInt8(ascii: "d") {
                guard (0x30...0x39).contains(byte), let last = numbers.popLast() else { return nil }
                numbers.append(last * 10 + Int(byte - 0x30))
            } else {
                guard byte == expected else { return nil }
                numbers.append(0)
            }
        }
        let (year, month, day) = (numbers[0], numbers[1], numbers[2])
        let (hour, minute, second) = (numbers[3], numbers[4], numbers[5])
        guard (1...12).contains(month), (1...days(of: month, in: year)).contains(day), hour < 24, minute < 60,
            second < 61
        else { return nil }
        let days = daysBefore(year: year, month: month) + day - 1 - daysBefore(year: 2001, month: 1)
        return Double(days * 86_400 + hour * 3_600 + minute * 60 + second)
    }

    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    private static func days(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The days from the first of year 0 to the first of a month, in the Gregorian calendar.
    private static func daysBefore(year: Int, month: Int) -> Int {
        // Year 0 is a leap year itself, so a year has as many of them before it as their numbers below it, and one more.
        let leaps = year == 0 ? 0 : (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400 + 1
        return (1..<month).reduce(year * 365 + leaps) { $0 + days(of: $1, in: year) }
    }
}
