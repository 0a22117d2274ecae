import Foundation
import TestSupport
import Testing

@Suite("demarc show") struct ShowCommandTests {
    private static let policy = "Tests/DemarcToolTests/Screens/policy.yaml"

    private static func show(_ arguments: String..., policy: String = Self.policy) throws -> Tool.Outcome {
        try Tool.run(["show", Repository.path(policy)] + arguments)
    }

    @Test(
        "The page fits the terminal",
        arguments: [80, 120].flatMap { columns in
            [
                Screen(name: "show", columns: columns, arguments: "show policy.yaml"),
                Screen(name: "show-baseline", columns: columns, arguments: "show policy.yaml --baseline 2 | tail -30"),
                Screen(name: "check", columns: columns, arguments: Self.check),
                Screen(name: "check-explain", columns: columns, arguments: "\(Self.check) --explain"),
                Screen(
                    name: "transfer-save",
                    columns: columns,
                    arguments: "transfer save --policy policy.yaml --all-locations"
                ),
                Screen(
                    name: "paste",
                    columns: columns,
                    arguments: "paste --policy policy.yaml --from E --into app:com.example.notes --characters 40"
                ),
            ]
        }
    )
    func screens(screen: Screen) throws { try screen.check() }

    private static let check = """
        check --policy policy.yaml --quiet https://contoso.com/ 'https://search.example/results?q=the+words+that+i+look+for' \
        https://games.casino.example/ blob:https://search.example/5b9a tel:+15550100 nonsense
        """

    @Test("The page fits a terminal of any width", arguments: [1, 20, 40, 60, 100, 200])
    func widths(columns: Int) throws {
        let path = Repository.path("Tests/DemarcToolTests/Screens")
        let outcome = try Tool.bash("cd '\(path)' && COLUMNS=\(columns) \"$demarc\" show policy.yaml")
        #expect(outcome.status == 0)
        #expect(outcome.lines.allSatisfy { $0.count <= max(columns, 20) })
    }

    @Test("JSON is one object with each account, view, setting and deviation")
    func json() throws {
        let outcome = try Self.show("--format", "json")
        #expect(outcome.status == 0)
        #expect(outcome.text.hasSuffix("}\n") && outcome.lines.count == 1)
        let page = try #require(JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
        #expect(
            Set(page.keys)
                == ["policy", "revision", "digest", "accounts", "views", "omitted", "settings", "baseline"]
        )
        #expect(page["revision"] as? Int == 0 && (page["digest"] as? String)?.utf8.count == 64)
        let accounts = try #require(page["accounts"] as? [[String: Any]])
        #expect(accounts.map { $0["account"] as? String } == ["dana@contoso.com", "kim@fabrikam.com", nil])
        #expect(accounts[0]["alike"] as? [String] == ["robin@contoso.com"])
        let lines = try #require(accounts[0]["lines"] as? [[String: Any]])
        let printing = try #require(lines.first { $0["to"] as? String == "print" })
        #expect(printing["question"] as? String == "setting")
        #expect(printing["verdict"] as? String == "block")
        #expect(printing["sentence"] as? String == "The policy blocks printing.")
        #expect(printing["setting"] as? String == "printBlocked")
        #expect(printing["value"] as? Bool == true)
        #expect(printing["isDefault"] as? Bool == false)
        #expect((printing["at"] as? String)?.hasSuffix("policy.yaml:15:5") == true)
        #expect(lines.contains { $0["to"] as? String == "sharePoint@own" && $0["verdict"] as? String == "allow" })
        #expect(lines.contains { $0["to"] as? String == "https" && $0["destination"] as? String == "managedBrowser" })
        for line in lines { #expect(Set(["setting", "value", "isDefault", "at"]).isSubset(of: line.keys)) }
        let views = try #require(page["views"] as? [[String: Any]])
        #expect((views.first?["external"] as? [String: Any])?["verdict"] as? String == "route")
        let baseline = try #require(page["baseline"] as? [String: Any])
        let deviations = try #require(baseline["deviations"] as? [[String: Any]])
        #expect(baseline["level"] is Int && !deviations.isEmpty)
        #expect(Set(["setting", "value", "expected", "at", "policy"]) == Set(deviations[0].keys))
    }

    @Test("Markdown has headings and tables, and nothing of the policy becomes markup")
    func markdown() throws {
        let folder = try TemporaryFolder()
        let policy = try folder.write(
            "demarc: 1\npolicies: {'<b>|*p*': {}}\naccounts: [{account: 'a|<script>', policy: '<b>|*p*'}]\n",
            to: "policy.yaml"
        )
        let outcome = try Tool.run(["show", policy, "--format", "markdown"])
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("\n## a\\|&lt;script&gt;, policy &lt;b&gt;\\|\\*p\\*\n"))
        #expect(outcome.text.contains("\n### Copy and paste\n\n| Verdict | What | Setting |\n| --- | --- | --- |\n"))
        #expect(!outcome.text.contains("<script>"))
        for line in outcome.lines where line.hasPrefix("|") { #expect(line.hasSuffix(" |")) }
    }

