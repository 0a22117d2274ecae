import AppLint
import Diagnostics
import PolicyFiles
import Testing
import URLMatching

@testable import FileLint
@testable import LintChecks

@Suite("Suppressing findings with a reason") struct LintSuppressionTests {
    private func codes(_ files: [String: String], _ options: LintOptions = LintOptions()) -> [String] {
        Linting.lint(files, options).codes
    }

    @Test(
        "A comment applies to its line, or to the next line if it stands alone",
        arguments: [
            ("saveAsBlocked: true", ["DM047"], ""),
            ("saveAsBlocked: true  # demarc:ignore DM047 on trial", [], ""),
            ("# demarc:ignore DM047 on trial\nsaveAsBlocked: true", [], ""),
            ("#demarc:ignore DM047 on trial\nsaveAsBlocked: true", [], ""),
            ("# demarc:ignore DM041,DM047 on trial\nsaveAsBlocked: true", ["DM001"], "DM041 isn't there"),
            ("# demarc:ignore DM047 on trial\n\nsaveAsBlocked: true", ["DM001", "DM047"], "the next line is empty"),
            (
                "# demarc:ignore DM047 on trial\n# demarc:ignore DM041 on trial\n"
                    + "{saveAsBlocked: true, customBrowserProtocol: x}",
                [], "several comments speak of one line"
            ),
            ("saveAsBlocked: true\n# demarc:ignore DM047 on trial", ["DM047", "DM001"], "too late"),
            ("saveAsBlocked: true  # demarc:ignore DM047", ["DM047", "DM002"], "no reason"),
            ("saveAsBlocked: true  # demarc:ignore", ["DM047", "DM003"], "no code"),
            ("saveAsBlocked: true  # demarc:ignore DM947 on trial", ["DM047", "DM003"], "no such code"),
            ("saveAsBlocked: true  # demarc:ignore dm047 on trial", [], "codes are in any case"),
            ("saveAsBlocked: true  # demarc:ignored DM047 on trial", ["DM047"], "another word"),
            ("saveAsBlocked: true  # see demarc:ignore DM047 on trial", ["DM047"], "a comment about it"),
            ("{saveAsBlocked: true, displayName: \"# demarc:ignore DM047 x\"}", ["DM047"], "no comment"),
            ("saveAsBlocked: true  # demarc:ignore DM042 on trial", ["DM047", "DM001"], "another code"),
            ("{saveAsBlocked: true, displayName: ' # demarc:ignore DM047 x'}", ["DM047"], "a text in single quotes"),
            (
                "saveAsBlocked: true\ndisplayName: |\n  # demarc:ignore DM047 x", ["DM047"],
                "a line of a text, and not below the setting"
            ),
            ("displayName: >\n  # demarc:ignore DM047 x\nsaveAsBlocked: true", ["DM047"], "a line of a text"),
            ("{displayName: '27\" x', saveAsBlocked: true} # demarc:ignore DM047 x", [], "a quote in quotes"),
            ("{displayName: it's, saveAsBlocked: true} # demarc:ignore DM047 x", [], "an apostrophe"),
        ] as [(String, [String], Comment)]
    )
    func comments(settings: String, expected: [String], why: Comment) {
        // A flow mapping has a line of its own below the name.
        #expect(codes(["p.yaml": Linting.document(settings)]).sorted() == expected.sorted(), why)
    }

    @Test("A comment in a property list works alike") func propertyLists() {
        func list(_ before: String, _ behind: String) -> [String: String] {
            let text =
                "<plist><dict>\n\(before)\n<key>FileSharingSaveAsDisabled</key><integer>1</integer>\(behind)\n</dict></plist>"
            return ["log.plist": text]
        }
        #expect(codes(list("", "")) == ["DM047"])
        #expect(codes(list("<!-- demarc:ignore DM047 on trial -->", "")) == [])
        #expect(codes(list("", "<!-- demarc:ignore DM047 on trial -->")) == [])
        #expect(codes(list("<!--\n demarc:ignore DM047\n on trial\n-->", "")) == [])
        #expect(codes(list("<!-- demarc:ignore DM047 -->", "")) == ["DM002", "DM047"])
        // In a CDATA section or a processing instruction, this is no comment.
        let behind = "<!-- demarc:ignore DM047 x -->"
        #expect(codes(list("", "<key>A</key><string><![CDATA[\(behind)]]></string>")) == ["DM047", "DM056"])
        #expect(codes(list("", "<?p \(behind)?>")) == ["DM047"])
        #expect(codes(list("<!-- <![CDATA[ -->", behind)) == [])
    }

