import PolicyModel
import PropertyList

@testable import AppLint

/// Rows about an app.
extension AppLintCase {
    private static let queries: PropertyListChange.Step = "LSApplicationQueriesSchemes"
    private static let settings: PropertyListChange.Step = "IntuneMAMSettings"
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
            "a scheme that can't be one",
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
            [.insert([queries], at: .max, filler(6)), .set(["LSMinimumSystemVersion"], "14.0")]
        ),
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
        AppLintCase("URL types that the build fills in", [.insert(["CFBundleURLTypes"], at: 1, ["$(TYPE)"])]),
    ]

    static let settingKeys: [AppLintCase] = [
        AppLintCase(
            "a letter too many",
            [.rename([settings, "MultiIdentity"], to: "MultiIdentitty")],
            (.unknownSetting, false)
        ),
        AppLintCase(
            "another case",
            [.rename([settings, "MultiIdentity"], to: "multiIdentity")],
            (.unknownSetting, false)
        ),
        AppLintCase("a key of nobody", [.set([settings, "SplashSound"], "x")], (.unknownSetting, false)),
        AppLintCase("a key of former times", [.set([settings, "MainStoryboardFile"], "x")], (.unknownSetting, false)),
        AppLintCase("the dictionary misspelt", [.rename([settings], to: "IntuneMAMSetting")], (.unknownSetting, false)),
        AppLintCase("a text for the dictionary", [.set([settings], "YES")], (.wrongType, false)),
        AppLintCase("a setting outside", [.set(["TreatAllWebViewsAsUnmanaged"], true)], (.misplacedSetting, false)),
        AppLintCase("an app clip", [.set(["NSAppClip"], .dictionary([]))], (.appClipSettings, false)),
        AppLintCase("a color outside may be anybody's", [.set(["AccentColor"], "teal")]),
        AppLintCase("no client ID", [.remove([settings, "ADALClientId"])], (.missingClientId, false)),
        AppLintCase("an empty client ID", [.set([settings, "ADALClientId"], "")], (.missingClientId, false)),
        AppLintCase("a client ID that the build fills in", [.set([settings, "ADALClientId"], "$(CLIENT_ID)")]),
        AppLintCase(
            "a client ID that is to be filled in",
            [.set([settings, "ADALClientId"], "TODO - Your Client Id")],
            (.invalidClientId, false)
        ),
        AppLintCase(
            "a client ID in brackets",
            [.set([settings, "ADALClientId"], "[ClientID]")],
            (.invalidClientId, false)
        ),
        AppLintCase(
            "a client ID with a letter too many",
            [.set([settings, "ADALClientId"], "b6c7a1b2-0000-0000-0000-0000000000000")],
            (.invalidClientId, false)
        ),
        AppLintCase(
            "a client ID with a letter that is no digit",
            [.set([settings, "ADALClientId"], "g6c7a1b2-0000-0000-0000-000000000000")],
            (.invalidClientId, false)
        ),
        AppLintCase(
            "a client ID in upper case",
            [.set([settings, "ADALClientId"], "B6C7A1B2-0000-0000-0000-00000000000F")]
        ),
        AppLintCase(
            "a redirect URI that is to be filled in",
            [.set([settings, "ADALRedirectUri"], "msauth.YOUR_BUNDLE_ID://auth")],
            (.invalidRedirect, false)
        ),
        AppLintCase(
            "a redirect URI with a space",
            [.set([settings, "ADALRedirectUri"], "msauth.a://x y")],
            (.invalidRedirect, false)
        ),
        AppLintCase(
            "a scheme for a redirect URI",
            [.set([settings, "ADALRedirectUri"], "msauth.a:")],
            (.invalidRedirect, false)
        ),
        AppLintCase(
            "a redirect URI of another form",
            [.set([settings, "ADALRedirectUri"], "urn:ietf:wg:oauth:2.0:oob")]
        ),
        AppLintCase(
            "a redirect URI that the build fills in",
            [.set([settings, "ADALRedirectUri"], "msauth.$(ID)://a")]
        ),
        AppLintCase(
            "a redirect URI for its scheme",
            [.set([settings, "ADALRedirectScheme"], "msauth.a://auth")],
            (.invalidRedirect, false)
        ),
        AppLintCase("no redirect", [.remove([settings, "ADALRedirectUri"])], (.missingRedirect, false)),
        AppLintCase(
            "a redirect scheme",
            [
                .remove([settings, "ADALRedirectUri"]),
                .set([settings, "ADALRedirectScheme"], "msauth.com.contoso.app"),
            ]
        ),
        AppLintCase(
            "no enrollment",
            [.remove([settings, "AutoEnrollOnLaunch"])],
            (.requiredPolicyWithoutEnrollment, true)
        ),
        AppLintCase(
            "enrollment off",
            [.set([settings, "AutoEnrollOnLaunch"], false)],
            (.requiredPolicyWithoutEnrollment, false)
        ),
        AppLintCase("enrollment that the build decides", [.set([settings, "AutoEnrollOnLaunch"], "$(ENROLL)")]),
        AppLintCase(
            "a policy required by a text",
            [.set([settings, "MAMPolicyRequired"], "YES"), .remove([settings, "AutoEnrollOnLaunch"])],
            (.wrongType, true),
            (.requiredPolicyWithoutEnrollment, true)
        ),
        AppLintCase(
            "no dictionary",
            [.remove([settings])],
            (.missingSettings, false),
            (.missingAppGroup, true)
        ),
    ]

    static let settingValues: [AppLintCase] = [
        AppLintCase("YES", [.set([settings, "MultiIdentity"], "YES")], (.wrongType, true)),
        AppLintCase("1 for a boolean", [.set([settings, "MultiIdentity"], 1)], (.wrongType, true)),
        AppLintCase("perhaps", [.set([settings, "MultiIdentity"], "perhaps")], (.wrongType, false)),
        AppLintCase("a boolean that the build fills in", [.set([settings, "MultiIdentity"], "$(MULTI)")]),
        AppLintCase("a number as a text", [.set([settings, "SplashDuration"], "2")], (.wrongType, true)),
        AppLintCase("a fraction as a text", [.set([settings, "SplashDuration"], "1.5")], (.wrongType, false)),
        AppLintCase("a negative number", [.set([settings, "SplashDuration"], -1)], (.wrongType, false)),
        AppLintCase("a number for a text", [.set([settings, "ADALClientId"], 7)], (.wrongType, false)),
        AppLintCase(
            "one text for a list",
            [.set([settings, "WebViewHandledURLSchemes"], "contoso")],
            (.wrongType, false)
        ),
        AppLintCase("a color by name", [.set([settings, "AccentColor"], "teal")], (.invalidColor, false)),
        AppLintCase("a short color", [.set([settings, "AccentColor"], "#FFF")], (.invalidColor, false)),
        AppLintCase("a color without #", [.set([settings, "AccentColor"], "0078d4")]),
        AppLintCase(
            "a level that isn't one",
            [.set([settings, "MaxFileProtectionLevel"], "NSFileProtectionFull")],
            (.unknownFileProtection, false)
        ),
        AppLintCase(
            "a level in another case",
            [.set([settings, "MaxFileProtectionLevel"], "nsfileprotectioncomplete")],
            (.unknownFileProtection, true)
        ),
        AppLintCase(
            "the web",
            [.insert([settings, "WebViewHandledURLSchemes"], at: 0, ["HTTPS", "javascript:"])],
            (.neverHandledScheme, false),
            (.neverHandledScheme, false)
        ),
        AppLintCase(
            "a scheme of one's own with a colon",
            [.set([settings, "WebViewHandledURLSchemes", 0], "contoso:")],
            (.illegalListedScheme, true)
        ),
        AppLintCase(
            "a placeholder",
            [.set([settings, "ADALAuthority"], "https://login.contoso.com/[TenantID]")],
            (.invalidAuthority, false)
        ),
        AppLintCase(
            "no tenant",
            [.set([settings, "ADALAuthority"], "https://login.contoso.com/")],
            (.invalidAuthority, false)
        ),
        AppLintCase(
            "no https",
            [.set([settings, "ADALAuthority"], "http://login.contoso.com/a")],
            (.invalidAuthority, false)
        ),
        AppLintCase("a trailing slash", [.set([settings, "ADALAuthority"], "https://login.contoso.com/common/")]),
        AppLintCase("an authority of a build", [.set([settings, "ADALAuthority"], "https://$(HOST)/x")]),
        AppLintCase(
            "the embedded Safari",
            [.set([settings, "SafariViewControllerBlockedOverride"], true)],
            (.safariHooksOff, false)
        ),
        AppLintCase(
            "the embedded Safari, protected",
            [.set([settings, "SafariViewControllerBlockedOverride"], false)]
        ),
    ]

    static let declarations: [AppLintCase] = [
        AppLintCase("Face ID description missing", [.remove(["NSFaceIDUsageDescription"])], (.missingFaceIDText, true)),
        AppLintCase("an empty word on Face ID", [.set(["NSFaceIDUsageDescription"], " ")], (.missingFaceIDText, true)),
        AppLintCase("a number on Face ID", [.set(["NSFaceIDUsageDescription"], 1)], (.wrongType, false)),
        AppLintCase(
            "scenes without configurations",
            [.remove(["UIApplicationSceneManifest", "UISceneConfigurations"])],
            (.scenesWithoutConfigurations, false)
        ),
        AppLintCase(
            "scenes with empty configurations",
            [.set(["UIApplicationSceneManifest", "UISceneConfigurations"], [:])],
            (.scenesWithoutConfigurations, false)
        ),
        AppLintCase("no scenes", [.remove(["UIApplicationSceneManifest"])]),
    ]
}
