import TestSupport
import Testing

@Suite("Options of demarc check") struct CheckOptionsTests {
    @Test(
        "--fail-on selects the results that fail",
        arguments: [
            ([], 0), (["--fail-on", "block"], 1), (["--fail-on", "route"], 1), (["--fail-on", "invalid"], 0),
            (["--fail-on", "invalid,block"], 1), (["--fail-on", "invalid", "--fail-on", "route"], 1),
            (["--fail-on", "allow"], 64), (["--fail-on", ""], 64), (["--fail-on", "block,"], 64),
        ] as [([String], Int32)]
    )
    func failOn(arguments: [String], status: Int32) throws {
        let urls = ["https://contoso.com/", "https://search.example/", "https://casino.example/"]
        #expect(try CheckCase().run(arguments + urls, input: []).status == status)
    }

    @Test("--fail-on can select invalid URLs, which are also blocks", arguments: ["invalid", "block"])
    func failOnInvalid(result: String) throws {
        #expect(try CheckCase().run("--fail-on", result, "nonsense").status == 1)
    }

    @Test(
        "Unknown views and accounts are refused",
        arguments: [
            (Samples.oneView, ["--view", "F"], "demarc: error: --view: unknown view `F`; the policy has `E`\n"),
            (
                Samples.twoViews, ["--view", "documnets"],
                "demarc: error: --view: unknown view `documnets`, did you mean `documents`?; "
                    + "the policy has `mail`, `documents`\n"
            ),
            (
                Samples.twoViews, ["--view", "window"],
                "demarc: error: --view: `window` holds other views and loads no URLs; "
                    + "the policy has the web views `mail`, `documents`\n"
            ),
            (
                Samples.twoViews, [],
                "demarc: error: the policy has several web views; name one of `mail`, `documents` with --view\n"
            ),
            (
                Samples.oneView, ["--user", "dana@contoso.con"],
                "demarc: error: --user: unknown account `dana@contoso.con`, did you mean `dana@contoso.com`?; "
                    + "the policy has `dana@contoso.com`, `dana@example.net`, and `none` is no account\n"
            ),
        ]
    )
    func unknown(document: String, arguments: [String], expected: String) throws {
        let outcome = try CheckCase(document).run(arguments + ["https://a/"], input: [])
        #expect(outcome.status == 64)
        #expect(outcome.errors == expected)
        #expect(outcome.output.isEmpty)
    }

    @Test(
        "An empty name is refused, because a variable that is not set would otherwise be no account",
        arguments: [
            ("check --user '' https://a/", "write none for no account"),
            ("open --user '' tel:1", "write none for no account"), ("open --app '' tel:1", "name an app"),
            ("paste --from account: --into E", "account:none"), ("paste --from E --into app:", "names no app"),
            ("paste --from E --into ''", "name a place"), ("transfer save --to box --owner ''", "for no account"),
            ("transfer send --to ''", "name an app"), ("transfer receive --from a.b --into ''", "for no account"),
            ("transfer setting --name print --account ''", "for no account"),
        ]
    )
    func emptyNames(command: String, message: String) throws {
        let outcome = try Tool.bash("\"$demarc\" \(command) --policy none.yaml")
        #expect(outcome.status == 64, "\(outcome.errors)")
        #expect(outcome.errors.contains("it ") && outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test(
        "--user sets who acts",
        arguments: [
            ("dana@contoso.com", #""user":"dana@contoso.com""#, #""verdict":"route""#),
            ("DANA@contoso.com", #""user":"dana@contoso.com""#, #""verdict":"route""#),
            ("dana@example.net", #""user":"dana@example.net""#, "identity.unmanaged"),
            ("none", #""user":null"#, "identity.unmanaged"),
        ]
    )
    func user(name: String, user: String, decision: String) throws {
        let text = try CheckCase().run("--user", name, "--format", "ndjson", "https://search.example/").text
        #expect(text.contains(user))
        #expect(text.contains(decision))
    }

    @Test("--user is required if several accounts can act and the document names none")
    func severalManaged() throws {
        let check = try CheckCase(Samples.twoManaged)
        let refused = try check.run("https://a/")
        #expect(refused.status == 2)
        #expect(refused.errors.contains("`dana@contoso.com`"))
        #expect(refused.errors.contains("`robin@fabrikam.com`"))
        let robin = try check.run("--user", "robin@fabrikam.com", "--format", "ndjson", "https://a/")
        #expect(robin.status == 0)
        #expect(robin.text.contains(#""user":"robin@fabrikam.com""#))
        #expect(!robin.text.contains("identity.unmanaged"))
    }

    @Test("The document's user acts, even in a multi-identity app")
    func documentUser() throws {
        let document = Samples.oneView.replacing("demarc: 1", with: "demarc: 1\napp: {multiIdentity: true}")
        let text = try CheckCase(document).run("--format", "ndjson", "https://search.example/").text
        #expect(text.contains(#""user":"dana@contoso.com""#))
        #expect(text.contains(#""verdict":"route""#))
        let nobody = Samples.oneView.replacing("demarc: 1", with: "demarc: 1\nuser: none")
        #expect(try CheckCase(nobody).run("--format", "ndjson", "https://a/").text.contains(#""user":null"#))
    }

    @Test(
        "Contradictory options are refused",
        arguments: [
            ["--input", "-", "https://a/"], ["--input-format", "ndjson", "https://a/"],
            ["--format", "xml", "https://a/"],
            ["--input-format", "csv"], ["--nonsense"],
        ]
    )
    func usage(arguments: [String]) throws {
        let outcome = try CheckCase().run(arguments, input: [])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("Usage: demarc check"))
    }

    @Test("A policy is required")
    func noPolicy() throws {
        let outcome = try Tool.run(["check", "https://a/"])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("--policy <file>"))
    }
}
