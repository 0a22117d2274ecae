import PolicyModel
import PropertyList

@testable import AppLint

/// Rows about query schemes, URL types and document types.
extension AppLintCase {
    private static let queries: PropertyListChange.Step = "LSApplicationQueriesSchemes"
    private static let scenes: PropertyListChange.Step = "UIApplicationSceneManifest"
    private static let urlSchemes: [PropertyListChange.Step] = ["CFBundleURLTypes", 0, "CFBundleURLSchemes"]
    private static let types: [PropertyListChange.Step] = ["CFBundleDocumentTypes", 0, "LSItemContentTypes"]

    private static func filler(_ count: Int) -> [PropertyListValue] {
        (0..<count).map { .string("filler\($0)-intunemam") }
    }

    static let schemes: [AppLintCase] = [
        AppLintCase("a scheme with `://`", [.insert([queries], at: 0, ["fabrikam://"])], (.illegalListedScheme, false)),
        AppLintCase(
            "a scheme with `:` that nothing else names",
            [.insert([queries], at: 0, ["adatum:"])],
            (.illegalListedScheme, true),
            (.missingTwinScheme, true)
        ),
        AppLintCase(
            "a scheme that cannot be one",
            [.insert([queries], at: 0, ["my_app"])],
            (.illegalListedScheme, false)
        ),
        AppLintCase(
            "a scheme that the build fills in",
            [.insert([queries], at: 0, ["$(SCHEME)"])],
            (.missingTwinScheme, true)
        ),
        AppLintCase(
            "a scheme that the build fills in, with its twin",
            [.insert([queries], at: 0, ["$(SCHEME)", "$(SCHEME)-intunemam"])]
        ),
        AppLintCase("a twin that the build fills in", [.insert([queries], at: 0, ["${SCHEME_INTUNEMAM}"])]),
        AppLintCase(
            "a URL that the build fills in",
            [.insert([queries], at: 0, ["$(SCHEME)://", "$(open", "my_$(A)"])]
        ),
        AppLintCase("a number for a scheme", [.insert([queries], at: 0, [7])], (.wrongType, false)),
        AppLintCase("a text for the list", [.set([queries], "fabrikam")], (.wrongType, false)),
        AppLintCase("no list", [.remove([queries])], (.missingRequiredScheme, true)),
        AppLintCase("a scheme in upper case", [.set([queries, 0], "FABRIKAM")]),
        AppLintCase("no twin", [.remove([queries, 1])], (.missingTwinScheme, true)),
        AppLintCase(
            "schemes that no app has a twin of",
            [.insert([queries], at: 0, ["msauthv2", "msauthv3", "MSAuth", "companyportal"])]
        ),
        AppLintCase(
            "a scheme of sign-in",
            [.insert([queries], at: 0, ["msauth.com.fabrikam.app"])],
            (.missingRedirectTwin, false)
        ),
        AppLintCase("no twin for mail", [.remove([queries, 4])], (.missingRequiredScheme, true)),
        AppLintCase("no browser", [.remove([queries, 5])], (.missingRequiredScheme, true)),
        AppLintCase("no threat defense app", [.remove([queries, 19])], (.missingRequiredScheme, true)),
        AppLintCase(
            "neither a browser nor a threat defense app",
            [.remove([queries, 19]), .remove([queries, 5])],
            (.missingRequiredScheme, true)
        ),
        AppLintCase(
            "26 schemes on macOS",
            [.insert([queries], at: .max, filler(6)), .set(["LSMinimumSystemVersion"], "14.0"), .remove([scenes])]
        ),
        AppLintCase(
            "26 schemes in a built Mac app with scenes",
            [.insert([queries], at: .max, filler(6)), .set(["CFBundleSupportedPlatforms"], ["MacOSX"])]
        ),
        AppLintCase(
            "26 schemes in a Mac app with scenes",
            [.insert([queries], at: .max, filler(6)), .set(["NSPrincipalClass"], "NSApplication")]
        ),
        AppLintCase(
            "51 schemes in a Mac app that lacks two more",
            [
                .remove([queries, 5]), .insert([queries], at: .max, filler(31)), .insert([queries], at: 0, ["adatum"]),
                .set(["CFBundleSupportedPlatforms"], ["MacOSX"]),
            ],
            (.missingRequiredScheme, true),
            (.missingTwinScheme, true)
        ),
        AppLintCase(
            "26 schemes in an iPhone app that runs on Macs too",
            [.insert([queries], at: .max, filler(6)), .set(["LSMinimumSystemVersion"], "14.0")],
            (.manyQuerySchemes, false)
        ),
        AppLintCase(
            "26 schemes in a built iPhone app that runs on Macs too",
            [
                .insert([queries], at: .max, filler(6)), .set(["LSMinimumSystemVersion"], "14.0"), .remove([scenes]),
                .set(["CFBundleSupportedPlatforms"], ["iPhoneOS"]),
            ],
            (.manyQuerySchemes, false)
        ),
        AppLintCase("a list that the build fills in", [.set([queries], "$(SCHEMES)")], (.wrongType, false)),
        AppLintCase("25 schemes", [.insert([queries], at: .max, filler(5))]),
        AppLintCase("26 schemes", [.insert([queries], at: .max, filler(6))], (.manyQuerySchemes, false)),
        AppLintCase(
            "26 schemes, linked on iOS 27",
            [.insert([queries], at: .max, filler(6)), .set(["DTSDKName"], "iphoneos27.0")],
            (.tooManyQuerySchemes, false)
        ),
        AppLintCase(
            "26 schemes, linked on nobody knows what",
            [.insert([queries], at: .max, filler(6)), .set(["DTSDKName"], "$(SDK_NAME)")],
            (.manyQuerySchemes, false)
        ),
        AppLintCase(
            "26 schemes, linked on an unknown SDK for iOS 27",
            [
                .insert([queries], at: .max, filler(6)), .set(["DTSDKName"], "$(SDK_NAME)"),
                .set(["DTPlatformVersion"], "27.0"),
            ],
            (.tooManyQuerySchemes, false)
        ),
        AppLintCase(
            "26 schemes, linked on the SDK of another system for 27",
            [
                .insert([queries], at: .max, filler(6)), .set(["DTSDKName"], "xros27.0"),
                .set(["DTPlatformVersion"], "27.0"),
            ],
            (.manyQuerySchemes, false)
        ),
        AppLintCase("50 schemes", [.insert([queries], at: .max, filler(30))], (.manyQuerySchemes, false)),
        AppLintCase("51 schemes", [.insert([queries], at: .max, filler(31))], (.tooManyQuerySchemes, false)),
        AppLintCase(
            "50 schemes and no room for a twin",
            [.insert([queries], at: .max, filler(29)), .insert([queries], at: 0, ["adatum"])],
            (.manyQuerySchemes, false),
            (.missingTwinScheme, false)
        ),
        AppLintCase(
            "one place left, which what is always required gets",
            [.remove([queries, 5]), .insert([queries], at: .max, filler(29)), .insert([queries], at: 0, ["adatum"])],
            (.manyQuerySchemes, false),
            (.missingRequiredScheme, true),
            (.missingTwinScheme, false)
        ),
    ]

