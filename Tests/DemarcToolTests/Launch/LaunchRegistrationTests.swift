import Foundation
import TestSupport
import Testing

@Suite("demarc launch for a fleet") struct LaunchRegistrationTests {
    private static func policy(minimum: String) -> String {
        """
        demarc: 1
        app: {multiIdentity: true, multiManagedIdentities: true}
        policies:
          strict:
            pinRequired: true
            deviceComplianceRequired: true
            appActionIfDeviceComplianceRequired: wipe
            minimumRequiredOsVersion: "\(minimum)"
            periodOfflineBeforeAccessCheck: P7D
          lax: {}
        accounts:
          - {account: dana@contoso.com, policy: strict}
          - {account: 0aee4b10-0000-4000-8000-000000000002, policy: lax}
        user: dana@contoso.com
        """
    }

    private static func registration(_ id: String, _ version: String, _ more: String = "") -> String {
        #"{"id": "\#(id)", "userId": "user-\#(id)", "platformVersion": "\#(version)", "flaggedReasons": ["none"], "#
            + #""lastSyncDateTime": "2026-11-23T08:00:00Z", "appIdentifier": {"bundleId": "com.contoso.mail"}\#(more)}"#
    }

    private static let fleet = [
        registration("old", "15.8"), registration("middle", "16.5"), registration("new", "17.4"),
        registration("flagged", "17.4").replacing("none", with: "rootedDevice"),
    ]

    private static func run(
        _ arguments: [String],
        _ input: String,
        minimum: String = "16.0",
        before: String? = nil
    ) throws -> Tool.Outcome {
        let folder = try TemporaryFolder()
        var command = ["launch", "--policy", try folder.write(policy(minimum: minimum), to: "policy.yaml")]
        command += ["--registrations", "-", "--at", "2026-11-23T12:00:00Z"]
        if let before { command += ["--compare", try folder.write(policy(minimum: before), to: "old.yaml")] }
        let outcome = try Tool.run(command + arguments, input: input)
        let text = outcome.text.replacing(folder.path + "/", with: "")
        return Tool.Outcome(status: outcome.status, output: Array(text.utf8), errors: outcome.errors)
    }

    private static func objects(_ outcome: Tool.Outcome) throws -> [[String: Any]] {
        try #require(try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [[String: Any]])
    }

