/// The conditions under which a policy lets the app open. Read and kept; no decision uses it yet.
public struct ConditionalLaunch: Hashable, Sendable {
    /// After how long offline organization data is removed.
    public var periodOfflineBeforeWipeIsEnforced: PolicyDuration?
    /// Whether a jailbroken device is refused.
    public var deviceComplianceRequired: Bool = false
    /// What happens on a jailbroken device.
    public var appActionIfDeviceComplianceRequired: ManagedAppRemediationAction?
    /// What happens after too many wrong PINs.
    public var appActionIfMaximumPinRetriesExceeded: ManagedAppRemediationAction?
    /// What happens where the person can't be authenticated.
    public var appActionIfUnableToAuthenticateUser: ManagedAppRemediationAction?
    /// What happens on a model that isn't allowed.
    public var appActionIfIosDeviceModelNotAllowed: ManagedAppRemediationAction?
    /// What happens outside working time.
    public var appActionIfAccountIsClockedOut: ManagedAppRemediationAction?
    /// How long the app stays open after working time.
    public var gracePeriodToBlockAppsDuringOffClockHours: PolicyDuration?
    /// The device models that may use the app, separated by `;`.
    public var allowedIosDeviceModels: String?
    /// The oldest system that opens the app.
    public var minimumRequiredOsVersion: String?
    /// The oldest system without a warning.
    public var minimumWarningOsVersion: String?
    /// The oldest system that keeps organization data.
    public var minimumWipeOsVersion: String?
    /// The newest system that opens the app.
    public var maximumRequiredOsVersion: String?
    /// The newest system without a warning.
    public var maximumWarningOsVersion: String?
    /// The newest system that keeps organization data.
    public var maximumWipeOsVersion: String?
    /// The oldest version of the app that opens.
    public var minimumRequiredAppVersion: String?
    /// The oldest version of the app without a warning.
    public var minimumWarningAppVersion: String?
    /// The oldest version of the app that keeps organization data.
    public var minimumWipeAppVersion: String?
    /// The oldest SDK that opens the app.
    public var minimumRequiredSdkVersion: String?
    /// The oldest SDK without a warning.
    public var minimumWarningSdkVersion: String?
    /// The oldest SDK that keeps organization data.
    public var minimumWipeSdkVersion: String?
    /// The highest threat level of a device.
    public var maximumAllowedDeviceThreatLevel: ManagedAppDeviceThreatLevel = .notConfigured
    /// What happens above that level.
    public var mobileThreatDefenseRemediationAction: ManagedAppRemediationAction?
    /// Which threat defense service is heard.
    public var mobileThreatDefensePartnerPriority: MobileThreatDefensePartnerPriority?

    /// Every setting at its default.
    public init() {}
}
