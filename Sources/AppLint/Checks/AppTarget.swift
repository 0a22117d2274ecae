import PolicyFiles
import PolicyModel
import PropertyList

/// The Info.plist of one target and the entitlements of each of its builds, with the values that several checks use.
struct AppTarget {
    /// The root of the Info.plist; nil if there is none, or if it is not a dictionary.
    let plist: LocatedValue?
    /// The roots of the entitlements that are dictionaries, one for each build.
    let entitlements: [LocatedValue]
    /// The roots that are not dictionaries.
    let unreadableRoots: [LocatedValue]
    /// The dictionaries at the root of the Info.plist whose keys are misspellings of `IntuneMAMSettings`.
    let misspeltSettings: [SDKKeys.Misspelling]
    /// Whether the bytes of the Info.plist can be edited in place, because it is XML in UTF-8.
    let canEditText: Bool
    /// Whether the SDK is, or will be, part of the app.
    private(set) var usesSDK: Bool
    /// Whether the target is an extension.
    let isExtension: Bool
    /// Whether the caller named the files rather than a folder to search.
    let isNamed: Bool
    /// Whether a finding counts, that is, is neither suppressed nor switched off.
    let counts: (LintFinding) -> Bool

    init(
        infoPlist: PropertyListDocument?,
        entitlements: [PropertyListDocument],
        assumesSDK: Bool,
        isNamed: Bool,
        counts: @escaping (LintFinding) -> Bool = { _ in true }
    ) {
        self.isNamed = isNamed
        self.counts = counts
        let root = infoPlist.map { LocatedValue($0) }
        let rights = entitlements.map { LocatedValue($0) }
        unreadableRoots = ((root.map { [$0] } ?? []) + rights).filter { $0.node.entries == nil }
        plist = root.flatMap { $0.node.entries == nil ? nil : $0 }
        self.entitlements = rights.filter { $0.node.entries != nil }
        misspeltSettings = plist.map { SDKKeys.misspeltDictionaries(in: $0.node) } ?? []
        canEditText = infoPlist?.format == .xml(.utf8)
        isExtension = plist?.entry("NSExtension") != nil || plist?.entry("EXAppExtensionAttributes") != nil
        usesSDK = assumesSDK
        if !usesSDK { usesSDK = showsSDK }
    }

    /// The key of the dictionary that configures the SDK.
    static let settingsKey = SDKKeys.dictionary
    static let queriesKey = "LSApplicationQueriesSchemes"
    static let groupsKey = "keychain-access-groups"
    static let appGroupsKey = "com.apple.security.application-groups"

    /// `IntuneMAMSettings`, if it is a dictionary.
    var settings: LocatedValue? {
        plist?[Self.settingsKey].flatMap { $0.node.entries == nil ? nil : $0 }
    }

    /// Whether the settings are only there under a misspelled key, so that it is unknown what is missing in them.
    var areSettingsMisspelt: Bool { !misspeltSettings.isEmpty && plist?.entry(Self.settingsKey) == nil }

    /// Whether anything in the files has the SDK's mark.
    private var showsSDK: Bool {
        if plist?.entry(Self.settingsKey) != nil || areSettingsMisspelt { return true }
        let schemes = listedSchemes.map(\.text) + urlSchemes.map(\.value.text)
        if schemes.contains(where: { $0?.lowercased().contains("intunemam") ?? false }) { return true }
        let isOfSDK = { (type: LocatedValue) in type.text?.lowercased().hasPrefix(PredicateTypes.prefix) ?? false }
        if documentTypes.contains(where: { $0.contains(where: isOfSDK) }) { return true }
        if let rule = activationRule?.value.knownText, let predicate = try? PredicateParser.parse(rule),
            PredicateTypes(predicate, text: rule).namesSDK
        {
            return true
        }
        return entitlements.contains(where: Self.hasSDKGroup)
    }

    // MARK: Values for several checks

    /// The entries of `LSApplicationQueriesSchemes`.
    var listedSchemes: [LocatedValue] { plist?[Self.queriesKey]?.elements ?? [] }

    /// The schemes of all URL types, each with the array that contains it.
    var urlSchemes: [(array: LocatedValue, value: LocatedValue)] {
        (plist?["CFBundleURLTypes"]?.elements ?? []).flatMap { type in
            type["CFBundleURLSchemes"].map { array in (array.elements ?? []).map { (array, $0) } } ?? []
        }
    }

    /// The types of each document type, `LSItemContentTypes`.
    var documentTypes: [[LocatedValue]] {
        (plist?["CFBundleDocumentTypes"]?.elements ?? []).compactMap { $0["LSItemContentTypes"]?.elements }
    }

    /// `NSExtensionAttributes` of an extension.
    var extensionAttributes: LocatedValue? { plist?["NSExtension"]?["NSExtensionAttributes"] }

    /// `NSExtensionActivationRule` of an extension.
    var activationRule: LocatedValue.Entry? { extensionAttributes?.entry("NSExtensionActivationRule") }

    /// The intended value of a Boolean setting: `<string>YES</string>` is on.
    func isOn(_ setting: AppSetting) -> Bool {
        guard let key = setting.infoPlistKey, let value = settings?[key.name] else { return false }
        return value.boolean ?? value.meantBoolean ?? false
    }

    /// Whether the target runs on macOS, which has other keychain groups and no limit on query schemes.
    var isForMac: Bool {
        // Entitlements do not show this, because apps for both systems share them.
        guard let plist else { return false }
        let platforms = (plist["CFBundleSupportedPlatforms"]?.elements ?? []).compactMap(\.text)
        let keys = (plist.node.entries ?? []).lazy.map(\.key.text)
        guard !platforms.contains("iPhoneOS") else { return false }
        // Mac apps can have keys of iPhone apps too, above all those made with Mac Catalyst.
        if platforms.contains("MacOSX") || plist["NSPrincipalClass"]?.text == "NSApplication" { return true }
        // An iPhone app has `LSMinimumSystemVersion` too if it also runs on Macs with Apple silicon.
        return plist.entry("LSMinimumSystemVersion") != nil && !keys.contains(where: Self.isForPhone)
    }

    /// Whether a key shows an iPhone app, unless something else shows a Mac app.
    private static func isForPhone(_ key: String) -> Bool {
        // Apps for both systems opt out of the current design with the same key.
        guard key != "UIDesignRequiresCompatibility" else { return false }
        return key == "LSRequiresIPhoneOS" || key == "MinimumOSVersion" || key.hasPrefix("UI")
    }

    /// Whether the Info.plist belongs to an app or an extension, rather than to a framework, tests or resources.
    var isRunnable: Bool {
        guard let plist, let type = plist.entry("CFBundlePackageType") else {
            // A built bundle without an executable only contains resources.
            return plist?.entry("DTCompiler") == nil || plist?.entry("CFBundleExecutable") != nil
        }
        return type.value.isUnknown || ["APPL", "XPC!"].contains(type.value.text)
    }

    /// The major version of iOS that the app is linked on; nil if the Info.plist does not contain it.
    var linkedOn: Int? {
        plist.flatMap { plist in SDKRelease.known { plist.node.entry($0) }?.release }
    }
}
