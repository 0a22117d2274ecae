import Foundation
import TestSupport
import Testing

@Suite("demarc init") struct InitCommandTests {
    private static let weak = """
        {"@odata.type": "#microsoft.graph.iosManagedAppProtection", "displayName": "Weak",
         "allowedOutboundDataTransferDestinations": "allApps"}
        """

    private static func run(_ script: String, in folder: TemporaryFolder) throws -> Tool.Outcome {
        try Tool.bash("PATH=\"$(dirname \"$demarc\"):$PATH\"; cd '\(folder.path)' || exit 99\n\(script)")
    }

    /// The commands that a CI file runs.
    private static func commands(of text: String) -> [String] {
        text.matches(of: /(?:run:|-) "?(demarc [^"\n]+)"?/).map { String($0.output.1) }
    }

    @Test(
        "The written files pass lint, are formatted, and their tests pass",
        arguments: [
            "", "--baseline 1", "--baseline 3 --domain contoso.com", "--domain xn--bcher-kva.example", "--ci gitlab",
            "policies --domain contoso.com", "--ci none 'my policies'",
        ]
    )
    func works(arguments: String) throws {
        let folder = try TemporaryFolder()
        let outcome = try Self.run("demarc init \(arguments)", in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.text.contains("policy.yaml") && outcome.text.contains("\nNext: "))
        let checks = try Self.run("demarc lint . && demarc test . && demarc fmt --check .", in: folder)
        #expect(checks.status == 0, "\(checks.text)\(checks.errors)")
        #expect(checks.errors.hasPrefix("0 errors, 0 warnings, 0 notes"), "\(checks.errors)")
        #expect(checks.text.contains(": 13 passed"))
    }

    @Test(
        "A public suffix is nobody's domain",
        arguments: ["com", "co.uk", "GITHUB.io"]
    )
    func publicSuffix(domain: String) throws {
        let outcome = try Self.run("demarc init --domain \(domain)", in: TemporaryFolder())
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("is a public suffix; name a domain below it"), "\(outcome.errors)")
    }

    @Test(
        "The report names the next commands, quoted for a shell",
        arguments: [
            ("", "`demarc lint .` and `demarc test .`, as the CI job does."),
            ("--ci none", "`demarc lint .` and `demarc test .`."),
            ("'my policies'", "`demarc lint -- 'my policies'` and `demarc test -- 'my policies'`, as the CI job does."),
            ("--ci none -- -p", "`demarc lint -- '-p'` and `demarc test -- '-p'`."),
            (#"--ci none "it's""#, #"`demarc lint -- 'it'\''s'` and `demarc test -- 'it'\''s'`."#),
        ]
    )
    func next(arguments: String, expected: String) throws {
        let folder = try TemporaryFolder()
        let outcome = try Self.run("demarc init \(arguments)", in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.lines.contains("Next: \(expected)"))
        #expect(outcome.text.contains("replace OWNER/demarc with") == !arguments.contains("--ci none"))
        for command in expected.matches(of: /`([^`]+)`/) {
            #expect(try Self.run(String(command.output.1), in: folder).status == 0, "\(command.output.1)")
        }
        let hidden = try Self.run("demarc init --ci none $'a\\eb'", in: folder)
        #expect(hidden.status == 0 && !hidden.text.unicodeScalars.contains("\u{1B}"), "\(hidden.text)")
    }

    @Test("The policy refers to a Graph export, and the scenarios expect its answers")
    func export() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.weak, to: "export.json")
        #expect(try Self.run("demarc init --graph export.json --domain contoso.com", in: folder).status == 0)
        #expect(try folder.read("policy.yaml").contains("    graph: export.json\n"))
        #expect(try Self.run("demarc test .", in: folder).status == 0)
        let scenarios = try folder.read("scenarios.yaml")
        #expect(scenarios.contains("  - name: A document, sent to an app without a policy\n"))
        #expect(scenarios.contains("when: {send: {to: com.example.notes}}\n    then: {verdict: allow}\n"))
    }

    @Test("The CI job fails if the export deviates from the level, and passes if it does not")
    func job() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.weak, to: "export.json")
        #expect(try Self.run("demarc init --graph export.json", in: folder).status == 0)
        let commands = Self.commands(of: try folder.read(".github/workflows/demarc.yml"))
        #expect(commands == ["demarc lint . --format github", "demarc test ."])
        let failing = try Self.run(commands[0], in: folder)
        #expect(failing.status == 1)
        #expect(failing.text.contains("::warning file=export.json,line=2,"))
        #expect(failing.text.contains("title=DM057::"))
        #expect(try Self.run(commands[1], in: folder).status == 0)

        let level = try Self.run(
            "python3 - <<'END'\n\(Self.strictExport)\nEND\n\(commands[0])",
            in: folder
        )
        #expect(level.status == 0, "\(level.text)\(level.errors)")
        // The answers have changed, which the tests must detect.
        #expect(try Self.run(commands[1], in: folder).status == 1)
    }

    /// Writes an export with the project's settings of level 2.
    private static let strictExport = """
        import json, re
        policy = {"@odata.type": "#microsoft.graph.iosManagedAppProtection", "displayName": "Strict"}
        for line in open("\(Repository.path("Rules/levels/level-2.yaml"))"):
            found = re.match(r"    (\\w+): (\\S+)$", line)
            if found and found[2] in ("true", "false"): policy[found[1]] = found[2] == "true"
            elif found: policy[found[1]] = int(found[2]) if found[2].isdigit() else found[2]
        policy["allowedDataStorageLocations"] = ["oneDriveForBusiness", "sharePoint"]
        json.dump(policy, open("export.json", "w"))
        """

    @Test("An export elsewhere is copied")
    func copied() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.weak, to: "export.json")
        #expect(try Self.run("demarc init policies --graph export.json", in: folder).status == 0)
        #expect(try folder.read("policies/export.json") == Self.weak)
        #expect(try Self.run("demarc test policies", in: folder).status == 0)
        #expect(try Self.run("mkdir a && mv policies/export.json a && mv a policies", in: folder).status == 0)
        let below = try Self.run("demarc init policies --graph policies/a/export.json --force", in: folder)
        #expect(below.status == 0, "\(below.errors)")
        #expect(try folder.read("policies/policy.yaml").contains("graph: a/export.json\n"))
    }

    @Test(
        "An export with the name of a file that is written is refused, and left as it is",
        arguments: [
            ("policy.yaml", "."), ("scenarios.yaml", "."), (".github/workflows/demarc.yml", "."),
            ("policy.yaml", "new"), ("Scenarios.YAML", "new"), (".demarc-lint.yaml", "new"), ("export.json", "linked"),
            (".demarc-audit.yaml", "new"),
        ]
    )
    func nameOfExport(name: String, target: String) throws {
        let folder = try TemporaryFolder()
        for path in [".github/workflows", "linked"] { try folder.makeFolder(path) }
        try folder.write(Self.weak, to: name)
        let names = folder.names
        let link = "ln -s ../export.json linked/policy.yaml"
        let outcome = try Self.run("\(link); demarc init \(target) --graph \(name) --force", in: folder)
        #expect(outcome.status == 64, "\(outcome.errors)")
        let use = name == ".demarc-audit.yaml" ? "has the accepted paths" : "init writes"
        #expect(outcome.errors.contains("which \(use): rename it"), "\(outcome.errors)")
        #expect(folder.names == names)
        #expect(try folder.read(name) == Self.weak)
    }

    @Test(
        "Files that are one file under two names are refused, and nothing is written",
        arguments: [
            ("ln -s policy.yaml a/export.json; echo x > a/policy.yaml", "a --graph export.json", 64),
            ("ln a/old a/policy.yaml; ln a/old a/scenarios.yaml", "a", 64),
            ("ln -s policy.yaml a/export.json", "a --graph export.json", 2),
            ("mkdir a/.git; cp export.json demarc.yml", "../.github/workflows --graph ../../demarc.yml", 64),
        ] as [(String, String, Int32)]
    )
    func sameFile(before: String, command: String, status: Int32) throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("a")
        try folder.write("x", to: "a/old")
        try folder.write(Self.weak, to: "export.json")
        // The root of a repository is an absolute path in a folder below it.
        let here = command.hasPrefix("..") ? "mkdir a/b; cd a/b" : ":"
        let outcome = try Self.run("\(before); \(here); demarc init \(command) --force", in: folder)
        #expect(outcome.status == status, "\(outcome.text)\(outcome.errors)")
        let reason = status == 2 ? "a broken symbolic link" : "are the same file"
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        for name in ["a/.demarc-lint.yaml", "a/.github/workflows/demarc.yml"] {
            #expect(!FileManager.default.fileExists(atPath: folder.file(name)), "\(name)")
        }
    }

    @Test("If there are several policies, a name is required")
    func several() throws {
        let folder = try TemporaryFolder()
        try folder.write("[\(Self.weak), \(Self.weak.replacing("Weak", with: "Other one"))]", to: "all.json")
        let unclear = try Self.run("demarc init --graph all.json", in: folder)
        #expect(unclear.status == 64)
        #expect(unclear.errors.contains("has 2 policies: `Weak`, `Other one`; choose one with --display-name"))
        let wrong = try Self.run("demarc init --graph all.json --display-name weak", in: folder)
        #expect(wrong.status == 64)
        #expect(wrong.errors.contains("did you mean `Weak`?"))
        #expect(folder.names == ["all.json"], "nothing was written")
        #expect(try Self.run("demarc init --graph all.json --display-name 'Other one'", in: folder).status == 0)
        #expect(try folder.read("policy.yaml").contains(#"graph: {file: all.json, displayName: "Other one"}"#))
        #expect(try Self.run("demarc test .", in: folder).status == 0)
    }

    @Test("Policies of one name are told apart by their ids")
    func sameNames() throws {
        let folder = try TemporaryFolder()
        let policies = ["T_1", "T_2"].map { Self.weak.replacing("{", with: "{\"id\": \"\($0)\", ") }
        try folder.write("[\(policies.joined(separator: ", "))]", to: "all.json")
        let unclear = try Self.run("demarc init --graph all.json", in: folder)
        #expect(unclear.status == 64)
        #expect(unclear.errors.contains("`Weak` (id `T_1`), `Weak` (id `T_2`); choose one with --display-name"))
        let name = try Self.run("demarc init --graph all.json --display-name Weak", in: folder)
        #expect(name.status == 64)
        #expect(name.errors.contains("`Weak` (id `T_2`); name its `id` instead"), "\(name.errors)")
        let wrong = try Self.run("demarc init --graph all.json --display-name X", in: folder)
        #expect(wrong.status == 64)
        #expect(wrong.errors.contains("write `T_1` or `T_2`"), "\(wrong.errors)")
        #expect(folder.names == ["all.json"], "nothing was written")
        let chosen = try Self.run("demarc init --graph all.json --display-name T_2", in: folder)
        #expect(chosen.status == 0, "\(chosen.errors)")
        #expect(try folder.read("policy.yaml").contains("graph: {file: all.json, displayName: T_2}"))
        #expect(try Self.run("demarc test .", in: folder).status == 0)
    }

    @Test("A quote in the name of the export or of its policy is kept")
    func quotes() throws {
        let folder = try TemporaryFolder()
        let quoted = Self.weak.replacing("Weak", with: #"a\"b\" c"#)
        try folder.write("[\(quoted), \(Self.weak)]", to: "q\"q\".json")
        let outcome = try Self.run(#"demarc init --graph './q"q".json' --display-name 'a"b" c'"#, in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try folder.read("policy.yaml").contains(#"{file: "q\"q\".json", displayName: "a\"b\" c"}"#))
        #expect(try Self.run("demarc test .", in: folder).status == 0)
    }

    @Test("The CI job names the folder literally, whatever it is called")
    func hostileFolder() throws {
        let folder = try TemporaryFolder()
        let markup = HostileTexts.markup.filter { !$0.unicodeScalars.contains("/") }.joined()
        let name = markup + "; touch pwned # ${{ github.token }}"
        let quoted = name.unicodeScalars.map { $0 == "'" ? #"'\''"# : String($0) }.joined()
        let made = try Self.run("git init --quiet . && demarc init --ci github -- '\(quoted)'", in: folder)
        try #require(made.status == 0, "\(made.errors)")
        let lines = try folder.read(".github/workflows/demarc.yml").split(separator: "\n")
        let commands = try lines.compactMap { line in
            try line.firstRange(of: "run: \"demarc").map { start in
                // GitHub replaces expressions first; this one is the text itself.
                let run = line[line.index(start.lowerBound, offsetBy: 5)...].components(separatedBy: "${{ '${{' }}")
                #expect(run.count > 1 && !run.contains { $0.contains("${{") }, "\(line)")
                let text = Data("[\(run.joined(separator: "${{"))]".utf8)
                return try #require(try JSONSerialization.jsonObject(with: text) as? [String]).joined()
            }
        }
        #expect(commands.count == 2)
        for command in commands {
            let outcome = try Self.run(command, in: folder)
            #expect(outcome.status == 0, "\(command): \(outcome.text)\(outcome.errors)")
        }
        #expect(!folder.names.contains("pwned"))
    }

    @Test("A file is replaced only on request")
    func inTheWay() throws {
        let folder = try TemporaryFolder()
        try folder.write("mine\n", to: "scenarios.yaml")
        let refused = try Self.run("demarc init", in: folder)
        #expect(refused.status == 2)
        #expect(
            refused.errors
                == "demarc: error: `scenarios.yaml`: already there, and nothing was written; --force replaces it\n"
        )
        #expect(try folder.read("scenarios.yaml") == "mine\n")
        #expect(folder.names == ["scenarios.yaml"])
        #expect(try Self.run("demarc init --force", in: folder).status == 0)
        #expect(try folder.read("scenarios.yaml") != "mine\n")
        // A file with the expected content is not in the way.
        #expect(try Self.run("demarc init", in: folder).status == 0)
    }

    @Test("The CI file goes into the repository's folder")
    func repository() throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder(".git")
        try folder.makeFolder("apps")
        let outcome = try Self.run("demarc init 'apps/my policies' && cd apps && demarc init", in: folder)
        #expect(outcome.status == 2, "both want the same CI file")
        let text = try folder.read(".github/workflows/demarc.yml")
        #expect(text.contains(#"run: "demarc lint --format github -- 'apps/my policies'""#))
        for command in Self.commands(of: text) { #expect(try Self.run(command, in: folder).status == 0, "\(command)") }
    }

    @Test(
        "Unusable input is refused, and nothing is written",
        arguments: [
            ("--domain 'co uk'", 64, "--domain co uk: "), ("--domain ''", 64, "--domain"),
            ("--graph missing.json", 2, "missing.json"), ("--graph broken.json", 2, "broken.json"),
            ("--graph empty.json", 2, "empty.json"), ("--baseline 4", 64, "'4' is invalid for '--baseline <level>'"),
            ("--display-name x", 64, "--graph"), ("''", 64, "name a folder"),
            ("file", 2, "cannot make the folder `file`: there is already a file of this name"),
        ] as [(String, Int32, String)]
    )
    func refused(arguments: String, status: Int32, said: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("{\"a\"", to: "broken.json")
        try folder.write("", to: "empty.json")
        try folder.write("", to: "file")
        let names = folder.names
        let outcome = try Self.run("demarc init \(arguments)", in: folder)
        #expect(outcome.status == status, "\(outcome.errors)")
        #expect(outcome.errors.contains(said), "\(outcome.errors)")
        #expect(folder.names == names)
    }
}
