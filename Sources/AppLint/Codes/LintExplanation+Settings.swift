/// Explanations of the checks for the SDK's settings.
extension LintExplanation {
    static let unknownSetting = LintExplanation(
        title: "unknown setting of the SDK",
        text: """
            The SDK ignores keys that it doesn't know, so a misspelled setting has no effect. Keys must match exactly, \
            including case. Keys that older versions of the SDK knew, such as `MainStoryboardFile`, have no effect any \
            more. A fix renames a key if only its case is wrong, and no other key is the right one or is meant to be; \
            otherwise the app's author has to decide which setting is turned on.
            """,
        example: "<key>MultiIdentitty</key>",
        corrected: "<key>MultiIdentity</key>"
    )

    static let misplacedSetting = LintExplanation(
        title: "setting outside `IntuneMAMSettings`",
        text: """
            The SDK reads its settings from the dictionary `IntuneMAMSettings`. At the root of the Info.plist they \
            have no effect: an app with `TreatAllWebViewsAsUnmanaged` there still has managed web views. Move the \
            setting into the dictionary if its effect is wanted; no fix moves it, because it would then take effect.
            """,
        example: """
            <key>TreatAllWebViewsAsUnmanaged</key>
            <true/>
            """,
        corrected: """
            <key>IntuneMAMSettings</key>
            <dict>
                <key>TreatAllWebViewsAsUnmanaged</key>
                <true/>
            </dict>
            """
    )

    static let appClipSettings = LintExplanation(
        title: "app clip with settings of the SDK",
        text: """
            An app clip runs without being installed, so no policy can apply in it: to the apps of an organization it \
            is an unmanaged app, whatever its Info.plist says. Settings of the SDK there promise a protection that \
            nobody gives. Remove them, and show nothing of the organization in the clip.
            """,
        example: """
            <key>NSAppClip</key>
            <dict/>
            <key>IntuneMAMSettings</key>
            <dict/>
            """,
        corrected: """
            <key>NSAppClip</key>
            <dict/>
            """
    )

    static let missingClientId = LintExplanation(
        title: "client ID missing",
        text: """
            An app that signs in with MSAL has to tell the SDK the client ID of its registration. An Info.plist \
            doesn't show whether the app signs in with MSAL, and the ID can also be set in code, so this is not an \
            error. Suppress it in an app that doesn't sign in with MSAL, or that sets the ID in code.
            """,
        example: """
            <key>IntuneMAMSettings</key>
            <dict/>
            """,
        corrected: """
            <key>IntuneMAMSettings</key>
            <dict>
                <key>ADALClientId</key>
                <string>b6c7a1b2-0000-0000-0000-000000000000</string>
            </dict>
            """
    )

    static let missingRedirect = LintExplanation(
        title: "redirect URI missing",
        text: """
            An app that signs in with MSAL has to tell the SDK its redirect URI: as `ADALRedirectUri`, or as \
            `ADALRedirectScheme` if the URI is the scheme and the bundle ID. An Info.plist doesn't show whether the \
            app signs in with MSAL, and the URI can also be set in code, so this is not an error.
            """,
        example: """
            <key>ADALClientId</key>
            <string>b6c7a1b2-0000-0000-0000-000000000000</string>
            """,
        corrected: """
            <key>ADALClientId</key>
            <string>b6c7a1b2-0000-0000-0000-000000000000</string>
            <key>ADALRedirectUri</key>
            <string>msauth.com.contoso.app://auth</string>
            """
    )

    static let missingContainingApp = LintExplanation(
        title: "extension does not name its app",
        text: """
            The SDK in an extension takes its policy from the app that the extension belongs to, and finds that \
            app by the bundle ID in `ContainingAppBundleId`. The SDK requires it of every extension.
            """,
        example: """
            <key>IntuneMAMSettings</key>
            <dict/>
            """,
        corrected: """
            <key>IntuneMAMSettings</key>
            <dict>
                <key>ContainingAppBundleId</key>
                <string>com.contoso.app</string>
            </dict>
            """
    )

