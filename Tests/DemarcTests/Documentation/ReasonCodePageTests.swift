import PolicyModel
import TestSupport
import Testing

/// Reason codes are public, so a code that is missing on the page that explains them is a defect.
@Suite("The page of reason codes") struct ReasonCodePageTests {
    @Test("The page lists every code once, in the order of the enumeration")
    func table() throws {
        let page = try Repository.text(Self.path)
        #expect(Self.codes(of: page) == ReasonCode.allCases.map(\.rawValue))
    }

    @Test(
        "Codes are read only from the first column of a table",
        arguments: [
            ("", []),
            ("`a.b` in the text", []),
            ("| Code | Meaning |\n|---|---|", []),
            ("| `a.b` | means `c.d` |\n| `e.f` | more |", ["a.b", "e.f"]),
            ("| a.b | without backticks |", []),
            ("| `a.b | without the second |", []),
        ] as [(String, [String])]
    )
    func reading(page: String, expected: [String]) {
        #expect(Self.codes(of: page) == expected)
    }

    private static let path = "Sources/Demarc/Demarc.docc/ReasonCodes.md"

    private static func codes(of page: String) -> [String] {
        page.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("| `") else { return nil }
            let rest = line.dropFirst(3)
            return rest.firstIndex(of: "`").map { String(rest[..<$0]) }
        }
    }
}
