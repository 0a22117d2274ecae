import Foundation
import TestSupport
import Testing

@Suite("demarc launch") struct LaunchCommandTests {
    private static let policy = """
        demarc: 1
        app: {id: com.contoso.mail}
        policies:
          strict:
            pinRequired: true
            periodOnlineBeforeAccessCheck: PT30M
            periodOfflineBeforeAccessCheck: PT12H
            deviceComplianceRequired: true
            appActionIfDeviceComplianceRequired: wipe
            minimumRequiredOsVersion: "16.0"
            minimumWarningOsVersion: "17.0"
        accounts:
          - {account: dana@contoso.com, policy: strict}
        """

    private static let met = """
        now: 2026-11-23T12:00:00Z
        device: {osVersion: "17.4", isJailbroken: false, biometry: none}
        access:
          lastCheckIn: 2026-11-23T11:00:00Z
          pinSetAt: 2026-11-01T12:00:00Z
          lastPIN: 2026-11-23T11:50:00Z
          lastMet: 2026-11-23T11:50:00Z
          lastActivity: 2026-11-23T11:55:00Z
        """

    /// Runs the command in a folder with a policy and a file of facts; the outcome contains names instead of paths.
    private static func run(
        _ arguments: [String],
        facts: String = Self.met,
        policy: String = Self.policy
    ) throws -> Tool.Outcome {
        let folder = try TemporaryFolder()
        let path = try folder.write(policy, to: "policy.yaml")
        let known = try folder.write(facts, to: "facts.yaml")
        let outcome = try Tool.run(["launch", "--policy", path, "--facts", known] + arguments)
        func shortened(_ text: String) -> String { text.replacing(folder.path + "/", with: "") }
        return Tool.Outcome(
            status: outcome.status,
            output: Array(shortened(outcome.text).utf8),
            errors: shortened(outcome.errors)
        )
    }

