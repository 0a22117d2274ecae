import Foundation
import TestSupport
import Testing

@Suite("demarc test") struct TestCommandTests {
    private static let passing = """
        demarc-test: 1
        policy: policy.yaml
        scenarios:
          - name: Links go to the browser
            when: {navigate: {url: https://search.example/}}
            then: {verdict: route, to: managedBrowser}
          - name: The intranet opens
            when: {navigate: {url: https://contoso.com/}}
            then: {verdict: allow, rule: intranet}
        """
    private static let failing = """
        {"demarc-test": 1, "policy": "policy.yaml", "scenarios": [
          {"name": "Wrong & <wrong>", "when": {"navigate": {"url": "https://casino.example/"}}, "then": {"verdict": "allow"}}]}
        """

    private static func printing(_ name: String) -> String {
        " scenarios: [{name: \(name), when: {setting: print}, then: {verdict: allow}}]"
    }

    /// A folder with a policy and scenario files.
    private static func folder(_ files: [String: String]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(Samples.oneView, to: "policy.yaml")
        for (name, text) in files { try folder.write(text, to: name) }
        return folder
    }

    private static func run(_ folder: TemporaryFolder, _ arguments: String...) throws -> Tool.Outcome {
        let outcome = try Tool.run(["test"] + arguments)
        return Tool.Outcome(
            status: outcome.status,
            output: Array(outcome.text.replacing(folder.path + "/", with: "").utf8),
            errors: outcome.errors.replacing(folder.path + "/", with: "")
        )
    }

