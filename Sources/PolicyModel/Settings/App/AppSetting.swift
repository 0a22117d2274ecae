/// The settings that an app declares about itself, and the single table of what is known about them: the
/// [`IntuneMAMSettings`](https://learn.microsoft.com/intune/intune-service/developer/app-sdk-ios-phase3) of its
/// Info.plist, and further settings that Demarc needs.
///
/// A new setting is a case and a row here, plus the code that reads it. The raw values are the keys of `app` in a
/// policy document.
public enum AppSetting: String, CaseIterable, Hashable, Sendable {
    /// The identity of the app and the system it was built for.
    case id, linkedOn, queriesSchemes, appConfig

    /// Signing in.
    case adalClientId, adalAuthority, adalRedirectUri, adalRedirectScheme, adalLogOverrideDisabled,
        adalCacheKeychainGroupOverride

    /// Enrollment and identities.
    case appGroupIdentifiers, containingAppBundleId, autoEnrollOnLaunch, mamPolicyRequired, mamPolicyWarnAbsent,
        multiIdentity, multiManagedIdentities, multiIdentityCancelDisabled

    /// Web views.
    case treatAllWebViewsAsUnmanaged, webViewHandledURLSchemes, safariViewControllerBlockedOverride

    /// The appearance of the SDK's own pages.
    case splashIconFile, splashIconFileIPad, splashDuration, backgroundColor, foregroundColor, accentColor,
        secondaryBackgroundColor, secondaryForegroundColor, supportsDarkMode

    /// Everything else.
    case mamTelemetryDisabled, mamTelemetryUsePPE, maxFileProtectionLevel, openInActionExtension,
        documentBrowserFileCachePath, verboseLoggingEnabled, finishLaunchingAtStartup, valuesToScrubFromLogging

    /// The name of the setting, as in policy documents.
    public var name: String { rawValue }

    /// The kind of value that the setting has.
    public var kind: Kind { row.kind }

    /// Where an Info.plist contains the setting; nil for a setting that only a policy document has.
    ///
    /// ``linkedOn`` is read from `DTPlatformVersion` if `DTSDKName` is missing or unknown.
    public var infoPlistKey: InfoPlistKey? { row.infoPlistKey }

    /// Whether a decision depends on the setting, or whether private values are shown: the value of such a setting is
    /// never guessed.
    public var isDecisive: Bool { row.decides != nil }
}

// MARK: The table

