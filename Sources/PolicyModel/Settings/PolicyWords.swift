// The words that settings can have, in Graph's order. Unless `fromWeakest` specifies otherwise, each is at least as
// strict as the one before it.

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

/// The browser in which organization links are to open.
public enum ManagedBrowserType: String, PolicyWord, CaseIterable, Hashable, Sendable {
    /// No browser is specified.
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
    /// The dialer of `customDialerAppProtocol`.
    case customApp
    /// No app.
    case blocked
}

/// Which app a message to a phone number opens.
public enum MessagingRedirectType: String, PolicyWord, CaseIterable, Hashable, Sendable {
    /// Any messaging app.
    case anyApp
    /// Any managed messaging app.
    case anyManagedApp
    /// The app of `messagingRedirectAppUrlScheme`.
    case specificApps
    /// No app.
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

/// Whether a system feature is blocked for organization data.
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
    /// That something happened, but not what it is.
    case blockOrganizationalData
    /// Nothing.
    case block
}

/// The characters that an app PIN consists of.
public enum ManagedAppPinCharacterSet: String, PolicyWord, CaseIterable, Hashable, Sendable {
    /// Digits.
    case numeric
    /// Letters, digits and symbols.
    case alphanumericAndSymbol
}

/// When the app's data is encrypted.
public enum ManagedAppDataEncryptionType: String, PolicyWord, CaseIterable, Hashable, Sendable {
    /// As configured on the device.
    case useDeviceSettings
    /// From a restart until the device is first unlocked.
    case afterDeviceRestart
    /// While the device is locked, except for open files.
    case whenDeviceLockedExceptOpenFiles
    /// While the device is locked.
    case whenDeviceLocked
}

/// What happens if a condition of launch isn't met.
public enum ManagedAppRemediationAction: String, PolicyWord, CaseIterable, Hashable, Sendable {
    /// The app doesn't open.
    case block
    /// Organization data is removed from the app.
    case wipe
    /// The person is warned.
    case warn
    /// The app doesn't open on devices that support the setting.
    case blockWhenSettingIsSupported

    static var fromWeakest: [Self] { [.warn, .blockWhenSettingIsSupported, .block, .wipe] }
}

/// The highest threat level of a device that may still use the app.
public enum ManagedAppDeviceThreatLevel: String, PolicyWord, CaseIterable, Hashable, Sendable {
    /// Any level.
    case notConfigured
    /// Only a secured device.
    case secured
    /// Low.
    case low
    /// Medium.
    case medium
    /// High.
    case high

    static var fromWeakest: [Self] { [.notConfigured, .high, .medium, .low, .secured] }
}

/// Which threat defense service takes precedence if a device has two.
public enum MobileThreatDefensePartnerPriority: String, PolicyWord, CaseIterable, Hashable, Sendable {
    /// Defender.
    case defenderOverThirdPartyPartner
    /// The third-party service.
    case thirdPartyPartnerOverDefender

    /// Neither is stricter than the other.
    static var fromWeakest: [Self] { [] }
}
