import Diagnostics
import Testing

@testable import PolicyModel

@Suite("Settings") struct SettingsTests {
    @Test(
        "A redirect scheme loses a trailing separator",
        arguments: [
            ("", nil, nil), (":", nil, nil), ("://", nil, nil), ("acme", "acme", "acme"), ("acme:", "acme", "acme"),
            ("acme://", "acme", "acme"), ("Acme-1.x+y", "Acme-1.x+y", "acme-1.x+y"), ("acme:/", "acme:/", nil),
            ("acme::", "acme:", nil), ("1acme", "1acme", nil), ("a b", "a b", nil), ("replace_me", "replace_me", nil),
            ("https://x", "https://x", nil), ("é", "é", nil), ("a\u{0}", "a\u{0}", nil),
            ("\u{212A}elvin", "\u{212A}elvin", nil),
            // They carry content, or lead back to a browser.
            ("http", "http", nil), ("HTTPS://", "HTTPS", nil), ("file:", "file", nil), ("data", "data", nil),
            ("blob", "blob", nil), ("about", "about", nil), ("JavaScript:", "JavaScript", nil),
            ("httpx", "httpx", "httpx"), ("ws", "ws", "ws"),
        ] as [(String, String?, String?)]
    )
    func redirectSchemes(text: String, kept: String?, scheme: String?) {
        let redirect = RedirectScheme(text)
        #expect(redirect?.text == kept)
        #expect(redirect?.scheme == scheme)
        #expect(redirect?.isValid ?? false == (scheme != nil))
    }

    @Test(
        "Exempted protocols contain schemes",
        arguments: [
            ("", []), (";", []), ("skype;calshow;", ["skype", "calshow"]),
            ("HTTP;javascript:", ["http", "javascript"]), (" Tel: ; itms:// ;a b;é", ["tel", "itms"]),
        ]
    )
    func exemptedProtocols(value: String, expected: [String]) {
        #expect(ExemptedAppProtocol(name: "n", value: value).schemes == expected)
    }

    @Test(
        "Durations are xs:duration, and a fraction counts as a whole second",
        arguments: [
            ("PT0S", 0), ("P90D", 7_776_000), ("PT30M", 1_800), ("PT12H", 43_200), ("P1DT2H3M4S", 93_784),
            ("PT1H1S", 3_601), ("PT35.0018757S", 36), ("PT1.5S", 2), ("PT0.5S", 1), ("PT30M0.000S", 1_800),
            ("P0Y0M1D", 86_400), ("P10675199DT2H48M5.4775808S", 922_337_203_686),
            ("", nil), ("P", nil), ("PT", nil), ("P1DT", nil), ("1D", nil), ("P1", nil), ("P1M", nil), ("P1Y", nil),
            ("PT1D", nil), ("PT1S1M", nil), ("PT1M1M", nil), ("P1D1D", nil), ("-PT1S", nil), ("PT1.S", nil),
            ("PT.5S", nil), ("PT1.5M", nil), ("PT1,5S", nil), ("PT1.5", nil), ("PT1.-5S", nil), ("P1Y0D", nil),
            ("P1DT1HT1M", nil),
            ("PT1234567890S", nil), ("PT٣S", nil), ("P-1D", nil), ("p1d", nil), ("PT1S ", nil),
        ] as [(String, Int?)]
    )
    func durations(text: String, seconds: Int?) {
        #expect(PolicyDuration(text)?.seconds == seconds)
    }

