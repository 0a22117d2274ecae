import PolicyModel
import Testing

@Suite("Version numbers") struct VersionNumberTests {
    /// The text, whether it is below 16.0, and whether it is above.
    private static let rows: [(text: String, isBelow: Bool, isAbove: Bool)] = [
        ("15.9.9", true, false), ("16", false, false), ("16.0", false, false), ("16.0.0.0", false, false),
        ("16.0.0.1", false, true), ("16.1", false, true), ("016.0", false, false), ("9.99.99", true, false),
        ("0", true, false), ("2147483647.0", false, true), ("15.2147483647", true, false),
    ]

    @Test("Numbers are compared one by one, and a missing number is 0", arguments: rows)
    func order(row: (text: String, isBelow: Bool, isAbove: Bool)) throws {
        let version = try #require(VersionNumber(row.text)).order
        let bound = try #require(VersionNumber("16.0")).order
        #expect((version < bound) == row.isBelow)
        #expect((bound < version) == row.isAbove)
    }

    @Test(
        "A version has one to four numbers separated by dots",
        arguments: [
            "", ".", "1.", ".1", "1..2", "1.2.3.4.5", "-1", "+1", "1.a", "v1", " 1", "1 ", "1,2", "2147483648",
            "99999999999999999999999", "１６", "1.2\n", String(repeating: "0", count: 65),
        ]
    )
    func refused(text: String) {
        #expect(VersionNumber(text) == nil)
    }

    @Test("The text is kept as written") func text() throws {
        #expect(try #require(VersionNumber("16.00")).description == "16.00")
        #expect(VersionNumber(String(repeating: "0", count: 64)) != nil)
    }
}
