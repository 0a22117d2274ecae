import Foundation
import TestSupport
import Testing

@testable import URLStandard

@Suite("Known bypasses") struct BypassTests {
    @Test(
        "every string in the shape of a known bypass has its canonical form and host",
        .enabled(if: ConformanceData.has("bypass.tsv"), "set DEMARC_SHARED")
    )
    func bypasses() throws {
        let (data, _) = try ConformanceData.read("bypass.tsv")
        let rows = String(decoding: data, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(rows.count == 540)
        var refused: [String] = []
        for row in rows {
            let fields = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            try #require(fields.count >= 6, "\(row)")
            let json = LoneSurrogates.replaced(in: Data("[\(fields[1])]".utf8))
            let input = try #require(try JSONDecoder().decode([String].self, from: json).first)
            var values: ComponentValues?
            if let url = URLRecord(input, base: fields[5].isEmpty ? nil : fields[5]) { values = ComponentValues(url) }
            if values == nil, fields[2] != "invalid" {
                refused.append(KnownDomainFailures.name(of: input))
                continue
            }
            #expect(values?.href ?? "invalid" == fields[2], "\(fields[0]): \(input.debugDescription)")
            #expect(values?.hostname ?? "" == fields[3], "\(fields[0]): \(input.debugDescription)")
        }
        #expect(refused == [])
    }
}
