import AppLint
import Diagnostics
import FileLint
import PolicyFiles
import PolicyModel
import TestSupport
import Testing

@testable import LintChecks

@Suite("Comparing policies with a level of data protection") struct BaselineTests {
    private static let folder = Repository.path("Rules/levels")

    private func shipped(_ level: BaselineLevel) throws -> AppProtectionPolicy {
        let result = PolicyDocumentReader().load(path: "\(Self.folder)/level-\(level.rawValue).yaml")
        return try #require(result.document?.policies["level\(level.rawValue)"])
    }

    private func deviations(_ policy: AppProtectionPolicy, _ level: BaselineLevel) -> [String] {
        let document = PolicyDocument(policies: [policy.name: policy], accounts: AccountDirectory([]), user: nil)
        return PolicyLint(document, sources: [], settings: [:], baseline: level).findings()
            .filter { $0.code == PolicyLintCode.weakerThanBaseline.rawValue }.map(\.diagnostic.message)
    }

    @Test("Each level equals the policy that the project ships", arguments: BaselineLevel.allCases)
    func isShipped(level: BaselineLevel) throws {
        var policy = try shipped(level)
        for setting in PolicySetting.allCases { policy.setLocation(of: setting, to: nil) }
        #expect(policy == level.policy)
    }

    @Test(
        "A level is as strict as itself and all levels below it, but not those above",
        arguments: BaselineLevel.allCases
    )
    func order(level: BaselineLevel) {
        for other in BaselineLevel.allCases {
            #expect(deviations(level.policy, other).isEmpty == (other.rawValue <= level.rawValue))
        }
    }

    @Test("A policy with default settings is below every level") func defaults() {
        #expect(deviations(AppProtectionPolicy(name: "p"), .basic).count == 5)
    }

    private typealias Edit = (inout AppProtectionPolicy) -> Void
    private typealias Change = (String, weaker: Edit, stricter: Edit)

