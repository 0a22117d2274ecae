import Diagnostics
import PolicyModel
import RuleIndex
import Testing

@testable import Scenarios

@Suite("Coverage") struct ScenarioCoverageTests {
    private static func coverage(_ steps: [Scenario.Step], policy: Int = 0) throws -> ScenarioCoverage {
        let base = try document(Samples.policy.replacing("multiIdentity: true, ", with: ""))
        var patched = base
        patched.policies["strict"]?.setLocation(of: .managedBrowserToOpenLinksRequired, to: Samples.place(9))
        let scenario = Scenario(name: "sample", location: Samples.place(1), policy: policy, steps: steps)
        let policies = [ScenarioFile.Policy(document: base), .init(document: patched, base: 0)]
        let file = ScenarioFile(path: "s", policies: policies, scenarios: [scenario])
        var runner = ScenarioRunner(file, measuresCoverage: true)
        _ = runner.run(scenario)
        return runner.coverage
    }

    private static func coverage(_ step: Scenario.Step, under policy: String) throws -> ScenarioCoverage {
        let scenario = Scenario(name: "sample", location: Samples.place(1), policy: 0, steps: [step])
        var runner = ScenarioRunner(try Samples.file([scenario], policy: policy), measuresCoverage: true)
        _ = runner.run(scenario)
        return runner.coverage
    }

    private static let gambling = Scenario.Step(.go("https://casino.example/"), (.verdict, "block"))
    private static let search = Scenario.Step(.go("https://search.example/"), (.verdict, "route"))

