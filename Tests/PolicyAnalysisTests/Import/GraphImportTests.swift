import Diagnostics
import PolicyAnalysis
import PolicyFiles
import PolicyModel
import Testing

@Suite("Importing a Graph document") struct GraphImportTests {
    /// Every setting with a value that is not its default.
    private static let all = #"""
        {"@odata.type": "#microsoft.graph.iosManagedAppProtection", "displayName": "It's \"level\" 2: ä\n",
        "description": "- x # y", "allowedOutboundDataTransferDestinations": "managedApps",
        "allowedInboundDataTransferSources": "none", "exemptedAppProtocols": [{"name": "Maps: a", "value": "maps;geo"}],
        "exemptedUniversalLinks": ["http://a.example/*"], "managedUniversalLinks": ["http://b.example/*", "http://c.example"],
        "filterOpenInToOnlyManagedApps": true, "disableProtectionOfManagedOutboundOpenInData": true,
        "protectInboundDataFromUnknownSources": true, "allowedOutboundClipboardSharingLevel": "managedAppsWithPasteIn",
        "allowedOutboundClipboardSharingExceptionLength": 40, "managedBrowserToOpenLinksRequired": true,
        "managedBrowser": "microsoftEdge", "customBrowserProtocol": "kiosk://", "dialerRestrictionLevel": "customApp",
        "customDialerAppProtocol": "dial", "protectedMessagingRedirectAppType": "specificApps",
        "messagingRedirectAppUrlScheme": "msg:", "saveAsBlocked": true,
        "allowedDataStorageLocations": ["oneDriveForBusiness", "localStorage"],
        "blockDataIngestionIntoOrganizationDocuments": true, "allowedDataIngestionLocations": ["camera"],
        "printBlocked": true, "contactSyncBlocked": true, "dataBackupBlocked": true, "thirdPartyKeyboardsBlocked": true,
        "allowWidgetContentSync": false, "screenCaptureConfigurationState": "blocked",
        "genmojiConfigurationState": "blocked", "writingToolsConfigurationState": "blocked",
        "notificationRestriction": "block", "pinRequired": true, "maximumPinRetries": 5, "simplePinBlocked": true,
        "minimumPinLength": 6, "pinCharacterSet": "alphanumericAndSymbol", "previousPinBlockCount": 3,
        "periodBeforePinReset": "P90D", "periodBeforePinResetRequired": true, "pinRequiredInsteadOfBiometric": true,
        "pinRequiredInsteadOfBiometricTimeout": "PT30M", "fingerprintBlocked": true, "faceIdBlocked": true,
        "disableAppPinIfDevicePinIsSet": true, "organizationalCredentialsRequired": true,
        "periodOfflineBeforeAccessCheck": "PT12H", "periodOnlineBeforeAccessCheck": "PT30M",
        "appDataEncryptionType": "whenDeviceLocked", "periodOfflineBeforeWipeIsEnforced": "P90D",
        "deviceComplianceRequired": true, "appActionIfDeviceComplianceRequired": "wipe",
        "appActionIfMaximumPinRetriesExceeded": "block", "appActionIfUnableToAuthenticateUser": "warn",
        "appActionIfIosDeviceModelNotAllowed": "block", "appActionIfAccountIsClockedOut": "warn",
        "gracePeriodToBlockAppsDuringOffClockHours": "PT5M", "allowedIosDeviceModels": "iPhone 15;iPad",
        "minimumRequiredOsVersion": "17.0", "minimumWarningOsVersion": "18", "minimumWipeOsVersion": "16",
        "maximumRequiredOsVersion": "27", "maximumWarningOsVersion": "26", "maximumWipeOsVersion": "28",
        "minimumRequiredAppVersion": "1.0", "minimumWarningAppVersion": "2", "minimumWipeAppVersion": "0.5",
        "minimumRequiredSdkVersion": "20", "minimumWarningSdkVersion": "21", "minimumWipeSdkVersion": "19",
        "maximumAllowedDeviceThreatLevel": "low", "mobileThreatDefenseRemediationAction": "wipe",
        "mobileThreatDefensePartnerPriority": "thirdPartyPartnerOverDefender"}
        """#

    @Test("names a file that holds none, and writes nothing", arguments: ["", "{", "[]", "{\"a\": 1}"])
    func unreadable(text: String) {
        let result = GraphImport.read(source(text, "policy.json"))
        #expect(result.text.isEmpty)
        #expect(result.findings.contains { $0.severity == .error })
        #expect(result.findings.flatMap(\.places).allSatisfy { $0.path == "policy.json" })
    }

    @Test("names keys that are no settings, at their places")
    func unknown() throws {
        let text =
            ##"{"@odata.type": "#microsoft.graph.iosManagedAppProtection", "printBlockd": true, "saveAsBlocked": true}"##
        let result = GraphImport.read(source(text, "policy.json"))
        #expect(result.findings.contains { $0.code == "unknown-key" && $0.message.contains("`printBlockd`") })
        #expect(result.carried == 1)
        #expect(try readBack(result).policies["imported"]?.saveAsBlocked == true)
    }

    @Test("gives a document that reads as the file does")
    func roundTrip() throws {
        let result = GraphImport.read(source(Self.all, "policy.json"), name: "level 2")
        #expect(result.carried == PolicySetting.allCases.count)
        let inline = try #require(try readBack(result).policies["level 2"])
        let document = "demarc: 1\npolicies: {level 2: {graph: policy.json}}\n"
        let loaded = PolicyDocumentReader(files: MemoryFiles(["policy.json": Self.all])).load(
            text: document,
            path: "p.yaml"
        )
        let graph = try #require(loaded.document?.policies["level 2"])
        #expect(comparable(inline) == comparable(graph))
        #expect(comparable(inline) != comparable(AppProtectionPolicy(name: "level 2")))
    }

    @Test("takes the policy of a name out of several, and settings at their defaults only where they were given")
    func several() throws {
        let policy = { (name: String) in
            ##"{"@odata.type": "#microsoft.graph.iosManagedAppProtection", "displayName": "\##(name)", "printBlocked": false}"##
        }
        let text = "{\"value\": [\(policy("a")), \(policy("b"))]}"
        #expect(GraphImport.read(source(text)).findings.map(\.code) == ["several-policies"])
        let result = GraphImport.read(source(text), displayName: "b")
        #expect(result.text.hasSuffix("  'imported':\n    displayName: \"b\"\n    printBlocked: false\n"))
    }

    /// The policy without places, which differ, and without what is no setting.
    private func comparable(_ policy: AppProtectionPolicy) -> AppProtectionPolicy {
        var policy = policy
        for setting in PolicySetting.allCases { policy.setLocation(of: setting, to: nil) }
        policy.unknownSettings = []
        return policy
    }
}
