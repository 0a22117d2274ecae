import TestSupport
import Testing

@Suite("Files that are almost documents") struct PassedOverTests {
    @Test(
        "They are named, with the reason",
        arguments: [
            ("a.yaml", "demrac: 1\n", "`demrac` is not `demarc`, which every policy document has"),
            ("a.yaml", "# policy\n---\n\nDemarc: 1\n", "`Demarc` is not `demarc`"),
            ("a.yaml", "policies: {}\ndemarc_rule: 1\n", "`demarc_rule` is not `demarc-rules`"),
            ("a.yml", "demarc-tests: 1\n", "`demarc-tests` is not `demarc-test`, which every scenario file has"),
            ("a.json", #"{"demarc-tests": 1}"#, "`demarc-tests` is not `demarc-test`"),
            ("a.json", "{\n  \"scenarios\": [],\n  \"demarc-tets\": 1\n}", "`demarc-tets` is not `demarc-test`"),
            (
                "a.yaml", "\tdemarc-test: 1\n",
                "`demarc-test` does not begin the line: a tab is before it"
            ),
            ("a.yaml", "  demarc: 1\n  views: []\n", "`demarc` does not begin the line: a space is before it"),
            (
                "a.yaml", "# demarc-test: 1\npolicy: policy.yaml\nscenarios: []\n",
                "it looks like a scenario file, but `demarc-test` is missing"
            ),
            (
                "a.yaml", "demarc–test: 1\npolicy: policy.yaml\nclaims: []\n",
                "it looks like a scenario file, but `demarc-test` is missing"
            ),
            (
                "a.json", #"{"version": 1, "scenarios": [], "policy": "policy.yaml"}"#,
                "it looks like a scenario file, but `demarc-test` is missing"
            ),
            (
                "a.json", #"{"appDataEncryptionType": "whenDeviceLocked", "allowedInboundDataTransferSources": "#,
                "it names settings of policies, but it is not JSON: "
            ),
            (
                "a.yaml", "'@odata.type': '#microsoft.graph.iosManagedAppProtection'\nsaveAsBlocked: true\n",
                "the file is a Graph object in YAML, not JSON\n"
            ),
        ]
    )
    func named(name: String, text: String, expected: String) throws {
        let folder = try Self.folder()
        try folder.write(text, to: name)
        let lint = try Tool.run(["lint", folder.path])
        #expect(lint.status == 0)
        #expect(lint.errors.contains("warning[passed-over]: skipped: \(expected)"), "\(lint.errors)")
        #expect(lint.errors.contains("in 2 files; 2 other files skipped\n"), "\(lint.errors)")
        #expect(!lint.text.contains("passed-over"))

        let strict = try Tool.run(["lint", folder.path, "--strict"])
        #expect(strict.status == 2)
        #expect(strict.errors.contains("error[passed-over]: skipped: \(expected)"), "\(strict.errors)")

        let isScenario = expected.contains("demarc-test")
        let test = try Tool.run(["test", folder.path])
        #expect(test.status == 0)
        #expect(test.errors.contains("passed-over") == isScenario, "\(test.errors)")
        #expect(test.errors.contains("1 scenario file; 3 other files skipped\n"), "\(test.errors)")
        #expect(try Tool.run(["test", folder.path, "--strict"]).status == (isScenario ? 2 : 0))
    }

    @Test(
        "A file in an unsupported encoding is named, with a byte order mark or without",
        arguments: [
            ([0xFF, 0xFE], false), ([0xFE, 0xFF], true), ([], false), ([], true),
        ] as [([UInt8], Bool)]
    )
    func utf16(mark: [UInt8], isBigEndian: Bool) throws {
        let folder = try Self.folder()
        let text: [UInt8] = "demarc-test: 1\n".utf8.flatMap { isBigEndian ? [0, $0] : [$0, 0] as [UInt8] }
        try folder.write(mark + text, to: "a.yaml")
        for command in ["lint", "test"] {
            let outcome = try Tool.run([command, folder.path, "--strict"])
            #expect(outcome.status == 2)
            let says = "this scenario file is UTF-16\n  help: save it as UTF-8"
            #expect(outcome.errors.contains(says), "\(outcome.errors)")
        }
        let formatted = try Tool.run(["fmt", "--check", folder.path])
        #expect(formatted.errors.contains("a.yaml:1:1: warning[passed-over]: skipped: this scenario file is UTF-16"))
        let named = try Tool.run(["fmt", folder.path + "/a.yaml"])
        #expect(named.status == 2)
        #expect(named.errors.contains("error[is-utf-16]: the file seems to be UTF-16"), "\(named.errors)")
    }

    @Test("A document whose name is not UTF-8 is an error, and a picture is not", arguments: ["lint", "test", "fmt"])
    func names(command: String) throws {
        let folder = try Self.folder()
        let files = #"echo 'demarc: 1' > $'a\xE9.yaml'; echo a > $'b\xE9.png'"#
        let outcome = try Tool.bash("cd '\(folder.path)'; \(files); \"$demarc\" \(command) .")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("its name is not UTF-8"), "\(outcome.errors)")
        #expect(!outcome.errors.contains("png"), "\(outcome.errors)")
    }

    @Test(
        "Unrelated files are not named",
        arguments: [
            "", "\n\n", "# demrac\n", "remark: demarc\n", "on: push\njobs: {demrac: 1}\n", "jobs:\n  demrac: 1\n",
            "demand: 1\n", "demarc-serve: 1\npolicy: policy.yaml\n", "demarc-audit: 1\naccepted: []\n",
            "{\"properties\": {\n    \"demarc-serve\": {\"const\": 1}}}",
            "'@odata.type': '#microsoft.graph.androidManagedAppProtection'\nsaveAsBlocked: true\n",
            "policy: a\n", "scenarios: []\n", "policy: a\njobs:\n  scenarios: []\n",
            "- demrac: 1\n", "demrac\n", "\u{0}\u{1}\u{2}", "{", "{\"a\": {\"b\": 1}}", "mark: 1\n",
            String(repeating: "a: 1\n", count: 5_000),
        ]
    )
    func unrelated(text: String) throws {
        let folder = try Self.folder()
        try folder.write(text, to: "a.yaml")
        for command in ["lint", "test"] {
            let outcome = try Tool.run([command, folder.path, "--strict"])
            #expect(outcome.status == 0)
            #expect(!outcome.errors.contains("passed-over"), "\(outcome.errors)")
        }
    }

    @Test("--quiet hides the count, but not the names")
    func quiet() throws {
        let folder = try Self.folder()
        try folder.write("demarc-tests: 1\n", to: "a.yaml")
        for command in ["lint", "test"] {
            let outcome = try Tool.run([command, folder.path, "--quiet"])
            #expect(!outcome.errors.contains("other files"))
            #expect(outcome.errors.contains("warning[passed-over]"))
        }
    }

    /// A policy with scenarios, and an unrelated file.
    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(Samples.oneView.replacing("class: external", with: "class: blocked"), to: "policy.yaml")
        try folder.write(
            """
            demarc-test: 1
            policy: policy.yaml
            scenarios:
              - name: gambling is blocked
                steps:
                  - when: {navigate: {url: "https://casino.example/"}}
                    then: {verdict: block}
            """,
            to: "scenarios.yaml"
        )
        try folder.write("name: something else\n", to: "other.yaml")
        return folder
    }
}
