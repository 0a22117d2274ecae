import TestSupport
import Testing

@Suite("demarc import") struct ImportCommandTests {
    @Test(
        "Problems of the command line and of the files are reported",
        arguments: [
            (["import", "chrome"], 64, "--allow, --block or both"),
            (["import", "edge"], 64, "--allow, --block or both"),
            (["import", "edge", "x", "--allow", "y"], 64, "not both"),
            (["import", "content-settings", "x"], 64, "--class"),
            (["import", "chrome", "--block", "/nonexistent/x"], 2, "`/nonexistent/x`: there is no such file"),
            (["import", "hosts", "/"], 2, "cannot read `/`: it is a folder"),
            (["import", "graph", "/dev/null"], 2, "error["),
            (["import", "sqlite", "x"], 64, "there is no command `import sqlite`"),
        ] as [([String], Int32, String)]
    )
    func refused(arguments: [String], status: Int32, message: String) throws {
        let outcome = try Tool.run(arguments)
        #expect(outcome.status == status, "\(outcome.errors)")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }

    @Test("The exit status is 1 if entries are left out, unless that is requested")
    func leftOut() throws {
        let folder = try TemporaryFolder()
        let list = try folder.write("||a.example^\n||b.example^$popup\n", to: "list.txt")
        let outcome = try Tool.run(["import", "adblock-domains", list])
        #expect(outcome.status == 1)
        #expect(outcome.text == "a.example\n")
        #expect(outcome.errors.contains("\(list):2:13: error[invalid-filter]"), "\(outcome.errors)")
        #expect(outcome.errors.hasSuffix("1 carried over, 1 left out\n"))
        let skipping = try Tool.run(["import", "adblock-domains", "-", "--skip-invalid"], input: "||a.example^\nx\n")
        #expect(skipping.status == 0)
        #expect(skipping.text == "a.example\n")
        #expect(skipping.errors.contains("standard input:2:1"))
        let misspelt =
            ##"{"@odata.type": "#microsoft.graph.iosManagedAppProtection", "saveAsBlockd": true, "printBlocked": true}"##
        #expect(try Tool.run(["import", "graph", "-"], input: misspelt).status == 1)
        #expect(try Tool.run(["import", "graph", "-", "--skip-invalid"], input: misspelt).status == 0)
    }

    @Test("An empty list is a warning, and its list is empty; with only bad lines nothing is written")
    func emptyList() throws {
        for format in ["hosts", "adblock-domains"] {
            let empty = try Tool.run(["import", format, "-"], input: "")
            #expect(empty.status == 0 && empty.output.isEmpty)
            #expect(empty.errors.contains("warning[empty-list]"), "\(empty.errors)")
            #expect(try Tool.run(["import", format, "-", "--skip-invalid"], input: "x y z\n").status == 2)
        }
    }

    @Test("The file of an import is replaced in one step, and stays if it cannot be written")
    func sizeLimit() throws {
        let folder = try TemporaryFolder()
        try folder.write((0..<900).map { "d\($0).test\n" }.joined(), to: "block.txt")
        for name in ["policy.yaml", "new.yaml"] {
            if name == "policy.yaml" { try folder.write("old", to: name) }
            let outcome = try Tool.bash(
                "cd '\(folder.path)' && (ulimit -f 8; \"$demarc\" import chrome --block block.txt -o \(name))"
            )
            #expect(outcome.status == 2, "\(outcome.errors)")
        }
        #expect(try folder.read("policy.yaml") == "old" && folder.names == ["block.txt", "policy.yaml"])
    }

    @Test("The exit status is 2 without a document if a whole list is lost, even if entries may be left out")
    func lost() throws {
        for (format, list) in [
            (["chrome"], #"{"URLBlocklist": "a.example"}"#), (["chrome"], #"{"URLBlocklist": ["a b"]}"#),
            (["edge"], #"{"BlockListURLs": "a.example | b.example"}"#),
            (["content-settings", "--class", "blocked"], "https://a.example/login\nhttps://b.example/a\n"),
            (["content-settings", "--class", "external", "--default", "internal"], "[*.]news.example/*/x\n"),
        ] {
            let outcome = try Tool.run(["import"] + format + ["-", "--skip-invalid"], input: list)
            #expect(outcome.status == 2, "\(outcome.errors)")
            #expect(outcome.output.isEmpty)
        }
    }

    @Test("A block list that is not in force is not left out")
    func notInForce() throws {
        let both = #"{"AllowListURLs": "https://a.example", "BlockListURLs": "https://b.example"}"#
        let outcome = try Tool.run(["import", "edge", "-"], input: both)
        #expect(outcome.status == 0)
        #expect(outcome.errors.hasSuffix("1 carried over, 0 left out\n"), "\(outcome.errors)")
    }

    @Test("One list is not read as both, and one policy is")
    func shared() throws {
        let lines = try Tool.run(["import", "chrome", "--allow", "-", "--block", "-"], input: "a.example\n")
        #expect(lines.status == 64)
        #expect(lines.output.isEmpty)
        #expect(lines.errors.contains("--allow and --block name the same list"), "\(lines.errors)")
        let policy = #"{"URLAllowlist": ["a.example"], "URLBlocklist": ["*"]}"#
        let both = try Tool.run(["import", "chrome", "--allow", "-", "--block", "-"], input: policy)
        #expect(both.status == 0, "\(both.errors)")
    }

    @Test("JSON reports the import")
    func json() throws {
        let folder = try TemporaryFolder()
        let list = try folder.write("[*.]a.example\na.example/b\n", to: "list.txt")
        let outcome = try Tool.run(["import", "content-settings", list, "--class", "blocked", "--format", "json"])
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.hasPrefix(#"{"format":"content-settings","product":"policy-document","reading":"read as"#)
        )
        #expect(outcome.errors.contains(#""carried":1,"dropped":1,"findings":[{"code":"has-path","severity":"error""#))
    }

    @Test("The written policy decides like the lists, and never overwrites a list")
    func policy() throws {
        let folder = try TemporaryFolder()
        let allow = try folder.write("docs.example/public\n", to: "allow.txt")
        let block = try folder.write("*\n.bad.example\n", to: "block.txt")
        let policy = folder.path + "/policy.yaml"
        let outcome = try Tool.run(["import", "chrome", "--allow", allow, "--block", block, "-o", policy])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
        let check = try Tool.run(
            ["check", "--policy", policy, "--format", "ndjson", "--quiet"],
            input: "https://www.docs.example/public/a\nhttps://docs.example/\nhttps://bad.example/\n"
        )
        #expect(check.lines.map { $0.contains("\"class\":\"internal\"") } == [true, false, false], "\(check.errors)")
        let over = try Tool.run(["import", "chrome", "--block", block, "-o", block])
        #expect(over.status == 64)
        #expect(try folder.read("block.txt") == "*\n.bad.example\n")
    }

    @Test("An apostrophe stays a part of its entry, whatever Swift joins to it")
    func apostrophe() throws {
        let folder = try TemporaryFolder()
        let block = try folder.write("contoso.com?it'\u{301}s\ncontoso.com?\u{D4E}'s\n", to: "block.txt")
        let policy = folder.path + "/policy.yaml"
        #expect(try Tool.run(["import", "chrome", "--block", block, "-o", policy]).status == 0)
        let check = try Tool.run(
            ["check", "--policy", policy, "--format", "ndjson", "--quiet"],
            input: "https://contoso.com/?it'\u{301}s\nhttps://contoso.com/?\u{D4E}'s\nhttps://contoso.com/?its\n"
        )
        #expect(check.lines.map { $0.contains("\"class\":\"blocked\"") } == [true, true, false], "\(check.errors)")
    }
}
