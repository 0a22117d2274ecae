import Diagnostics
import Testing

@Suite("Words of messages") struct MessageTextTests {
    @Test(
        "The number decides between the singular and the plural word",
        arguments: [
            (3, "file", nil, "3 files"), (1, "file", nil, "1 file"), (0, "file", nil, "0 files"),
            (1, "entry", "entries", "1 entry"), (2, "entry", "entries", "2 entries"),
        ] as [(Int, String, String?, String)]
    )
    func count(number: Int, one: String, many: String?, expected: String) {
        #expect(Quoted.count(number, one, many) == expected)
    }

    @Test(
        "Words after the first ones are only counted",
        arguments: [
            (3, ["a", "b", "c", "d", "e"], ", ", "a, b, c and 2 more"), (3, ["a", "b", "c"], ", ", "a, b, c"),
            (2, ["a", "b", "c"], "; ", "a; b and 1 more"), (2, ["a"], ", ", "a"), (2, [], ", ", ""),
        ] as [(Int, [String], String, String)]
    )
    func first(limit: Int, words: [String], separator: String, expected: String) {
        #expect(Quoted.first(limit, of: words, separator: separator) == expected)
    }

    @Test("Names are quoted, and names after the twentieth are only counted")
    func names() {
        let names = (1...22).map { "n\($0)" }
        let shown = names.prefix(20).map { "`\($0)`" }.joined(separator: ", ")
        #expect(Quoted.names(names) == shown + " and 2 more")
        #expect(Quoted.names(["a\nb"]) == "`a␊b`")
    }
}
