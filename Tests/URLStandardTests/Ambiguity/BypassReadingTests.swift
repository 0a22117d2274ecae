import TestSupport
import Testing

@testable import URLStandard

@Suite("Known bypasses, read twice") struct BypassReadingTests {
    @Test(
        "A row is flagged exactly if RFC 3986 reads another scheme, host or port than the canonical form has",
        .enabled(if: ConformanceData.has(BypassRow.file), "set DEMARC_SHARED")
    )
    func bypasses() throws {
        var valid = 0
        var flagged = 0
        for row in try BypassRow.all() {
            guard let canonical = row.canonical else { continue }
            valid += 1
            let expected = !RFC3986Oracle(row.input, base: row.base).agrees(withCanonical: canonical)
            let reading = try DoubleReading(Array(row.input.utf8), base: row.base)
            #expect(reading.disagrees == expected, "\(row.name): \(row.input.debugDescription)")
            if expected {
                flagged += 1
                #expect(!reading.found.isEmpty, "\(row.name): \(row.input.debugDescription)")
            }
        }
        #expect(valid == 427)
        #expect(flagged == 143)
    }
}
