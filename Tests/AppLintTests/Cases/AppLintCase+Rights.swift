import PolicyModel
import PropertyList

@testable import AppLint

/// Rows about entitlements.
extension AppLintCase {
    private static let groups: PropertyListChange.Step = "keychain-access-groups"
    private static let appGroups: PropertyListChange.Step = "com.apple.security.application-groups"
    private static let listed: [PropertyListChange.Step] = ["IntuneMAMSettings", "AppGroupIdentifiers"]
    private static let prefix = "$(AppIdentifierPrefix)"

    private static func group(_ name: String) -> PropertyListValue { .string(prefix + name) }

    static let keychain: [AppLintCase] = [
        AppLintCase(
            "the sign-in cache of macOS",
            entitlements: [.set([groups, 2], group("com.microsoft.identity.universalstorage"))]
        ),
        AppLintCase(
            "the sign-in cache of iOS on macOS",
            [.set(["NSPrincipalClass"], "NSApplication"), .remove(["UIApplicationSceneManifest"])]
        ),
        AppLintCase(
            "no sign-in cache on macOS",
            [.set(["NSPrincipalClass"], "NSApplication"), .remove(["UIApplicationSceneManifest"])],
            entitlements: [.remove([groups, 2])],
            (.missingCacheGroup, true)
        ),
        AppLintCase("no groups", entitlements: [.remove([groups])], (.missingKeychainGroup, true)),
        AppLintCase("an empty list", entitlements: [.set([groups], [])], (.missingKeychainGroup, true)),
        AppLintCase(
            "a text for the list",
            entitlements: [.set([groups], "a")],
            (.wrongType, false),
            (.missingKeychainGroup, false)
        ),
        AppLintCase(
            "a list that the build fills in",
            entitlements: [.set([groups], "$(GROUPS)")],
            (.wrongType, false),
            (.missingKeychainGroup, false)
        ),
        AppLintCase("a number for a group", entitlements: [.insert([groups], at: 1, [7])], (.wrongType, false)),
        AppLintCase(
            "no groups, and no bundle ID",
            [.remove(["CFBundleIdentifier"])],
            entitlements: [.remove([groups])],
            (.missingKeychainGroup, false)
        ),
        AppLintCase("no group of the SDK", entitlements: [.remove([groups, 1])], (.missingKeychainGroup, true)),
        AppLintCase(
            "a group that only begins like it",
            entitlements: [.set([groups, 1], group("com.microsoft.intune.mam.test"))],
            (.missingKeychainGroup, true)
        ),
        AppLintCase("no cache", entitlements: [.remove([groups, 2])], (.missingCacheGroup, true)),
        AppLintCase(
            "another cache",
            [.set(["IntuneMAMSettings", "ADALCacheKeychainGroupOverride"], "com.contoso.cache")],
            (.missingCacheGroup, true)
        ),
        AppLintCase(
            "a cache that the build names",
            [.set(["IntuneMAMSettings", "ADALCacheKeychainGroupOverride"], "$(CACHE)")],
            entitlements: [.remove([groups, 2])]
        ),
        AppLintCase("a group that the build names", entitlements: [.set([groups, 2], "$(CACHE)")]),
        AppLintCase("the bundle ID by name", entitlements: [.set([groups, 0], group("$(PRODUCT_BUNDLE_IDENTIFIER)"))]),
        AppLintCase("the team written out", entitlements: [.set([groups, 1], "AB12CD34EF.com.microsoft.intune.mam")]),
        AppLintCase("another group first", entitlements: [.set([groups, 0], group("com.contoso.shared"))]),
        AppLintCase("no group of the app", entitlements: [.remove([groups, 0])], (.keychainGroupOrder, true)),
        AppLintCase(
            "the app's group last",
            entitlements: [.remove([groups, 0]), .insert([groups], at: .max, [group("com.contoso.app")])],
            (.keychainGroupOrder, true)
        ),
        AppLintCase(
            "the app's group last, and no cache",
            entitlements: [.set([groups], [group("com.microsoft.intune.mam"), group("com.contoso.app")])],
            (.missingCacheGroup, false),
            (.keychainGroupOrder, true)
        ),
        AppLintCase(
            "the SDK's group alone, and no bundle ID",
            [.remove(["CFBundleIdentifier"])],
            entitlements: [.set([groups], [group("com.microsoft.intune.mam")])],
            (.missingCacheGroup, false),
            (.keychainGroupOrder, false)
        ),
        AppLintCase(
            "the SDK's group alone",
            entitlements: [.set([groups], [group("com.microsoft.intune.mam")])],
            (.missingCacheGroup, true),
            (.keychainGroupOrder, true)
        ),
    ]

    private static let override: [PropertyListChange.Step] = ["IntuneMAMSettings", "ADALCacheKeychainGroupOverride"]

