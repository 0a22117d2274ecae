import Testing

@testable import DemarcCommands

@Suite("Tables") struct TextTableTests {
    private static let columns: [TextTable.Column] = [
        .init("VERDICT", .words(7)), .init("TO", .words(4)), .init("URL", .whole(least: 20)),
        .init("WHY", .sentences(least: 12)),
    ]

    private static func table(_ width: Int?, color: Bool = false) -> TextTable {
        TextTable(columns, on: Page(columns: width, usesColor: color))
    }

    @Test("Spare width goes to the columns that can use it")
    func wide() {
        let table = Self.table(60)
        #expect(table.header == "VERDICT  TO    URL                        WHY\n")
        #expect(
            table.row(["allow", "view", "https://contoso.com/", "because it is internal"])
                == "allow    view  https://contoso.com/       because it is\n"
                + "                                          internal\n"
        )
    }

    @Test("Content that does not fit goes below its row in one piece")
    func below() {
        #expect(
            Self.table(60).row(["block", "–", "https://contoso.com/a/long/way/down", "because"])
                == "block    –     " + String(repeating: " ", count: 27)
                + "because\n  https://contoso.com/a/long/way/down\n"
        )
    }

    @Test("A word longer than its column is broken")
    func long() {
        #expect(
            Self.table(60).row(["allowEncrypted", "view", "https://contoso.com/", "incomprehensibilities"])
                == "allowEn  view  https://contoso.com/       incomprehensibilit\ncrypted                                   ies\n"
        )
    }

    @Test("Columns without room get their own lines")
    func narrow() {
        let table = Self.table(30)
        #expect(table.header == "VERDICT  TO    WHY\n  URL\n")
        #expect(
            table.row(["block", "–", "https://contoso.com/some/where/else/entirely", "because"])
                == "block    –     because\n  https://contoso.com/some/\n    where/else/entirely\n"
        )
        #expect(Self.table(20).row(["block", "–", "a", "because"]) == "block    –\n  a\n  because\n")
    }

    @Test("Without a width, tables are as wide as needed")
    func unbounded() {
        let url = "https://contoso.com/" + String(repeating: "a", count: 200)
        #expect(Self.table(nil).row(["allow", "view", "\(url)", "w"]) == "allow    view  \(url)  w\n")
        #expect(Self.table(nil).row(["allow"]) == "allow\n")
    }

    @Test("Words are measured if all rows are known")
    func measured() {
        let rows: [[TextTable.Cell]] = [["navigation", "yes"], ["漢字漢字漢字", "no"]]
        let table = TextTable(
            [.init("A", .words(0)), .init("B", .sentences(least: 5))],
            for: rows,
            on: Page(columns: 40, usesColor: false)
        )
        #expect(table.header + rows.map(table.row).joined() == "A             B\nnavigation    yes\n漢字漢字漢字  no\n")
    }

    @Test("Color appears only if allowed, and takes no width")
    func color() {
        let row: [TextTable.Cell] = [.init("block", .red), "–", "https://contoso.com/"]
        #expect(Self.table(60).row(row) == "block    –     https://contoso.com/\n")
        #expect(
            Self.table(60, color: true).row(row) == "\u{1B}[31mblock\u{1B}[0m    –     https://contoso.com/\n"
        )
    }

    @Test("Control characters in a cell are escaped")
    func controls() {
        #expect(Self.table(60).row(["a\u{1B}[31m", "\n", "::error::"]) == "a␛[31m   ␊     <U+003A>:error::\n")
    }
}