    @Test(
        "In a hosts file, a comment needs no blank before it",
        arguments: [
            ("hosts", "0 a.example#demarc:ignore DM015 x", []), ("hosts", "0 a.example #demarc:ignore DM015 x", []),
            ("hosts", "\t::1\ta.example# demarc:ignore DM015 x", []),
            ("hosts", "0 a.example#see demarc:ignore DM015 x", ["DM015"]),
            ("hosts", "0 a.example#demarc:ignore DM015", ["DM002", "DM015"]),
            // Elsewhere, a `#` begins the fragment of a URL.
            ("urls", "https://a.example/#demarc:ignore", ["DM015"]),
        ] as [(String, String, [String])]
    )
    func hosts(format: String, line: String, expected: [String]) {
        let rule = "{id: a, class: blocked, list: {file: a.txt, format: \(format)}}"
        let document = "demarc: 1\nruleSets: {links: {default: external, rules: [\(rule)]}}\n"
        let first = format == "hosts" ? "0 a.example" : line
        #expect(codes(["p.yaml": document, "a.txt": "\(first)\n\(line)\n"]).sorted() == expected)
    }

    @Test(
        "Of many findings of one code, the first that are not suppressed are shown, and the others are counted",
        arguments: [
            (50, 0..<0, 0..<50, nil), (51, 0..<0, 0..<50, "1 more finding"), (60, 0..<60, 0..<0, nil),
            (110, 0..<60, 60..<110, nil), (130, 0..<60, 60..<110, "20 more findings"),
            (130, 60..<130, 0..<50, "10 more findings"),
        ] as [(Int, Range<Int>, Range<Int>, String?)]
    )
    func many(count: Int, suppressed: Range<Int>, shown: Range<Int>, more: String?) {
        let rules = (0..<count).map { number in
            #"      - {id: r\#(number), class: blocked, regex: '^https?://([^/]+\.)?a\#(number)\.example(:[0-9]+)?/'}"#
                + (suppressed.contains(number) ? "  # demarc:ignore DM021 known\n" : "\n")
        }
        let head = "demarc: 1\nruleSets:\n  links:\n    default: external\n    rules:\n"
        var options = LintOptions()
        options.only = ["DM001", "DM021"]
        let lint = Linting.lint(["p.yaml": head + rules.joined()], options)
        let places = lint.diagnostics.filter { $0.location?.line ?? 0 > 5 }
        #expect(places.allSatisfy { $0.code == "DM021" })
        #expect(lint.diagnostics.count == places.count + (more == nil ? 0 : 1))
        #expect(places.compactMap { $0.location.map { $0.line - 6 } } == Array(shown), "\(lint.codes)")
        let others = lint.diagnostics.first { $0.location?.line == 4 }
        #expect(others?.message == more.map { "the rule set `links` has \($0) of this kind" })
        #expect(others?.code == (more == nil ? nil : "DM021"))
        #expect(lint.findings.count { $0.suppression != nil } == suppressed.count)
        #expect(LintFixes.all(of: lint.hidden).isEmpty == (more == nil))
    }

    @Test(
        "Errors are shown beside as many notes of their code",
        arguments: [["a.yaml", "d/b.yaml"], ["d/b.yaml", "a.yaml"]]
    )
    func severities(included: [String]) {
        func rules(_ prefix: String, _ count: Int) -> String {
            let rules = (0..<count).map { number in
                let name = "\(prefix)\(number)"
                return #"  - {id: \#(name), class: blocked, regex: '^https?://([^/]+\.)?\#(name)\.example(:[0-9]+)?/'}"#
            }
            return "demarc-rules: 1\nrules:\n" + rules.joined(separator: "\n") + "\n"
        }
        let include = included.joined(separator: ", ")
        let lint = Linting.lint([
            "p.yaml": "demarc: 1\nruleSets: {links: {default: external, include: [\(include)], rules: []}}\n",
            "a.yaml": rules("a", 60), "d/b.yaml": rules("b", 10),
            ".demarc-lint.yaml": "severity: {DM021: note}", "d/.demarc-lint.yaml": "severity: {DM021: error}",
        ])
        let found = lint.diagnostics.filter { $0.code == "DM021" }
        #expect(found.count { $0.severity == .error } == 10)
        #expect(found.count { $0.severity == .note } == 51)
    }

    @Test("An entry of a configuration file also suppresses what is not shown", arguments: ["ignore", "severity"])
    func manyIgnored(key: String) {
        let list = (0..<20_002).map { "h\($0 / 2).example\n" }.joined()
        let rule = "{id: a, class: blocked, list: {file: a.txt, format: domains}}"
        let entry = key == "ignore" ? "[{code: DM015, reason: known}]" : "{DM015: off}"
        let files = [
            "p.yaml": "demarc: 1\nruleSets: {links: {default: external, rules: [\(rule)]}}\n", "a.txt": list,
            ".demarc-lint.yaml": "\(key): \(entry)",
        ]
        #expect(codes(files) == [])
    }

