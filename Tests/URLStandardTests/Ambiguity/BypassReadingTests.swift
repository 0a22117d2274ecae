import Foundation
import TestSupport
import Testing

@testable import URLStandard

@Suite("Known bypasses, read twice") struct BypassReadingTests {
    @Test(
        "a row is flagged if and only if RFC 3986 reads another scheme, host or port than the canonical form has",
        .enabled(if: ConformanceData.has("bypass.tsv"), "set DEMARC_SHARED")
    )
    func bypasses() throws {
        let (data, _) = try ConformanceData.read("bypass.tsv")
        let rows = String(decoding: data, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(rows.count == 540)
        var valid = 0
        var flagged = 0
        for row in rows {
            let fields = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            try #require(fields.count >= 6, "\(row)")
            let json = LoneSurrogates.replaced(in: Data("[\(fields[1])]".utf8))
            let input = try #require(try JSONDecoder().decode([String].self, from: json).first)
            let base = fields[5].isEmpty ? nil : fields[5]
            guard fields[2] != "invalid" else { continue }
            valid += 1
            let expected = !RFC3986Oracle(input, base: base).agrees(withCanonical: fields[2])
            let reading = try DoubleReading(Array(input.utf8), base: base)
            #expect(reading.disagrees == expected, "\(fields[0]): \(input.debugDescription)")
            if expected {
                flagged += 1
                #expect(!reading.found.isEmpty, "\(fields[0]): \(input.debugDescription)")
            }
        }
        #expect(valid == 427)
        #expect(flagged == 130)
    }
}