    /// Rows about a cache in the group of the app or the SDK.
    static let keychainOverrides: [AppLintCase] = [
        AppLintCase("the cache in the app's own group", [.set(override, "com.contoso.app")]),
        AppLintCase(
            "the cache in a group of the team that comes first, and a bundle ID that the build names",
            [.set(override, "com.contoso.app"), .set(["CFBundleIdentifier"], "$(PRODUCT_BUNDLE_IDENTIFIER)")]
        ),
        AppLintCase(
            "the cache in the app's own group, and no groups",
            [.set(override, "com.contoso.app")],
            entitlements: [.remove([groups])],
            (.missingKeychainGroup, true)
        ),
        AppLintCase(
            "the cache in the app's own group, and the SDK's group alone",
            [.set(override, "com.contoso.app")],
            entitlements: [.set([groups], [group("com.microsoft.intune.mam")])],
            (.missingCacheGroup, false),
            (.keychainGroupOrder, true)
        ),
        AppLintCase(
            "the cache in the app's own group, which is last",
            [.set(override, "com.contoso.app")],
            entitlements: [.set([groups], [group("com.microsoft.intune.mam"), group("com.contoso.app")])],
            (.keychainGroupOrder, true)
        ),
        AppLintCase(
            "the cache in the SDK's group, which is missing",
            [.set(override, "com.microsoft.intune.mam")],
            entitlements: [.remove([groups, 1])],
            (.missingKeychainGroup, true)
        ),
    ]

    static let keychainPrefixes: [AppLintCase] = [
        AppLintCase(
            "the app's group without a prefix",
            entitlements: [.set([groups, 0], "com.contoso.app")],
            (.invalidKeychainGroup, false)
        ),
        AppLintCase(
            "the bundle ID without a prefix",
            entitlements: [.set([groups, 0], "$(PRODUCT_BUNDLE_IDENTIFIER)")],
            (.invalidKeychainGroup, false)
        ),
        AppLintCase(
            "the SDK's group without a prefix",
            entitlements: [.set([groups, 1], "com.microsoft.intune.mam")],
            (.missingKeychainGroup, true),
            (.invalidKeychainGroup, false)
        ),
        AppLintCase(
            "a blank before the SDK's group",
            entitlements: [.set([groups, 1], " $(AppIdentifierPrefix)com.microsoft.intune.mam")],
            (.missingKeychainGroup, true),
            (.invalidKeychainGroup, false)
        ),
        AppLintCase(
            "a blank after the name of the SDK's group",
            entitlements: [.set([groups, 1], group("com.microsoft.intune.mam "))],
            (.missingKeychainGroup, true),
            (.invalidKeychainGroup, false)
        ),
        AppLintCase(
            "a team in lower case",
            entitlements: [.set([groups, 2], "ab12cd34ef.com.microsoft.adalcache")],
            (.missingCacheGroup, true),
            (.invalidKeychainGroup, false)
        ),
        AppLintCase(
            "a variable after the beginning of a group without a prefix",
            entitlements: [.set([groups, 2], "com.microsoft.$(CACHE)")],
            (.missingCacheGroup, true),
            (.invalidKeychainGroup, false)
        ),
        AppLintCase(
            "an empty group",
            entitlements: [.set([groups, 2], "")],
            (.missingCacheGroup, true),
            (.invalidKeychainGroup, false)
        ),
        AppLintCase(
            "an empty group before the SDK's",
            entitlements: [.set([groups, 0], "")],
            (.invalidKeychainGroup, false),
            (.keychainGroupOrder, true)
        ),
        AppLintCase(
            "the app's group last, without a prefix",
            entitlements: [.remove([groups, 0]), .insert([groups], at: .max, ["com.contoso.app"])],
            (.invalidKeychainGroup, false),
            (.keychainGroupOrder, true)
        ),
        AppLintCase(
            "a prefix by its other name",
            entitlements: [.set([groups, 1], "${TeamIdentifierPrefix}com.microsoft.intune.mam")]
        ),
        AppLintCase(
            "the team by its variable",
            entitlements: [.set([groups, 1], "$(DEVELOPMENT_TEAM).com.microsoft.intune.mam")]
        ),
        AppLintCase(
            "a group of a team that the build names",
            entitlements: [.set([groups, 1], "AB12CD34EF.$(GROUP)")]
        ),
        AppLintCase("a group of the system", entitlements: [.insert([groups], at: .max, ["com.apple.token"])]),
    ]

    static let groupLists: [AppLintCase] = [
        AppLintCase(
            "app groups that the build fills in",
            entitlements: [.set([appGroups], "$(GROUPS)")],
            (.wrongType, false)
        ),
        AppLintCase("no app groups told", [.remove(listed)], (.missingAppGroup, true)),
        AppLintCase(
            "one app group more",
            entitlements: [.insert([appGroups], at: 1, ["group.b"])],
            (.missingAppGroup, true)
        ),
        AppLintCase("one app group less", entitlements: [.set([appGroups], [])], (.unknownAppGroup, false)),
        AppLintCase("an app group that the build names", entitlements: [.set([appGroups, 0], "group.$(ID)")]),
        AppLintCase("an app group told that the build names", [.set(listed + [0], "group.$(ID)")]),
        AppLintCase("no entitlement for app groups", [.remove(listed)], entitlements: [.remove([appGroups])]),
    ]
}
