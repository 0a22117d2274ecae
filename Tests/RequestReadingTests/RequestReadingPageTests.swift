import RequestReading
import TestSupport
import Testing

@Suite("The page on reading requests") struct RequestReadingPageTests {
    private static func codes(behind heading: String) throws -> [String] {
        let page = try Repository.text("Sources/Demarc/Demarc.docc/RequestReading.md")
        let section = page.split(separator: "\n## ").first { $0.hasPrefix(heading) }
        return try #require(section).split(separator: "\n").compactMap { line in
            guard line.hasPrefix("| `") else { return nil }
            return line.dropFirst(3).prefix { $0 != "`" }.description
        }
    }

    @Test("has a row for each fault, in the order of the enumeration")
    func faults() throws {
        #expect(try Self.codes(behind: "Faults") == RequestFault.allCases.map(\.rawValue))
        for fault in RequestFault.allCases { #expect(fault.rawValue == "request.\(fault)") }
    }

    @Test("has a row for each reading of a path, and for each convention")
    func readings() throws {
        #expect(try Self.codes(behind: "Readings of a path") == PathReading.allCases.map(\.rawValue))
        #expect(try Self.codes(behind: "Conventions") == RequestConvention.allCases.map(\.rawValue))
    }
}
