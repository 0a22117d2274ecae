import RequestReading
import TestSupport
import Testing

@Suite("The page on reading requests") struct RequestReadingPageTests {
    private static func codes(behind heading: String) throws -> [String] { try rows(behind: heading).map(\.code) }

    private static func rows(behind heading: String) throws -> [(code: String, meaning: String)] {
        let page = try Repository.text("Sources/Demarc/Demarc.docc/RequestReading.md")
        let section = page.split(separator: "\n## ").first { $0.hasPrefix(heading) }
        return try #require(section).split(separator: "\n").compactMap { line in
            guard line.hasPrefix("| `") else { return nil }
            let cells = line.dropFirst(3).split(separator: " | ", maxSplits: 1)
            return (cells[0].prefix { $0 != "`" }.description, String(cells[1].dropLast(2)))
        }
    }

    @Test("The page has a row for each fault, in the order of the enumeration")
    func faults() throws {
        #expect(try Self.codes(behind: "Faults") == RequestFault.allCases.map(\.rawValue))
        for fault in RequestFault.allCases { #expect(fault.rawValue == "request.\(fault)") }
        #expect(try Self.rows(behind: "Faults").map(\.meaning) == RequestFault.allCases.map(\.meaning))
    }

    @Test("The page has a row for each reading of a path or a query, and for each convention")
    func readings() throws {
        #expect(try Self.codes(behind: "Readings of a path") == PathReading.allCases.map(\.rawValue))
        #expect(try Self.rows(behind: "Readings of a path").map(\.meaning) == PathReading.allCases.map(\.meaning))
        #expect(try Self.codes(behind: "Readings of the query") == QueryReading.allCases.map(\.rawValue))
        #expect(try Self.rows(behind: "Readings of the query").map(\.meaning) == QueryReading.allCases.map(\.meaning))
        #expect(try Self.codes(behind: "Conventions") == RequestConvention.allCases.map(\.rawValue))
    }
}