    /// A change of level 3 that makes it weaker, and a change that makes it stricter.
    private static var changes: [Change] {
        [
            (
                "outbound", { $0.allowedOutboundDataTransferDestinations = .allApps },
                { $0.allowedOutboundDataTransferDestinations = .none }
            ),
            (
                "inbound", { $0.allowedInboundDataTransferSources = .allApps },
                { $0.allowedInboundDataTransferSources = .none }
            ),
            (
                "exempt schemes", { $0.exemptedAppProtocols.append(.init(name: "a", value: "contoso")) },
                { $0.exemptedAppProtocols = [] }
            ),
            (
                "exempt links", { $0.exemptedUniversalLinks.append("https://a.example") },
                { $0.exemptedUniversalLinks = [] }
            ),
            (
                "clipboard", { $0.allowedOutboundClipboardSharingLevel = .allApps },
                { $0.allowedOutboundClipboardSharingLevel = .blocked }
            ),
            (
                "exception", { $0.allowedOutboundClipboardSharingExceptionLength = 1 },
                { $0.allowedOutboundClipboardSharingExceptionLength = 0 }
            ),
            ("browser", { $0.managedBrowserToOpenLinksRequired = false }, { $0.managedBrowser = .notConfigured }),
            ("custom browser", { $0.customBrowserProtocol = RedirectScheme("x") }, { $0.customBrowserProtocol = nil }),
            ("saving", { $0.saveAsBlocked = false }, { $0.allowedDataStorageLocations = [] }),
            (
                "locations", { $0.allowedDataStorageLocations.append(.photoLibrary) },
                { $0.allowedDataStorageLocations = [.sharePoint] }
            ),
            ("printing", { $0.printBlocked = false }, { $0.contactSyncBlocked = true }),
            ("backup", { $0.dataBackupBlocked = false }, { $0.screenCaptureConfigurationState = .blocked }),
            ("keyboards", { $0.thirdPartyKeyboardsBlocked = false }, { $0.allowWidgetContentSync = false }),
            ("notifications", { $0.notificationRestriction = .allow }, { $0.notificationRestriction = .block }),
            ("encryption", { $0.accessRequirements.appDataEncryptionType = .afterDeviceRestart }, { _ in }),
            ("PIN", { $0.accessRequirements.pinRequired = false }, { _ in }),
            (
                "PIN length", { $0.accessRequirements.minimumPinLength = 5 },
                { $0.accessRequirements.minimumPinLength = 7 }
            ),
            ("no PIN length", { $0.accessRequirements.minimumPinLength = nil }, { _ in }),
            (
                "simple PINs", { $0.accessRequirements.simplePinBlocked = false },
                { $0.accessRequirements.pinCharacterSet = .alphanumericAndSymbol }
            ),
            (
                "retries", { $0.accessRequirements.maximumPinRetries = 6 },
                { $0.accessRequirements.maximumPinRetries = 3 }
            ),
            (
                "reset", { $0.accessRequirements.periodBeforePinReset = PolicyDuration("PT0S") },
                { $0.accessRequirements.periodBeforePinReset = PolicyDuration("P90D") }
            ),
            (
                "biometrics", { $0.accessRequirements.pinRequiredInsteadOfBiometricTimeout = nil },
                {
                    $0.accessRequirements.pinRequiredInsteadOfBiometricTimeout = nil
                    ($0.accessRequirements.faceIdBlocked, $0.accessRequirements.fingerprintBlocked) = (true, true)
                }
            ),
            ("device PIN", { $0.accessRequirements.disableAppPinIfDevicePinIsSet = true }, { _ in }),
            (
                "offline", { $0.accessRequirements.periodOfflineBeforeAccessCheck = PolicyDuration("PT13H") },
                { $0.accessRequirements.periodOfflineBeforeAccessCheck = PolicyDuration("PT1H") }
            ),
            (
                "wipe", { $0.conditionalLaunch.periodOfflineBeforeWipeIsEnforced = PolicyDuration("P91D") },
                { $0.conditionalLaunch.periodOfflineBeforeWipeIsEnforced = PolicyDuration("P30D") }
            ),
            (
                "no wipe", { $0.conditionalLaunch.periodOfflineBeforeWipeIsEnforced = .zero },
                { $0.conditionalLaunch.periodOfflineBeforeWipeIsEnforced = PolicyDuration("P1D") }
            ),
            (
                "online", { $0.accessRequirements.periodOnlineBeforeAccessCheck = PolicyDuration("PT31M") },
                { $0.accessRequirements.periodOnlineBeforeAccessCheck = nil }
            ),
            (
                "retries action", { $0.conditionalLaunch.appActionIfMaximumPinRetriesExceeded = .warn },
                { $0.conditionalLaunch.appActionIfMaximumPinRetriesExceeded = nil }
            ),
            (
                "no action", { $0.conditionalLaunch.appActionIfDeviceComplianceRequired = nil },
                { $0.conditionalLaunch.mobileThreatDefenseRemediationAction = nil }
            ),
            ("jailbreak", { $0.conditionalLaunch.deviceComplianceRequired = false }, { _ in }),
            (
                "action", { $0.conditionalLaunch.appActionIfDeviceComplianceRequired = .block },
                { $0.conditionalLaunch.appActionIfMaximumPinRetriesExceeded = .wipe }
            ),
            ("threat", { $0.conditionalLaunch.maximumAllowedDeviceThreatLevel = .low }, { _ in }),
            (
                "threat action", { $0.conditionalLaunch.mobileThreatDefenseRemediationAction = .warn },
                { $0.conditionalLaunch.mobileThreatDefenseRemediationAction = .wipe }
            ),
        ]
    }

    @Test("Each setting has a direction") func directions() {
        for (name, weaker, stricter) in Self.changes {
            var (weak, strict) = (BaselineLevel.high.policy, BaselineLevel.high.policy)
            weaker(&weak)
            stricter(&strict)
            #expect(deviations(weak, .high).count == 1, "\(name)")
            #expect(deviations(strict, .high) == [], "\(name)")
        }
    }

    @Test("A finding is at the setting, or at the policy's first setting if it is not written") func places() {
        var options = LintOptions()
        options.baseline = .enhanced
        options.only = ["DM057"]
        let text = Linting.document("printBlocked: true\nsaveAsBlocked: false")
        let lint = Linting.lint(["p.yaml": text], options)
        let found = lint.diagnostics.map { "\($0.message) at \(Linting.underlined($0, lint.sources) ?? "")" }
        #expect(found.contains("`saveAsBlocked` is `false`; level 2 asks for `true` at false"))
        #expect(found.contains("`pinRequired` is `false`; level 2 asks for `true` at printBlocked"))
    }
}
