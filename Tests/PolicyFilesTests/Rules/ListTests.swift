import Diagnostics
import PolicyModel
import Testing
import URLMatching

@testable import PolicyFiles

@Suite("Lists") struct ListTests {
    static func document(_ list: String) -> String {
        "demarc: 1\nruleSets: {s: {default: internal, rules: [{id: a, class: blocked, list: \(list)}]}}"
    }

    @Test("One or several lists become one condition")
    func read() throws {
        let files = ["l/d.txt": "# c\nbets.example\nCasino.Example # two\n", "l/u.txt": "https://x.example/a?b#c\n"]
        for (list, counts) in [
            ("{file: l/d.txt, format: domains}", [2]),
            ("[{file: l/d.txt, format: domains}, {file: l/u.txt, format: urls}]", [2, 1]),
        ] {
            let result = PolicyFilesTests.read(Self.document(list), files: files)
            let rule = try #require(result.document?.ruleSets.first?.rules.first, "\(summary(result))")
            let condition = try #require(rule.conditions.first)
            #expect(condition.key == .list)
            #expect(condition.paths == ["l/d.txt", "l/u.txt"].prefix(counts.count).map(\.self))
            let found = condition.alternatives.map { alternative in
                if case .list(let entries) = alternative { entries.count } else { -1 }
            }
            #expect(found == counts)
        }
    }

    @Test(
        "Mistakes are reported",
        arguments: [
            ("l/d.txt", ["wrong-type «l/d.txt» expected a list, found `l/d.txt`"]),
            ("{format: domains}", ["missing-key «{format: domains}» a list needs `file`"]),
            (
                "{file: l/d.txt}",
                [
                    "missing-key «{file: l/d.txt}» a list needs `format` | specify the format of its lines: `domains`, `hosts`, `adblock-domains`, `edge`, `chrome` or `urls`"
                ]
            ),
            ("{file: l/x.txt, format: domains}", ["file-not-found «l/x.txt» there is no file `l/x.txt`"]),
            (
                "{file: l/d.txt, format: domain}",
                ["unknown-value «domain» unknown list format `domain` | did you mean `domains`?"]
            ),
            (
                "{file: l/d.txt, format: chrom}",
                ["unknown-value «chrom» unknown list format `chrom` | did you mean `chrome`?"]
            ),
            (
                "{file: l/d.txt, format: domains, skipinvalid: true}",
                ["unknown-key «skipinvalid» unknown key `skipinvalid` in a list | did you mean `skipInvalid`?"]
            ),
            (
                "{file: l/d.txt, format: domains, skipInvalid: yes}",
                ["wrong-type «yes» expected `true` or `false`, found `yes` | write `true`"]
            ),
            ("[]", ["missing-value «[]» `list` has no value"]),
        ]
    )
    func mistakes(list: String, expected: [String]) {
        check(Self.document(list), files: ["l/d.txt": "a.example\n"], gives: expected)
    }

    @Test("A list with a bad line is refused, unless it opts to skip bad lines")
    func badLines() throws {
        let files = ["d.txt": "a.example\n  https://b.example/  \nc.example\n*.d.example\n"]
        check(
            Self.document("{file: d.txt, format: domains}"),
            files: files,
            gives: [
                "d.txt: has-scheme «https://» `https://b.example/` is a URL, not a domain | write `b.example`",
                "d.txt: wildcard «*.» `*.` has no meaning in the domain `*.d.example` | write `d.example`, which covers its subdomains",
                "bad-list-lines «d.txt» `d.txt` has 2 bad lines | correct the list, or write `skipInvalid: true` to skip these lines",
            ]
        )
        check(
            Self.document("{file: d.txt, format: domains, skipInvalid: true}"),
            files: files,
            gives: ["warning bad-list-lines «d.txt» `d.txt` has 2 bad lines, skipped"]
        )
    }

    @Test(
        "A list in another format is named, with the format that reads it",
        arguments: [
            (managed, "hosts", "a list of the managed browser | read it as `edge`"),
            (managed, "domains", "a list of the managed browser | read it as `edge`"),
            (managed, "adblock-domains", "a list of the managed browser | read it as `edge`"),
            (managed, "urls", "a list of the managed browser | read it as `edge`"),
            (urls, "hosts", "a list of URLs | `list` in a rule reads it with `format: urls`"),
            (domains, "edge", "a list of domains | `list` in a rule reads it with `format: domains`"),
            (domains, "urls", "a list of domains | `list` in a rule reads it with `format: domains`"),
        ]
    )
    func otherFormats(lines: String, format: String, appearance: String) {
        let text = Self.document("{file: l.txt, format: \(format)}")
        let result = PolicyFilesTests.read(text, files: ["l.txt": lines])
        let finding = result.diagnostics.last { $0.code == "bad-list-lines" }
        let found = [finding?.message, finding?.help].compactMap(\.self).joined(separator: " | ")
        #expect(found.hasSuffix("; it looks like \(appearance)"), "\(summary(result))")
        #expect(result.diagnostics.count == 2, "the list, and its first bad line")
    }