    static let requiredPolicyWithoutEnrollment = LintExplanation(
        title: "policy required, enrollment off",
        text: """
            `MAMPolicyRequired` keeps an app without a policy from starting. Only an app that enrolls gets a policy, \
            so `MAMPolicyRequired` needs `AutoEnrollOnLaunch`. It is added if it is missing; if it is switched off, \
            the author has to change it.
            """,
        example: """
            <key>MAMPolicyRequired</key>
            <true/>
            """,
        corrected: """
            <key>MAMPolicyRequired</key>
            <true/>
            <key>AutoEnrollOnLaunch</key>
            <true/>
            """
    )

    static let wrongType = LintExplanation(
        title: "value of a wrong type",
        text: """
            The reader of the key expects another type, and how it treats this one isn't documented. Usually a boolean \
            was written as a string: `YES` in a `<string>`. If the intended value is certain, it is rewritten in the \
            right type. A build fills variables into strings, which stay strings, so `$(GROUPS)` never becomes an \
            array or a dictionary.
            """,
        example: """
            <key>MultiIdentity</key>
            <string>YES</string>
            """,
        corrected: """
            <key>MultiIdentity</key>
            <true/>
            """
    )

    static let invalidAuthority = LintExplanation(
        title: "authority is not the URL of a tenant",
        text: """
            `ADALAuthority` is the URL that an app for a single tenant signs in at: `https`, a host, and the \
            tenant by its name or ID. A placeholder from a sample is not such a URL.
            """,
        example: "<string>https://login.microsoftonline.com/[TenantID]</string>",
        corrected: "<string>https://login.microsoftonline.com/contoso.com</string>"
    )

    static let safariHooksOff = LintExplanation(
        title: "protection of the embedded Safari is off",
        text: """
            `SafariViewControllerBlockedOverride` removes the SDK's hooks from the embedded Safari, so that sign-in \
            can use it. Every other page that the app shows in one is then unprotected too: its content can be shared \
            with any app. Let sign-in use a `WKWebView` instead, or suppress this finding, with the reason why no such \
            page has organization data.
            """,
        example: """
            <key>SafariViewControllerBlockedOverride</key>
            <true/>
            """
    )

    static let invalidColor = LintExplanation(
        title: "color is not `#RRGGBB`",
        text: """
            The colors of the SDK's pages are six hexadecimal digits, with or without `#`. Names of colors, \
            short forms and digits for opacity are not read.
            """,
        example: """
            <key>AccentColor</key>
            <string>teal</string>
            """,
        corrected: """
            <key>AccentColor</key>
            <string>#008080</string>
            """
    )

    static let unknownFileProtection = LintExplanation(
        title: "unknown level of file protection",
        text: """
            `MaxFileProtectionLevel` is one of the system's four levels: `NSFileProtectionComplete`, \
            `NSFileProtectionCompleteUnlessOpen`, `NSFileProtectionCompleteUntilFirstUserAuthentication` and \
            `NSFileProtectionNone`.
            """,
        example: "<string>NSFileProtectionCompleteUntilFirstAuthentication</string>",
        corrected: "<string>NSFileProtectionCompleteUntilFirstUserAuthentication</string>"
    )

    static let neverHandledScheme = LintExplanation(
        title: "web view cannot handle this scheme itself",
        text: """
            `WebViewHandledURLSchemes` lists the app's own schemes, which its web views load without asking. With \
            `http`, `https`, `file`, `data` or `javascript` among them no rule about the web would apply, so these are \
            ignored.
            """,
        example: """
            <key>WebViewHandledURLSchemes</key>
            <array>
                <string>https</string>
                <string>contoso</string>
            </array>
            """,
        corrected: """
            <key>WebViewHandledURLSchemes</key>
            <array>
                <string>contoso</string>
            </array>
            """
    )
}
