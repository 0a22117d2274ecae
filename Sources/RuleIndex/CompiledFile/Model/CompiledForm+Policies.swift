import Diagnostics
import PolicyModel

extension AppProtectionPolicy: CompiledRecord {
    static var unread: AppProtectionPolicy { AppProtectionPolicy() }

    mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(&name)
        try visitor.visit(&displayName)
        try visitor.visit(&description)
        try visitTransfer(&visitor)
        try visitTargets(&visitor)
        try visitFeatures(&visitor)
        try visitor.visit(&accessRequirements)
        try visitor.visit(&conditionalLaunch)
        try visitor.visit(&unknownSettings)
        var locations: [PolicySetting: SourceLocation] = [:]
        for setting in PolicySetting.allCases { locations[setting] = location(of: setting) }
        try visitor.visit(&locations)
        for setting in PolicySetting.allCases { setLocation(of: setting, to: locations[setting]) }
    }

    private mutating func visitTransfer<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(&allowedOutboundDataTransferDestinations)
        try visitor.visit(&allowedInboundDataTransferSources)
        try visitor.visit(&exemptedAppProtocols)
        try visitor.visit(&exemptedUniversalLinks)
        try visitor.visit(&managedUniversalLinks)
        try visitor.visit(&filterOpenInToOnlyManagedApps)
        try visitor.visit(&disableProtectionOfManagedOutboundOpenInData)
        try visitor.visit(&protectInboundDataFromUnknownSources)
        try visitor.visit(&allowedOutboundClipboardSharingLevel)
        try visitor.visit(&allowedOutboundClipboardSharingExceptionLength)
        try visitor.visit(&saveAsBlocked)
        try visitor.visit(&allowedDataStorageLocations)
        try visitor.visit(&blockDataIngestionIntoOrganizationDocuments)
        try visitor.visit(&allowedDataIngestionLocations)
    }

    private mutating func visitTargets<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(&managedBrowserToOpenLinksRequired)
        try visitor.visit(&managedBrowser)
        try visitor.visit(&customBrowserProtocol)
        try visitor.visit(&dialerRestrictionLevel)
        try visitor.visit(&customDialerAppProtocol)
        try visitor.visit(&protectedMessagingRedirectAppType)
        try visitor.visit(&messagingRedirectAppUrlScheme)
    }

    private mutating func visitFeatures<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(&printBlocked)
        try visitor.visit(&contactSyncBlocked)
        try visitor.visit(&dataBackupBlocked)
        try visitor.visit(&thirdPartyKeyboardsBlocked)
        try visitor.visit(&allowWidgetContentSync)
        try visitor.visit(&screenCaptureConfigurationState)
        try visitor.visit(&genmojiConfigurationState)
        try visitor.visit(&writingToolsConfigurationState)
        try visitor.visit(&notificationRestriction)
    }
}

extension AccessRequirements: CompiledRecord {
    static var unread: AccessRequirements { AccessRequirements() }

    mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(&pinRequired)
        try visitor.visit(&maximumPinRetries)
        try visitor.visit(&simplePinBlocked)
        try visitor.visit(&minimumPinLength)
        try visitor.visit(&pinCharacterSet)
        try visitor.visit(&previousPinBlockCount)
        try visitor.visit(&periodBeforePinReset)
        try visitor.visit(&periodBeforePinResetRequired)
        try visitor.visit(&pinRequiredInsteadOfBiometric)
        try visitor.visit(&pinRequiredInsteadOfBiometricTimeout)
        try visitor.visit(&fingerprintBlocked)
        try visitor.visit(&faceIdBlocked)
        try visitor.visit(&disableAppPinIfDevicePinIsSet)
        try visitor.visit(&organizationalCredentialsRequired)
        try visitor.visit(&periodOfflineBeforeAccessCheck)
        try visitor.visit(&periodOnlineBeforeAccessCheck)
        try visitor.visit(&appDataEncryptionType)
    }
}

extension ConditionalLaunch: CompiledRecord {
    static var unread: ConditionalLaunch { ConditionalLaunch() }

    mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(&periodOfflineBeforeWipeIsEnforced)
        try visitor.visit(&deviceComplianceRequired)
        try visitor.visit(&appActionIfDeviceComplianceRequired)
        try visitor.visit(&appActionIfMaximumPinRetriesExceeded)
        try visitor.visit(&appActionIfUnableToAuthenticateUser)
        try visitor.visit(&appActionIfIosDeviceModelNotAllowed)
        try visitor.visit(&appActionIfAccountIsClockedOut)
        try visitor.visit(&gracePeriodToBlockAppsDuringOffClockHours)
        try visitor.visit(&allowedIosDeviceModels)
        try visitor.visit(&minimumRequiredOsVersion)
        try visitor.visit(&minimumWarningOsVersion)
        try visitor.visit(&minimumWipeOsVersion)
        try visitor.visit(&maximumRequiredOsVersion)
        try visitor.visit(&maximumWarningOsVersion)
        try visitor.visit(&maximumWipeOsVersion)
        try visitor.visit(&minimumRequiredAppVersion)
        try visitor.visit(&minimumWarningAppVersion)
        try visitor.visit(&minimumWipeAppVersion)
        try visitor.visit(&minimumRequiredSdkVersion)
        try visitor.visit(&minimumWarningSdkVersion)
        try visitor.visit(&minimumWipeSdkVersion)
        try visitor.visit(&maximumAllowedDeviceThreatLevel)
        try visitor.visit(&mobileThreatDefenseRemediationAction)
        try visitor.visit(&mobileThreatDefensePartnerPriority)
    }
}

extension UnknownPolicySetting: CompiledRecord {
    static var unread: UnknownPolicySetting { UnknownPolicySetting(name: "", location: .unread) }

    mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(&name)
        try visitor.visit(&location)
    }
}

extension ExemptedAppProtocol: CompiledRecord {
    static var unread: ExemptedAppProtocol { ExemptedAppProtocol(name: "", value: "") }

    mutating func visitFields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit(&name)
        try visitor.visit(&value)
    }
}

extension PolicyDuration: CompiledForm {
    func write(to writer: inout CompiledWriter) { writer.write(text) }

    init(from reader: inout CompiledReader) throws(CompiledFileError) {
        guard let value = PolicyDuration(try reader.readText()) else {
            throw .malformed("it has a duration that is none")
        }
        self = value
    }
}

extension RedirectScheme: CompiledForm {
    func write(to writer: inout CompiledWriter) { writer.write(text) }

    init(from reader: inout CompiledReader) throws(CompiledFileError) {
        // What the initialiser takes away is added, so that it takes nothing else.
        guard let value = RedirectScheme(try reader.readText() + "://") else {
            throw .malformed("it has a scheme that is none")
        }
        self = value
    }
}