    @Test("Rules and settings that can decide are counted, and unexercised ones are listed with their place")
    func lists() throws {
        let coverage = try Self.coverage([Self.gambling, Self.search])
        #expect(coverage.count(rules: true) == (1, 3))
        #expect(coverage.unexercised(rules: true).map(\.name) == ["intranet", "public-site"])
        // A name causes no decision.
        #expect(coverage.count(rules: false) == (1, 3))
        #expect(
            coverage.unexercised(rules: false).map { "\($0.name) \($0.location)" } == [
                "treatAllWebViewsAsUnmanaged policy.yaml:2:7", "managedBrowserToOpenLinksRequired policy.yaml:8:5",
            ]
        )
        #expect(
            coverage.text == """
                coverage: 1 of 3 rules exercised
                  policy.yaml:16:9: rule `intranet` of `corporate` never exercised
                  policy.yaml:17:9: rule `public-site` of `corporate` never exercised
                coverage: 1 of 3 settings exercised
                  policy.yaml:2:7: `treatAllWebViewsAsUnmanaged` of `app` never exercised
                  policy.yaml:8:5: `managedBrowserToOpenLinksRequired` of policy `open` never exercised

                """
        )
        #expect(
            coverage.json
                == #"{"rules":{"total":3,"exercised":1,"unexercised":[{"ruleSet":"corporate","rule":"intranet","#
                + #""at":"policy.yaml:16:9"},{"ruleSet":"corporate","rule":"public-site","at":"policy.yaml:17:9"}]},"#
                + #""settings":{"total":3,"exercised":1,"unexercised":[{"policy":null,"setting":"treatAllWebViewsAsUnmanaged","#
                + #""at":"policy.yaml:2:7"},{"policy":"open","setting":"managedBrowserToOpenLinksRequired","#
                + #""at":"policy.yaml:8:5"}]}}"# + "\n"
        )
    }

    @Test("A key of an app configuration is exercised where it decides, and neither values nor other keys are shown")
    func configurationKeys() throws {
        let key = AppConfigurationDocument.screenCaptureKey
        let policy = """
            demarc: 1
            policies: {p: {allowedOutboundDataTransferDestinations: none}}
            appConfigurations:
              - settings:
                  other: x
                  \(key): Disabled
            """
        func coverage(_ setting: SingleSetting) throws -> ScenarioCoverage {
            try Self.coverage(.init(.setting(setting), (.verdict, "allow")), under: policy)
        }
        #expect(try coverage(.screenCapture).unexercised(rules: false).map(\.name).contains(key) == false)
        let other = try coverage(.print)
        #expect(other.count(rules: false) == (0, 2))
        #expect(other.text.contains("policy.yaml:6:7: `\(key)` of an app configuration never exercised"))
        #expect(other.json.contains(#"{"policy":null,"setting":"\#(key)","at":"policy.yaml:6:7"}"#))
        #expect(!other.text.contains("Disabled") && !other.text.contains("other"))
    }

    @Test("Every setting that a reason for a launch names counts, although some of them have their code in common")
    func launchSettings() throws {
        let limits = ["Warning", "Required", "Wipe"].flatMap { limit in
            [
                "minimum\(limit)OsVersion: '16'", "maximum\(limit)OsVersion: '27'", "minimum\(limit)AppVersion: '1'",
                "minimum\(limit)SdkVersion: '1'",
            ]
        }
        let others = [
            "pinRequired: true", "disableAppPinIfDevicePinIsSet: true", "appActionIfAccountIsClockedOut: block",
            "gracePeriodToBlockAppsDuringOffClockHours: PT15M",
        ]
        let policy = "demarc: 1\npolicies: {p: {\((limits + others).joined(separator: ", "))}}\n"
        func exercised(_ device: DeviceFacts) throws -> Set<String> {
            let launch = Question.launch(device: device, at: Instant(secondsSince1970: 1_800_000_000))
            let coverage = try Self.coverage(.init(launch, (.verdict, "wipe")), under: policy)
            #expect(coverage.count(rules: false).total == 16)
            return Set(coverage.items.filter(\.isExercised).map(\.name))
        }
        var device = DeviceFacts()
        device.clockStatus = .known(.clockedOut)
        #expect(
            try exercised(device) == [
                "minimumWipeOsVersion", "minimumWipeAppVersion", "minimumWipeSdkVersion",
                "disableAppPinIfDevicePinIsSet", "gracePeriodToBlockAppsDuringOffClockHours", "pinRequired",
            ]
        )
        (device.osVersion, device.appVersion, device.sdkVersion) = (.reading("28"), .reading("1"), .reading("1"))
        (device.clockStatus, device.mdmEnrolled) = (.known(.clockedIn), .known(false))
        #expect(
            try exercised(device) == [
                "maximumWarningOsVersion", "maximumRequiredOsVersion", "maximumWipeOsVersion", "pinRequired",
            ]
        )
    }

    private static let levels: [(settings: String, url: String, exercised: Set<String>)] = [
        (
            "dialerRestrictionLevel: customApp, customDialerAppProtocol: example-dial", "tel:1",
            ["dialerRestrictionLevel", "customDialerAppProtocol"]
        ),
        ("dialerRestrictionLevel: customApp", "tel:1", ["dialerRestrictionLevel"]),
        (
            "dialerRestrictionLevel: allApps, customDialerAppProtocol: example-dial", "tel:1",
            ["dialerRestrictionLevel"]
        ),
        (
            "protectedMessagingRedirectAppType: specificApps, messagingRedirectAppUrlScheme: example-text", "sms:1",
            ["protectedMessagingRedirectAppType", "messagingRedirectAppUrlScheme"]
        ),
        ("protectedMessagingRedirectAppType: specificApps", "sms:1", ["protectedMessagingRedirectAppType"]),
    ]

    @Test("A level that selects an app by its scheme is exercised with the scheme", arguments: levels.indices)
    func levelOfScheme(row: Int) throws {
        let (settings, url, exercised) = Self.levels[row]
        let policy = "demarc: 1\npolicies: {p: {\(settings)}}\n"
        let coverage = try Self.coverage(.init(.open(url), (.verdict, "route")), under: policy)
        #expect(Set(coverage.items.filter(\.isExercised).map(\.name)) == exercised)
    }

    @Test("A level that a scenario patches in is not exercised, although the scheme is")
    func patchedLevel() throws {
        let base = try document(
            "demarc: 1\npolicies: {p: {dialerRestrictionLevel: blocked, customDialerAppProtocol: example-dial}}\n"
        )
        var patched = base
        patched.policies["p"]?.dialerRestrictionLevel = .customApp
        patched.policies["p"]?.setLocation(of: .dialerRestrictionLevel, to: Samples.place(9))
        let scenario = Scenario(
            name: "sample",
            location: Samples.place(1),
            policy: 1,
            steps: [Scenario.Step(.open("tel:1"), (.verdict, "route"))]
        )
        let policies = [ScenarioFile.Policy(document: base), .init(document: patched, base: 0)]
        var runner = ScenarioRunner(
            ScenarioFile(path: "s", policies: policies, scenarios: [scenario]),
            measuresCoverage: true
        )
        #expect(runner.run(scenario).outcome == .passed)
        #expect(runner.coverage.unexercised(rules: false).map(\.name) == ["dialerRestrictionLevel"])
    }

    @Test("A rule that decides in a failed step counts")
    func failedStep() throws {
        let wrong = Scenario.Step(.go("https://casino.example/"), (.verdict, "allow"))
        #expect(try Self.coverage([wrong]).count(rules: true) == (1, 3))
    }

    @Test("A value patched by a scenario does not count as the written one")
    func patched() throws {
        let coverage = try Self.coverage([Self.search, Self.gambling], policy: 1)
        #expect(coverage.count(rules: true) == (1, 3))
        #expect(coverage.count(rules: false) == (0, 3))
    }

    @Test("A policy in several files counts once, by any path")
    func merged() throws {
        var coverage = try Self.coverage([Self.gambling])
        var other = try Self.coverage([Scenario.Step(.go("https://contoso.com/"), (.verdict, "allow"))])
        other.merge(ScenarioCoverage()) { $0 }
        coverage.merge(other) { $0 }
        #expect(coverage.count(rules: true) == (2, 3))

        var elsewhere = ScenarioCoverage()
        elsewhere.merge(coverage) { "/canonical/" + $0 }
        #expect(elsewhere.items == coverage.items)
        #expect(elsewhere.unexercised(rules: true).map(\.location.path) == ["policy.yaml"])
    }

    /// Decides nothing, because only the policies matter.
    private struct Undecided: ClaimRunner {
        mutating func run(
            _ claim: Claim,
            of policy: CompiledPolicy,
            comparedTo other: CompiledPolicy?
        ) -> ClaimResult {
            ClaimResult(.notDecided, claim.statement.kind, "")
        }
    }

    @Test("A policy that claims compare with is not under test, unless scenarios or claims are about it as well")
    func baseline() throws {
        let other = try document("demarc: 1\npolicies: {p: {printBlocked: true, saveAsBlocked: false}}\n")
        let tested = try document(Samples.policy.replacing("multiIdentity: true, ", with: ""))
        let policies = [ScenarioFile.Policy(document: tested), .init(document: other)]
        var runner = ScenarioRunner(
            ScenarioFile(path: "s", policies: policies, scenarios: []),
            measuresCoverage: true,
            claims: Undecided()
        )
        func claim(about policy: Int, comparedTo other: Int) -> Claim {
            let baseline = Claim.Baseline(policy: other, path: "other.yaml")
            return Claim(name: "c", location: Samples.place(1), policy: policy, statement: .equivalent(baseline))
        }
        _ = runner.run(claim(about: 0, comparedTo: 1))
        #expect(runner.coverage.count(rules: true) == (0, 3))
        #expect(runner.coverage.count(rules: false) == (0, 3))
        _ = runner.run(claim(about: 1, comparedTo: 0))
        #expect(runner.coverage.count(rules: true) == (0, 3))
        #expect(runner.coverage.count(rules: false) == (0, 5))
    }

    @Test("Coverage is measured only on request")
    func unasked() throws {
        let scenario = Scenario(name: "sample", location: Samples.place(1), policy: 0, steps: [Self.gambling])
        var runner = ScenarioRunner(try Samples.file([scenario]))
        _ = runner.run(scenario)
        #expect(runner.coverage.items.isEmpty)
    }
}
