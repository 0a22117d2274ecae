import Foundation
import TestSupport
import Testing

/// `demarc audit`: its formats, its exit statuses, and the file of accepted paths.
@Suite("demarc audit") struct AuditCommandTests {
    /// A document with two settings that each open a path: one written, and one default.
    private static let text = """
        demarc: 1
        policies:
          strict:
            allowedOutboundDataTransferDestinations: managedApps
            allowedOutboundClipboardSharingLevel: managedApps
            managedBrowserToOpenLinksRequired: true
            dialerRestrictionLevel: managedApps
            protectedMessagingRedirectAppType: anyManagedApp
            saveAsBlocked: true
            printBlocked: false
            contactSyncBlocked: true
            dataBackupBlocked: true
            thirdPartyKeyboardsBlocked: true
            allowWidgetContentSync: false
            genmojiConfigurationState: blocked
            notificationRestriction: block
        accounts: [{account: dana@contoso.com, organization: contoso, policy: strict}]
        """

    private static func audit(
        _ arguments: String,
        in folder: TemporaryFolder,
        text: String = Self.text
    ) throws -> Tool.Outcome {
        try folder.write(text, to: "policy.yaml")
        return try Tool.bash("cd '\(folder.path)' && \"$demarc\" audit --policy policy.yaml \(arguments)")
    }