extension AppSetting {
    /// What is known about the setting.
    ///
    /// - Complexity: O(1).
    public var row: AppSettingRow {
        switch self {
        // MARK: Identity of the app
        case .id: AppSettingRow(.text, bundle: "CFBundleIdentifier", decides: "which app of the document this is")
        case .linkedOn:
            AppSettingRow(
                .systemRelease,
                bundle: "DTSDKName",
                default: "26",
                decides: "how many query schemes the system reads"
            )
        case .queriesSchemes:
            AppSettingRow(
                .schemes,
                bundle: "LSApplicationQueriesSchemes",
                decides: "which schemes the app may query"
            )
        case .appConfig:
            AppSettingRow(.dictionary, decides: "whether data transfer also controls screen capture")

        // MARK: Signing in
        case .adalClientId: AppSettingRow(.text, "ADALClientId", when: .signsIn)
        case .adalAuthority: AppSettingRow(.text, "ADALAuthority", default: "the common authority", when: .singleTenant)
        case .adalRedirectUri: AppSettingRow(.text, "ADALRedirectUri", when: .signsIn)
        case .adalRedirectScheme: AppSettingRow(.text, "ADALRedirectScheme", when: .signsIn)
        case .adalLogOverrideDisabled: AppSettingRow(.boolean(default: false), "ADALLogOverrideDisabled")
        case .adalCacheKeychainGroupOverride:
            AppSettingRow(.text, "ADALCacheKeychainGroupOverride", default: "`com.microsoft.adalcache`")

        // MARK: Enrollment and identities
        case .appGroupIdentifiers: AppSettingRow(.texts, "AppGroupIdentifiers", when: .usesAppGroups)
        case .containingAppBundleId: AppSettingRow(.text, "ContainingAppBundleId", when: .isExtension)
        case .autoEnrollOnLaunch: AppSettingRow(.boolean(default: false), "AutoEnrollOnLaunch", when: .requiresPolicy)
        case .mamPolicyRequired:
            AppSettingRow(
                .boolean(default: false),
                "MAMPolicyRequired",
                decides: "whether the app opens if no signed-in account has a policy; see <doc:LaunchConditions>"
            )
        case .mamPolicyWarnAbsent:
            AppSettingRow(
                .boolean(default: false),
                "MAMPolicyWarnAbsent",
                decides: "whether the app warns if no signed-in account has a policy; see <doc:LaunchConditions>"
            )
        case .multiIdentity:
            AppSettingRow(
                .boolean(default: false),
                "MultiIdentity",
                decides: "which identities are set at launch, and whether `receive` can give `switchAccount`"
            )
        case .multiManagedIdentities:
            AppSettingRow(
                .boolean(default: false),
                "MultiManagedIdentities",
                decides: "whether there can be a second managed account"
            )
        case .multiIdentityCancelDisabled: AppSettingRow(.boolean(default: false), "MultiIdentityCancelDisabled")

        // MARK: Web views
        case .treatAllWebViewsAsUnmanaged:
            AppSettingRow(
                .boolean(default: false),
                "TreatAllWebViewsAsUnmanaged",
                decides: "how a web view without a tag is treated; see <doc:WebViewPolicies>"
            )
        case .webViewHandledURLSchemes:
            AppSettingRow(
                .schemes,
                "WebViewHandledURLSchemes",
                when: .handlesURLs,
                decides: "which links stay in their web view"
            )
        case .safariViewControllerBlockedOverride:
            AppSettingRow(
                .boolean(default: false),
                "SafariViewControllerBlockedOverride",
                decides: "whether the embedded Safari is not blocked, and so shows links unmanaged"
            )

        // MARK: Appearance of the SDK's own pages
        case .splashIconFile: AppSettingRow(.text, "SplashIconFile")
        case .splashIconFileIPad: AppSettingRow(.text, "SplashIconFile~ipad")
        case .splashDuration: AppSettingRow(.number, "SplashDuration", default: "1.5")
        case .backgroundColor: AppSettingRow(.color, "BackgroundColor", default: "the system's")
        case .foregroundColor: AppSettingRow(.color, "ForegroundColor", default: "the system's")
        case .accentColor: AppSettingRow(.color, "AccentColor", default: "the system's blue")
        case .secondaryBackgroundColor: AppSettingRow(.color, "SecondaryBackgroundColor", default: "white")
        case .secondaryForegroundColor: AppSettingRow(.color, "SecondaryForegroundColor", default: "gray")
        case .supportsDarkMode: AppSettingRow(.boolean(default: true), "SupportsDarkMode")

        // MARK: Everything else
        case .mamTelemetryDisabled: AppSettingRow(.boolean(default: false), "MAMTelemetryDisabled")
        case .mamTelemetryUsePPE: AppSettingRow(.boolean(default: false), "MAMTelemetryUsePPE")
        case .maxFileProtectionLevel:
            AppSettingRow(
                .choice(Self.protectionLevels),
                "MaxFileProtectionLevel",
                default: "`NSFileProtectionComplete`"
            )
        case .openInActionExtension:
            AppSettingRow(.boolean(default: false), "OpenInActionExtension", when: .isOpenInAction)
        case .documentBrowserFileCachePath:
            AppSettingRow(.text, "DocumentBrowserFileCachePath", default: "the documents folder")
        case .verboseLoggingEnabled: AppSettingRow(.boolean(default: false), "VerboseLoggingEnabled")
        case .finishLaunchingAtStartup:
            AppSettingRow(.boolean(default: false), "FinishLaunchingAtStartup", when: .registersTasks)
        case .valuesToScrubFromLogging:
            AppSettingRow(
                .texts,
                "ValuesToScrubFromLogging",
                decides: "which values of the app configuration are not shown; see <doc:AppConfiguration>"
            )
        }
    }

    private static let protectionLevels = [
        "NSFileProtectionComplete", "NSFileProtectionCompleteUnlessOpen",
        "NSFileProtectionCompleteUntilFirstUserAuthentication", "NSFileProtectionNone",
    ]
}
