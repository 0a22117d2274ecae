import Diagnostics
import PolicyModel
import TestSupport
import Testing

@testable import PolicyFiles

/// Documents made to break their reader. Each is refused quickly with one clear error, and in little memory.
@Suite("Hostile documents") struct HostileDocumentTests {
    struct Row: CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let code: String
        let message: String

        init(_ name: String, _ bytes: [UInt8], _ code: String, _ message: String) {
            testDescription = name
            self.bytes = bytes
            self.code = code
            self.message = message
        }

        init(_ name: String, _ text: String, _ code: String, _ message: String) {
            self.init(name, Array(text.utf8), code, message)
        }
    }

    static let rows = [
        Row("nothing", "", "empty-document", "the file is empty"),
        Row("a comment", "# only this\n\n", "empty-document", "the file contains only comments"),
        Row("a byte order mark", [0xEF, 0xBB, 0xBF], "empty-document", "the file contains only comments"),
        Row("a list", "- demarc: 1", "wrong-type", "expected a policy document, found a list"),
        Row("a word", "demarc", "wrong-type", "expected a policy document, found `demarc`"),
        Row("null", "~", "wrong-type", "expected a policy document, found nothing"),
        Row("a NUL", "demarc: 1\0", "control-character", "there is a NUL byte in the file"),
        Row(
            "an escape",
            "demarc: \u{1B}[31m1",
            "control-character",
            "there is the control character U+001B in the file"
        ),
        Row("a delete", "demarc: 1 # \u{7F}", "control-character", "there is the control character U+007F in the file"),
        Row("CSI", "demarc: 1 # \u{9B}m", "control-character", "there is the control character U+009B in the file"),
        Row(
            "a key behind a comment, on a line that only YAML 1.1 has",
            "demarc: 1 # that is all\u{85}app: {id: x}\n",
            "control-character",
            "there is the control character U+0085 in the file"
        ),
        Row(
            "the same with a line separator",
            "demarc: 1 # that is all\u{2028}app: {id: x}\n",
            "control-character",
            "there is the line break U+2028 in the file"
        ),
        Row(
            "a paragraph separator in a plain text",
            "demarc: 1\napp: {id: a\u{2029}b}\n",
            "control-character",
            "there is the line break U+2029 in the file"
        ),
        Row(
            "a line separator in a string of JSON, which libyaml would fold",
            "{\"demarc\": 1, \"app\": {\"id\": \"a\u{2028}b\"}}",
            "control-character",
            "there is the line break U+2028 in the file"
        ),
        Row(
            "UTF-16, little end first",
            [0xFF, 0xFE] + Array("demarc: 1".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
            "is-utf-16",
            "the file seems to be UTF-16 or UTF-32"
        ),
        Row(
            "UTF-16, big end first, no mark",
            Array("demarc: 1".utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
            "is-utf-16",
            "the file seems to be UTF-16 or UTF-32"
        ),
        Row("Latin-1", Array("demarc: 1 # caf".utf8) + [0xE9], "not-utf-8", "the file is not UTF-8"),
        Row("an overlong slash", Array("demarc: 1 # ".utf8) + [0xC0, 0xAF], "not-utf-8", "the file is not UTF-8"),
        Row("a surrogate", Array("demarc: 1 # ".utf8) + [0xED, 0xA0, 0x80], "not-utf-8", "the file is not UTF-8"),
        Row("a truncated scalar", Array("demarc: 1 # ".utf8) + [0xF0, 0x9F], "not-utf-8", "the file is not UTF-8"),
        Row(
            "a word behind the end on its line",
            "demarc: 1\n... x\n",
            "several-documents",
            "a second document begins here"
        ),
        Row("two documents", "demarc: 1\n---\ndemarc: 1\n", "several-documents", "a second document begins here"),
        Row("a word behind the end", "demarc: 1\n...\nx\n", "several-documents", "a second document begins here"),
        Row(
            "a hosts file with a comment",
            "0.0.0.0 a.example # x\n0.0.0.0 b.example\n",
            "invalid-yaml",
            "expected the end of the file"
        ),
        Row(
            "the list of an ad blocker",
            "[Adblock Plus 2.0]\n! Title: EasyList\n||ads.example^\n",
            "invalid-yaml",
            "expected the end of the file"
        ),
        Row("a word behind a list in brackets", "[a]\nb\n", "invalid-yaml", "expected the end of the file"),
        Row(
            "a tag directive",
            "%TAG ! tag:x,2000:\n---\ndemarc: 1\n",
            "unsupported-directive",
            "YAML directives are not supported"
        ),
        Row(
            "a version directive",
            "# c\n%YAML 1.1\n---\ndemarc: 1\n",
            "unsupported-directive",
            "YAML directives are not supported"
        ),
        Row("a tag", "demarc: !!int 1", "unsupported-tag", "YAML tags are not supported"),
        Row("an unknown alias", "demarc: *x", "unknown-alias", "no anchor with the name of this alias is before it"),
        Row(
            "an alias of itself",
            "demarc: &x [*x]",
            "unknown-alias",
            "no anchor with the name of this alias is before it"
        ),
        Row("a list as a key", "demarc: 1\n? [a]\n: b\n", "key-not-text", "a key is a string, not a list or a mapping"),
        Row(
            "merging twice",
            "demarc: 1\n<<: {user: a}\n<<: {user: b}\n",
            "duplicate-key",
            "the key `<<` appears twice"
        ),
        Row("merging a word", "demarc: 1\n<<: b\n", "wrong-type", "`<<` merges mappings, and this is not one"),
        Row(
            "an open bracket",
            "demarc: [",
            "invalid-yaml",
            "did not find expected node content while parsing a flow node"
        ),
        Row(
            "an open quote",
            "demarc: \"1",
            "invalid-yaml",
            "found unexpected end of stream while scanning a quoted scalar"
        ),
        Row(
            "a tab",
            "demarc: 1\napp:\n\tid: x\n",
            "invalid-yaml",
            "found character that cannot start any token while scanning for the next token"
        ),
        Row(
            "a half pair",
            #"{"demarc": "\ud83d"}"#,
            "invalid-yaml",
            "found invalid Unicode character escape code while parsing a quoted scalar"
        ),
    ]

    @Test("They are refused with one clear error", arguments: rows)
    func refused(row: Row) {
        let result = PolicyDocumentReader(files: MemoryFiles()).load(bytes: row.bytes, path: "policy.yaml")
        #expect(result.document == nil)
        let first = result.diagnostics.first { $0.severity == .error && $0.code == row.code }
        #expect(first?.message == row.message, "\(summary(result))")
    }

    @Test(
        "What cannot be seen is reported at its place, and only what an escape may stand for is to be written as one",
        arguments: [
            ("\u{7}", "the control character U+0007", false), ("\u{85}", "the control character U+0085", true),
            ("\u{9B}", "the control character U+009B", false), ("\0", "a NUL byte", false),
            ("\u{FFFE}", "the noncharacter U+FFFE", false), ("\u{FFFF}", "the noncharacter U+FFFF", false),
            ("\u{2028}", "the line break U+2028", true), ("\u{2029}", "the line break U+2029", true),
        ]
    )
    func unseen(character: String, name: String, isEscapable: Bool) throws {
        func load(_ character: String) -> PolicyLoadResult {
            let text = "demarc: 1\npolicies:\n  p:\n    displayName: \"a\(character)b\"\n"
            return PolicyDocumentReader(files: MemoryFiles(), requiresUser: false).load(text: text, path: "policy.yaml")
        }
        let finding = try #require(load(character).diagnostics.first)
        #expect(finding.message == "there is \(name) in the file")
        #expect(finding.code == "control-character")
        #expect(finding.location?.description == "policy.yaml:4:20")
        #expect(finding.help == (isEscapable ? "remove it, or write it as an escape in double quotes" : "remove it"))
        if isEscapable, let scalar = character.unicodeScalars.first {
            let escaped = load("\\u\(String(0x1_0000 + scalar.value, radix: 16).dropFirst())")
            #expect(escaped.document?.policies["p"]?.displayName == "a b", "\(summary(escaped))")
        }
    }

    /// A document of about this many bytes, made of one repeated piece.
    static func long(_ piece: String, _ count: Int, after start: String = "", before end: String = "") -> [UInt8] {
        Array((start + String(repeating: piece, count: count / piece.utf8.count) + end).utf8)
    }

    static let deep = String(repeating: "[", count: 100_000)
    /// The length of a long text: a mebibyte in CI, and less where somebody waits.
    static let size = TestSize.isThorough ? 1 << 20 : 1 << 18

    static let large = [
        Row("brackets all the way down", deep, "nested-too-deeply", "values are nested more than 64 levels deep"),
        Row(
            "braces all the way down",
            long("{a: ", size),
            "nested-too-deeply",
            "values are nested more than 64 levels deep"
        ),
        Row(
            "dashes all the way down",
            long("- ", size),
            "nested-too-deeply",
            "values are nested more than 64 levels deep"
        ),
        Row(
            "questions all the way down",
            long("? ", size),
            "nested-too-deeply",
            "values are nested more than 64 levels deep"
        ),
        Row("100 MB", long("a: b\n", 100_000_000), "file-too-large", "`policy.yaml` is larger than 16 MiB"),
        Row(
            "a million values and more",
            long("a,", 3 << 20, after: "["),
            "too-many-values",
            "more than 1000000 values"
        ),
        Row(
            "half a million keys and more",
            long("{a},", 3 << 20, after: "["),
            "too-many-values",
            "more than 1000000 values"
        ),
        Row(
            "a bomb of aliases",
            aliasBomb,
            "too-many-aliases",
            "YAML aliases make the document larger than 1000000 values"
        ),
        Row(
            "a bomb of merges",
            mergeBomb,
            "too-many-aliases",
            "YAML aliases make the document larger than 1000000 values"
        ),
        Row("many aliases", long("*a,", size, after: "[&a x,"), "too-many-aliases", "more than 10000 YAML aliases"),
        Row(
            "tag directives",
            long("%TAG !a! b\n", size),
            "unsupported-directive",
            "YAML directives are not supported"
        ),
        Row(
            "directives behind the end",
            long("%TAG !a! b\n", size, after: "demarc: 1\n...\n"),
            "several-documents",
            "a second document begins here"
        ),
        Row(
            "an open quote, long",
            long("a", 3 * size, after: "demarc: \""),
            "invalid-yaml",
            "found unexpected end of stream while scanning a quoted scalar"
        ),
        Row(
            "a long word",
            long("a", 3 * size, after: "demarc: "),
            "wrong-type",
            "expected a whole number, found `\(String(repeating: "a", count: 57))…`"
        ),
        Row(
            "a long key",
            long("a", 3 * size, after: "demarc: 1\n? "),
            "unknown-key",
            "unknown key `\(String(repeating: "a", count: 57))…` in a policy document"
        ),
        Row("a long anchor", long("a", 3 * size, after: "demarc: &"), "missing-value", "`demarc` has no value"),
        Row("a long tag", long("a", 3 * size, after: "demarc: !"), "unsupported-tag", "YAML tags are not supported"),
        Row(
            "a long indentation",
            long(" ", 3 * size, before: "- demarc"),
            "wrong-type",
            "expected a policy document, found a list"
        ),
        Row("unknown keys", manyKeys, "unknown-key", "unknown key `key0` in a policy document"),
    ]

    /// Nine levels, each an array of nine copies of the level before: ten billion values in one kilobyte.
    static var aliasBomb: String {
        var text = "a0: &a0 [x]\n"
        for level in 1...10 {
            let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ",")
            text += "a\(level): &a\(level) [\(aliases)]\n"
        }
        return text
    }

    static var mergeBomb: String {
        var text = "a0: &a0 {k0: [1,2,3,4,5,6,7,8,9]}\n"
        for level in 1...20 {
            let lists = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ",")
            text += "a\(level): &a\(level) {<<: *a\(level - 1), k\(level): [\(lists)]}\n"
        }
        return text
    }

    static var manyKeys: String { (0..<100_000).map { "key\($0): 1\n" }.joined() }

    @Test("They are refused quickly at any size", .timeLimit(.minutes(15)), arguments: TestSize.rows(large))
    func refusedSoon(row: Row) {
        refused(row: row)
    }

    @Test("A repeated mistake gives a bounded number of findings")
    func findingsAreBounded() {
        let result = read("demarc: 1\n" + Self.manyKeys)
        #expect(result.diagnostics.count == ReadingBounds().findings + 1)
        #expect(result.diagnostics.last?.message == "99000 more findings are not shown")
    }
}