    private static func object(_ outcome: Tool.Outcome) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
    }

    @Test(
        "Invalid usage is refused",
        arguments: [
            ([], "--facts or --registrations"),
            (["--facts", "a", "--registrations", "b"], "--facts or --registrations"),
            (["--facts", "a", "--compare", "b"], "--compare needs --registrations"),
            (["--facts", "a", "--fail-on", "stricter"], "--fail-on stricter needs --compare"),
            (["--facts", "a", "--fail-on", "challenge"], "challenge"), (["--facts", "a", "--at", "noon"], "noon"),
        ] as [([String], String)]
    )
    func misuse(arguments: [String], message: String) throws {
        let outcome = try Tool.run(["launch", "--policy", "p.yaml"] + arguments)
        #expect(outcome.status == 64 && outcome.output.isEmpty)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test("An unreadable fact is an error at its place, and nothing is decided")
    func badFacts() throws {
        let outcome = try Self.run(["--format", "json"], facts: "device:\n  osversion: \"17.4\"\n")
        #expect(outcome.status == 2 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("facts.yaml:2:3: error[unknown-key]"))
        #expect(outcome.errors.contains("help: did you mean `osVersion`?"))
        let missing = try Tool.run(["launch", "--policy", "p.yaml", "--facts", "/nowhere/facts.yaml"])
        #expect(missing.status == 2 && missing.errors.contains("facts.yaml"))
    }

    @Test("The text shows verdict, challenges, reasons with place, fact and limit, and the next check")
    func text() throws {
        let outcome = try Self.run([], facts: Self.met.replacing("17.4", with: "16.7"))
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(
            outcome.text == """
                warn  dana@contoso.com  com.contoso.mail
                  because     launch.os.tooOld: The operating system is older than the policy accepts. The limit is 17.0. \
                [minimumWarningOsVersion policy.yaml:11:5] (warn, osVersion)
                  next check  2026-11-23T12:25:00Z

                """
        )
        let due = try Self.run(["--at", "2026-11-23T12:25:00Z"])
        #expect(due.lines.first?.hasPrefix("challenge") == true && due.lines[1] == "  ask         pin")
    }

    @Test("JSON is one object with the documented members")
    func json() throws {
        let outcome = try Self.run(["--format", "json"], facts: "device: {osVersion: '15.8', isJailbroken: true}")
        #expect(outcome.status == 0)
        let object = try Self.object(outcome)
        #expect(Set(object.keys) == ["account", "app", "verdict", "challenges", "reasons", "nextCheck"])
        // A fact is missing, so nothing is wiped.
        #expect(object["verdict"] as? String == "block" && object["app"] as? String == "com.contoso.mail")
        let reasons = try #require(object["reasons"] as? [[String: Any]])
        let old = try #require(reasons.first { $0["setting"] as? String == "minimumRequiredOsVersion" })
        #expect(old["code"] as? String == "launch.os.tooOld" && old["action"] as? String == "block")
        #expect(old["at"] as? String == "policy.yaml:10:5" && old["fact"] as? String == "osVersion")
        #expect(old["limit"] as? String == "16.0" && old["message"] == nil)
        #expect(
            reasons.contains {
                $0["code"] as? String == "launch.fact.missing" && $0["fact"] as? String == "lastCheckIn"
            }
        )
        let explained = try Self.object(Self.run(["--format", "ndjson", "--explain"]))
        #expect((explained["reasons"] as? [[String: Any]])?.allSatisfy { $0["message"] != nil } == true)
    }

    @Test("A next check after the year 9999 is never")
    func lateCheck() throws {
        let policy = Self.policy.replacing("    periodOfflineBeforeAccessCheck: PT12H\n", with: "")
        let facts = Self.met.replacing("2026-11-23T11:55:00Z", with: "9999-12-31T23:59:59Z")
        let object = try Self.object(Self.run(["--format", "json"], facts: facts, policy: policy))
        #expect(object["verdict"] as? String == "allow" && object["nextCheck"] is NSNull, "\(object)")
        let text = try Self.run([], facts: facts, policy: policy).text
        #expect(text.hasSuffix("  next check  none\n"), "\(text)")
    }

    @Test(
        "--fail-on selects a verdict and stricter ones; a challenge does not count, but a warning beside it does",
        arguments: [
            (Self.met, "warn", 0), (Self.met.replacing("17.4", with: "16.7"), "warn", 1),
            (Self.met.replacing("17.4", with: "16.7"), "block", 0),
            (Self.met.replacing("17.4", with: "15.0"), "block", 1),
            (Self.met.replacing("17.4", with: "15.0"), "warn", 1),
            (Self.met.replacing("17.4", with: "15.0"), "wipe", 0),
            (Self.met.replacing("false", with: "true"), "wipe", 1),
            (Self.met.replacing("false", with: "true"), "warn", 1),
            (Self.met.replacing("11:55", with: "09:55"), "warn,block,wipe", 0),
            (Self.met.replacing("11:55", with: "09:55").replacing("17.4", with: "16.7"), "warn", 1),
            (Self.met.replacing("11:55", with: "09:55").replacing("17.4", with: "16.7"), "block,wipe", 0),
        ] as [(String, String, Int32)]
    )
    func failures(facts: String, name: String, status: Int32) throws {
        #expect(try Self.run(["--fail-on", name], facts: facts).status == status)
        #expect(try Self.run([], facts: facts).status == 0)
    }

    @Test("Facts come from standard input, and the time and the account from options")
    func options() throws {
        let folder = try TemporaryFolder()
        let policy = try folder.write(Self.policy + "\n  - {account: kim@home.example}\n", to: "policy.yaml")
        let arguments = ["launch", "--policy", policy, "--facts", "-", "--format", "json"]
        let late = try Tool.run(arguments + ["--at", "2026-11-24T12:00:00Z"], input: Self.met)
        #expect(try Self.object(late)["verdict"] as? String == "block")
        let kim = try Self.object(try Tool.run(arguments + ["--user", "kim@home.example"], input: Self.met))
        #expect(kim["verdict"] as? String == "allow" && kim["account"] as? String == "kim@home.example")
        let none = try Tool.run(arguments + ["--user", "robin"], input: Self.met)
        #expect(none.status == 64 && none.errors.contains("unknown account `robin`"))
    }
}
