import PolicyModel
import Testing

@Suite("Instants") struct InstantTests {
    @Test(
        "RFC 3339 is read, and UTC is written",
        arguments: [
            ("1970-01-01T00:00:00Z", 0, "1970-01-01T00:00:00Z"),
            ("2026-11-23T12:00:00+02:00", 1_795_428_000, "2026-11-23T10:00:00Z"),
            ("2024-02-29t23:59:59.999z", 1_709_251_199, "2024-02-29T23:59:59Z"),
            ("1969-12-31T23:59:59Z", -1, "1969-12-31T23:59:59Z"),
            ("0000-03-01T00:00:00Z", -62_162_035_200, "0000-03-01T00:00:00Z"),
            ("9999-12-31T23:59:59Z", 253_402_300_799, "9999-12-31T23:59:59Z"),
            ("2026-01-01T00:30:00-00:45", 1_767_230_100, "2026-01-01T01:15:00Z"),
            ("1970-01-01T00:00:07.\(String(repeating: "0", count: 90))Z", 7, "1970-01-01T00:00:07Z"),
        ]
    )
    func read(text: String, seconds: Int64, written: String) throws {
        let instant = try #require(Instant(text))
        #expect(instant.secondsSince1970 == seconds)
        #expect(instant.description == written)
    }

    @Test(
        "Any other text is refused",
        arguments: [
            "", "2026-11-23", "2026-11-23T12:00:00", "2026-11-23 12:00:00Z", "2026-02-29T00:00:00Z",
            "2026-13-01T00:00:00Z",
            "2026-00-10T00:00:00Z", "2026-01-32T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z",
            "2026-06-30T23:59:60Z", "26-01-01T00:00:00Z", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00+24:00",
            "2026-01-01T00:00:00Zjunk", "1795435200", "2026-01-01T00:00:00.\(String(repeating: "0", count: 43))Zjunk",
            "2026-01-01T00:00:00.\(String(repeating: "0", count: 44))",
        ]
    )
    func refused(text: String) {
        #expect(Instant(text) == nil)
    }

    @Test("An instant whose seconds overflow is refused") func limits() {
        #expect(Instant(secondsSince1970: .max).adding(seconds: 1) == nil)
        #expect(Instant(secondsSince1970: .max).description.hasSuffix("seconds since 1970"))
        #expect(Instant(secondsSince1970: .min).description.hasSuffix("seconds since 1970"))
        for seconds in [Int64.max, .min, 253_402_300_800] { #expect(Instant(secondsSince1970: seconds).text == nil) }
    }

    @Test("The date equals that of counting single days") func calendar() throws {
        var (year, month, day) = (1_600, 1, 1)
        let first = try #require(CalendarDay(year: year, month: month, day: day)).number
        for number in first..<(first + 200_000) {
            let found = CalendarDay(number: number)
            #expect((found.year, found.month, found.day) == (year, month, day))
            #expect(found.number == number)
            if CalendarDay(year: year, month: month, day: day + 1) != nil {
                day += 1
            } else if month < 12 {
                (month, day) = (month + 1, 1)
            } else {
                (year, month, day) = (year + 1, 1, 1)
            }
        }
        #expect(CalendarDay(year: 1_900, month: 2, day: 29) == nil)
        #expect(CalendarDay(year: 2_000, month: 2, day: 29) != nil)
    }
}