    static let urlTypes: [AppLintCase] = [
        AppLintCase(
            "a redirect URI",
            [.set(urlSchemes + [2], "msauth.com.contoso.app://auth")],
            (.illegalURLScheme, true)
        ),
        AppLintCase(
            "a redirect URI beside its scheme",
            [.insert(urlSchemes, at: 0, ["msauth.com.contoso.app://auth"])],
            (.illegalURLScheme, false)
        ),
        AppLintCase(
            "a URL and what was to be its twin",
            [.insert(urlSchemes, at: 0, ["drive-auth://com.contoso", "drive-auth://com.contoso-intunemam"])],
            (.illegalURLScheme, true),
            (.illegalURLScheme, true)
        ),
        AppLintCase(
            "a redirect URI without a twin",
            [.insert(urlSchemes, at: 0, ["msauth.other://auth"])],
            (.illegalURLScheme, true),
            (.missingRedirectTwin, true)
        ),
        AppLintCase("a name with an underscore", [.insert(urlSchemes, at: 0, ["my_app"])], (.illegalURLScheme, false)),
        AppLintCase(
            "a scheme with a variable",
            [.insert(urlSchemes, at: 0, ["msauth.$(PRODUCT_BUNDLE_IDENTIFIER)", "$(SCHEME)", "$(SCHEME)-intunemam"])],
            (.missingRedirectTwin, true)
        ),
        AppLintCase(
            "a scheme that is a variable",
            [.insert(urlSchemes, at: 0, ["$(SCHEME)"])],
            (.missingURLTypeTwin, true)
        ),
        AppLintCase("the scheme of the SDK", [.insert(urlSchemes, at: 0, ["msauth.com.microsoft.intunemam"])]),
        AppLintCase("a redirect URI with a variable", [.insert(urlSchemes, at: 0, ["msauth.$(ID)://auth"])]),
        AppLintCase("no twin", [.remove(urlSchemes + [1])], (.missingURLTypeTwin, true)),
        AppLintCase(
            "a twin in another type",
            [
                .remove(urlSchemes + [1]),
                .insert(["CFBundleURLTypes"], at: 1, [["CFBundleURLSchemes": ["contoso-intunemam"]]]),
            ]
        ),
        AppLintCase("no twin for sign-in", [.remove(urlSchemes + [3])], (.missingRedirectTwin, true)),
        AppLintCase("no twin for a document", [.remove(types + [1])], (.missingDocumentTypeTwin, true)),
        AppLintCase(
            "no twins for three documents",
            [.insert(types, at: 0, ["public.image", "public.movie", "public.IMAGE", "com.contoso.sheet"])],
            (.missingDocumentTypeTwin, true),
            (.missingDocumentTypeTwin, true),
            (.missingDocumentTypeTwin, true)
        ),
        AppLintCase("a document type that the build fills in", [.insert(types, at: 0, ["$(TYPE)"])]),
        AppLintCase("a dictionary for URL types", [.set(["CFBundleURLTypes"], [:])], (.wrongType, false)),
        AppLintCase("a text for document types", [.set(["CFBundleDocumentTypes"], "a")], (.wrongType, false)),
        AppLintCase("a text for a URL type", [.insert(["CFBundleURLTypes"], at: 1, ["contoso"])], (.wrongType, false)),
        AppLintCase(
            "a text for the schemes of a URL type",
            [.insert(["CFBundleURLTypes"], at: 1, [["CFBundleURLSchemes": "contoso"]])],
            (.wrongType, false)
        ),
        AppLintCase(
            "a number for a document type",
            [.insert(["CFBundleDocumentTypes"], at: 1, [7])],
            (.wrongType, false)
        ),
        AppLintCase(
            "a text for the types of a document type",
            [.insert(["CFBundleDocumentTypes"], at: 1, [["LSItemContentTypes": "public.movie"]])],
            (.wrongType, false)
        ),
        AppLintCase("a number for a type of a document", [.insert(types, at: 0, [7])], (.wrongType, false)),
        AppLintCase(
            "a URL type that the build fills in",
            [.insert(["CFBundleURLTypes"], at: 1, ["$(TYPE)"])],
            (.wrongType, false)
        ),
        AppLintCase(
            "the types of a document type that the build fills in",
            [.insert(["CFBundleDocumentTypes"], at: 1, [["LSItemContentTypes": "$(TYPES)"]])],
            (.wrongType, false)
        ),
    ]
}
