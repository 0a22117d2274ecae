// The words that settings can have, in the order in which Graph lists them. Unless `fromWeakest` says otherwise, each is
// at least as strict as the one before it.

/// Which apps organization data may go to, or come from.
public enum ManagedAppDataTransferLevel: String, PolicyWord, CaseIterable, Hashable, Sendable {
    /// Any app.
    case allApps
    /// Only apps with a policy of the same organization.
    case managedApps
    /// No app.
    case none
}

/// How far the clipboard is shared with other apps.
public enum ManagedAppClipboardSharingLevel: String, PolicyWord, CaseIterable, Hashable, Sendable {
    /// With every app.
    case allApps
    /// Organization data goes to managed apps only; anything may be pasted in.
    case managedAppsWithPasteIn
    /// Among managed apps only, in either direction.
    case managedApps
    /// With no app.
    case blocked
}

/// The browser that organization links are to be opened in.
public enum ManagedBrowserType: String, PolicyWord, CaseIterable, Hashable, Sendable {
    /// None is named.
    case notConfigured
    /// Microsoft Edge.
    case microsoftEdge

    /// Neither is stricter than the other.
    static var fromWeakest: [Self] { [] }
}

/// Which app a phone number opens.
public enum ManagedAppPhoneNumberRedirectLevel: String, PolicyWord, CaseIterable, Hashable, Sendable {
    /// Any dialer.
    case allApps
    /// Any managed dialer.
    case managedApps
    /// The dialer that `customDialerAppProtocol` names.
    case customApp
    /// None.
    case blocked
}

/// Which app a message to a phone number opens.
public enum MessagingRedirectType: String, PolicyWord, CaseIterable, Hashable, Sendable {
    /// Any messaging app.
    case anyApp
    /// Any managed messaging app.
    case anyManagedApp
    /// The app that `messagingRedirectAppUrlScheme` names.
    case specificApps
    /// None.
    case blocked
}

/// A place that copies of organization data may be saved to.
public enum ManagedAppDataStorageLocation: String, PolicyWord, CaseIterable, Hashable, Sendable {
    /// OneDrive for work or school.
    case oneDriveForBusiness
    /// SharePoint.
    case sharePoint
    /// Box.
    case box
    /// The app's own storage on the device.
    case localStorage
    /// The device's photo library.
    case photoLibrary
    /// iManage.
    case iManage
    /// Egnyte.
    case egnyte
}

/// A place that data may be opened from into organization documents.
///
/// The last four are open locations of the SDK that Graph's own enumeration lacks.
public enum ManagedAppDataIngestionLocation: String, PolicyWord, CaseIterable, Hashable, Sendable {
    /// OneDrive for work or school.
    case oneDriveForBusiness
    /// SharePoint.
    case sharePoint
    /// The device's camera.
    case camera
    /// The device's photo library.
    case photoLibrary
    /// The app's own storage on the device.
    case localStorage
    /// Box.
    case box
    /// iManage.
    case iManage
    /// Egnyte.
    case egnyte
}

/// Whether a feature of the system is kept from organization data.
public enum ManagedAppConfigurationState: String, PolicyWord, CaseIterable, Hashable, Sendable {
    /// The feature may be used.
    case notBlocked
    /// The feature is blocked.
    case blocked
}

/// What notifications may show of organization data.
public enum ManagedAppNotificationRestriction: String, PolicyWord, CaseIterable, Hashable, Sendable {
    /// Everything.
    case allow
    /// That there is something, not what it is.
    case blockOrganizationalData
    /// Nothing.
    case block
}

/// What an app PIN consists of.
public enum ManagedAppPinCharacterSet: String, PolicyWord, CaseIterable, Hashable, Sendable {
    /// Digits.
    case numeric
    /// Letters, digits and symbols.
    case alphanumericAndSymbol
}

/// When the app's data is encrypted.
public enum ManagedAppDataEncryptionType: String, PolicyWord, CaseIterable, Hashable, Sendable {
    /// As the device has it.
    case useDeviceSettings
    /// From a restart until the device is first unlocked.
    case afterDeviceRestart
    /// While the device is locked, open files excepted.
    case whenDeviceLockedExceptOpenFiles
    /// While the device is locked.
    case whenDeviceLocked
}

/// What happens where a condition of launch isn't met.
public enum ManagedAppRemediationAction: String, PolicyWord, CaseIterable, Hashable, Sendable {
    /// The app doesn't open.
    case block
    /// Organization data is removed from the app.
    case wipe
    /// The person is warned.
    case warn
    /// The app doesn't open on devices that know the setting.
    case blockWhenSettingIsSupported

    static var fromWeakest: [Self] { [.warn, .blockWhenSettingIsSupported, .block, .wipe] }
}

/// The highest threat level of a device that may still use the app.
public enum ManagedAppDeviceThreatLevel: String, PolicyWord, CaseIterable, Hashable, Sendable {
    /// Any.
    case notConfigured
    /// None but a secured device.
    case secured
    /// Low.
    case low
    /// Medium.
    case medium
    /// High.
    case high

    static var fromWeakest: [Self] { [.notConfigured, .high, .medium, .low, .secured] }
}

/// Which threat defense service is heard where a device has two.
public enum MobileThreatDefensePartnerPriority: String, PolicyWord, CaseIterable, Hashable, Sendable {
    /// Defender.
    case defenderOverThirdPartyPartner
    /// The other one.
    case thirdPartyPartnerOverDefender

    /// Neither is stricter than the other.
    static var fromWeakest: [Self] { [] }
}
