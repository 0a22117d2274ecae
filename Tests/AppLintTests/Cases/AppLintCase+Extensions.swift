import PolicyModel
import PropertyList

@testable import AppLint

/// Rows about extensions.
extension AppLintCase {
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
        AppLintCase(
            "attributes that the build fills in",
            [.set(attributes, "$(ATTRIBUTES)")],
            isExtension: true,
            (.wrongType, false)
        ),
        AppLintCase("everything", [.set(rule, "truepredicate")], isExtension: true, (.unrestrictedActivation, false)),
        AppLintCase(
            "everything in other words",
            [.set(rule, "extensionItems.@count >= 1")],
            isExtension: true,
            (.unrestrictedActivation, false)
        ),
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
            "a type compared as a text",
            [.set(rule, "ANY x.registeredTypeIdentifiers == 'public.image'")],
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
