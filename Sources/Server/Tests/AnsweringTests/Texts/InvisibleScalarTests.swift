import Testing

@testable import Answering

/// What a reader cannot see, stated without the rule itself, for the tests of pages and answers as well.
@Suite("Invisible characters")
struct InvisibleScalarTests {
    private static let table: [(scalars: String, why: Comment)] = [
        ("\u{0}\t\n\r\u{1B}\u{7F}\u{85}", "controls"),
        ("\u{200B}\u{200D}\u{202E}\u{2066}\u{FEFF}\u{AD}\u{E0041}", "format characters"),
        ("\u{2028}\u{2029}", "line ends"), ("\u{115F}\u{1160}\u{3164}\u{FFA0}", "letters that fonts leave out"),
        ("\u{FFF0}\u{378}", "unassigned"), ("\u{E000}\u{10FFFD}", "for private use"),
        ("\u{34F}\u{180B}\u{FE0F}\u{E0100}", "marks that fonts leave out"),
    ]

    /// Scalars of every kind that a reader cannot see.
    static let all = table.flatMap { Array($0.scalars.unicodeScalars) }

    /// Whether a text contains one of them. Answers and pages have lines of their own.
    static func areIn(_ text: String) -> Bool {
        let invisible = Set(all).subtracting(["\n"])
        return text.unicodeScalars.contains { invisible.contains($0) }
    }

    @Test("Scalars that a reader cannot see are invisible", arguments: table)
    func invisible(scalars: String, why: Comment) {
        for scalar in scalars.unicodeScalars {
            #expect(scalar.isInvisible, "U+\(String(scalar.value, radix: 16)): \(why)")
        }
    }

    @Test("Letters, accents, symbols and spaces are visible")
    func visible() {
        for scalar in "aßé漢한\u{301}\u{D4E}🙂€‹› \u{A0}\u{3000}".unicodeScalars {
            #expect(!scalar.isInvisible, "U+\(String(scalar.value, radix: 16))")
        }
    }
}
