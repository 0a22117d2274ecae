import Diagnostics
import PolicyModel
import Testing

@testable import PolicyFiles

@Suite("Included rule files") struct IncludeTests {
    static func document(including paths: String) -> String {
        "demarc: 1\nruleSets: {s: {default: internal, include: [\(paths)], rules: [{id: own, class: blocked, host: own.example}]}}"
    }

    static func rules(_ id: String, including paths: String = "") -> String {
        "demarc-rules: 1\ninclude: [\(paths)]\nrules: [{id: \(id), class: external, host: \(id).example}]\n"
    }

    @Test("Their rules are included, each under its own path")
    func included() throws {
        let files = [
            "rules/a.yaml": Self.rules("a", including: "deep/b.yaml, ./c.yaml"),
            "rules/deep/b.yaml": Self.rules("b", including: "../c.yaml"),
            "rules/c.yaml": Self.rules("c"),
        ]
        let result = read(Self.document(including: "rules/a.yaml, rules/c.yaml"), files: files)
        let rules = try #require(result.document?.ruleSets.first?.rules, "\(summary(result))")
        #expect(rules.map(\.id) == ["own", "a", "b", "c"], "`c` is named three times and read once")
        #expect(
            rules.map(\.location.path) == ["policy.yaml", "rules/a.yaml", "rules/deep/b.yaml", "rules/c.yaml"]
        )
    }

    @Test("Several rule sets can include one file")
    func shared() throws {
        let text = """
            demarc: 1
            ruleSets:
              default: {default: internal, include: [a.yaml]}
              other: {default: blocked, include: [a.yaml]}
            """
        let document = try #require(read(text, files: ["a.yaml": Self.rules("a")]).document)
        #expect(document.ruleSets.map { $0.rules.map(\.id) } == [["a"], ["a"]])
    }

    @Test(
        "Mistakes name the included file",
        arguments: [
            ("a.yaml", [:], ["file-not-found «a.yaml» there is no file `a.yaml`"]),
            ("''", [:], ["missing-value «''» the text is empty"]),
            ("a.yaml", ["a.yaml": ""], ["a.yaml: empty-document «» the file is empty | begin with `demarc-rules: 1`"]),
            (
                "a.yaml", ["a.yaml": "# later\n"],
                ["a.yaml: empty-document «» the file contains only comments | begin with `demarc-rules: 1`"]
            ),
            (
                "a.yaml", ["a.yaml": "demarc: 1"],
                [
                    "a.yaml: wrong-type «demarc» this is a policy document, not a rule file | only rule files can be included"
                ]
            ),
            (
                "a.yaml", ["a.yaml": "rules: []"],
                ["a.yaml: missing-key «rules: []» a rule file needs `demarc-rules` | begin with `demarc-rules: 1`"]
            ),
            (
                "a.yaml", ["a.yaml": "demarc-rules: 1\ndefault: internal"],
                [
                    "a.yaml: unknown-key «default» unknown key `default` in a rule file | it can also have `rules`, `include`"
                ]
            ),
            (
                "policy.yaml", [:],
                [
                    "cycle «policy.yaml» the files include one another in a cycle: policy.yaml → policy.yaml | remove one of the includes"
                ]
            ),
            (
                "a.yaml",
                [
                    "a.yaml": rules("a", including: "b.yaml"), "b.yaml": rules("b", including: "c.yaml"),
                    "c.yaml": rules("c", including: "a.yaml"),
                ],
                [
                    "c.yaml: cycle «a.yaml» the files include one another in a cycle: a.yaml → b.yaml → c.yaml → a.yaml | remove one of the includes"
                ]
            ),
            (
                "a.yaml, b.yaml",
                ["a.yaml": rules("x"), "b.yaml": rules("x")],
                ["b.yaml: duplicate-name «x»«x» there are two rules `x` in one rule set | give one of them another id"]
            ),
            (
                "a.yaml",
                ["a.yaml": rules("own")],
                [
                    "a.yaml: duplicate-name «own»«own» there are two rules `own` in one rule set | give one of them another id"
                ]
            ),
            (
                "/a.yaml", ["a.yaml": rules("a")],
                [
                    "outside-folder «/a.yaml» `/a.yaml` is an absolute path | write a path relative to this file, or use --allow-outside"
                ]
            ),
        ] as [(String, [String: String], [String])]
    )
    func mistakes(paths: String, files: [String: String], expected: [String]) {
        check(Self.document(including: paths), files: files.merging(["policy.yaml": ""]) { a, _ in a }, gives: expected)
    }

    @Test("They must be in the document's folder", arguments: ["../a.yaml", "rules/../../a.yaml", "/elsewhere/a.yaml"])
    func outside(path: String) {
        let files = MemoryFiles(["a.yaml": Self.rules("a"), "elsewhere/a.yaml": Self.rules("a")])
        let text = Self.document(including: path)
        let refused = PolicyDocumentReader(files: files).load(text: text, path: "team/policy.yaml")
        #expect(refused.diagnostics.map(\.code) == ["outside-folder"])
        let allowed = PolicyDocumentReader(files: files, allowsOutside: true).load(text: text, path: "team/policy.yaml")
        #expect(allowed.document != nil, "\(summary(allowed))")
    }

    @Test("Depth, number and size are bounded")
    func bounds() {
        func chain(_ count: Int) -> [String: String] {
            Dictionary(
                uniqueKeysWithValues: (0..<count).map { number in
                    (
                        "\(number).yaml",
                        Self.rules("r\(number)", including: number + 1 < count ? "\(number + 1).yaml" : "")
                    )
                }
            )
        }
        #expect(read(Self.document(including: "0.yaml"), files: chain(16)).document != nil)
        #expect(
            read(Self.document(including: "0.yaml"), files: chain(17)).diagnostics.map(\.code) == ["nested-too-deeply"]
        )

        // A file that is read before the chain reaches it is as deep as in any other order.
        for names in ["0.yaml, 16.yaml", "16.yaml, 0.yaml", "9.yaml, 0.yaml"] {
            let deep = read(Self.document(including: names), files: chain(17))
            #expect(deep.diagnostics.map(\.code) == ["nested-too-deeply"], "\(names)")
        }
        #expect(read(Self.document(including: "15.yaml, 9.yaml, 0.yaml"), files: chain(16)).document != nil)

        let wide = Dictionary(uniqueKeysWithValues: (0..<257).map { ("\($0).yaml", Self.rules("r\($0)")) })
        let names = wide.keys.sorted().joined(separator: ", ")
        #expect(read(Self.document(including: names), files: wide).diagnostics.map(\.code) == ["too-many-includes"])

        var small = ReadingBounds()
        small.allDocumentBytes = 250
        let result = read(
            Self.document(including: "a.yaml, b.yaml"),
            files: ["a.yaml": Self.rules("a"), "b.yaml": Self.rules("b")],
            bounds: small
        )
        #expect(result.diagnostics.map(\.code) == ["file-too-large"], "all files together count")
        small = ReadingBounds()
        small.nodes = 40
        #expect(
            read(
                Self.document(including: "a.yaml, b.yaml"),
                files: ["a.yaml": Self.rules("a"), "b.yaml": Self.rules("b")],
                bounds: small
            ).diagnostics.map(\.code) == ["too-many-values"]
        )
    }
}
