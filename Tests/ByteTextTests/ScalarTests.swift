import ByteText
import Testing

@Suite("Text by scalars") struct ScalarTests {
    @Test(
        "A scalar is replaced, whatever Swift joins to it",
        arguments: [
            ("\u{D4E}<", "\u{D4E}&lt;"), ("<\u{301}", "&lt;\u{301}"), ("a<b", "a&lt;b"), ("<<", "&lt;&lt;"), ("", ""),
            ("a\r\nb", "a\rb"), ("é\u{1F469}\u{200D}", "é\u{1F469}\u{200D}"),
        ]
    )
    func replaced(text: String, expected: String) {
        let result = text.replacingScalars { $0 == "<" ? "&lt;" : $0 == "\n" ? "" : nil }
        let isSame = result.utf8.elementsEqual(expected.utf8)
        #expect(isSame, "\(result)")
    }

    @Test(
        "A sequence is replaced, whatever Swift joins to it",
        arguments: [
            ("\u{D4E}${a} $\u{301}{b} ${", "\u{D4E}$${a} $\u{301}{b} $${"), ("${${$${", "$${$${$$${"), ("{$", "{$"),
            ("é${\u{1F469}${", "é$${\u{1F469}$${"), ("$", "$"), ("", ""),
        ]
    )
    func sequences(text: String, expected: String) {
        let isSame = text.replacingScalars("${", with: "$${").utf8.elementsEqual(expected.utf8)
        #expect(isSame)
    }

    @Test(
        "Only a high and a low half of UTF-16 are one scalar together",
        arguments: [
            (0xD83D, 0xDE00, 0x1F600), (0xD800, 0xDC00, 0x10000), (0xDBFF, 0xDFFF, 0x10FFFF), (0xD7FF, 0xDC00, nil),
            (0xDC00, 0xDC00, nil), (0xDE00, 0xD83D, nil), (0xD800, 0xDBFF, nil), (0xD800, 0xE000, nil),
            (0x41, 0x42, nil),
        ] as [(UInt32, UInt32, UInt32?)]
    )
    func halves(high: UInt32, low: UInt32, expected: UInt32?) {
        #expect(Unicode.Scalar(high: high, low: low)?.value == expected)
    }

    @Test("A limit counts scalars")
    func prefixes() {
        #expect("e\u{301}\u{302}f".prefixOfScalars(2).utf8.elementsEqual("e\u{301}".utf8))
        #expect("ab".prefixOfScalars(9) == "ab")
    }

    @Test(
        "A single quote is doubled in YAML",
        arguments: [("it'\u{301}s", "'it''\u{301}s'"), ("", "''"), ("'", "''''")]
    )
    func yaml(text: String, expected: String) {
        let isSame = YAMLEscaping.singleQuoted(text).utf8.elementsEqual(expected.utf8)
        #expect(isSame)
    }

    @Test(
        "Scalars that a reader cannot see are invisible",
        arguments: [
            ("\u{0}\n\u{7F}\u{85}", "controls"), ("\u{200B}\u{202E}\u{2066}\u{FEFF}\u{AD}", "format characters"),
            ("\u{2028}\u{2029}", "line ends"), ("\u{115F}\u{1160}\u{3164}\u{FFA0}", "letters that fonts leave out"),
            ("\u{34F}\u{180B}\u{FE0F}\u{E0100}", "marks that fonts leave out"), ("\u{FFF0}\u{378}", "unassigned"),
            ("\u{E000}\u{10FFFD}", "for private use"),
        ]
    )
    func invisible(text: String, why: Comment) {
        #expect(text.unicodeScalars.allSatisfy { $0.isInvisible }, why)
    }

    @Test("Letters, marks, symbols and spaces are visible")
    func visible() { #expect(!"aé漢한\u{301}\u{D4E}🙂 \u{A0}\u{3000}€".unicodeScalars.contains { $0.isInvisible }) }
}
