import Testing

@testable import Diagnostics

@Suite("Fitted text") struct FittedTextTests {
    @Test(
        "Lines break where a reader expects it",
        arguments: [
            ("", [""], "nothing is one empty line"),
            ("one two three", ["one two three"], "what fits stays"),
            ("twenty columns fit it", ["twenty columns fit", "it"], "a line ends after a space"),
            ("exactly twenty chars next", ["exactly twenty chars", "next"], "the space itself needs no room"),
            ("a  b                    c", ["a  b", "c"], "spaces at the end of a line are lost, others aren't"),
            (
                "https://contoso.com/teams/documents", ["https://contoso.com/", "teams/documents"],
                "a URL breaks behind a separator"
            ),
            ("aaaaaaaaaaaaaaaaaaaaaaaaa", ["aaaaaaaaaaaaaaaaaaaa", "aaaaa"], "a word without one breaks anywhere"),
            ("漢字漢字漢字漢字漢字漢字", ["漢字漢字漢字漢字漢字", "漢字"], "a wide character takes two columns"),
            (
                "e\u{301}aaaaaaaaaaaaaaaaaaae\u{301}b", ["e\u{301}aaaaaaaaaaaaaaaaaaa", "e\u{301}b"],
                "a mark stays with its letter"
            ),
            (
                "aaaaaaaaaaaaaaa\u{202E}bb", ["aaaaaaaaaaaaaaa", "<U+202E>bb"],
                "what is spelled out is not torn apart"
            ),
            ("a\nb\u{1B}[31m", ["a␊b␛[31m"], "controls are spelled out"),
            ("aaaa bbbb cccc dddd ::error::x", ["aaaa bbbb cccc dddd", "<U+003A>:error::x"], "no line is a command"),
            ("aaaa bbbb ##[error]cc", ["aaaa bbbb", "<U+0023>#[error]cc"], "what is spelled out has its width"),
        ]
    )
    func lines(text: String, expected: [String], why: Comment) {
        #expect(FittedText.lines(text, columns: 20) == expected, why)
    }

    @Test("Without a width, the text is one line")
    func unbounded() {
        let text = String(repeating: "word ", count: 100)
        #expect(FittedText.lines(text, columns: nil) == [text])
    }

    @Test("The first line starts after its prefix, or the text starts on the next line")
    func first() {
        #expect(FittedText.lines("one two three", columns: 20, first: 8) == ["one two", "three"])
        #expect(FittedText.lines("understanding", columns: 20, first: 8) == ["", "understanding"])
        #expect(FittedText.block("one two three four five", columns: 22, hanging: 2) == "one two three four\n  five\n")
    }

    @Test("No text is lost, and every line fits", arguments: 1...60)
    func law(columns: Int) {
        let words = ["a", "https://contoso.com/a?b=c&d", "漢字", "e\u{301}", "🙂", "\u{202E}", "🇩🇪", "한국어", "\u{7}"]
        var text = ""
        for number in 0..<60 { text += words[(number * 7 + columns) % words.count] + (number % 3 == 0 ? " " : "") }
        let lines = FittedText.lines(text, columns: columns)
        #expect(lines.joined().filter { $0 != " " } == VisibleText.of(text).filter { $0 != " " })
        #expect(lines.allSatisfy { VisibleText.columns(of: $0) <= max(columns, 8) })
    }

    @Test(
        "The width of characters is respected",
        arguments: [
            ("abc", 3), ("漢字", 4), ("e\u{301}", 1), ("🙂", 2), ("🇩🇪", 2), ("ｆ", 2), ("\u{202E}", 8), ("\u{1}", 1),
            ("\u{3164}", 8), ("\u{FFF0}", 8),
            ("각", 2),
            ("\u{1100}\u{1161}\u{11A8}", 2),
        ]
    )
    func widths(text: String, expected: Int) {
        #expect(VisibleText.columns(of: text) == expected)
    }

    @Test(
        "Every invisible character is spelled out",
        arguments: [
            ("admin\u{3164}", "admin<U+3164>"), ("\u{115F}", "<U+115F>"), ("\u{FFA0}", "<U+FFA0>"),
            ("\u{FFF0}", "<U+FFF0>"), ("\u{E0001}", "<U+E0001>"), ("\u{FE0F}", "<U+FE0F>"), ("\n", "␊"),
        ]
    )
    func invisible(text: String, shown: String) { #expect(VisibleText.of(text) == shown) }

    @Test(
        "A command that a runner obeys anywhere in a line is spelled out, and other marks are not",
        arguments: [
            ("x ##[stop-commands]y", "x <U+0023>#[stop-commands]y"), ("###[a", "#<U+0023>#[a"),
            ("##vso[a]b ##[c", "<U+0023>#vso[a]b <U+0023>#[c"), ("é ##[a", "é <U+0023>#[a"),
            ("##\u{200B}[a", "##<U+200B>[a"), ("## heading [x] #[y ##vso x", "## heading [x] #[y ##vso x"),
            ("https://x.example/#a", "https://x.example/#a"), ("::##[a", "<U+003A>:<U+0023>#[a"),
        ]
    )
    func commands(text: String, shown: String) {
        #expect(VisibleText.of(text) == shown)
        #expect(VisibleText.of(shown) == shown)
        #expect(VisibleText.columns(of: text) == VisibleText.within(text).unicodeScalars.count)
    }

    @Test("A name is shortened by scalars, because one character can be of any length")
    func shortened() {
        let name = "a" + String(repeating: "\u{301}", count: 1 << 16)
        #expect(Quoted.shown(name).unicodeScalars.count == 64)
    }
}