    @Test("An unreadable file exits with 2, whatever the others give")
    func unreadable() throws {
        let folder = try Self.folder([
            "a.yaml": Self.passing, "b.yaml": "demarc-test: 1\npolicy: nowhere.yaml\nscenarios: []\n",
        ])
        let outcome = try Self.run(folder, folder.path)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("nowhere.yaml"))
        #expect(outcome.text.contains("ERROR b.yaml: could not be run\n"))
        #expect(outcome.text.contains("PASS  a.yaml: 2 passed\n"))
        #expect(outcome.text.contains("; 1 file could not be run\n"))
        let missing = try Tool.run(["test", folder.path + "/missing.yaml"])
        #expect(missing.status == 2)
        #expect(missing.errors.contains("error[file-not-found]"))
    }

    @Test("In a folder, a scenario file is found however its key is written, and no link or size hides one")
    func foundFiles() throws {
        let folder = try Self.folder([
            "a.yaml": Self.passing,
            "b.yaml": "{policy: policy.yaml,\n\(Self.printing("Dana's")),\n demarc-test: 1}\n",
            "c.yaml": "{\"demarc\\u002dtest\": 1, policy: policy.yaml,\n\(Self.printing("c"))}\n",
            "large.yaml": "demarc-test: 1\npolicy: policy.yaml\n",
            "other.json": "{\"a\": 1}\n",
        ])
        for name in ["large.yaml", "other.json"] {
            let file = try #require(FileHandle(forWritingAtPath: folder.path + "/" + name))
            try file.truncate(atOffset: 65 << 20)
            try file.close()
        }
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link.yaml",
            withDestinationPath: "gone.yaml"
        )
        let outcome = try Self.run(folder, folder.path)
        #expect(outcome.status == 2)
        #expect(outcome.text.contains("  b.yaml: 1 passed") && outcome.text.contains("  c.yaml: 1 passed"))
        #expect(outcome.errors.contains("error[file-too-large]") && !outcome.errors.contains("other.json"))
        #expect(outcome.errors.contains("error[file-not-found]") && outcome.errors.contains("link.yaml"))
    }

    @Test("Nothing to run exits with 2")
    func nothing() throws {
        let folder = try Self.folder(["a.yaml": Self.passing])
        let none = try Self.run(folder, folder.path, "--filter", "no such name")
        #expect(none.status == 2)
        #expect(
            none.errors == "1 scenario file; 1 other file skipped\n"
                + "demarc: error: --filter leaves none of 2 scenarios\n"
        )
        try FileManager.default.removeItem(atPath: folder.path + "/a.yaml")
        let empty = try Self.run(folder, folder.path, "--report", "json", "--quiet")
        #expect(empty.status == 2)
        #expect(empty.text == "[]\n")
        #expect(empty.errors.hasPrefix("demarc: error: no scenario in "))
    }

    @Test("A failed scenario exits with 1 and is explained")
    func failed() throws {
        let folder = try Self.folder(["a.yaml": Self.passing, "b.json": Self.failing])
        let outcome = try Self.run(folder, folder.path)
        #expect(outcome.status == 1)
        #expect(
            outcome.text.contains(
                /FAIL  b.json: 0 passed, 1 failed\n  failed Wrong & <wrong> \(\d[^)]* .?s\)\n    b.json:2:/
            )
        )
        #expect(outcome.text.contains("      verdict: expected allow, got block\n"))
        #expect(outcome.text.contains("      because rule.blocked: "))
        #expect(outcome.lines.last?.hasPrefix("3 scenarios in ") == true)
        #expect(outcome.lines.last?.hasSuffix(": 2 passed, 1 failed") == true)
        #expect(!outcome.text.contains("\u{1B}"))
        #expect(outcome.errors == "2 scenario files; 1 other file skipped\n")
    }

    @Test("If all scenarios pass, the exit status is 0")
    func passed() throws {
        let folder = try Self.folder(["a.yaml": Self.passing])
        let outcome = try Self.run(folder, folder.path + "/a.yaml", "--verbose")
        #expect(outcome.status == 0)
        #expect(
            outcome.lines.prefix(3).map { $0.replacing(#/ \(.*/#, with: "") } == [
                "PASS  a.yaml: 2 passed", "  passed Links go to the browser", "  passed The intranet opens",
            ]
        )
    }

    @Test(
        "Misuse exits with 64",
        arguments: [
            ["test"], ["test", "a.yaml", "--filter", ""], ["test", "a.yaml", "--filter", "/(/"],
            ["test", "a.yaml", "--report", "html"],
        ]
    )
    func usage(arguments: [String]) throws {
        let outcome = try Tool.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("Usage: demarc test"))
    }

    @Test("Scenarios and the policy are not overwritten", arguments: ["plain", "junit", "json"])
    func overwriting(report: String) throws {
        let folder = try Self.folder(["a.yaml": Self.passing])
        for option in ["--output", "--coverage-output"] {
            for file in ["a.yaml", "policy.yaml"] {
                let outcome = try Self.run(folder, folder.path, "--report", report, option, "\(folder.path)/\(file)")
                #expect(outcome.status == 64)
                #expect(outcome.errors.contains("\(option) names a file that is read"))
            }
        }
        #expect(try folder.read("a.yaml") == Self.passing)
        #expect(try folder.read("policy.yaml") == Samples.oneView)
        let path = folder.path + "/results"
        #expect(try Self.run(folder, folder.path, "--output", path, "--coverage-output", path).status == 64)
        #expect(try Self.run(folder, folder.path, "--report", report, "--output", path).status == 0)
        #expect(try folder.read("results").isEmpty == false)
    }

    @Test(
        "--filter selects by name",
        arguments: [
            ("INTRANET", 1), ("the ", 2), ("/^The/", 1), ("/browser$/", 1), ("/e/", 2), ("//", nil), ("/", nil),
        ] as [(String, Int?)]
    )
    func filter(filter: String, count: Int?) throws {
        let folder = try Self.folder(["a.yaml": Self.passing])
        let outcome = try Self.run(folder, folder.path, "--filter", filter)
        #expect(outcome.status == (count == nil ? 2 : 0))
        if let count { #expect(outcome.text.contains("PASS  a.yaml: \(count) passed\n")) }
    }

    @Test("Folders are searched, other files are skipped, and the search ends")
    func folders() throws {
        let folder = try Self.folder(["a.yaml": Self.passing, "other.yaml": "demarc: [", "notes.txt": Self.passing])
        let files = FileManager.default
        try files.createDirectory(atPath: folder.path + "/deep/er", withIntermediateDirectories: true)
        try files.createDirectory(atPath: folder.path + "/.hidden", withIntermediateDirectories: true)
        try folder.write(Samples.oneView, to: "deep/er/policy.yaml")
        try folder.write(Self.passing, to: "deep/er/b.yml")
        try folder.write(Self.passing, to: ".hidden/c.yaml")
        try files.createSymbolicLink(atPath: folder.path + "/deep/loop", withDestinationPath: folder.path)
        try files.createSymbolicLink(atPath: folder.path + "/again.yaml", withDestinationPath: folder.path + "/a.yaml")
        let outcome = try Self.run(folder, folder.path, folder.path + "/a.yaml")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.lines.dropLast() == ["PASS  a.yaml: 2 passed", "PASS  deep/er/b.yml: 2 passed"])
    }

    @Test("JSON is one array and nothing else")
    func json() throws {
        let folder = try Self.folder(["a.yaml": Self.passing, "b.json": Self.failing])
        let outcome = try Self.run(folder, folder.path, "--report", "json", "--coverage")
        #expect(outcome.status == 1)
        let array = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [[String: Any]])
        #expect(array.map { $0["outcome"] as? String } == ["passed", "passed", "failed"])
        #expect(array.map { $0["line"] as? Int } == [4, 7, 2])
        #expect((array[2]["expected"] as? [String: Any])?["verdict"] as? String == "allow")
        #expect((array[2]["got"] as? [String: Any])?["verdict"] as? String == "block")
        #expect((array[2]["steps"] as? [Any])?.count == 1)
        #expect(outcome.errors.contains("coverage: 2 of 3 rules exercised\n"))
        #expect(outcome.errors.contains("3 scenarios in "))
    }

    @Test("Reports name an unreadable file at its own line")
    func unreadableInReports() throws {
        let folder = try Self.folder([
            "a.yaml": Self.passing, "b.yaml": Self.passing.replacing("policy.yaml", with: "wrong.yaml"),
            "c.yaml": "demarc-test: 1\npolicy: policy.yaml\nscenarios: []\n", "wrong.yaml": "demarc: 1\n\nvews: []\n",
        ])
        let outcome = try Self.run(folder, folder.path, "--report", "json")
        #expect(outcome.status == 2)
        let array = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [[String: Any]])
        #expect(array.map { $0["outcome"] as? String } == ["passed", "passed", "error", "error"])
        #expect(array.suffix(2).map { $0["name"] as? String } == ["(file)", "(file)"])
        #expect(array.suffix(2).map { $0["file"] as? String } == ["b.yaml", "c.yaml"])
        // The mistake of the first file is in its policy, so no line of the file is named.
        #expect(array.suffix(2).map { $0["line"] as? Int } == [1, 3])
        #expect(array.suffix(2).compactMap { ($0["error"] as? [String: Any])?["at"] as? String }.last == "c.yaml:3:12")
        let junit = try Self.run(folder, folder.path, "--report", "junit").text
        #expect(junit.contains("<testsuites name=\"demarc test\" tests=\"4\" failures=\"0\" errors=\"2\""))
        #expect(junit.contains("time=\"0.000000\" file=\"c.yaml\" line=\"3\">"))
    }

    @Test("JUnit reports are valid XML")
    func junit() throws {
        let folder = try Self.folder(["a.yaml": Self.passing, "b.json": Self.failing])
        let outcome = try Self.run(
            folder,
            folder.path,
            "--report",
            "junit",
            "--output",
            folder.path + "/results.xml",
            "--quiet"
        )
        #expect(outcome.status == 1)
        #expect(outcome.output.isEmpty && outcome.errors.isEmpty)
        let text = try folder.read("results.xml")
        #expect(
            text.hasPrefix(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"demarc test\" tests=\"3\" failures=\"1\""
            )
        )
        #expect(text.contains("<testcase name=\"Wrong &amp; &lt;wrong&gt;\""))
    }

    @Test("Coverage lists what no scenario exercises")
    func coverage() throws {
        let folder = try Self.folder(["a.yaml": Self.passing])
        let path = folder.path + "/coverage.json"
        let outcome = try Self.run(folder, folder.path, "--coverage", "--coverage-output", path)
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("coverage: 1 of 3 rules exercised\n  policy.yaml:"))
        #expect(outcome.text.contains("rule `gambling` of `corporate` never exercised\n"))
        let json = try JSONSerialization.jsonObject(with: Data(folder.read("coverage.json").utf8)) as? [String: Any]
        #expect((json?["rules"] as? [String: Any])?["exercised"] as? Int == 1)
    }
}
