import Diagnostics
import PolicyModel
import Testing

@testable import PolicyFiles

@Suite("Settings") struct SettingsTests {
    /// A non-default value of a policy setting, valid as YAML and as JSON.
    static func value(of setting: PolicySetting) -> String {
        let standard = AppProtectionPolicy()[setting]
        switch setting.row.kind {
        case .boolean: return standard == .boolean(true) ? "false" : "true"
        case .number: return "7"
        case .text: return "\"17.10\""
        case .word(let words): return "\"\(words.last { .text($0) != standard } ?? "")\""
        case .words(let words): return "[\"\(words.first ?? "")\", \"\(words.last ?? "")\"]"
        case .scheme: return "\"acme://\""
        case .duration: return "\"PT30M\""
        case .links: return #"["http://x.example/*"]"#
        case .version: return "\"17.10\""
        case .models: return "\"iPhone14,2; iPad13,1\""
        case .protocols: return #"[{"name": "Default", "value": "skype;calshow;"}]"#
        }
    }

    @Test("Each setting of a policy is read into its property, with its place", arguments: PolicySetting.allCases)
    func policySetting(setting: PolicySetting) throws {
        let result = read("demarc: 1\npolicies:\n  p:\n    \(setting.name): \(Self.value(of: setting))\n")
        let policy = try #require(result.document?.policies["p"], "\(summary(result))")
        #expect(policy.location(of: setting)?.description == "policy.yaml:4:5")
        var unset = policy
        unset.setLocation(of: setting, to: nil)
        #expect(unset != AppProtectionPolicy(name: "p"), "the value must show")
        for other in PolicySetting.allCases where other != setting { #expect(policy.location(of: other) == nil) }
    }

    @Test("A null setting of a policy is not set", arguments: PolicySetting.allCases)
    func nullSetting(setting: PolicySetting) throws {
        let result = read("{\"demarc\": 1, \"policies\": {\"p\": {\"\(setting.name)\": null}}}")
        #expect(try #require(result.document).policies["p"] == AppProtectionPolicy(name: "p"))
    }

    @Test("Settings of a policy keep their values")
    func policyValues() throws {
        let text = """
            demarc: 1
            policies:
              p:
                customBrowserProtocol: Acme-Browser://
                customDialerAppProtocol: ''
                messagingRedirectAppUrlScheme: replace_with_scheme
                minimumRequiredOsVersion: 17.10
                minimumWarningOsVersion: 18
                periodOfflineBeforeWipeIsEnforced: P90D
            """
        let policy = try #require(read(text).document?.policies["p"])
        #expect(policy.customBrowserProtocol?.scheme == "acme-browser")
        #expect(policy.customDialerAppProtocol == nil, "an empty scheme is none")
        #expect(policy.messagingRedirectAppUrlScheme?.isValid == false, "the decision that needs it blocks")
        #expect(policy.conditionalLaunch.minimumRequiredOsVersion?.text == "17.10", "a version is not a number")
        #expect(policy.conditionalLaunch.minimumWarningOsVersion?.text == "18")
        #expect(policy.conditionalLaunch.periodOfflineBeforeWipeIsEnforced?.seconds == 7_776_000)
    }

    @Test("Each setting of the app is read, with its place", arguments: AppSetting.allCases)
    func appSetting(setting: AppSetting) throws {
        let (written, expected): (String, AppSettingValue) =
            switch setting.kind {
            case .boolean(let standard): ("\(!standard)", .boolean(!standard))
            case .text: ("no", .text("no"))
            case .texts: ("[a, '']", .texts(["a", ""]))
            case .schemes: ("[Contoso]", .texts(["contoso"]))
            case .number: ("2.5", .number(2.5))
            case .color: ("'#A0b1C2'", .text("#A0b1C2"))
            case .choice(let words): (words.last ?? "", .text(words.last ?? ""))
            case .systemRelease: ("ios27", .systemRelease(27))
            case .dictionary: ("{a.b: 'c', d: true}", .dictionary(["a.b": "c", "d": "true"]))
            }
        let text = "demarc: 1\napp:\n  \(setting.name): \(written)\n"
        let result = read(text.replacing(", ''", with: ""))
        let app = try #require(result.document?.app, "\(summary(result))")
        let value = setting.kind == .texts ? .texts(["a"]) : expected
        #expect(app[setting] == value)
        #expect(app.location(of: setting)?.description == "policy.yaml:3:3")
    }
}

@Suite("Universal-link lists") struct UniversalLinkListTests {
    @Test("An entry that can match nothing is a warning at its place, and the document is usable")
    func invalidEntries() {
        let text = """
            demarc: 1
            policies:
              p:
                managedUniversalLinks: [https://teams.example, teams.example, 'https://*', 'https://a.example/x*']
                exemptedUniversalLinks: ['https://a.example/*/x']
            """
        check(
            text,
            gives: [
                "warning missing-scheme «teams.example» `teams.example` has no scheme, so the entry matches nothing"
                    + " | write `https://teams.example`",
                "warning wildcard-host «'https://*'» `*` matches every host, so the entry matches nothing"
                    + " | name a domain, as in `*.contoso.com`",
                "warning wildcard-path «'https://a.example/*/x'» the path `/*/x` continues after its `*`,"
                    + " so the entry matches nothing | a `*` is allowed only at its end",
            ]
        )
        #expect(read(text).document?.policies["p"]?.managedUniversalLinks.count == 4)
    }
}
