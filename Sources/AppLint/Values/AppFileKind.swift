package import PropertyList

/// Which of an app's two property lists a file is, according to its content.
package enum AppFileKind: Hashable, Sendable {
    /// The app's declarations to the system.
    case infoPlist
    /// The permissions of the app's signature.
    case entitlements

    /// Determines the kind from the keys of a root.
    ///
    /// - Returns: Nil if no key indicates the kind, as in an empty dictionary.
    /// - Complexity: O(*n*) in the keys.
    package init?(of root: PropertyListNode) {
        let keys = (root.entries ?? []).lazy.map(\.key.text)
        if keys.contains(where: { $0.hasPrefix("CFBundle") || Self.infoKeys.contains($0) }) {
            self = .infoPlist
        } else if keys.contains(where: Self.isEntitlement) {
            self = .entitlements
        } else {
            return nil
        }
    }

    /// Typical keys of a nearly empty Info.plist, whose other keys Xcode adds.
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
