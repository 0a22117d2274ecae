/// A day of the Gregorian calendar, and its number counted from 1970-01-01.
///
/// Years are treated as beginning in March, so that the leap day is the last day of a year, and 400 years are always
/// 146,097 days.
package struct CalendarDay: Hashable, Sendable {
    package let year: Int
    package let month: Int
    package let day: Int

    /// The first of March of the year 0, counted from 1970-01-01.
    private static let firstOfMarch = -719_468
    private static let daysOf400Years = 146_097

    /// Creates a day; nil for a day that the calendar does not have, such as 30 February.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), (1...Self.count(ofMonth: month, year)).contains(day) else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Creates the day with a number.
    package init(number: Int) {
        let shifted = number - Self.firstOfMarch
        let era = (shifted >= 0 ? shifted : shifted - Self.daysOf400Years + 1) / Self.daysOf400Years
        let dayOfEra = shifted - era * Self.daysOf400Years
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    }

    /// The number of days after 1970-01-01.
    package var number: Int {
        let year = month > 2 ? year : year - 1
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * Self.daysOf400Years + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            + Self.firstOfMarch
    }

    private static func count(ofMonth month: Int, _ year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return switch month {
        case 2: isLeap ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
