import Diagnostics
import PolicyModel

/// A document in which no value is the default.
enum FilledDocument {
    static func make() throws -> PolicyDocument {
        PolicyDocument(
            app: app(),
            policies: ["strict": policy(), "lax": AppProtectionPolicy(name: "lax")],
            accounts: AccountDirectory([
                Account(
                    id: AccountID("dana"),
                    userPrincipalName: AccountID("Dana@Contoso.com"),
                    organization: "contoso",
                    policy: "strict",
                    location: place(20)
                ),
                Account(id: AccountID("kim@example.net")),
            ]),
            user: AccountID("dana"),
            isUserExplicit: true,
            apps: [
                AppDeclaration(
                    id: "com.contoso.app",
                    isManaged: true,
                    organization: "contoso",
                    policy: "lax",
                    isMDMManaged: true,
                    schemes: ["contoso", "fabrikam"],
                    universalLinks: ["https://contoso.com/app/*"],
                    location: place(30)
                )
            ],
            ruleSets: [try manifoldRuleSet()],
            views: [
                ViewDeclaration(
                    id: "E",
                    isWebView: false,
                    policy: .currentIdentityBlockUpload,
                    ruleSet: "corporate",
                    document: "https://contoso.com/d",
                    parent: "A",
                    location: place(40),
                    policyLocation: place(41)
                )
            ],
            ambiguousURLs: .canonicalize,
            appConfigurations: [
                AppConfigurationDocument(
                    .mdm,
                    isDefault: true,
                    accounts: [AccountID("dana"), AccountID("Dana@Contoso.com")],
                    settings: [
                        AppConfigurationSetting("com.contoso.theme", .string("dark"), location: place(50)),
                        AppConfigurationSetting("com.contoso.offline", .boolean(true), location: place(51)),
                        AppConfigurationSetting("com.contoso.days", .number(-1.5), location: place(52)),
                        AppConfigurationSetting("com.contoso.user", .token("{{userid}}"), location: place(53)),
                    ],
                    location: place(54)
                )
            ],
            mdmUser: AccountID("dana"),
            revision: 41,
            organizations: [
                OrganizationDeclaration(name: "contoso", hosts: ["contoso.com", "192.0.2.0/24"], location: place(61))
            ]
        )
    }

    static func place(_ line: Int) -> SourceLocation { SourceLocation(path: "policy.yaml", line: line, column: 5) }

    static func app() -> AppSettings {
        var app = AppSettings()
        for (number, setting) in AppSetting.allCases.enumerated() {
            app[setting] =
                switch setting.kind {
                case .boolean(let standard): .boolean(!standard)
                case .text, .color, .choice: .text("text-\(number)")
                case .texts, .schemes: .texts(["one-\(number)", "two"])
                case .number: .number(1.5)
                case .systemRelease: .systemRelease(27)
                case .dictionary: .dictionary(["b": "2", "a": "1"])
                }
            app.setLocation(of: setting, to: place(number))
            app.setVariable(for: setting, to: "$(V_\(number))")
        }
        var bundle = BundleDeclarations(path: "Info.plist")
        bundle.settingsLocation = place(50)
        bundle.urlTypes = [URLTypeDeclaration(name: "n", role: "Editor", schemes: ["a", "b"], location: place(51))]
        bundle.faceIDUsageDescription = "To unlock."
        bundle.appExtension = ExtensionDeclaration(
            pointIdentifier: "com.apple.share-services",
            activationRule: .constants([ExtensionDeclaration.Constant("NSExtensionActivationSupportsText", -3)]),
            location: place(52)
        )
        bundle.sceneManifest = SceneManifest(
            supportsMultipleScenes: true,
            configuredRoles: ["UIWindowSceneSessionRoleApplication"],
            location: place(53)
        )
        app.bundle = bundle
        return app
    }

    static func policy() -> AppProtectionPolicy {
        var policy = AppProtectionPolicy(name: "strict")
        for (number, setting) in PolicySetting.allCases.enumerated() {
            policy.set(setting, to: value(of: setting))
            policy.setLocation(of: setting, to: place(100 + number))
        }
        policy.apps = ["com.contoso.mail", "com.contoso.Scan"]
        policy.unknownSettings = [UnknownPolicySetting(name: "newest", location: place(60))]
        return policy
    }

    /// A value other than the default.
    static func value(of setting: PolicySetting) -> PolicySettingValue? {
        let standard = AppProtectionPolicy()[setting]
        switch setting.row.kind {
        case .boolean: return .boolean(standard == .boolean(false))
        case .number: return .number(12_345)
        case .text: return .text("of \(setting.name)")
        case .word(let words): return words.last { .text($0) != standard }.map { .text($0) }
        case .words(let words): return .texts([words.last ?? "", words.first ?? ""])
        // Reading removes the ending of such a text once, and must not do so twice.
        case .scheme: return RedirectScheme("custom:://").map { .scheme($0) }
        case .duration: return PolicyDuration("P90D").map { .duration($0) }
        case .links: return .texts(["https://a.example/*"])
        case .version: return .text("17.4.1")
        case .models: return .text("iPhone14,2;iPad13,1")
        case .protocols: return .protocols([ExemptedAppProtocol(name: "Maps", value: "maps;tel")])
        }
    }
}