    @Test("By default a setting of a policy has the first value of its table")
    func policyDefaults() {
        let policy = AppProtectionPolicy(name: "p")
        #expect(policy.allowedOutboundDataTransferDestinations == .allApps)
        #expect(policy.allowedInboundDataTransferSources == .allApps)
        #expect(policy.allowedOutboundClipboardSharingLevel == .allApps)
        #expect(policy.allowedOutboundClipboardSharingExceptionLength == 0)
        #expect(!policy.managedBrowserToOpenLinksRequired)
        #expect(policy.managedBrowser == .notConfigured)
        #expect(policy.customBrowserProtocol == nil)
        #expect(policy.exemptedAppProtocols.isEmpty)
        #expect(policy.dialerRestrictionLevel == .allApps)
        #expect(policy.protectedMessagingRedirectAppType == .anyApp)
        #expect(!policy.saveAsBlocked)
        #expect(policy.allowedDataStorageLocations.isEmpty)
        #expect(!policy.blockDataIngestionIntoOrganizationDocuments)
        #expect(policy.allowWidgetContentSync, "what isn't said is allowed")
        #expect(policy.screenCaptureConfigurationState == .notBlocked)
        #expect(policy.notificationRestriction == .allow)
    }

    @Test("A setting accepts its own value, and none of another kind", arguments: PolicySetting.allCases)
    func values(setting: PolicySetting) {
        var policy = AppProtectionPolicy.lockDown
        policy.customBrowserProtocol = RedirectScheme("acme")
        policy.accessRequirements.periodBeforePinReset = .zero
        let before = policy
        let takesItsOwn = policy.set(setting, to: before[setting])
        #expect(takesItsOwn && policy == before)
        let values: [PolicySettingValue] = [
            .boolean(true), .number(1), .text("\u{1}"), .texts(["\u{1}"]), .duration(.zero), .protocols([]),
        ]
        for value in values where !Self.fits(value, setting.row.kind) {
            let isTaken = policy.set(setting, to: value)
            #expect(!isTaken && policy == before, "\(setting) \(value)")
        }
        policy.set(setting, to: nil)
        #expect(policy[setting] == AppProtectionPolicy()[setting])
    }

    private static func fits(_ value: PolicySettingValue, _ kind: PolicySettingKind) -> Bool {
        switch (value, kind) {
        case (.boolean, .boolean), (.number, .number), (.text, .text), (.text, .models), (.texts, .links),
            (.duration, .duration), (.protocols, .protocols):
            true
        default: false
        }
    }

    @Test("Every setting of a policy has a row, and every property of a policy has one")
    func rows() {
        var properties: Set<String> = []
        for subject: Any in [AppProtectionPolicy(), AccessRequirements(), ConditionalLaunch()] {
            properties.formUnion(Mirror(reflecting: subject).children.compactMap(\.label))
        }
        let others: Set = ["name", "accessRequirements", "conditionalLaunch", "apps", "unknownSettings", "locations"]
        #expect(properties.subtracting(others) == Set(PolicySetting.allCases.map(\.name)))
        for setting in PolicySetting.allCases {
            #expect(setting.row.summary.hasSuffix("."), "\(setting)")
            if case .words(let order) = setting.row.strictness, case .word(let words) = setting.row.kind {
                #expect(Set(order) == Set(words), "\(setting)")
                #expect(AppProtectionPolicy()[setting].map { order.firstIndex(of: $0.word) == 0 } ?? true, "\(setting)")
            }
        }
        let logs = PolicySetting.allCases.compactMap { $0.row.deviceLog?.name }
        #expect(Set(logs).count == logs.count && logs.count == 58)
    }

