import TestSupport
import Testing

@Suite("A Graph export as --policy") struct ExportPolicyTests {
    private static let type = ##""@odata.type": "#microsoft.graph.iosManagedAppProtection""##

    private static let apps = #""apps": [{"mobileAppIdentifier": {"bundleId": "com.contoso.mail"}}]"#

    private static let export = """
        {"value": [
          {\(type), "id": "T_1", "displayName": "Level 1", "printBlocked": false},
          {\(type), "id": "T_2", "displayName": "Level 2", "allowedOutboundDataTransferDestinations": "managedApps",
           "allowedOutboundClipboardSharingLevel": "blocked", "managedBrowserToOpenLinksRequired": true, \(apps)}
        ]}
        """

    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = try folder.write(Self.export, to: "export.json")
    }

    @Test(
        "Every command answers for the named policy",
        arguments: [
            (["open", "contoso-scan://x"], "allow", "block"),
            (["paste", "--from", "native", "--into", "app:com.example.game"], "allow", "block"),
            (["transfer", "send", "--to", "com.contoso.Mail"], "allow", "allow"),
            (["transfer", "send", "--to", "com.example.game"], "allow", "block"),
            (["check", "https://a.example/"], "allow", "allow"),
        ]
    )
    func commands(arguments: [String], first: String, second: String) throws {
        for (name, verdict) in [("Level 1", first), ("Level 2", second), ("T_2", second)] {
            let outcome = try Tool.run(arguments + ["--policy", path, "--display-name", name, "--format", "json"])
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.text.contains("\"verdict\":\"\(verdict)\""), "\(name): \(outcome.text)")
        }
    }

    @Test("If the policy is ambiguous, both names are shown")
    func several() throws {
        for arguments in [
            ["check", "https://a.example/", "--policy", path], ["compile", path, "-o", path + ".demarc"],
        ] {
            let outcome = try Tool.run(arguments)
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("`Level 1`, `Level 2`"), "\(outcome.errors)")
            #expect(outcome.errors.contains("help: choose one with `--display-name NAME`"), "\(outcome.errors)")
        }
    }

    @Test("A compiled export has no name to choose")
    func compiled() throws {
        let output = folder.path + "/policy.demarc"
        let made = try Tool.run(["compile", path, "--display-name", "Level 2", "-o", output])
        #expect(made.status == 0, "\(made.errors)")
        let sending = ["transfer", "send", "--to", "com.contoso.mail", "--policy", output, "--format", "json"]
        let outcome = try Tool.run(sending)
        #expect(outcome.text.contains(#""verdict":"allow""#) && outcome.text.contains("send.outbound.sameOrganization"))
        let named = try Tool.run(sending + ["--display-name", "Level 2"])
        #expect(named.status == 64 && named.errors.contains("is a compiled policy"), "\(named.errors)")
    }

    @Test(
        "The name selects from the exports among two policies that are compared, and is refused without one",
        arguments: [
            ("export.json export.demarc --display-name 'Level 1' --fail-on any", 0, "equivalent"),
            ("export.demarc export.json --display-name T_1 --fail-on any", 0, "equivalent"),
            ("export.json export.json --display-name T_2", 0, "equivalent"),
            ("export.demarc export.json --display-name T_2 --fail-on less-permissive", 1, "allApps → managedApps"),
            ("export.json work.yaml --display-name T_2 --fail-on more-permissive", 1, "managedApps → allApps"),
            ("work.yaml export.json --display-name X", 2, "there is no policy in the file"),
            ("work.yaml export.json", 2, "choose one with `--display-name NAME`"),
            ("work.yaml work.yaml --display-name T_1", 64, "neither `work.yaml` nor `work.yaml` is a Graph export"),
            ("export.demarc work.yaml --display-name T_1", 64, "neither `export.demarc` nor `work.yaml` is a"),
        ] as [(String, Int32, String)]
    )
    func compared(arguments: String, status: Int32, words: String) throws {
        let work = "demarc: 1\npolicies: {Level 1: {graph: {file: export.json, displayName: T_1}}}\n"
        try folder.write(work, to: "work.yaml")
        let compiled = try Tool.run(["compile", path, "--display-name", "T_1", "-o", folder.path + "/export.demarc"])
        #expect(compiled.status == 0, "\(compiled.errors)")
        let outcome = try Tool.bash("cd '\(folder.path)' && \"$demarc\" diff \(arguments)")
        #expect(outcome.status == status, "\(outcome.text)\(outcome.errors)")
        #expect((outcome.text + outcome.errors).contains(words), "\(outcome.text)\(outcome.errors)")
    }

    @Test("Scenarios can test an export")
    func scenarios() throws {
        let scenarios = try folder.write(
            """
            demarc-test: 1
            policy: {file: export.json, displayName: Level 2}
            scenarios:
              - name: Organization mail goes to the managed app
                when: {send: {to: com.contoso.mail}}
                then: {verdict: allow, reason: send.outbound.sameOrganization}
              - name: and not to an app that nobody manages
                when: {send: {to: com.example.game}}
                then: {verdict: block}
            """,
            to: "scenarios.yaml"
        )
        let outcome = try Tool.run(["test", scenarios])
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
        #expect(
            outcome.text.contains("2 passed") || outcome.errors.contains("2 passed"),
            "\(outcome.text)\(outcome.errors)"
        )
    }

    // Otherwise the answer would look as if all were well.
    @Test("`demarc check` reports that an export with a required browser has no rule set")
    func noRules() throws {
        let warned = try Tool.run(["check", "https://a.example/", "--policy", path, "--display-name", "Level 2"])
        #expect(warned.errors.hasPrefix("warning: `Level 2` requires a browser for external links"), "\(warned.errors)")
        #expect(warned.text.contains("navigation.unclassified"))
        let silent = try Tool.run(["check", "https://a.example/", "--policy", path, "--display-name", "Level 1"])
        #expect(!silent.errors.contains("warning"), "\(silent.errors)")
    }

    @Test("`demarc import` writes the export inline, including its apps")
    func imported() throws {
        let outcome = try Tool.run([
            "import", "graph", path, "--display-name", "T_2", "--output", folder.path + "/policy.yaml",
        ])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let policy = folder.path + "/policy.yaml"
        let sent = try Tool.run([
            "transfer", "send", "--to", "com.contoso.mail", "--policy", policy, "--format", "json",
        ])
        #expect(sent.text.contains("send.outbound.sameOrganization"), "\(sent.text)\(sent.errors)")
        let mail = try Tool.run(["open", "mailto:a@b.example", "--policy", policy, "--format", "json"])
        #expect(mail.text.contains(#""verdict":"route""#), "\(mail.text)")
    }

    @Test("An ambiguous URL is shown as given, with both hosts")
    func ambiguous() throws {
        let url = #"https://allow.example\@evil.example/"#
        let check = try Tool.run(["check", url, "--policy", path, "--display-name", "Level 1"])
        #expect(check.text.contains(#"given as https://allow.example\@evil.example/"#), "\(check.text)")
        #expect(check.text.contains("A browser goes to “allow.example”, other software to “evil.example”."))
        let card = try Tool.run(["url", url])
        #expect(card.text.contains("browser     allow.example") && card.text.contains("others      evil.example"))
        #expect(card.text.contains(#"input       https://allow.example\@evil.example/"#))
    }
}
