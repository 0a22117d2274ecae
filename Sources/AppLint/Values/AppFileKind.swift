public import PropertyList

/// Which of an app's two property lists a file is, by its contents.
public enum AppFileKind: Hashable, Sendable {
    /// What the app declares to the system.
    case infoPlist
    /// What the app's signature permits it.
    case entitlements

    /// Looks at the keys of a root.
    ///
    /// - Returns: Nil where no key tells, as in an empty dictionary.
    /// - Complexity: O(*n*) in the keys.
    public init?(of root: PropertyListNode) {
        let keys = (root.entries ?? []).lazy.map(\.key.text)
        if keys.contains(where: { $0.hasPrefix("CFBundle") || Self.infoKeys.contains($0) }) {
            self = .infoPlist
        } else if keys.contains(where: Self.isEntitlement) {
            self = .entitlements
        } else {
            return nil
        }
    }

    /// Keys of an Info.plist that has hardly any: Xcode fills in the rest.
    private static let infoKeys: Set = [
        "EXAppExtensionAttributes", "IntuneMAMSettings", "LSApplicationQueriesSchemes", "NSExtension",
        "NSFaceIDUsageDescription", "UIApplicationSceneManifest", "UIBackgroundModes", "UILaunchScreen",
    ]

    private static let entitlementKeys: Set = [
        "application-identifier", "aps-environment", "get-task-allow", "keychain-access-groups",
    ]

    private static func isEntitlement(_ key: String) -> Bool {
        entitlementKeys.contains(key) || key.hasPrefix("com.apple.developer.") || key.hasPrefix("com.apple.security.")
            || key == "com.apple.application-identifier"
    }
}
