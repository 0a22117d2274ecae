import Demarc
import Diagnostics
import PolicyModel
import Testing

@Suite("Reasons of single settings") struct SettingReasonTests {
    private static let blocking = """
        demarc: 1
        app:
          appConfig: {com.microsoft.intune.mam.screencapturecontrol: Disabled}
        policies:
          strict:
            printBlocked: true
            contactSyncBlocked: true
            allowWidgetContentSync: false
            dataBackupBlocked: true
            thirdPartyKeyboardsBlocked: true
            genmojiConfigurationState: blocked
            writingToolsConfigurationState: blocked
            allowedOutboundDataTransferDestinations: none
            screenCaptureConfigurationState: blocked
            notificationRestriction: block
            appDataEncryptionType: whenDeviceLocked
        """

    private func reasons(_ setting: SingleSetting, _ yaml: String, merged: Bool = false) throws -> [Reason] {
        let engine = try DemarcTests.engine(yaml)
        if merged { engine.showAccounts([PolicyDocument.implicitAccount, .noUser], at: .process) }
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.setting(setting)
        let reasons = try evaluator.reasons(of: decision)
        let explanation = try evaluator.explanation(of: decision)
        #expect(explanation.reasons == reasons)
        #expect(explanation.decision.value == decision.value)
        #expect(explanation.url == nil && explanation.route == nil && explanation.account == nil)
        return reasons
    }

    @Test(
        "The deciding setting is named, with its place",
        arguments: [
            (.print, "printBlocked", 6), (.contactSync, "contactSyncBlocked", 7),
            (.widgetSync, "allowWidgetContentSync", 8), (.backup, "dataBackupBlocked", 9),
            (.keyboards, "thirdPartyKeyboardsBlocked", 10), (.genmoji, "genmojiConfigurationState", 11),
            (.writingTools, "writingToolsConfigurationState", 12),
            (.spotlight, "allowedOutboundDataTransferDestinations", 13),
            (.siriIntents, "allowedOutboundDataTransferDestinations", 13),
            (.appIntents, "allowedOutboundDataTransferDestinations", 13),
            (.screenCapture, "screenCaptureConfigurationState", 14),
            (.notifications, "notificationRestriction", 15), (.fileEncryption, "appDataEncryptionType", 16),
        ] as [(SingleSetting, String, Int)]
    )
    func places(setting: SingleSetting, key: String, line: Int) throws {
        let reasons = try reasons(setting, Self.blocking)
        #expect(reasons.map(\.setting) == [key])
        #expect(reasons.map { $0.location?.description } == ["policy.yaml:\(line):5"])
        // The default allows, and has no place.
        let allowed = try self.reasons(setting, "demarc: 1")
        #expect(allowed.map(\.setting) == [key])
        #expect(allowed.map { $0.location?.description } == [nil])
        // Several accounts at once are under the strictest policy, which has no place either.
        let merged = try self.reasons(setting, "demarc: 1", merged: true)
        #expect(merged.map(\.setting) == [nil, key])
        #expect(merged.map { $0.location?.description } == [nil, nil])
    }

    @Test("Screen capture is decided by its own state, then data transfer, then the app's configuration")
    func screenCapture() throws {
        let ownState = "    screenCaptureConfigurationState: blocked\n"
        let withoutState = Self.blocking.replacing(ownState, with: "\n")
        let byConfig = try reasons(.screenCapture, withoutState)
        #expect(byConfig.map(\.code) == [.settingScreenCaptureAppConfig])
        #expect(byConfig.map(\.setting) == [AppConfigurationDocument.screenCaptureKey])
        #expect(byConfig.map { $0.location?.description } == ["policy.yaml:3:3"])
        // Only the exact word, for the exact key, opens what the policy closes.
        for (word, other) in [
            ("Disabled", "disabled"), ("Disabled", "DISABLED"), ("Disabled", "' Disabled'"), ("Disabled", "Enabled"),
            ("screencapturecontrol", "screenCaptureControl"), ("screencapturecontrol", "screencapturecontrols"),
        ] {
            let byTransfer = try reasons(.screenCapture, withoutState.replacing(word, with: other))
            #expect(byTransfer.map(\.code) == [.settingScreenCaptureOutbound])
            #expect(byTransfer.map(\.setting) == ["allowedOutboundDataTransferDestinations"])
            #expect(byTransfer.map { $0.location?.description } == ["policy.yaml:13:5"])
        }
    }

    @Test("The key that allows screen capture is named with its place in the configuration of the account that asks")
    func configurationPlaces() throws {
        let text = """
            demarc: 1
            app: {multiIdentity: true, multiManagedIdentities: true}
            policies: {p: {allowedOutboundDataTransferDestinations: none}}
            accounts: [{account: a, policy: p}, {account: b, policy: p}, {account: c, policy: p}]
            user: a
            appConfigurations:
              - {accounts: [a], settings: {other: x, com.microsoft.intune.mam.screencapturecontrol: Disabled}}
              - accounts: [b]
                settings:
                  com.microsoft.intune.mam.screencapturecontrol: Disabled
            """
        var evaluator = try DemarcTests.engine(text).makeEvaluator()
        for (account, place) in [("a", "policy.yaml:7:42"), ("b", "policy.yaml:10:7"), ("a", "policy.yaml:7:42")] {
            let decision = evaluator.setting(.screenCapture, for: AccountID(account))
            for reasons in [try evaluator.reasons(of: decision), try evaluator.sharedReasons(of: decision)] {
                #expect(reasons.map(\.setting) == [AppConfigurationDocument.screenCaptureKey])
                #expect(reasons.map(\.policy) == [nil])
                #expect(reasons.map { $0.location?.description } == [place])
            }
            let candidates = evaluator.appConfiguration(for: AccountID(account))
                .candidates(of: AppConfigurationDocument.screenCaptureKey)
            #expect(candidates.map { $0.location?.description } == [place])
        }
        #expect(evaluator.setting(.screenCapture, for: AccountID("c")).verdict == .block)
    }

    @Test("Every code of a setting has its own sentence")
    func sentences() {
        let codes = ReasonCode.allCases.filter { $0.rawValue.hasPrefix("setting.") }
        #expect(codes.count == 30)
        #expect(Set(codes.map { $0.sentence() }).count == codes.count)
    }

    @Test("The detailed answer belongs to the last decision")
    func lastValue() throws {
        var evaluator = try DemarcTests.engine(Self.blocking).makeEvaluator()
        let notifications = evaluator.setting(.notifications)
        #expect(notifications.value == .block)
        let print = evaluator.setting(.print)
        #expect(print.value == nil)
    }
}