    @Test("A mark of a name is escaped in Markdown, whatever Swift joins to it")
    func joinedMarks() throws {
        let folder = try TemporaryFolder()
        let name = HostileTexts.quoted(HostileTexts.markup.joined())
        let policy = try folder.write(
            "demarc: 1\npolicies: {\(name): {}}\naccounts: [{account: dana, policy: \(name)}]\n",
            to: "policy.yaml"
        )
        let outcome = try Tool.run(["show", policy, "--format", "markdown"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let heading = try #require(outcome.lines.first { $0.hasPrefix("## dana, policy ") })
        #expect(HostileTexts.marksOfMarkdown(in: heading).isEmpty, "\(heading)")
        #expect(!outcome.text.unicodeScalars.contains("<"))
    }

    @Test(
        "The exit status is 1 only if a deviation should fail",
        arguments: [
            (["--baseline", "3"], 0), (["--baseline", "1", "--fail-on", "deviation"], 1),
            (["--baseline", "2", "--fail-on", "deviation"], 1), ([], 0),
        ] as [([String], Int32)]
    )
    func failing(arguments: [String], status: Int32) throws {
        #expect(try Tool.run(["show", Repository.path(Self.policy)] + arguments).status == status)
    }

    @Test("The exit status is 0 if the policy keeps its level")
    func keeping() throws {
        let arguments = ["--baseline", "2", "--fail-on", "deviation"]
        let policy = Repository.path("Rules/levels/level-2.yaml")
        #expect(try Tool.run(["show", policy] + arguments).status == 0)
    }

    @Test(
        "Misuse is a usage error",
        arguments: [
            [], ["--baseline", "4"], ["--baseline", "x"], ["--fail-on", "deviation"],
            ["--fail-on", "leak", "--baseline", "2"], ["--format", "yaml"],
        ]
    )
    func misuse(arguments: [String]) throws {
        let policy = arguments.isEmpty ? [] : [Repository.path(Self.policy)]
        let outcome = try Tool.run(["show"] + policy + arguments)
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("Usage: demarc show"))
    }

    @Test("Unreadable input exits with 2 and shows nothing")
    func unreadable() throws {
        let outcome = try Tool.run(["show", "/nonexistent.yaml"])
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("error[file-not-found]"))
    }

    @Test("The output file is written, and is never the policy")
    func output() throws {
        let folder = try TemporaryFolder()
        let policy = try folder.write("demarc: 1\n", to: "policy.yaml")
        let page = try folder.write("old", to: "page.txt")
        #expect(try Tool.run(["show", policy, "--output", page]).output.isEmpty)
        #expect(try folder.read("page.txt").hasPrefix("What "))
        #expect(try Tool.run(["show", policy, "--output", policy]).status == 64)
        #expect(try folder.read("policy.yaml") == "demarc: 1\n")
    }

    @Test("A compiled policy gives the same page as its document")
    func compiled() throws {
        let folder = try TemporaryFolder()
        let source = Repository.path(Self.policy)
        let compiled = folder.path + "/policy.demarc"
        #expect(try Tool.run(["compile", source, "-o", compiled, "--quiet"]).status == 0)
        let page = try Tool.run(["show", compiled, "--format", "json"]).text
        let expected = try Tool.run(["show", source, "--format", "json"]).text
        #expect(
            page.replacing(#""policy":"\#(compiled)""#, with: "")
                == expected.replacing(#""policy":"\#(source)""#, with: "")
        )
        #expect(page.contains(#""policy":"\#(compiled)""#))
    }

    @Test("A policy with control characters in its names is refused", arguments: ["text", "markdown", "json"])
    func controls(format: String) throws {
        let folder = try TemporaryFolder()
        let policy = try folder.write(
            "demarc: 1\npolicies: {\"a\\e[31m\\u202E\": {description: \"\\e[2J\"}}\nviews: [{id: \"::error::\\e\"}]\n",
            to: "policy.yaml"
        )
        let outcome = try Tool.run(["show", policy, "--format", format])
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("error[control-character]: the name contains a control character"))
        #expect(!outcome.errors.utf8.contains(0x1B))
        #expect(!outcome.errors.unicodeScalars.contains("\u{202E}"))
    }

    @Test(
        "Names reach the terminal with their invisible characters spelled out",
        arguments: [
            ("text", ["a<U+202E>", "x<U+202E>y", "<U+003A>:error::"]),
            ("markdown", [#"a&lt;U\+202E&gt;"#, #"x&lt;U\+202E&gt;y"#, #"&lt;U\+003A&gt;:error::"#]),
            ("json", [#"a\u202e"#]),
        ]
    )
    func invisible(format: String, shown: [String]) throws {
        let folder = try TemporaryFolder()
        let policy = try folder.write(
            """
            demarc: 1
            policies: {"a\\u202E": {description: "x\\u202Ey"}}
            accounts: [{account: b@c.example, policy: "a\\u202E"}]
            views: [{id: "::error::"}]

            """,
            to: "policy.yaml"
        )
        let outcome = try Tool.run(["show", policy, "--format", format])
        #expect(outcome.status == 0)
        for text in shown { #expect(outcome.text.contains(text), "\(outcome.text)") }
        #expect(!outcome.text.unicodeScalars.contains("\u{202E}"))
        #expect(!outcome.lines.contains { $0.hasPrefix("::") })
    }
}