    @Test("Where not every finding is known, no suppression is reported as unused")
    func incomplete() {
        let repeated = (0..<10_001).map { "h\($0).example\nh\($0).example # demarc:ignore DM015 x\n" }.joined()
        let list = repeated + "a.example # demarc:ignore DM018 x\n"
        let lint = LintRun([.list("a.txt", .domains)], files: MemoryFiles(["a.txt": list]))
        #expect(lint.codes.sorted() == ["DM001", "DM015"], "\(lint.codes.count)")
        #expect(lint.diagnostics.first { $0.code == "DM001" }?.message.contains("DM018") == true)

        // The search for slow expressions has not come to the last ones.
        let rules = (0..<120).map { "      - {id: r\($0), class: blocked, regex: '/(x\($0)|[a-z]+)+1$'}\n" }
        let head = "demarc: 1\nruleSets:\n  links:\n    default: external\n    rules:\n"
        let last = "      - {id: a, class: blocked, host: a.example} # demarc:ignore DM017,DM020 x\n"
        let bounded = Linting.lint(["p.yaml": head + rules.joined() + last])
        #expect(bounded.codes.contains("DM039"))
        let unused = bounded.diagnostics.filter { $0.code == "DM001" }.map(\.message)
        #expect(unused == ["no finding on its line has the code `DM017`"])
    }

    @Test("Reading errors cannot be suppressed, and make no other suppression unused") func errors() {
        let text =
            "printBlockd: true  # demarc:ignore unknown-key we know\nsaveAsBlocked: true  # demarc:ignore DM047 x"
        #expect(codes(["p.yaml": Linting.document(text)]) == ["unknown-key", "DM004"])
        var options = LintOptions()
        options.skipped = ["unknown-key"]
        options.severities = ["unknown-key": nil]
        options.only = ["DM041"]
        #expect(codes(["p.yaml": Linting.document("printBlockd: true")], options) == ["unknown-key"])
    }

    @Test(
        "An entry or option that names a reading error is reported, unless it leaves it an error",
        arguments: [
            ("severity: {unknown-key: off}", true), ("severity: {unknown-key: note}", true),
            ("severity: {unknown-key: error}", false), ("severity: {wrong-type: off}", false),
            ("ignore: [{code: unknown-key, reason: we know}]", true),
            ("ignore: [{code: [DM047, unknown-key], file: p.yaml, reason: we know}]", true),
            ("ignore: [{code: unknown-key, file: q.yaml, reason: we know}]", false),
        ]
    )
    func refusedEntries(configuration: String, isReported: Bool) {
        let files = ["p.yaml": Linting.document("printBlockd: true"), ".demarc-lint.yaml": configuration]
        let lint = Linting.lint(files)
        #expect(Set(lint.codes) == (isReported ? ["DM004", "unknown-key"] : ["unknown-key"]))
        guard isReported, let finding = lint.diagnostics.first(where: { $0.code == "DM004" }) else { return }
        #expect(Linting.underlined(finding, lint.sources) == "unknown-key")
        let message = "has no effect: it is an error, and a file with an error cannot be used"
        #expect(finding.message == "the entry for `unknown-key` \(message)")
    }

    @Test("Options that name a reading error are reported once, at the error")
    func refusedOptions() throws {
        let files = ["p.yaml": Linting.document("printBlockd: true\nsaveAsBlockd: true")]
        var options = LintOptions()
        options.skipped = ["unknown-key", "wrong-type"]
        options.severities = ["unknown-key": nil]
        let lint = Linting.lint(files, options)
        #expect(lint.codes.sorted() == ["DM004", "unknown-key", "unknown-key"])
        let finding = try #require(lint.diagnostics.first { $0.code == "DM004" })
        #expect(Linting.underlined(finding, lint.sources) == "printBlockd")
        options.skipped = ["DM004", "unknown-key"]
        #expect(codes(files, options) == ["unknown-key", "unknown-key"])
        options.skipped = []
        options.severities = ["unknown-key": .error]
        #expect(codes(files, options) == ["unknown-key", "unknown-key"])
    }

    @Test("Options select codes and severities") func options() throws {
        let files = [
            "p.yaml": Linting.document("saveAsBlocked: true\ncustomBrowserProtocol: x  # demarc:ignore DM041 y")
        ]
        var options = LintOptions()
        options.skipped = ["DM047"]
        #expect(codes(files, options) == [])
        options = LintOptions()
        options.only = ["DM041"]
        #expect(codes(files, options) == [])
        options.only = ["DM047"]
        #expect(codes(files, options) == ["DM047"])
        options = LintOptions()
        options.severities = ["DM047": .error]
        #expect(Linting.lint(files, options).diagnostics.map(\.severity) == [.error])
        options.severities = ["DM047": nil, "DM041": nil]
        #expect(codes(files, options) == [], "a suppression of what is off is not unused")
    }

