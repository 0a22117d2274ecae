import PolicyModel
import PropertyList

@testable import AppLint

/// Rows about entitlements and extensions.
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
            [.set(["NSPrincipalClass"], "NSApplication")]
        ),
        AppLintCase(
            "no sign-in cache on macOS",
            [.set(["NSPrincipalClass"], "NSApplication")],
            entitlements: [.remove([groups, 2])],
            (.missingCacheGroup, true)
        ),
        AppLintCase("no groups", entitlements: [.remove([groups])], (.missingKeychainGroup, true)),
        AppLintCase("an empty list", entitlements: [.set([groups], [])], (.missingKeychainGroup, true)),
        AppLintCase("a text for the list", entitlements: [.set([groups], "a")], (.wrongType, false)),
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

    static let groupLists: [AppLintCase] = [
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

    private static let rule = AppSamples.rulePath
    private static let attributes = Array(AppSamples.rulePath.dropLast())

    private static func constants(_ entries: (String, PropertyListValue)...) -> PropertyListValue {
        .dictionary(entries.map { .init("NSExtensionActivation" + $0.0, $0.1) })
    }

    static let extensions: [AppLintCase] = [
        AppLintCase(
            "no app named",
            [.remove(["IntuneMAMSettings", "ContainingAppBundleId"])],
            isExtension: true,
            (.missingContainingApp, false)
        ),
        AppLintCase(
            "no dictionary",
            [.remove(["IntuneMAMSettings"])],
            isExtension: true,
            (.missingContainingApp, false)
        ),
        AppLintCase("a number for the rule", [.set(rule, 1)], isExtension: true, (.wrongType, false)),
        AppLintCase("a rule of the build", [.set(rule, "$(RULE)")], isExtension: true),
        AppLintCase("no rule", [.remove(rule)], isExtension: true),
        AppLintCase("a text for the extension", [.set(["NSExtension"], "a")], isExtension: true, (.wrongType, false)),
        AppLintCase(
            "a missing ||",
            [.set(rule, .string(AppSamples.rule.split(separator: "||").joined()))],
            isExtension: true,
            (.invalidPredicate, false)
        ),
        AppLintCase("everything", [.set(rule, "truepredicate")], isExtension: true, (.unrestrictedActivation, false)),
        AppLintCase(
            "everything beside constants",
            [
                .set(rule, "TRUEPREDICATE"), .set(attributes + ["NSExtensionActivationSupportsWebURLWithMaxCount"], 1),
                .set(attributes + [" NSExtensionActivationSupportsImageWithMaxCount "], 1),
            ],
            isExtension: true,
            (.constantsBesideRule, false),
            (.constantsBesideRule, false),
            (.unrestrictedActivation, false)
        ),
        AppLintCase(
            "no type of the SDK",
            [.set(rule, "ANY x UTI-CONFORMS-TO 'public.image'")],
            isExtension: true,
            (.missingActivationTypes, true)
        ),
        AppLintCase(
            "ALL",
            [.set(rule, "ALL x UTI-CONFORMS-TO 'public.image'")],
            isExtension: true,
            (.missingActivationTypes, false)
        ),
        AppLintCase(
            "constants",
            [.set(rule, constants(("SupportsImageWithMaxCount", 5), ("SupportsText", true)))],
            isExtension: true,
            (.activationConstants, true)
        ),
        AppLintCase(
            "strict constants with bounds",
            [
                .set(
                    rule,
                    constants(
                        ("UsesStrictMatching", 1),
                        ("DictionaryVersion", 2),
                        ("SupportsAttachmentsWithMaxCount", 3),
                        ("SupportsAttachmentsWithMinCount", 2),
                        ("SupportsWebPageWithMaxCount", 1),
                        ("SupportsMovieWithMaxCount", 0),
                        ("SupportsFileWithMaxCount", 2)
                    )
                )
            ],
            isExtension: true,
            (.activationConstants, true)
        ),
        AppLintCase(
            "constants of which one attachment is enough",
            [.set(rule, constants(("DictionaryVersion", 2), ("SupportsText", true)))],
            isExtension: true,
            (.activationConstants, true)
        ),
        AppLintCase(
            "a count as a text",
            [.set(rule, constants(("SupportsImageWithMaxCount", "5"), ("SupportsText", "1")))],
            isExtension: true,
            (.wrongActivationValue, false),
            (.wrongActivationValue, false),
            (.activationConstants, true)
        ),
        AppLintCase(
            "a count that is none",
            [.set(rule, constants(("SupportsImageWithMaxCount", "many")))],
            isExtension: true,
            (.wrongActivationValue, false),
            (.activationConstants, false)
        ),
        AppLintCase(
            "a constant of nobody, and a count as a text",
            [.set(rule, constants(("SupportsImagesWithMaxCount", 1), ("SupportsMovieWithMaxCount", "2")))],
            isExtension: true,
            (.unknownActivationConstant, false),
            (.wrongActivationValue, true),
            (.activationConstants, false)
        ),
        AppLintCase(
            "constants that take nothing",
            [.set(rule, constants(("SupportsImageWithMaxCount", 0)))],
            isExtension: true,
            (.activationConstants, false)
        ),
    ]
}
