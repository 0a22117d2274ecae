public import Diagnostics

/// An app protection policy: what an organization allows to be done with its data in an app.
///
/// The settings are those of Graph's
/// [iosManagedAppProtection](https://learn.microsoft.com/graph/api/resources/intune-mam-iosmanagedappprotection), with
/// its names; a setting that isn't given has its default, which protects nothing.
public struct AppProtectionPolicy: Hashable, Sendable {
    /// The name that a policy document gives the policy.
    public var name: String
    /// The name that administrators see.
    public var displayName: String?
    /// The administrators' description of the policy.
    public var description: String?

    // MARK: Transfer to and from other apps

    /// Which apps organization data may go to.
    public var allowedOutboundDataTransferDestinations: ManagedAppDataTransferLevel = .allApps
    /// Which apps data may come from.
    public var allowedInboundDataTransferSources: ManagedAppDataTransferLevel = .allApps
    /// Schemes that may open although their apps aren't managed.
    public var exemptedAppProtocols: [ExemptedAppProtocol] = []
    /// Universal links that may open although their apps aren't managed.
    public var exemptedUniversalLinks: [String] = []
    /// Universal links that open in managed apps.
    public var managedUniversalLinks: [String] = []
    /// Whether open-in offers managed apps only.
    public var filterOpenInToOnlyManagedApps: Bool = false
    /// Whether MDM-managed apps get open-in data unencrypted.
    public var disableProtectionOfManagedOutboundOpenInData: Bool = false
    /// Whether data of unknown origin becomes organization data.
    public var protectInboundDataFromUnknownSources: Bool = false

    // MARK: Clipboard

    /// How far the clipboard is shared.
    public var allowedOutboundClipboardSharingLevel: ManagedAppClipboardSharingLevel = .allApps
    /// How many characters may be copied out regardless of the level; 0 to 65535.
    public var allowedOutboundClipboardSharingExceptionLength: Int = 0

    // MARK: Browser, dialer and messages

    /// Whether external links must open in a browser that the policy accepts.
    public var managedBrowserToOpenLinksRequired: Bool = false
    /// The managed browser.
    public var managedBrowser: ManagedBrowserType = .notConfigured
    /// The scheme of the unmanaged browser that opens links.
    public var customBrowserProtocol: RedirectScheme?
    /// Which app a phone number opens.
    public var dialerRestrictionLevel: ManagedAppPhoneNumberRedirectLevel = .allApps
    /// The scheme of the dialer for `customApp`.
    public var customDialerAppProtocol: RedirectScheme?
    /// Which app a message to a phone number opens.
    public var protectedMessagingRedirectAppType: MessagingRedirectType = .anyApp
    /// The scheme of the messaging app for `specificApps`.
    public var messagingRedirectAppUrlScheme: RedirectScheme?

    // MARK: Saving and opening

    /// Whether copies of organization data may be saved only in the places that the next setting lists.
    public var saveAsBlocked: Bool = false
    /// Where copies may be saved even if saving is blocked.
    public var allowedDataStorageLocations: [ManagedAppDataStorageLocation] = []
    /// Whether data may be opened only from the places that the next setting lists.
    public var blockDataIngestionIntoOrganizationDocuments: Bool = false
    /// Where data may be opened from even if opening is blocked.
    public var allowedDataIngestionLocations: [ManagedAppDataIngestionLocation] = []

    // MARK: Single features

    /// Whether printing is blocked.
    public var printBlocked: Bool = false
    /// Whether contacts may not be written to the device's own contacts.
    public var contactSyncBlocked: Bool = false
    /// Whether the app's data is excluded from backups.
    public var dataBackupBlocked: Bool = false
    /// Whether keyboards other than the system's are blocked.
    public var thirdPartyKeyboardsBlocked: Bool = false
    /// Whether widgets may show organization data.
    public var allowWidgetContentSync: Bool = true
    /// Whether the screen may be captured.
    public var screenCaptureConfigurationState: ManagedAppConfigurationState = .notBlocked
    /// Whether Genmoji may be used.
    public var genmojiConfigurationState: ManagedAppConfigurationState = .notBlocked
    /// Whether Writing Tools may be used.
    public var writingToolsConfigurationState: ManagedAppConfigurationState = .notBlocked
    /// What notifications may show.
    public var notificationRestriction: ManagedAppNotificationRestriction = .allow

    // MARK: Opening the app

    /// The requirements for opening the app.
    public var accessRequirements = AccessRequirements()
    /// The conditions under which the app opens at all.
    public var conditionalLaunch = ConditionalLaunch()

    /// The apps that the policy applies to, as Graph lists them: each is managed for the organization of the accounts
    /// under the policy.
    ///
    /// This list contains nothing else. The schemes and links that an app handles and whether it is installed remain
    /// unknown, and an entry of ``PolicyDocument/apps`` with the same id takes precedence.
    public var apps: [AppID] = []

    /// Keys of the policy's file that are not settings, in the order of the file; empty if the settings are in a policy
    /// document, in which unknown keys are not permitted.
    public var unknownSettings: [UnknownPolicySetting] = []

    private var locations: [PolicySetting: SourceLocation] = [:]

    /// Creates a policy with every setting at its default.
    public init(name: String = "") { self.name = name }

    /// The value of a setting; nil if it isn't set and has no default.
    ///
    /// A property returns the same value faster. This subscript is for code that treats all settings alike.
    public subscript(setting: PolicySetting) -> PolicySettingValue? { setting.row.value(self) }

    /// Sets a setting to a value, or to its default for nil.
    ///
    /// - Returns: Whether the setting accepts the value; if not, it is unchanged.
    @discardableResult
    public mutating func set(_ setting: PolicySetting, to value: PolicySettingValue?) -> Bool {
        setting.row.assign(&self, value)
    }

    /// Where a setting is written; nil if its default applies.
    ///
    /// - Complexity: O(1).
    public func location(of setting: PolicySetting) -> SourceLocation? { locations[setting] }

    /// Notes where a setting is written.
    public mutating func setLocation(of setting: PolicySetting, to location: SourceLocation?) {
        locations[setting] = location
    }
}

extension AppProtectionPolicy {
    /// The policy of a window that shows several accounts at once, at least one of them managed. It is not the policy
    /// of an account, but has the strictest value of every setting that decides what may be done with data. The
    /// requirements for opening the app are those of each account's own policy.
    ///
    /// PERF: made once, because every compiled policy contains it: making it took a twentieth of the time in which the file
    /// of a million domains is opened.
    public static let lockDown: AppProtectionPolicy = {
        var policy = AppProtectionPolicy(name: "demarc:lock-down")
        for setting in PolicySetting.allCases where setting.row.decides == .data {
            policy.set(setting, to: setting.row.strictest)
        }
        return policy
    }()
}

/// A key of a Graph document or device log that is not a setting.
///
/// It has no effect on decisions. It is kept because a misspelled setting also protects nothing.
public struct UnknownPolicySetting: Hashable, Sendable {
    /// The key.
    public var name: String
    /// The location of the key.
    public var location: SourceLocation

    /// Creates an entry.
    public init(name: String, location: SourceLocation) {
        self.name = name
        self.location = location
    }
}
