import Diagnostics
import PolicyFiles
import TestSupport
import Testing

/// In expected texts, `·` stands for a space at the end of a line.
@Suite("Formatting a document") struct DocumentFormatTests {
    /// A document before and after, and the case that it shows.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let before: String
        let after: String

        init(_ description: String, _ before: String, _ after: String) {
            testDescription = description
            self.before = before.replacing("·", with: " ")
            self.after = after.replacing("·", with: " ")
        }

        /// A document that does not change.
        init(_ description: String, stays text: String) { self.init(description, text, text) }
    }

    static let rows = [
        Row("four spaces become two", "demarc: 1\na:\n    b:\n        c: 1\n", "demarc: 1\na:\n  b:\n    c: 1\n"),
        Row("a list is deeper than its key", "a:\n- 1\n- 2\nb: 3\n", "a:\n  - 1\n  - 2\nb: 3\n"),
        Row("lists in lists", "a:\n- - 1\n  - 2\n- - 3\n", "a:\n  - - 1\n    - 2\n  - - 3\n"),
        Row(
            "what is behind a dash stays there",
            "-   a: 1\n    b: 2\n-\n      c: 3\n",
            "-   a: 1\n    b: 2\n-\n  c: 3\n"
        ),
        Row("an empty item", "a:\n    -·\n    - b\n", "a:\n  -\n  - b\n"),
        Row("a document that begins further right", "  a: 1\n  b:\n    - c\n", "a: 1\nb:\n  - c\n"),
        Row("blanks at the ends of lines", "a: 1··\nb: [1,·\n  2]\t\n# c·\n", "a: 1\nb: [1,\n  2]\n# c\n"),
        Row("blank lines", "\n\na: 1\n\n··\n\nb: 2\n\n\n", "a: 1\n\nb: 2\n"),
        Row("a last line without a line feed", "a:\n    b: 1", "a:\n  b: 1\n"),
        Row("nothing but one line", stays: "a: 1\n"),
        Row("line ends", "a:\r\n    b: 1·\r\n\r\n\r\n    c: 2\r\n", "a:\r\n  b: 1\r\n\r\n  c: 2\r\n"),
        Row("a byte order mark", "\u{FEFF}a:\n    b: 1\n", "\u{FEFF}a:\n  b: 1\n"),
        Row("the end of a document", "a:\n   b: 1\n... # end·\n", "a:\n  b: 1\n... # end\n"),
        Row(
            "a comment between the old and the new column of what follows",
            "a:\n    b:\n     # c\n    - 1\n    d: 2\n",
            "a:\n  b:\n    # c\n    - 1\n  d: 2\n"
        ),
        Row("the mark of a document", "--- # first\na:\n   b: 1\n...\n", "--- # first\na:\n  b: 1\n...\n"),
        Row("alignment in a line", stays: "a:   1     # one\nbcd: {x:  1,    y: 2}   # two\n"),
        Row("quotes", stays: "\"a\": 'b'\n'c': \"d\\u0041\"\n"),
        Row(
            "brackets over several lines",
            "a:\n    b: [1,\n        2,\n\n\n      3]\n",
            "a:\n  b: [1,\n      2,\n\n    3]\n"
        ),
        Row("JSON", "{\"a\": 1,··\n\n\n  \"b\": [\n1]}\n\n", "{\"a\": 1,\n\n  \"b\": [\n1]}\n"),
        Row("JSON with escapes in two halves", "{\"a\": \"\\ud83d\\ude00\"}··\n", "{\"a\": \"\\ud83d\\ude00\"}\n"),
        Row(
            "a text of several lines, with its blanks",
            "a:\n    b: |\n        one··\n          two\n\n\n        three\n    c: 1\n",
            "a:\n  b: |\n      one··\n        two\n\n\n      three\n  c: 1\n"
        ),
        Row(
            "a text that keeps the lines behind it",
            "a:\n    b: |+\n      one\n\n\n    c: 1\n",
            "a:\n  b: |+\n    one\n\n\n  c: 1\n"
        ),
        Row("a text at the end of the file", "a:\n    b: |\n        one", "a:\n  b: |\n      one"),
        Row(
            "a quoted text of several lines",
            "a:\n    b: \"one··\n      two\\\n\n       three\"\n",
            "a:\n  b: \"one··\n    two\\\n\n     three\"\n"
        ),
        Row(
            "a plain text of several lines",
            "a:\n    b: one\n      two\n    c: 1\n",
            "a:\n  b: one\n    two\n  c: 1\n"
        ),
        Row("a value on a line of its own", "a:\n    b:\n        text\n    c: 1\n", "a:\n  b:\n      text\n  c: 1\n"),
        Row(
            "anchors and aliases",
            "a: &x\n    b: 1\nc: &y\n- 1\nd:\n    <<: *x\n    e: *y\n    f: &z {g: 1,\n      h: 2}\n",
            "a: &x\n  b: 1\nc: &y\n  - 1\nd:\n  <<: *x\n  e: *y\n  f: &z {g: 1,\n    h: 2}\n"
        ),
        Row("letters of several bytes", "ä:\n    é: \"ö\"\n    ñ:\n    - ü\n", "ä:\n  é: \"ö\"\n  ñ:\n    - ü\n"),
        Row(
            "comments go with what they are above",
            "# top\na:\n    # inside\n    b: 1\n    # last\n# next\nc: 1\n",
            "# top\na:\n  # inside\n  b: 1\n  # last\n# next\nc: 1\n"
        ),
        Row("a comment between two columns", "a:\n      b: 1\n   # c\n      d: 1\n", "a:\n  b: 1\n  # c\n  d: 1\n"),
        Row("a comment at the end", "a:\n    b: 1\n    # inside\n# outside\n", "a:\n  b: 1\n  # inside\n# outside\n"),
        Row("suppressions", stays: "a:\n  b: 1  # demarc:ignore DM012 that is meant\n"),
    ]

    @Test("Each line is placed, and the rest is kept", arguments: rows)
    func format(row: Row) throws {
        #expect(Self.formatted(row.before) == row.after)
        #expect(Self.formatted(row.after) == row.after, "a second time changes it")
    }

    @Test(
        "Unknown content is left alone",
        arguments: ["? a\n: b\n", "a: 1\n? b\n: 2\n", "a:\n    b: 1\rc: 2\n"]
    )
    func unknown(text: String) {
        guard case .unknownForm = DocumentFormat.format(SourceFile(path: "a.yaml", bytes: Array(text.utf8))) else {
            // If libyaml and the formatter agree on the lines after all, the text must not change.
            #expect(Self.formatted(text) == text)
            return
        }
    }

    @Test(
        "Unreadable documents are refused",
        arguments: [
            ("", "empty-document"), ("# only a comment\n", "empty-document"), ("a: [1\n", "invalid-yaml"),
            ("\ta: 1\n", "invalid-yaml"), ("a: 1\na: 2\n", "duplicate-key"), ("a: !x 1\n", "unsupported-tag"),
            ("a: 1\n---\nb: 2\n", "several-documents"), ("a: \u{0}\n", "control-character"),
            ("a: 1\u{85}b: 2\n", "control-character"), ("a: *b\n", "unknown-alias"),
            (String(repeating: "[", count: 100_000), "nested-too-deeply"),
        ]
    )
    func unreadable(text: String, code: String) {
        guard case .unreadable(let findings, _) = DocumentFormat.format(SourceFile(path: "a", bytes: Array(text.utf8)))
        else {
            Issue.record("it was formatted")
            return
        }
        #expect(findings.contains { $0.code == code }, "\(findings.map(\.code))")
    }

    /// Every document of the project is formatted, so formatting must reverse any change of blanks.
    @Test("Formatting reverses changes of blanks", arguments: Self.ownFiles)
    func undone(path: String) throws {
        let text = try Repository.text(path)
        #expect(Self.formatted(text) == text, "`demarc fmt \(path)` mends it")
        var random = SplitMix(seed: 7)
        let wider = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
            // Twice the indentation, also after dashes, with blanks and blank lines in some places.
            let indent = line.prefix { $0 == " " }
            let line = line.replacing(#/^( *)- /#) { "\($0.output.1)-   " }
            let end = String(repeating: " ", count: Int(random.next() % 3))
            return String(indent) + line + end + (random.next() % 8 == 0 ? "\n\n  " : "")
        }
        let formatted = try #require(Self.formatted(wider.joined(separator: "\n")))
        #expect(Self.contents(formatted) == Self.contents(text))
        #expect(Self.formatted(formatted) == formatted, "a second time changes it")
    }

    private static let ownFiles = [
        "Rules/levels/level-2.yaml", "Rules/scenarios/clipboard.yaml", "Rules/scenarios/rules.yaml",
        "Rules/scenarios/policies/rules.yaml", "Rules/defaults/managed-universal-links.yaml",
        "Examples/FiveViews/policy.yaml", "Examples/FirstDecision/policy.yaml", "Examples/PolicyTests/scenarios.yaml",
    ]

    /// The lines that are not blank, without their indentation and dash: the text after a dash keeps its distance.
    private static func contents(_ text: String) -> [Substring] {
        text.split(separator: "\n").map { line in line.drop { $0 == " " || $0 == "-" } }.filter { !$0.isEmpty }
    }

    private static func formatted(_ text: String) -> String? {
        let outcome = DocumentFormat.format(SourceFile(path: "a.yaml", bytes: Array(text.utf8)))
        guard case .formatted(let bytes) = outcome else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
