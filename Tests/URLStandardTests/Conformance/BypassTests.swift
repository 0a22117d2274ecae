import TestSupport
import Testing

@testable import URLStandard

@Suite("Known bypasses") struct BypassTests {
    @Test(
        "Every known bypass has its canonical form and host",
        .enabled(if: ConformanceData.has(BypassRow.file), "set DEMARC_SHARED")
    )
    func bypasses() throws {
        var refused: [String] = []
        for row in try BypassRow.all() {
            var values: ComponentValues?
            if let url = URLRecord(row.input, base: row.base) { values = ComponentValues(url) }
            if values == nil, row.canonical != nil {
                refused.append(KnownDomainFailures.name(of: row.input))
                continue
            }
            #expect(values?.href == row.canonical, "\(row.name): \(row.input.debugDescription)")
            #expect(values?.hostname ?? "" == row.host, "\(row.name): \(row.input.debugDescription)")
        }
        #expect(refused == [])
    }
}
