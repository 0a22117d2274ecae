import TestSupport
import Testing
import URLStandard

/// The codes are public, so a code without a line on the page that explains them is a defect.
@Suite("The page of URLs") struct AmbiguityPageTests {
    @Test("The page lists every ambiguity once, in the order of the enumeration")
    func ambiguities() throws {
        #expect(try Self.codes(below: "## Ambiguities") == Ambiguity.Code.allCases.map(\.rawValue))
    }

    @Test("The page lists every parsing error once, in the order of the enumeration")
    func parsingErrors() throws {
        #expect(try Self.codes(below: "## Parsing") == URLParsingError.allCases.map(\.rawValue))
    }

    /// The codes in backticks in the first column of the tables between a heading and the next one.
    private static func codes(below heading: String) throws -> [String] {
        let page = try Repository.text("Sources/Demarc/Demarc.docc/URLs.md")
        let lines = page.split(separator: "\n")
        let start = try #require(lines.firstIndex { $0 == heading }, "the page has no heading `\(heading)`")
        return lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }.compactMap { line in
            guard line.hasPrefix("| `") else { return nil }
            let rest = line.dropFirst(3)
            return rest.firstIndex(of: "`").map { String(rest[..<$0]) }
        }
    }
}