    @Test("Lists of the managed browser and of URLs are not mistaken", arguments: [(managed, "edge"), (urls, "urls")])
    func ownFormats(lines: String, format: String) {
        check(Self.document("{file: l.txt, format: \(format)}"), files: ["l.txt": lines], gives: [])
        let bad = PolicyFilesTests.read(
            Self.document("{file: l.txt, format: \(format)}"),
            files: ["l.txt": lines.replacing("example", with: "exam ple")]
        )
        #expect(bad.document == nil)
        #expect(!bad.diagnostics.contains { $0.message.contains("looks like") }, "\(summary(bad))")
    }

    private static let managed =
        "# x\nhttps://*.a.example/*\nhttps://b.example/*\nhttp://c.example\nhttps://*.d.example\n"
    private static let urls = "https://a.example/\nhttps://b.example/c\nhttps://d.example/\n"
    private static let domains = "a.example\nb.example\nc.example\n"

    @Test(
        "Two values of one key are a bad line of a list of filters on the allow side only",
        arguments: [
            ("{id: a, class: internal, list: LIST}", true), ("{id: a, class: external, list: LIST}", true),
            ("{id: a, class: blocked, list: LIST}", false),
            ("{id: a, class: blocked, host: b.example, unless: {list: LIST}}", true),
            ("{id: a, class: internal, host: b.example, unless: {list: LIST}}", false),
            ("{id: a, class: blocked, list: LIST}, {id: b, class: internal, list: LIST}", true),
        ]
    )
    func repeatedKeys(rules: String, isBad: Bool) {
        let files = ["d.txt": "a.example\na.example/watch?v=1&v=2\n"]
        func document(_ list: String) -> String {
            "demarc: 1\nruleSets: {s: {default: blocked, rules: [\(rules.replacing("LIST", with: list))]}}"
        }
        let findings = [
            "d.txt: invalid-query «v=1&v=2» browsers compare only the first value of a key on an allow list, and the query `v=1&v=2` has another | keep one value, and write a filter of its own for each of the others",
            "bad-list-lines «d.txt» `d.txt` has one bad line | correct the list, or write `skipInvalid: true` to skip these lines",
        ]
        check(document("{file: d.txt, format: chrome}"), files: files, gives: isBad ? findings : [])
        check(
            document("{file: d.txt, format: chrome, skipInvalid: true}"),
            files: files,
            gives: isBad ? ["warning bad-list-lines «d.txt» `d.txt` has one bad line, skipped"] : []
        )
    }

    @Test("Each bad name of a hosts file counts, and the other names of its line stay in the list")
    func badNames() throws {
        let files = ["h.txt": "0.0.0.0 a.example b..example c.example *.d.example\n"]
        check(
            Self.document("{file: h.txt, format: hosts}"),
            files: files,
            gives: [
                "h.txt: empty-label «..» `b..example` has two dots with nothing between them",
                "h.txt: wildcard «*.» `*.` has no meaning in the host `*.d.example` | use `domain` with `d.example`",
                "bad-list-lines «h.txt» `h.txt` has 2 bad lines or names | correct the list, or write `skipInvalid: true` to skip these lines",
            ]
        )
        let text = Self.document("{file: h.txt, format: hosts, skipInvalid: true}")
        check(
            text,
            files: files,
            gives: ["warning bad-list-lines «h.txt» `h.txt` has 2 bad lines or names, skipped"]
        )
        let rule = try #require(PolicyFilesTests.read(text, files: files).document?.ruleSets.first?.rules.first)
        let alternative = try #require(rule.conditions.first?.alternatives.first)
        let count = if case .list(let list) = alternative { list.count } else { -1 }
        #expect(count == 2)
    }

    @Test("Of many bad lines, a hundred are shown and all are counted")
    func manyBadLines() {
        let lines = (0..<1234).map { "not a domain \($0)\n" }.joined()
        let result = PolicyFilesTests.read(Self.document("{file: d.txt, format: domains}"), files: ["d.txt": lines])
        #expect(result.document == nil)
        #expect(result.diagnostics.filter { $0.location?.path == "d.txt" }.count == 100)
        #expect(result.diagnostics.last?.message == "`d.txt` has 1234 bad lines")
    }

    @Test("The lists of all rules together are bounded")
    func bounds() {
        var bounds = ReadingBounds()
        bounds.allListBytes = 15
        let lists = "[{file: a.txt, format: domains}, {file: b.txt, format: domains}]"
        let files = ["a.txt": "a.example\n", "b.txt": "b.example\n"]
        let result = PolicyFilesTests.read(Self.document(lists), files: files, bounds: bounds)
        #expect(summary(result) == ["file-too-large «b.txt» `b.txt` is larger than 5 bytes"])
    }
}
