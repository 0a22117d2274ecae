import TestSupport
import Testing

@Suite("Suggestions for mistyped input") struct MeantTests {
    @Test(
        "An unknown command gets a suggestion",
        arguments: [
            (["chek", "--policy", "x"], "there is no command `chek`, did you mean `check`?"),
            (["help", "lnt"], "there is no command `lnt`, did you mean `lint`?"),
            (["help", "nosuch"], "there is no command `nosuch`; `demarc help` lists the commands"),
            (["transfer", "sned"], "there is no command `transfer sned`, did you mean `transfer send`?"),
            (["help", "import", "crome"], "there is no command `import crome`, did you mean `import chrome`?"),
            (["import", "nosuch"], "there is no command `import nosuch`; there are `edge`, `chrome`,"),
            (["https://contoso.com/"], "to decide on a URL: `demarc check --policy POLICY URL`"),
            (["/etc/hostname"], "to check a file: `demarc lint /etc/hostname`"),
            (["\u{1B}[31m"], "there is no command `␛[31m`"),
        ]
    )
    func command(arguments: [String], expected: String) throws {
        let outcome = try Tool.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("demarc: error: "), "\(outcome.errors)")
        #expect(outcome.errors.contains(expected), "\(outcome.errors)")
        #expect(outcome.errors.contains("Usage: demarc"))
    }

    @Test(
        "The help of known commands is shown",
        arguments: [["help"], ["help", "check"], ["help", "transfer", "send"]]
    )
    func known(arguments: [String]) throws {
        let outcome = try Tool.run(arguments)
        #expect(outcome.status == 0 && outcome.text.contains("EXAMPLES:"))
    }

    @Test("A policy given as a URL gets a suggestion")
    func policy() throws {
        let check = try CheckCase()
        for command in ["check", "open"] {
            let outcome = try Tool.run([command, check.policy, "https://contoso.com/"])
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains("Missing expected argument '--policy <file>'"))
            #expect(outcome.errors.contains("did you mean `--policy "), "\(outcome.errors)")
        }
        let other = try Tool.run(["check", "nosuch.yaml", "https://contoso.com/"])
        #expect(other.status == 64 && !other.errors.contains("did you mean"))
    }

    @Test(
        "An invalid URL gets a suggestion",
        arguments: [
            ("contoso.com", "note: `contoso.com` has no scheme; did you mean `https://contoso.com/`?\n"),
            ("contoso.com:8080/a?b", "did you mean `https://contoso.com:8080/a?b`?"),
            ("bücher.example/a", "did you mean `https://xn--bcher-kva.example/a`?"),
            ("localhost:8080", "did you mean `https://localhost:8080/`?"),
        ]
    )
    func url(argument: String, expected: String) throws {
        let check = try CheckCase()
        #expect(try check.run(argument).errors.contains(expected))
        #expect(try Tool.run(["url", argument]).errors.contains(expected))
        // --quiet leaves only results and errors.
        #expect(try Tool.run(["url", "--quiet", argument]).errors.isEmpty)
    }

    @Test(
        "Correct or ambiguous input gets no suggestion",
        arguments: [
            "https://contoso.com/", "mailto:dana@contoso.com", "tel:5550100", "foo", "a..b", "", "data:,x", "a:b:c",
        ]
    )
    func noRemark(argument: String) throws {
        #expect(try !Tool.run(["url", argument]).errors.contains("note:"))
    }

    @Test(
        "A file whose name begins with a hyphen is read as an option, and gets a suggestion",
        arguments: [
            "lint -x.yaml", "lint . -x.yaml", "check --policy -x.yaml https://contoso.com/", "diff -x.yaml policy.yaml",
            "diff policy.yaml -x.yaml", "check -p -x.yaml https://contoso.com/",
        ]
    )
    func hyphen(command: String) throws {
        let folder = try TemporaryFolder()
        for name in ["-x.yaml", "-p"] { try folder.write("demarc: 1\n", to: name) }
        let outcome = try Tool.bash("cd '\(folder.path)' && \"$demarc\" \(command)")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("\nHelp:  for the file `-x.yaml`, write `./-x.yaml`\n"), "\(outcome.errors)")
    }

    @Test("A file in place of a URL gets a suggestion")
    func file() throws {
        let check = try CheckCase()
        let list = try check.folder.write("https://contoso.com/\n", to: "urls.txt")
        let outcome = try check.run(list)
        #expect(outcome.errors.contains("is a file; to read URLs from it, write `--input "), "\(outcome.errors)")
    }

    @Test("A missing file gets a suggestion")
    func missingFile() throws {
        let check = try CheckCase()
        let folder = check.folder
        try folder.write("https://contoso.com/\n", to: "urls.txt")
        for (arguments, meant) in [
            (["lint", folder.file("polcy.yaml")], "policy.yaml"), (["lint", folder.file("policy")], "policy.yaml"),
            (["check", "--policy", check.policy, "--input", folder.file("url.txt")], "urls.txt"),
        ] {
            let outcome = try Tool.run(arguments)
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("did you mean `\(folder.file(meant))`?"), "\(outcome.errors)")
        }
        #expect(try !Tool.run(["lint", folder.file("nothing-like-it")]).errors.contains("did you mean"))
    }

    @Test(
        "A code of any kind is found in any case",
        arguments: [
            ("dm022", "DM022: "), ("UNKNOWN-KEY", "unknown-key: "),
            ("backslash-as-slash", "backslash-as-slash: a backslash"),
            ("missing-scheme-non-relative-url", "`https://contoso.com/` for `contoso.com`"),
            ("Navigation.NoAnswer", "navigation.noAnswer: "), ("passed-over", "passed-over: "),
        ]
    )
    func code(code: String, expected: String) throws {
        let outcome = try Tool.run(["explain", code])
        #expect(outcome.status == 0)
        #expect(outcome.text.contains(expected), "\(outcome.text)")
    }

    @Test("Codes and severities are accepted in any case")
    func anyCase() throws {
        let folder = try TemporaryFolder()
        let rules = "demarc-rules: 1\nrules:\n  - {id: intranet, class: internal, regex: \"contoso\\\\.com\"}"
        let path = try folder.write(rules + "\n", to: "rules.yaml")
        let found = try Tool.run(["lint", path, "--format", "json"])
        let code = try #require(found.text.firstMatch(of: /"code":"(DM\d+)"/)).output.1
        let lower = code.lowercased()
        #expect(try !Tool.run(["lint", path, "--skip", lower]).text.contains(code))
        #expect(try Tool.run(["lint", path, "--only", lower, "--fail-on", "WARNING"]).text.contains(code))
        #expect(try Tool.run(["lint", path, "--severity", "\(lower)=Error"]).text.contains("error[\(code)]"))
        try folder.write(rules + " # demarc:ignore \(lower) it is tried out\n", to: "rules.yaml")
        let suppressed = try Tool.run(["lint", path])
        #expect(!suppressed.text.contains(code) && !suppressed.text.contains("DM001"), "\(suppressed.text)")
        try folder.write(rules + "\n", to: "rules.yaml")
        try folder.write("ignore: [{code: \(lower), reason: it is tried out}]\n", to: ".demarc-lint.yaml")
        #expect(try !Tool.run(["lint", path]).text.contains(code))
        let check = try CheckCase()
        #expect(try check.run("https://casino.example/", "--fail-on", "BLOCK").status == 1)
    }
}