    @Test("The settings for several shown accounts are as strict as possible")
    func lockDown() {
        var policy = AppProtectionPolicy(name: "demarc:lock-down")
        policy.allowedOutboundDataTransferDestinations = .none
        policy.allowedInboundDataTransferSources = .none
        policy.filterOpenInToOnlyManagedApps = true
        policy.protectInboundDataFromUnknownSources = true
        policy.allowedOutboundClipboardSharingLevel = .blocked
        policy.managedBrowserToOpenLinksRequired = true
        policy.dialerRestrictionLevel = .blocked
        policy.protectedMessagingRedirectAppType = .blocked
        policy.saveAsBlocked = true
        policy.blockDataIngestionIntoOrganizationDocuments = true
        policy.printBlocked = true
        policy.contactSyncBlocked = true
        policy.dataBackupBlocked = true
        policy.thirdPartyKeyboardsBlocked = true
        policy.allowWidgetContentSync = false
        policy.screenCaptureConfigurationState = .blocked
        policy.genmojiConfigurationState = .blocked
        policy.writingToolsConfigurationState = .blocked
        policy.notificationRestriction = .block
        policy.accessRequirements.appDataEncryptionType = .whenDeviceLocked
        // A setting newer than this list may be strict too, but no setting on the list may be less strict.
        for setting in PolicySetting.allCases where policy[setting] != AppProtectionPolicy()[setting] {
            #expect(AppProtectionPolicy.lockDown[setting] == policy[setting], "\(setting)")
        }
        for setting in PolicySetting.allCases where setting.row.decides == .data {
            #expect(setting.row.strictest.map { AppProtectionPolicy.lockDown[setting] == $0 } ?? true, "\(setting)")
        }
        #expect(AppProtectionPolicy.lockDown.exemptedAppProtocols.isEmpty)
        for setting in PolicySetting.allCases where setting.row.decides == .launch {
            #expect(
                AppProtectionPolicy.lockDown[setting] == AppProtectionPolicy()[setting],
                "what it takes to open the app is not its matter"
            )
        }
    }

    @Test("Settings have unique names")
    func names() {
        #expect(Set(PolicySetting.allCases.map(\.name)).count == PolicySetting.allCases.count)
        #expect(PolicySetting.managedBrowserToOpenLinksRequired.name == "managedBrowserToOpenLinksRequired")
        #expect(Set(AppSetting.allCases.map(\.name)).count == AppSetting.allCases.count)
    }

    @Test("Settings of an app have their defaults")
    func appDefaults() {
        let app = AppSettings()
        #expect(!app.treatAllWebViewsAsUnmanaged)
        #expect(!app.multiIdentity)
        #expect(!app.multiManagedIdentities)
        #expect(!app.safariViewControllerBlockedOverride)
        #expect(app.isOn(.supportsDarkMode), "the one switch that is on by default")
        #expect(app.webViewHandledURLSchemes.isEmpty)
        #expect(app.queriesSchemes.isEmpty)
        #expect(app.linkedOn == 26)
        #expect(app.appConfig.isEmpty)
        #expect(app.id == nil)
        #expect(app.location(of: .multiIdentity) == nil)
    }

    @Test("A setting of the app that causes a reason is decisive, and so is the list of values that are not shown")
    func decisiveAppSettings() {
        let causes = ReasonCode.allCases.compactMap { code -> AppSetting? in
            if case .appSetting(let setting) = code.subject { setting } else { nil }
        }
        #expect(causes.contains(.mamPolicyRequired) && causes.contains(.mamPolicyWarnAbsent))
        for setting in causes + [.valuesToScrubFromLogging] { #expect(setting.isDecisive, "\(setting)") }
    }

    @Test("Settings of an app have the given values and places")
    func appValues() {
        var app = AppSettings()
        app.treatAllWebViewsAsUnmanaged = true
        app.webViewHandledURLSchemes = ["contoso"]
        app.linkedOn = 27
        app.id = "com.contoso"
        app.appConfig = ["a": "b"]
        #expect(app[.treatAllWebViewsAsUnmanaged] == .boolean(true))
        #expect(app.texts(.webViewHandledURLSchemes) == ["contoso"])
        #expect(app.linkedOn == 27)
        #expect(app.text(.id) == "com.contoso")
        #expect(app.appConfig == ["a": "b"])
        #expect(!app.isOn(.id), "a text is no switch")
        let place = SourceLocation(path: "p", line: 2, column: 3)
        app.setLocation(of: .id, to: place)
        #expect(app.location(of: .id) == place)
    }
}

extension PolicySettingValue {
    fileprivate var word: String {
        if case .text(let text) = self { return text }
        return ""
    }
}
