/// What a property list is for that holds no settings of a device's log, by the keys of its root.
enum PropertyListPurpose {
    /// What it is, and what to do; nil where nothing tells.
    static func cause(_ root: YAMLNode) -> (what: String, help: String?)? {
        guard case .mapping(let entries) = root.content else { return nil }
        let keys = entries.lazy.map(\.key)
        if keys.contains(where: { infoKeys.contains($0) || $0.hasPrefix("CFBundle") }) {
            return ("this is an Info.plist", "name it under `app`: `app: {infoPlist: PATH}`")
        }
        if keys.contains(where: { entitlements.contains($0) || $0.hasPrefix("com.apple.security.") }) {
            return ("these are the entitlements of an app", nil)
        }
        if keys.contains("PayloadType") { return ("this is a configuration profile", nil) }
        if keys.contains("$archiver") {
            return ("this is an archive of objects", "write the settings themselves, as a dictionary")
        }
        return nil
    }

    private static let infoKeys: Set = [
        "IntuneMAMSettings", "LSApplicationQueriesSchemes", "NSExtension", "UIApplicationSceneManifest",
    ]

    private static let entitlements: Set = [
        "aps-environment", "application-identifier", "keychain-access-groups", "get-task-allow",
        "com.apple.developer.associated-domains", "com.apple.developer.team-identifier",
    ]
}