    @Test("Every input format gives the same results in input order")
    func forms() throws {
        let page = "{\"@odata.context\": \"x\", \"value\": [\(fleetText(", \n"))]}"
        let inputs = [page, "[\(fleetText(","))]", fleetText("\n")]
        let outcomes = try inputs.map { try Self.run(["--format", "ndjson"], $0) }
        for outcome in outcomes {
            #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.text == outcomes[0].text)
        }
        let json = try Self.objects(Self.run(["--format", "json"], page))
        #expect(json.map { $0["id"] as? String } == ["old", "middle", "new", "flagged"])
        #expect(json.map { $0["verdict"] as? String } == ["block", "allow", "allow", "wipe"])
        #expect(json[0]["account"] as? String == "user-old" && json[0]["app"] as? String == "com.contoso.mail")
        #expect(json[1]["nextCheck"] as? String == "2026-11-30T08:00:00Z")
        let reasons = try #require(json[1]["reasons"] as? [[String: Any]])
        #expect(
            reasons.contains {
                $0["code"] as? String == "launch.fact.inapplicable" && $0["fact"] as? String == "pinSetAt"
            }
        )
        #expect(try Self.run(["--format", "json"], "").text == "[]\n")
    }

    private func fleetText(_ separator: String) -> String { Self.fleet.joined(separator: separator) }

    @Test("The summary counts verdicts with their reasons, and skipped conditions")
    func summary() throws {
        let outcome = try Self.run([], fleetText("\n"))
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(
            outcome.lines.prefix(4) == [
                "4 registrations at 2026-11-23T12:00:00Z", "  wipe       1", "  block      1", "  allow      2",
            ]
        )
        #expect(outcome.text.contains("1 × launch.jailbroken: The device is jailbroken."))
        #expect(outcome.text.contains("1 × launch.os.tooOld:"))
        #expect(outcome.text.contains("4 × launch.fact.inapplicable:") && outcome.text.contains("(allow, pinSetAt)"))
    }

    @Test("A reason that reads the same under several policies is counted in one line")
    func counts() throws {
        let folder = try TemporaryFolder()
        let policy = """
            demarc: 1
            app: {multiIdentity: true, multiManagedIdentities: true}
            policies: {s: {deviceComplianceRequired: true}, t: {deviceComplianceRequired: true}}
            accounts: [{account: dana, policy: s}, {account: kim, policy: t}]
            user: dana
            """
        let input = ["dana", "kim"].map { #"{"userId": "\#($0)", "platformVersion": "17", "flaggedReasons": []}"# }
        let outcome = try Tool.run(
            ["launch", "-p", try folder.write(policy, to: "p.yaml"), "--registrations", "-"],
            input: input.joined(separator: "\n")
        )
        #expect(outcome.status == 0)
        let counts = outcome.lines.filter { $0.contains("launch.fact.inapplicable") }.map { $0.prefix(4) }
        #expect(counts == ["  2 "], "\(outcome.text)")
    }

    @Test("A bad registration is reported in place, the others are decided, and the exit status is 2")
    func bad() throws {
        let input = [Self.fleet[0], #"{"id": "x", "platformVersion": 17}"#, "nonsense", Self.fleet[2]].joined(
            separator: "\n"
        )
        let outcome = try Self.run(["--format", "ndjson"], input)
        #expect(outcome.status == 2)
        let lines = outcome.lines
        #expect(lines.count == 4 && lines[0].hasPrefix(#"{"id":"old""#) && lines[3].hasPrefix(#"{"id":"new""#))
        #expect(lines[1].hasPrefix(#"{"error":{"code":"wrong-type","message":"line 2, column 32: `platformVersion`"#))
        #expect(lines[2].hasPrefix(#"{"error":{"code":"invalid-json","message":"line 3, column 1:"#))
        #expect(outcome.errors.contains("2 registrations could not be read, the first at line 2"))
        let text = try Self.run([], input)
        #expect(text.status == 2 && text.text.hasPrefix("2 registrations"))
        let errors = text.errors.split(separator: "\n")
        #expect(errors.contains { $0.hasPrefix("standard input:2:32: error[wrong-type]: ") }, "\(text.errors)")
        #expect(errors.contains { $0.hasPrefix("standard input:3:1: error[invalid-json]: ") }, "\(text.errors)")
    }

    @Test(
        "With --fail-on, an input without any text is an error, and a page without registrations is not",
        arguments: [
            ("", [], 0), ("", ["--fail-on", "warn"], 2), ("\u{FEFF}", ["--fail-on", "warn"], 2),
            (" \r\n\t\n", ["--fail-on", "block,wipe"], 2), (#"{"value": []}"#, ["--fail-on", "warn"], 0),
            ("[]", ["--fail-on", "warn"], 0),
        ] as [(String, [String], Int32)]
    )
    func empty(input: String, options: [String], status: Int32) throws {
        let outcome = try Self.run(["--format", "json"] + options, input)
        #expect(outcome.status == status && outcome.text == "[]\n", "\(outcome.errors)")
        #expect(outcome.errors.contains("no registration in `standard input`") == (status == 2), "\(outcome.errors)")
    }

    @Test("An error names the file of the registration")
    func place() throws {
        let check = try CheckCase()
        let path = try check.folder.write("nonsense\n", to: "r.json")
        let outcome = try Tool.run(["launch", "--policy", check.policy, "--registrations", path])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("\(path):1:1: error[invalid-json]: "), "\(outcome.errors)")
    }

    @Test("Missing pages and registrations of other platforms are reported")
    func notes() throws {
        let other = ##"{"@odata.type": "#microsoft.graph.androidManagedAppRegistration", "id": "a"}"##
        let page = "{\"value\": [\(other), \(Self.fleet[2])], \"@odata.nextLink\": \"https://graph.example/2\"}"
        let outcome = try Self.run(["--format", "json"], page)
        #expect(outcome.status == 0)
        #expect(try Self.objects(outcome).count == 1)
        #expect(outcome.errors.contains("1 registration is of another platform"))
        #expect(outcome.errors.contains("@odata.nextLink"))
        #expect(try Self.run(["--quiet"], page).errors.isEmpty)
    }

    @Test(
        "Registrations of other apps are skipped with a note if the document or the policy names its apps",
        arguments: [
            ("", "", ["old", "own", "team", "none"], nil),
            ("app: {id: com.contoso.Mail}\n", "", ["own", "none"], "2 registrations are of another app, and skipped"),
            ("", ", apps: [com.contoso.team]", ["team", "none"], "2 registrations are of another app, and skipped"),
            (
                "app: {id: com.contoso.mail}\n", ", apps: [com.contoso.team]", ["own", "team", "none"],
                "1 registration is"
            ),
            ("app: {id: com.contoso.mail}\n", ", apps: [com.contoso.mail]", ["own", "none"], "2 registrations are"),
        ] as [(String, String, [String], String?)]
    )
    func otherApps(app: String, apps: String, ids: [String], note: String?) throws {
        let folder = try TemporaryFolder()
        let policy = """
            demarc: 1
            \(app)policies: {p: {minimumRequiredAppVersion: "3.0"\(apps)}, q: {apps: [com.contoso.old]}}
            accounts: [{account: dana@contoso.com, policy: p}]
            user: dana@contoso.com
            """
        let rows = [("old", "com.contoso.old"), ("own", "com.contoso.mail"), ("team", "com.contoso.team")]
        let input =
            rows.map { id, app in
                #"{"id": "\#(id)", "applicationVersion": "2.0", "appIdentifier": {"bundleId": "\#(app)"}}"#
            } + [#"{"id": "none", "applicationVersion": "2.0"}"#]
        let outcome = try Tool.run(
            [
                "launch", "--policy", try folder.write(policy, to: "policy.yaml"), "--registrations", "-", "--format",
                "json", "--at", "2026-11-23T12:00:00Z",
            ],
            input: input.joined(separator: "\n")
        )
        #expect(outcome.status == 0)
        #expect(try Self.objects(outcome).map { $0["id"] as? String } == ids)
        #expect(note.map { outcome.errors.contains($0) } ?? outcome.errors.isEmpty, "\(outcome.errors)")
    }

    @Test("An account of the document is decided by its own policy, and all others by the user's")
    func accounts() throws {
        let own = Self.fleet[0].replacing("user-old", with: "0AEE4B10-0000-4000-8000-000000000002")
        let json = try Self.objects(Self.run(["--format", "json"], "[\(own), \(Self.fleet[0])]"))
        #expect(json.map { $0["verdict"] as? String } == ["allow", "block"])
    }

    @Test("--compare shows whose verdict changes, stricter verdicts first")
    func compare() throws {
        let arguments = ["--format", "json"]
        let raised = try Self.run(
            arguments + ["--fail-on", "stricter"],
            fleetText("\n"),
            minimum: "17.0",
            before: "16.0"
        )
        #expect(raised.status == 1)
        let json = try Self.objects(raised)
        #expect(json.map { $0["id"] as? String } == ["middle"])
        #expect(json[0]["before"] as? String == "allow" && json[0]["verdict"] as? String == "block")
        #expect(json[0]["change"] as? String == "stricter")
        let lowered = try Self.run(
            arguments + ["--fail-on", "stricter"],
            fleetText("\n"),
            minimum: "15.0",
            before: "16.0"
        )
        #expect(lowered.status == 0)
        #expect(try Self.objects(lowered).map { $0["change"] as? String } == ["laxer"])
        let same = try Self.run(arguments, fleetText("\n"), before: "16.0")
        #expect(same.text == "[]\n")
        let text = try Self.run([], fleetText("\n"), minimum: "17.0", before: "16.0").lines
        #expect(text[0] == "allow → block  user-middle  com.contoso.mail  middle")
        #expect(
            text[1].hasPrefix("    because launch.os.tooOld:") && text[2] == "1 stricter, 0 less strict than before"
        )
    }

    @Test("Stricter verdicts come first, in order of strictness")
    func order() throws {
        // One account moves from strict to lax: its old systems are admitted, while others are locked out.
        let own = Self.registration("own", "15.8").replacing("user-own", with: "0aee4b10-0000-4000-8000-000000000002")
        let folder = try TemporaryFolder()
        let new = Self.policy(minimum: "17.0")
        let old = Self.policy(minimum: "16.0").replacing("policy: lax}", with: "policy: strict}")
            .replacing("deviceComplianceRequired: true", with: "deviceComplianceRequired: false")
        let outcome = try Tool.run(
            [
                "launch", "--policy", try folder.write(new, to: "new.yaml"), "--compare",
                try folder.write(old, to: "old.yaml"), "--registrations", "-", "--format", "json", "--at",
                "2026-11-23T12:00:00Z",
            ],
            input: ([own] + Self.fleet).joined(separator: "\n")
        )
        let json = try Self.objects(outcome)
        #expect(json.map { $0["id"] as? String } == ["flagged", "middle", "own"])
        #expect(json.map { $0["before"] as? String } == ["allow", "allow", "block"])
        #expect(json.map { $0["verdict"] as? String } == ["wipe", "block", "allow"])
    }

    @Test(
        "--fail-on checks every verdict",
        arguments: [
            ("wipe", [3], 1), ("block", [3], 1), ("block", [0, 2], 1), ("wipe", [0, 2], 0), ("warn", [1, 2], 0),
        ]
            as [(String, [Int], Int32)]
    )
    func failures(name: String, rows: [Int], status: Int32) throws {
        let input = rows.map { Self.fleet[$0] }.joined(separator: "\n")
        #expect(try Self.run(["--fail-on", name, "--format", "ndjson"], input).status == status)
    }

    @Test("Results go to a file, never to an input file")
    func output() throws {
        let folder = try TemporaryFolder()
        let policy = try folder.write(Self.policy(minimum: "16.0"), to: "policy.yaml")
        let fleet = try folder.write(fleetText("\n"), to: "fleet.ndjson")
        let command = ["launch", "--policy", policy, "--registrations", fleet, "--format", "ndjson", "--output"]
        #expect(try Tool.run(command + [fleet]).status == 64)
        #expect(try Tool.run(command + [folder.file("out.ndjson")]).status == 0)
        #expect(try folder.read("out.ndjson").split(separator: "\n").count == 4)
        #expect(try Tool.run(["launch", "--policy", policy, "--registrations", folder.file("none")]).status == 2)
    }
}