    @Test("A path is shown on a card with its gate, its step and a verified fix")
    func card() throws {
        let outcome = try Self.audit("", in: try TemporaryFolder())
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("DM102 warning  contoso data → Writing Tools  (1 tap · content · "))
        #expect(outcome.text.contains("  opened by strict.writingToolsConfigurationState: notBlocked (default)\n"))
        #expect(outcome.text.contains("DM101 note  contoso data → paper"))
        #expect(outcome.text.contains("  opened by strict.printBlocked: false (policy.yaml:10:5)\n"))
        #expect(outcome.text.contains("  close: strict.printBlocked: true (verified: closes 1 path)\n"))
        #expect(outcome.text.contains("1 path leads out of the organization (exact, sites inferred).\n"))
    }

    @Test("The text counts the changes that it does not show, and JSON has them all")
    func changes() throws {
        let text = """
            demarc: 1
            policies: {p: {}}
            accounts: [{account: dana@contoso.com, organization: contoso, policy: p}]
            """
        let folder = try TemporaryFolder()
        let json = try Self.audit("--format json", in: folder, text: text)
        let audit = try #require(JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
        let changes = try #require(audit["chokePoints"] as? [[String: Any]])
        #expect(changes.count > 12 && (audit["notTried"] as? [Any])?.isEmpty == true)
        let shown = try Self.audit("", in: folder, text: text).text
        #expect(shown.contains("\n  and \(changes.count - 8) more; all are in --format json\n"), "\(shown)")
        #expect(shown.contains("close: p.dialerRestrictionLevel: ") && !shown.contains("not tried"))
    }

    @Test("The JSON is one object and equal in every run")
    func json() throws {
        let folder = try TemporaryFolder()
        let outcome = try Self.audit("--format json", in: folder)
        #expect(outcome.text.hasSuffix("}\n") && outcome.lines.count == 1)
        let audit = try #require(JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
        let paths = try #require(audit["paths"] as? [[String: Any]])
        #expect(paths.map { $0["code"] as? String } == ["DM102", "DM101"])
        #expect(paths.map { $0["sink"] as? String } == ["writingTools", "print"])
        #expect(paths.map { $0["source"] as? String } == Array(repeating: "account:dana@contoso.com", count: 2))
        #expect(audit["exact"] as? Bool == true)
        #expect(try Self.audit("--format json", in: folder).text == outcome.text)
    }

    @Test(
        "The exit status follows --fail-on",
        arguments: [
            ("", 0), ("--fail-on leak", 1), ("--fail-on granted", 1), ("--fail-on unproven", 0),
            ("--fail-on unproven,leak", 1), ("--fail-on nothing", 64), ("--format yaml", 64),
            ("--accept 5f1c09", 64), ("--reason x", 64), ("--accept abcdef --reason x --until 2027-02-30", 64),
            ("--accept abcdef --reason x --until 2099-01-01 --owner dana", 64), ("--accepted missing.yaml", 2),
        ] as [(String, Int32)]
    )
    func status(arguments: String, status: Int32) throws {
        #expect(try Self.audit(arguments, in: try TemporaryFolder()).status == status)
    }

    /// A policy with a rule that URLs can escape.
    private static let loose =
        text + """

            ruleSets:
              corporate:
                default: internal
                rules: [{id: pay, class: blocked, edge: 'https://hr.contoso.com/pay'}]
            views: [{id: E, policy: currentIdentity, isExternalURL: corporate}]
            """

    @Test("With --evasion, evaded rules are shown and fail the audit")
    func evasion() throws {
        let folder = try TemporaryFolder()
        let outcome = try Self.audit("--evasion --fail-on evasion", in: folder, text: Self.loose)
        #expect(outcome.status == 1)
        #expect(outcome.text.contains("DM170 warning  the blocked rule corporate.pay is evaded (policy.yaml:"))
        #expect(outcome.text.contains("navigate E to https://hr.contoso.com/%70ay  allow → view, managed page"))
        // Nothing would be looked for, so it could never fail.
        #expect(try Self.audit("--fail-on evasion", in: folder, text: Self.loose).status == 64)
        #expect(
            try Self.audit("--evasion --format sarif", in: folder, text: Self.loose).text.contains(#""ruleId":"DM170""#)
        )
    }

    @Test("With --readers, other readers' destinations are shown, and an unknown reader is refused")
    func readers() throws {
        let folder = try TemporaryFolder()
        let outcome = try Self.audit("--readers nginx,curl --fail-on readers", in: folder, text: Self.loose)
        #expect(outcome.status == 1)
        #expect(outcome.text.contains("DM171 warning  readers go to a place that corporate.pay decides (policy.yaml:"))
        #expect(outcome.text.contains("nginx goes elsewhere (encoded-letter-in-path)"))
        #expect(try Self.audit("--fail-on readers", in: folder, text: Self.loose).status == 64)
        #expect(try Self.audit("--readers curl --fail-on readers", in: folder, text: Self.loose).status == 0)
        #expect(
            try Self.audit("--readers NGINX --format sarif", in: folder, text: Self.loose).text.contains(
                #""ruleId":"DM171""#
            )
        )
        #expect(try Self.audit("--readers crul", in: folder, text: Self.loose).status == 64)
    }

    @Test("An accepted path is not counted until its acceptance expires")
    func acceptance() throws {
        let folder = try TemporaryFolder()
        let all = "--accept-all --reason 'a \"pilot\": yes' --until 2099-12-31 --owner dana"
        #expect(try Self.audit("\(all) --fail-on granted", in: folder).status == 0)
        let again = try Self.audit("--fail-on granted", in: folder)
        #expect(again.status == 0 && again.text.contains("2 accepted, 2 of them in bulk, the oldest today\n"))
        #expect(again.text.contains("No path leads out of the organization except 2 that are accepted: "))
        let file = folder.path + "/.demarc-audit.yaml"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains("reason: \"a \\\"pilot\\\": yes\"") && text.contains("owner: \"dana\""))
        #expect(text.contains("from: {\"strict\": content}"), "\(text)")
        try text.replacing("2099-12-31", with: "2020-12-31").write(toFile: file, atomically: true, encoding: .utf8)
        let expired = try Self.audit("--fail-on leak", in: folder)
        #expect(expired.status == 1 && expired.text.contains("ended on 2020-12-31"))
        #expect(try Self.audit(all, in: folder).status == 0)
        let renewed = try Self.audit("--fail-on leak,granted", in: folder)
        #expect(renewed.status == 0 && !renewed.text.contains("ended on"), "\(renewed.text)")
        let wider = Self.text.replacing("printBlocked: false", with: "printBlocked: true")
        #expect(try Self.audit("", in: folder, text: wider).text.contains("accepted, but gone: "))
    }

    @Test(
        "Accepting a path again adds an entry if that changes the acceptance, and a note says if it does not",
        arguments: [
            ("--accept-all --reason pilot --until 2099-11-30 --owner dana", 0),
            ("--accept-all --reason board --until 2099-11-29 --owner erin", 0),
            ("--accept-all --reason board --until 2099-12-31 --owner erin", 2),
            ("--accept ID --reason pilot --until 2099-11-30 --owner dana", 1),
            ("--accept ID --accept ID --reason alone --until 2098-12-31 --owner erin", 1),
        ]
    )
    func renewal(arguments: String, added: Int) throws {
        let folder = try TemporaryFolder()
        _ = try Self.audit("--accept-all --reason pilot --until 2099-11-30 --owner dana", in: folder)
        let before = try folder.read(".demarc-audit.yaml")
        let id = try #require(before.firstMatch(of: /path: ([0-9a-f]{64})/)).output.1
        let again = arguments.replacing("ID", with: id)
        let outcome = try Self.audit(again, in: folder)
        #expect(outcome.status == 0)
        let after = try folder.read(".demarc-audit.yaml")
        #expect(after.hasPrefix(before))
        #expect(after.dropFirst(before.count).matches(of: /- path:/).count == added, "\(after)")
        #expect(
            outcome.errors.contains("2 paths are already accepted: no new entry") == (added == 0),
            "\(outcome.errors)"
        )
        if added == 1 { #expect(outcome.text.contains("2 accepted, 1 of them in bulk"), "\(outcome.text)") }
        let repeated = try Self.audit(again, in: folder)
        #expect(repeated.errors.contains("already accepted: no new entry"), "\(repeated.errors)")
        #expect(try folder.read(".demarc-audit.yaml") == after)
        guard added == 1 else { return }
        let all = try Self.audit("--accept-all --reason board --until 2099-12-31 --owner erin", in: folder)
        #expect(all.text.contains("2 accepted, 1 of them in bulk"), "\(all.text)")
    }

    @Test(
        "The file of accepted paths may be a symbolic link",
        arguments: [("shared/a.yaml", ".demarc-audit.yaml", ""), ("a.yaml", "link.yaml", "--accepted link.yaml")]
    )
    func link(target: String, link: String, arguments: String) throws {
        let folder = try TemporaryFolder()
        let all = "--accept-all --reason pilot --until 2099-12-31 --owner dana"
        #expect(try Self.audit(all, in: folder).status == 0)
        let move = "cd '\(folder.path)' && mkdir shared && mv .demarc-audit.yaml \(target) && ln -s \(target) \(link)"
        #expect(try Tool.bash(move).status == 0)
        let outcome = try Self.audit("--fail-on granted \(arguments)", in: folder)
        #expect(outcome.status == 0 && outcome.text.contains("2 accepted"), "\(outcome.errors)")
        let pipe = "cd '\(folder.path)' && rm \(link) && mkfifo pipe && ln -s pipe \(link)"
        #expect(try Tool.bash(pipe).status == 0)
        #expect(try Self.audit(arguments, in: folder).status == 2)
    }

    @Test("A path is not accepted until a day that has passed")
    func acceptanceOfThePast() throws {
        let folder = try TemporaryFolder()
        let outcome = try Self.audit("--accept-all --reason pilot --until 2020-12-31 --owner dana", in: folder)
        #expect(outcome.status == 64 && outcome.errors.contains("--until 2020-12-31 has passed"))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/.demarc-audit.yaml"))
    }

    @Test("A file of accepted paths with a mistake is refused as a whole")
    func badFile() throws {
        let folder = try TemporaryFolder()
        let id = String(repeating: "a", count: 64)
        for (entry, message) in [
            ("path: '*', reason: a, owner: d, until: 2027-01-01", "`*` is not the id of a path"),
            ("path: \(id), reason: a, owner: d, until: 2027-02-30", "`2027-02-30` is not a day"),
            ("path: \(id), reason: a, owner: d, since: soon, until: 2027-02-03", "`soon` is not a day"),
            ("path: \(id), owner: d, until: 2027-02-03", "an accepted path needs `reason`"),
            ("path: \(id), reason: a, until: 2027-02-03", "an accepted path needs `owner`"),
            ("path: \(id), reason: a, owner: '', until: 2027-02-03", "the text is empty"),
            ("path: \(id), from: [pool], reason: a, owner: d, until: 2027-02-03", "expected a mapping of policies"),
            ("path: \(id), from: {pool: all}, reason: a, owner: d, until: 2027-02-03", "unknown capacity `all`"),
        ] {
            try folder.write("demarc-audit: 1\naccepted: [{\(entry)}]", to: ".demarc-audit.yaml")
            let outcome = try Self.audit("", in: folder)
            #expect(outcome.status == 2 && outcome.errors.contains(message), "\(entry): \(outcome.errors)")
        }
        for text in ["accepted: []", "demarc-audit: 2"] {
            try folder.write(text, to: ".demarc-audit.yaml")
            #expect(try Self.audit("", in: folder).status == 2, "\(text)")
        }
    }

    @Test("The oldest acceptance is counted with its age, and an older file without days is still read")
    func age() throws {
        let folder = try TemporaryFolder()
        _ = try Self.audit("--accept-all --reason pilot --until 2099-12-31 --owner dana", in: folder)
        let file = folder.path + "/.demarc-audit.yaml"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let day = try #require(text.firstMatch(of: /\n    since: (\d{4}-\d\d-\d\d)\n/)).output
        func audit(_ text: String, _ arguments: String = "") throws -> String {
            try folder.write(text, to: ".demarc-audit.yaml")
            return try Self.audit(arguments, in: folder).text
        }
        let known = "2 accepted, 2 of them in bulk, the oldest"
        #expect(
            try audit(text.replacing(day.1, with: "2020-01-31")).contains(
                /2 of them in bulk, the oldest \d{4} days ago\n/
            )
        )
        #expect(try audit(text.replacing(day.1, with: "2099-01-31")).contains("\(known) today\n"))
        #expect(
            try audit(text.replacing(day.0, with: "\n", maxReplacements: 1)).contains(
                "\(known) today; 1 on an unknown day\n"
            )
        )
        let old = text.replacing(day.0, with: "\n")
        #expect(try audit(old).contains("2 accepted, 2 of them in bulk, on an unknown day\n"))
        #expect(try audit(old, "--format json").contains(#""owner":"dana","since":null,"until":"2099-12-31""#))
        #expect(try audit(text, "--format json").contains(#""owner":"dana","since":"\#(day.1)","until":"2099-12-31""#))
        #expect(try audit(text, "--format html").contains("<li>\(known) today</li>"))
    }

    @Test("Somebody is responsible for each accepted path")
    func owner() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.text, to: "policy.yaml")
        let accept = "audit --policy policy.yaml --accept-all --reason pilot --until 2099-12-31"
        for (command, message) in [
            ("env -u USER \"$demarc\" \(accept)", "--accept-all needs --owner, because this shell has no USER"),
            ("env USER= \"$demarc\" \(accept)", "--accept-all needs --owner, because this shell has no USER"),
            ("env USER=dana \"$demarc\" \(accept) --owner ''", "--owner is empty"),
        ] {
            let outcome = try Tool.bash("cd '\(folder.path)' && \(command)")
            #expect(outcome.status == 64 && outcome.errors.contains(message), "\(command): \(outcome.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/.demarc-audit.yaml"))
        let outcome = try Tool.bash("cd '\(folder.path)' && env USER=dana \"$demarc\" \(accept)")
        let text = try String(contentsOfFile: folder.path + "/.demarc-audit.yaml", encoding: .utf8)
        #expect(outcome.status == 0 && text.contains("owner: \"dana\""))
    }

    @Test(
        "A reason and an owner are on one line",
        arguments: [
            (#"--reason $'a\nb' --owner dana"#, "--reason"), (#"--reason $'a\eb' --owner dana"#, "--reason"),
            (#"--reason a --owner $'d\tana'"#, "--owner"), (#"--reason a --owner $'d\rana'"#, "--owner"),
        ]
    )
    func controls(arguments: String, option: String) throws {
        let folder = try TemporaryFolder()
        let outcome = try Self.audit("--accept-all --until 2099-12-31 \(arguments)", in: folder)
        #expect(outcome.status == 64, "\(outcome.text)")
        let message = "\(option) contains a control character; write it on one line"
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(folder.names == ["policy.yaml"])
    }

    @Test("The report overwrites no file that is read, and a usage error keeps the previous report")
    func overwriting() throws {
        let folder = try TemporaryFolder()
        let scenarios = """
            demarc-test: 1
            policy: policy.yaml
            scenarios: [{name: n, when: {open: "a:b"}, then: {verdict: block}}]
            """
        let accepted = "demarc-audit: 1\naccepted: []\n"
        let all = "--accept-all --reason pilot --until 2099-12-31 --owner dana"
        try folder.write(scenarios, to: "s.yaml")
        try folder.write(accepted, to: ".demarc-audit.yaml")
        let (isAccepted, isRead) = ("the file of accepted paths", "a file that is read")
        for (arguments, reason) in [
            ("--output .demarc-audit.yaml", isAccepted), ("--output .demarc-audit.yaml \(all)", isAccepted),
            ("--output policy.yaml", isRead),
            ("--scenarios s.yaml --write-scenarios rest.yaml --output s.yaml", isRead),
            ("--scenarios s.yaml --write-scenarios rest.yaml --output policy.yaml \(all)", isRead),
        ] {
            let outcome = try Self.audit(arguments, in: folder)
            #expect(outcome.status == 64, "\(arguments): \(outcome.errors)")
            #expect(outcome.errors.contains("--output names \(reason)"), "\(arguments): \(outcome.errors)")
        }
        #expect(try folder.read(".demarc-audit.yaml") == accepted)
        #expect(try folder.read("s.yaml") == scenarios)
        #expect(try folder.read("policy.yaml") == Self.text)
        #expect(!folder.names.contains("rest.yaml"))
        try folder.write("previous\n", to: "report.txt")
        for arguments in ["--accept abcdef --reason x --until 2099-01-01 --owner dana", "--accepted missing.yaml"] {
            #expect(try Self.audit("--output report.txt \(arguments)", in: folder).status != 0)
            #expect(try folder.read("report.txt") == "previous\n", "\(arguments)")
        }
    }

    @Test("SARIF has a result for each path, with its fingerprint and steps")
    func sarif() throws {
        let outcome = try Self.audit("--format sarif", in: try TemporaryFolder())
        let log = try #require(JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
        let run = try #require((log["runs"] as? [[String: Any]])?.first)
        let results = try #require(run["results"] as? [[String: Any]])
        #expect(results.map { $0["ruleId"] as? String } == ["DM102", "DM101"])
        for result in results {
            let fingerprint = (result["partialFingerprints"] as? [String: String])?["demarc/v1"]
            #expect(fingerprint?.utf8.count == 64)
            #expect((result["locations"] as? [Any])?.count == 1)
            let flow = (result["codeFlows"] as? [[String: Any]])?.first?["threadFlows"] as? [[String: Any]]
            #expect((flow?.first?["locations"] as? [Any])?.count == 1)
        }
    }
}
