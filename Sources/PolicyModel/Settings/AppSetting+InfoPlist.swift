/// How an Info.plist writes the settings, and which of them an app has to have.
extension AppSetting {
    /// Where an Info.plist holds a setting.
    public enum InfoPlistKey: Hashable, Sendable {
        /// A key of the dictionary `IntuneMAMSettings`.
        case settings(String)
        /// A key of the Info.plist itself.
        case bundle(String)

        /// The key.
        public var name: String {
            switch self {
            case .settings(let name), .bundle(let name): name
            }
        }
    }

    /// Whether an app has to have a setting.
    public enum Need: Hashable, Sendable {
        /// The app may leave it out.
        case optional
        /// The app must have it under this condition.
        case required(when: Condition)
    }

    /// What makes a setting necessary. Whether one holds doesn't always show in an Info.plist.
    public enum Condition: String, CaseIterable, Hashable, Sendable {
        /// The app signs in with the vendor's authentication library; ``AppSetting/adalRedirectUri`` and
        /// ``AppSetting/adalRedirectScheme`` stand in for each other.
        case signsIn = "the app signs in with MSAL"
        /// The app is registered for one tenant only.
        case singleTenant = "the app is registered for a single tenant"
        /// The app's entitlements name app groups.
        case usesAppGroups = "the app uses app groups"
        /// The plist is that of an extension.
        case isExtension = "the plist is that of an extension"
        /// The plist is that of an action extension which opens files in the app.
        case isOpenInAction = "the plist is that of an Open In action extension"
        /// ``AppSetting/mamPolicyRequired`` is on.
        case requiresPolicy = "`MAMPolicyRequired` is on"
        /// A web view of the app handles URLs of its own.
        case handlesURLs = "a web view of the app handles URL schemes itself"
        /// The app registers background tasks at launch.
        case registersTasks = "the app registers background tasks while it launches"
    }

    /// Where an Info.plist holds the setting; nil for a setting that only a policy document has.
    ///
    /// ``linkedOn`` is read from `DTPlatformVersion` where `DTSDKName` is missing or unknown.
    public var infoPlistKey: InfoPlistKey? {
        switch self {
        case .id: .bundle("CFBundleIdentifier")
        case .linkedOn: .bundle("DTSDKName")
        case .queriesSchemes: .bundle("LSApplicationQueriesSchemes")
        case .appConfig: nil
        case .adalClientId: .settings("ADALClientId")
        case .adalAuthority: .settings("ADALAuthority")
        case .adalRedirectUri: .settings("ADALRedirectUri")
        case .adalRedirectScheme: .settings("ADALRedirectScheme")
        case .adalLogOverrideDisabled: .settings("ADALLogOverrideDisabled")
        case .adalCacheKeychainGroupOverride: .settings("ADALCacheKeychainGroupOverride")
        case .appGroupIdentifiers: .settings("AppGroupIdentifiers")
        case .containingAppBundleId: .settings("ContainingAppBundleId")
        case .autoEnrollOnLaunch: .settings("AutoEnrollOnLaunch")
        case .mamPolicyRequired: .settings("MAMPolicyRequired")
        case .mamPolicyWarnAbsent: .settings("MAMPolicyWarnAbsent")
        case .multiIdentity: .settings("MultiIdentity")
        case .multiManagedIdentities: .settings("MultiManagedIdentities")
        case .multiIdentityCancelDisabled: .settings("MultiIdentityCancelDisabled")
        case .treatAllWebViewsAsUnmanaged: .settings("TreatAllWebViewsAsUnmanaged")
        case .webViewHandledURLSchemes: .settings("WebViewHandledURLSchemes")
        case .safariViewControllerBlockedOverride: .settings("SafariViewControllerBlockedOverride")
        case .splashIconFile: .settings("SplashIconFile")
        case .splashIconFileIPad: .settings("SplashIconFile~ipad")
        case .splashDuration: .settings("SplashDuration")
        case .backgroundColor: .settings("BackgroundColor")
        case .foregroundColor: .settings("ForegroundColor")
        case .accentColor: .settings("AccentColor")
        case .secondaryBackgroundColor: .settings("SecondaryBackgroundColor")
        case .secondaryForegroundColor: .settings("SecondaryForegroundColor")
        case .supportsDarkMode: .settings("SupportsDarkMode")
        case .mamTelemetryDisabled: .settings("MAMTelemetryDisabled")
        case .mamTelemetryUsePPE: .settings("MAMTelemetryUsePPE")
        case .maxFileProtectionLevel: .settings("MaxFileProtectionLevel")
        case .openInActionExtension: .settings("OpenInActionExtension")
        case .documentBrowserFileCachePath: .settings("DocumentBrowserFileCachePath")
        case .verboseLoggingEnabled: .settings("VerboseLoggingEnabled")
        case .finishLaunchingAtStartup: .settings("FinishLaunchingAtStartup")
        case .valuesToScrubFromLogging: .settings("ValuesToScrubFromLogging")
        }
    }

    /// Whether an app has to have the setting.
    public var need: Need {
        switch self {
        case .adalClientId, .adalRedirectUri, .adalRedirectScheme: .required(when: .signsIn)
        case .adalAuthority: .required(when: .singleTenant)
        case .appGroupIdentifiers: .required(when: .usesAppGroups)
        case .containingAppBundleId: .required(when: .isExtension)
        case .openInActionExtension: .required(when: .isOpenInAction)
        case .autoEnrollOnLaunch: .required(when: .requiresPolicy)
        case .webViewHandledURLSchemes: .required(when: .handlesURLs)
        case .finishLaunchingAtStartup: .required(when: .registersTasks)
        default: .optional
        }
    }

    /// Whether an answer of the engine depends on the setting: of such a setting no value is guessed.
    public var isDecisive: Bool {
        switch self {
        case .id, .linkedOn, .queriesSchemes, .multiIdentity, .multiManagedIdentities, .treatAllWebViewsAsUnmanaged,
            .webViewHandledURLSchemes, .safariViewControllerBlockedOverride:
            true
        default: false
        }
    }
}