    @Test(
        "A configuration file applies to the files below it",
        arguments: [
            ("", ["DM047"]), ("# nothing\n", ["DM047"]),
            ("ignore: [{code: DM047, reason: on trial}]", []),
            ("ignore: [{code: DM047, file: p.yaml, reason: on trial}]", []),
            ("ignore: [{code: DM047, file: ./a/p.yaml, reason: on trial}]", []),
            ("ignore: [{code: DM047, file: ./p.yaml, reason: on trial}]", ["DM047"]),
            ("ignore: [{code: [DM041, DM047], file: '**/p.yaml', reason: on trial}]", []),
            ("ignore: [{code: DM047, file: 'a/*', reason: on trial}]", []),
            ("ignore: [{code: DM047, file: 'a/**', reason: on trial}]", []),
            ("ignore: [{code: DM047, file: '*', reason: on trial}]", []),
            ("ignore: [{code: DM047, file: 'b/*', reason: on trial}]", ["DM047"]),
            ("ignore: [{code: DM047, file: 'a/**/b/p.yaml', reason: on trial}]", ["DM047"]),
            ("ignore: [{code: DM041, reason: on trial}]", ["DM047"]),
            ("ignore: [{code: DM047}]", ["DM002", "DM047"]),
            ("ignore: [{code: DM947, reason: x}]", ["DM003", "DM047"]),
            ("severity: {DM047: off}", []), ("severity: {DM947: off}", ["DM003", "DM047"]),
            ("severity: {DM047: fatal}", ["unknown-value", "DM047"]),
            ("ignore: [{cod: x}]", ["missing-key", "unknown-key", "DM047"]),
            ("baseline: 4", ["out-of-range", "DM047"]), ("- a", ["wrong-type", "DM047"]),
            ("ignore: [{code: DM047, file: [a], reason: x}]", ["wrong-type", "DM047"]),
        ] as [(String, [String])]
    )
    func configuration(text: String, expected: [String]) {
        let files = ["a/p.yaml": Linting.document("saveAsBlocked: true"), ".demarc-lint.yaml": text]
        #expect(codes(files).sorted() == expected.sorted())
    }

    @Test("The nearest configuration applies, and options override it") func nearest() {
        let policy = Linting.document("saveAsBlocked: true\npinRequired: true")
        let files = [
            "p.yaml": policy, "a/p.yaml": policy, ".demarc-lint.yaml": "severity: {DM047: off}",
            "a/.demarc-lint.yaml": "severity: {DM047: error}\nbaseline: 1",
        ]
        let lint = Linting.lint(files)
        #expect(lint.diagnostics.filter { $0.code == "DM047" }.map(\.severity) == [.error])
        #expect(Set(lint.diagnostics.filter { $0.code == "DM057" }.compactMap { $0.location?.path }) == ["a/p.yaml"])
        var options = LintOptions()
        options.severities = ["DM047": .note]
        #expect(
            Linting.lint(files, options).diagnostics.filter { $0.code == "DM047" }.map(\.severity) == [.note, .note]
        )
    }

    @Test(
        "Path patterns match like globs",
        arguments: [
            ("*", "a", true), ("*.yaml", "x/y/a.yaml", true), ("*.yaml", "x/y/a.yml", false), ("a/*", "a/b/c", false),
            ("a/**", "a/b/c", true), ("a/**/c", "a/c", true), ("a/**/c", "a/b/d/c", true), ("a/**/c", "a/bc", false),
            ("**/c", "c", true), ("**/c", "bc", false), ("**/c", "b/c", true), ("?", "ab", false),
            ("./a/b", "a/b", true), ("./a", "a", true), ("./a", "x/a", false), ("./*.yaml", "a.yaml", true),
            ("./*.yaml", "x/a.yaml", false), ("././a", "x/a", false),
            ("a/?", "a//", false), ("", "a", false), ("**", "a/b", true), ("a/b.*", "a/c.x", false),
            ("a?", "x/aé", true),
            ("a/**", "a", false), ("a/**/**/c", "a/c", true), ("**/*.yaml", "a/b.yaml", true),
            ("/a/*.c", "/a/b.c", true),
            ("*a*a*a*a*a*a*a*a*/b", "x/" + String(repeating: "a", count: 200), false),
        ] as [(String, String, Bool)]
    )
    func patterns(pattern: String, path: String, matches: Bool) {
        #expect(PathPattern(pattern).matches(path) == matches)
    }
}
