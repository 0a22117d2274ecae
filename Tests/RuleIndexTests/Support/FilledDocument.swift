import Diagnostics
import PolicyModel

/// A document in which nothing is as it would be by default.
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
            ambiguousURLs: .canonicalize
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
        policy.displayName = "Strict"
        policy.description = "Nothing leaves."
        policy.allowedOutboundDataTransferDestinations = .managedApps
        policy.allowedInboundDataTransferSources = .none
        policy.exemptedAppProtocols = [ExemptedAppProtocol(name: "Maps", value: "maps;tel")]
        policy.exemptedUniversalLinks = ["https://a.example/*"]
        policy.managedUniversalLinks = ["https://b.example/*"]
        policy.filterOpenInToOnlyManagedApps = true
        policy.disableProtectionOfManagedOutboundOpenInData = true
        policy.protectInboundDataFromUnknownSources = true
        policy.allowedOutboundClipboardSharingLevel = .managedAppsWithPasteIn
        policy.allowedOutboundClipboardSharingExceptionLength = 12_345
        policy.managedBrowserToOpenLinksRequired = true
        policy.managedBrowser = .microsoftEdge
        // Of a text that ends like this, reading takes something away once, and must not do so twice.
        policy.customBrowserProtocol = RedirectScheme("custom:://")
        policy.dialerRestrictionLevel = .customApp
        policy.customDialerAppProtocol = RedirectScheme("dial")
        policy.protectedMessagingRedirectAppType = .specificApps
        policy.messagingRedirectAppUrlScheme = RedirectScheme("sms-x")
        policy.saveAsBlocked = true
        policy.allowedDataStorageLocations = [.box, .sharePoint]
        policy.blockDataIngestionIntoOrganizationDocuments = true
        policy.allowedDataIngestionLocations = [.camera]
        policy.printBlocked = true
        policy.contactSyncBlocked = true
        policy.dataBackupBlocked = true
        policy.thirdPartyKeyboardsBlocked = true
        policy.allowWidgetContentSync = false
        policy.screenCaptureConfigurationState = .blocked
        policy.genmojiConfigurationState = .blocked
        policy.writingToolsConfigurationState = .blocked
        policy.notificationRestriction = .blockOrganizationalData
        policy.accessRequirements = accessRequirements()
        policy.conditionalLaunch = conditionalLaunch()
        policy.unknownSettings = [UnknownPolicySetting(name: "newest", location: place(60))]
        for (number, setting) in PolicySetting.allCases.enumerated() {
            policy.setLocation(of: setting, to: place(100 + number))
        }
        return policy
    }

    private static func accessRequirements() -> AccessRequirements {
        var access = AccessRequirements()
        access.pinRequired = true
        access.maximumPinRetries = 5
        access.simplePinBlocked = true
        access.minimumPinLength = 6
        access.pinCharacterSet = .alphanumericAndSymbol
        access.previousPinBlockCount = 3
        access.periodBeforePinReset = PolicyDuration("P90D")
        access.periodBeforePinResetRequired = true
        access.pinRequiredInsteadOfBiometric = true
        access.pinRequiredInsteadOfBiometricTimeout = PolicyDuration("PT30M")
        access.fingerprintBlocked = true
        access.faceIdBlocked = true
        access.disableAppPinIfDevicePinIsSet = true
        access.organizationalCredentialsRequired = true
        access.periodOfflineBeforeAccessCheck = PolicyDuration("PT12H")
        access.periodOnlineBeforeAccessCheck = PolicyDuration("PT5M")
        access.appDataEncryptionType = .whenDeviceLocked
        return access
    }

    private static func conditionalLaunch() -> ConditionalLaunch {
        var launch = ConditionalLaunch()
        launch.periodOfflineBeforeWipeIsEnforced = PolicyDuration("P90D")
        launch.deviceComplianceRequired = true
        launch.appActionIfDeviceComplianceRequired = .block
        launch.appActionIfMaximumPinRetriesExceeded = .wipe
        launch.appActionIfUnableToAuthenticateUser = .warn
        launch.appActionIfIosDeviceModelNotAllowed = .blockWhenSettingIsSupported
        launch.appActionIfAccountIsClockedOut = .block
        launch.gracePeriodToBlockAppsDuringOffClockHours = PolicyDuration("PT1H")
        launch.allowedIosDeviceModels = "iPhone17,1"
        launch.minimumRequiredOsVersion = "17"
        launch.minimumWarningOsVersion = "18"
        launch.minimumWipeOsVersion = "15"
        launch.maximumRequiredOsVersion = "27"
        launch.maximumWarningOsVersion = "28"
        launch.maximumWipeOsVersion = "29"
        launch.minimumRequiredAppVersion = "1"
        launch.minimumWarningAppVersion = "2"
        launch.minimumWipeAppVersion = "0.5"
        launch.minimumRequiredSdkVersion = "20"
        launch.minimumWarningSdkVersion = "21"
        launch.minimumWipeSdkVersion = "19"
        launch.maximumAllowedDeviceThreatLevel = .low
        launch.mobileThreatDefenseRemediationAction = .wipe
        launch.mobileThreatDefensePartnerPriority = .thirdPartyPartnerOverDefender
        return launch
    }
}
