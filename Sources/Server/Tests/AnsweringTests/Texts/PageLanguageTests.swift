import Testing

@testable import Answering

@Suite("Languages of pages")
struct PageLanguageTests {
    @Test(
        "The language with the highest weight is chosen",
        arguments: [
            (nil, "en", "no field"),
            ("", "en", "an empty field"),
            (",,;;q=,", "en", "nothing that can be read"),
            ("de;q=abc", "en", "a weight that cannot be read"),
            ("de;q=1.5", "en", "a weight over 1"),
            ("de;q=0", "en", "a language that is not wanted"),
            ("\u{0}de", "en", "a control"),
            ("fr", "en", "a language that there is not"),
            ("de", "de", "German"),
            ("DE-at", "de", "in any case, of any country"),
            ("deu", "en", "a tag that begins alike"),
            ("fr, de;q=0.5, en;q=0.4", "de", "the next best"),
            ("en;q=0.4,de;q=0.5", "de", "by weight, not by order"),
            ("de;q=0.123, en;q=0.124", "en", "three places"),
            ("en, de", "en", "the first of two that weigh the same"),
            (" de ; q=0.9 , en;q=0.1", "de", "white space"),
            ("*", "en", "any language"),
        ]
    )
    func preferred(field: String?, expected: String, why: Comment) {
        #expect(PageLanguage.preferred(by: field.map { Array($0.utf8) }).rawValue == expected, why)
    }

    @Test("A huge field costs no more than a long one")
    func huge() {
        let field = Array(repeating: "en;q=0.1,", count: 1 << 17).joined() + "de"
        #expect(PageLanguage.preferred(by: Array(field.utf8)) == .english)
    }

    @Test("Every text exists in every language, with a different wording", arguments: PageText.allCases)
    func texts(text: PageText) {
        let texts = PageLanguage.allCases.map { text.text($0) }
        #expect(texts.allSatisfy { !$0.isEmpty })
        #expect(Set(texts).count == PageLanguage.allCases.count)
    }
}
