import Diagnostics
package import PropertyList

extension AppConfiguration {
    /// What a property list is, if it is not the Info.plist of an app or an extension for iOS.
    ///
    /// Additions for the SDK would be nonsense in such a file. Most of an Info.plist may be missing, because Xcode adds
    /// it, so a file without any usual key is accepted if its name is `Info.plist`.
    ///
    /// - Parameter infoPlist: The file.
    /// - Returns: A description such as "the Info.plist of a framework"; nil if the file can be configured.
    /// - Complexity: O(*n*) in the keys.
    package static func otherPurpose(of infoPlist: PropertyListDocument) -> String? {
        // A root that is not a dictionary is a finding.
        guard let entries = infoPlist.root.entries else { return nil }
        let keys = Set(entries.map(\.key.text))
        let target = AppTarget(infoPlist: infoPlist, entitlements: [], assumesSDK: true, isNamed: true)
        // An app may keep settings of other services, and the keys of any other file, in its Info.plist.
        let isApp =
            !keys.isDisjoint(with: appKeys) || target.plist?["CFBundlePackageType"]?.text == "APPL"
        if !isApp, let (_, purpose) = purposes.first(where: { keys.contains($0.key) }) { return purpose }
        if !target.isRunnable { return bundle(infoPlist.root.entry("CFBundlePackageType")?.value) }
        if let system = otherSystem(target, keys) { return "the Info.plist of an app for \(system)" }
        if keys.contains("NSAppClip") { return "the Info.plist of an app clip" }
        let name = infoPlist.source.path.lowercased()
        guard !keys.isEmpty, AppFileKind(of: infoPlist.root) == nil, !keys.contains(where: isOfSystem),
            name != "info.plist", !name.hasSuffix("/info.plist")
        else { return nil }
        return "a property list without any key of an Info.plist"
    }

    /// Keys that other property lists have, and what those are.
    private static let purposes: [(key: String, purpose: String)] = [
        ("GOOGLE_APP_ID", "a configuration of Google's services"),
        ("GCM_SENDER_ID", "a configuration of Google's services"),
        ("AvailableLibraries", "the list of libraries in an XCFramework"),
        ("XCFrameworkFormatVersion", "the list of libraries in an XCFramework"),
        ("PayloadType", "a configuration profile"), ("runDestinationsByUUID", "a list of Xcode's test baselines"),
        ("pfm_domain", "a manifest of preferences"),
    ]

    /// Keys that only the Info.plist of an app or an extension has.
    private static let appKeys: Set = [AppTarget.settingsKey, "LSRequiresIPhoneOS", "NSExtension"]

    private static func bundle(_ type: PropertyListNode?) -> String {
        guard let type, case .string(let word) = type.content else { return "the Info.plist of a bundle of resources" }
        return switch word {
        case "FMWK": "the Info.plist of a framework"
        case "BNDL": "the Info.plist of a bundle of tests or resources"
        case "dSYM": "the Info.plist of debug symbols"
        default: "the Info.plist of a bundle of the type `\(Quoted.word(word))`"
        }
    }

    /// The system of an app or an extension that is not for iOS; nil if nothing shows one.
    private static func otherSystem(_ target: AppTarget, _ keys: Set<String>) -> String? {
        let platforms = target.plist?["CFBundleSupportedPlatforms"]?.elements ?? []
        let supported = platforms.compactMap { $0.text?.lowercased() }
        guard !supported.contains(where: { $0.hasPrefix("iphone") }) else { return nil }
        if target.isForMac { return "macOS" }
        let point = target.plist?["NSExtension"]?["NSExtensionPointIdentifier"]?.text
        if !keys.isDisjoint(with: watchKeys) || point == "com.apple.watchkit" { return "watchOS" }
        // Both name the system alike: `WatchOS` or `WatchSimulator`, and `watchos26.0`.
        let names = supported + [target.plist?["DTSDKName"]?.text?.lowercased()].compactMap(\.self)
        return systems.first { system in names.contains { $0.hasPrefix(system.prefix) } }?.name
    }

    /// Keys that only apps for the watch have.
    private static let watchKeys: Set = [
        "WKApplication", "WKCompanionAppBundleIdentifier", "WKWatchKitApp", "WKWatchOnly",
    ]

    /// The systems that the SDK does not exist for, by the beginning of their names in lower case.
    private static let systems = [
        (prefix: "watch", name: "watchOS"), (prefix: "appletv", name: "tvOS"), (prefix: "xr", name: "visionOS"),
    ]

    /// Whether a key has a prefix of the system's own keys.
    private static func isOfSystem(_ key: String) -> Bool {
        ["BGTask", "CFBundle", "DT", "EX", "INIntents", "ITS", "LS", "NS", "UI", "UT", "WK"]
            .contains { key.hasPrefix($0) }
    }
}
