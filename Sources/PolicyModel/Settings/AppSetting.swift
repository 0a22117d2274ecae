/// What an app declares of itself, by name: the `IntuneMAMSettings` of its Info.plist, and what Demarc asks besides.
///
/// The raw values are the keys of `app` in a policy document.
public enum AppSetting: String, CaseIterable, Hashable, Sendable {
    /// What the app is and which system it was built for.
    case id, linkedOn, queriesSchemes, appConfig

    /// Signing in.
    case adalClientId, adalAuthority, adalRedirectUri, adalRedirectScheme, adalLogOverrideDisabled,
        adalCacheKeychainGroupOverride

    /// Enrollment and identities.
    case appGroupIdentifiers, containingAppBundleId, autoEnrollOnLaunch, mamPolicyRequired, mamPolicyWarnAbsent,
        multiIdentity, multiManagedIdentities, multiIdentityCancelDisabled

    /// Web views.
    case treatAllWebViewsAsUnmanaged, webViewHandledURLSchemes, safariViewControllerBlockedOverride

    /// The look of the SDK's own pages.
    case splashIconFile, splashIconFileIPad, splashDuration, backgroundColor, foregroundColor, accentColor,
        secondaryBackgroundColor, secondaryForegroundColor, supportsDarkMode

    /// Everything else.
    case mamTelemetryDisabled, mamTelemetryUsePPE, maxFileProtectionLevel, openInActionExtension,
        documentBrowserFileCachePath, verboseLoggingEnabled, finishLaunchingAtStartup, valuesToScrubFromLogging

    /// The kind of value a setting has, with its default where it has one.
    public enum Kind: Hashable, Sendable {
        /// `true` or `false`.
        case boolean(default: Bool)
        /// Any text.
        case text
        /// A list of texts.
        case texts
        /// A list of URL schemes.
        case schemes
        /// A number that isn't negative.
        case number
        /// A color as `#RRGGBB`; the `#` may be left out.
        case color
        /// One of a few words.
        case choice([String])
        /// A major version of the system, such as `ios26`.
        case systemRelease
        /// Texts by name.
        case dictionary
    }

    /// The kind of value the setting has.
    public var kind: Kind {
        switch self {
        case .id, .adalClientId, .adalAuthority, .adalRedirectUri, .adalRedirectScheme, .adalCacheKeychainGroupOverride,
            .containingAppBundleId, .splashIconFile, .splashIconFileIPad, .documentBrowserFileCachePath:
            .text
        case .appGroupIdentifiers, .valuesToScrubFromLogging: .texts
        case .queriesSchemes, .webViewHandledURLSchemes: .schemes
        case .splashDuration: .number
        case .backgroundColor, .foregroundColor, .accentColor, .secondaryBackgroundColor, .secondaryForegroundColor:
            .color
        case .supportsDarkMode: .boolean(default: true)
        case .maxFileProtectionLevel:
            .choice([
                "NSFileProtectionComplete", "NSFileProtectionCompleteUnlessOpen",
                "NSFileProtectionCompleteUntilFirstUserAuthentication", "NSFileProtectionNone",
            ])
        case .linkedOn: .systemRelease
        case .appConfig: .dictionary
        case .adalLogOverrideDisabled, .autoEnrollOnLaunch, .mamPolicyRequired, .mamPolicyWarnAbsent, .multiIdentity,
            .multiManagedIdentities, .multiIdentityCancelDisabled, .treatAllWebViewsAsUnmanaged,
            .safariViewControllerBlockedOverride, .mamTelemetryDisabled, .mamTelemetryUsePPE, .openInActionExtension,
            .verboseLoggingEnabled, .finishLaunchingAtStartup:
            .boolean(default: false)
        }
    }

    /// The name of the setting, as policy documents have it.
    public var name: String { rawValue }
}
