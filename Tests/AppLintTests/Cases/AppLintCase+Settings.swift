import PolicyModel
import PropertyList

@testable import AppLint

/// Rows about the settings of the SDK and other declarations.
extension AppLintCase {
    private static let settings: PropertyListChange.Step = "IntuneMAMSettings"
    private static let scenes: PropertyListChange.Step = "UIApplicationSceneManifest"

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
        AppLintCase(
            "two cases",
            [.rename([settings, "MultiIdentity"], to: "multiIdentity"), .set([settings, "MULTIIDENTITY"], false)],
            (.unknownSetting, false),
            (.unknownSetting, false)
        ),
        AppLintCase("a key of nobody", [.set([settings, "SplashSound"], "x")], (.unknownSetting, false)),
        AppLintCase("a key of former times", [.set([settings, "MainStoryboardFile"], "x")], (.unknownSetting, false)),
        AppLintCase("the dictionary misspelt", [.rename([settings], to: "IntuneMAMSetting")], (.unknownSetting, false)),
        AppLintCase(
            "a second dictionary, misspelt",
            [.set(["intuneMAMSettings"], [:])],
            (.unknownSetting, false)
        ),
        AppLintCase("a text for the dictionary", [.set([settings], "YES")], (.wrongType, false)),
        AppLintCase("a dictionary that the build fills in", [.set([settings], "$(SETTINGS)")], (.wrongType, false)),
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
        AppLintCase(
            "a list of the SDK that the build fills in",
            [.set([settings, "WebViewHandledURLSchemes"], "$(SCHEMES)")],
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
            [.remove([scenes, "UISceneConfigurations"])],
            (.scenesWithoutDelegate, false)
        ),
        AppLintCase(
            "scenes with empty configurations",
            [.set([scenes, "UISceneConfigurations"], [:])],
            (.scenesWithoutDelegate, false)
        ),
        AppLintCase(
            "scenes whose configurations name no delegate",
            [
                .set(
                    [scenes, "UISceneConfigurations"],
                    ["A": [["UISceneStoryboardFile": "Main"]], "B": [["UISceneDelegateClassName": " "]]]
                )
            ],
            (.scenesWithoutDelegate, false)
        ),
        AppLintCase(
            "a delegate for one role, which the build names",
            [
                .set(
                    [scenes, "UISceneConfigurations"],
                    ["A": [["UISceneStoryboardFile": "Main"]], "B": [["UISceneDelegateClassName": "$(MODULE).Scene"]]]
                )
            ]
        ),
        AppLintCase("no scenes", [.remove([scenes])]),
    ]
}
