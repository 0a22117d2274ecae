/// Explanations of the checks for the SDK's settings.
extension LintExplanation {
    static let unknownSetting = LintExplanation(
        title: "unknown setting of the SDK",
        text: """
            The SDK ignores keys that it doesn't know, so a setting with a letter wrong is a setting that isn't \
            there. Keys are exact: case counts. Keys that older versions of the SDK knew, such as `MainStoryboardFile`, have no \
            effect any more. Nothing renames a key on its own account, because what the \
            setting then switches on is for the app's author to want.
            """,
        example: "<key>MultiIdentitty</key>",
        corrected: "<key>MultiIdentity</key>"
    )

    static let misplacedSetting = LintExplanation(
        title: "setting outside `IntuneMAMSettings`",
        text: """
            The SDK reads its settings from the dictionary `IntuneMAMSettings`. At the root of the Info.plist \
            they have no effect: an app with `TreatAllWebViewsAsUnmanaged` there has web views that are managed. \
            Move the setting into the dictionary if its effect is wanted; nothing moves it on its own account, \
            because it would begin to have one.
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

    static let missingClientId = LintExplanation(
        title: "client ID missing",
        text: """
            An app that signs in with MSAL has to tell the SDK the client ID of its registration. Whether it \
            signs in so doesn't show in an Info.plist, and the ID can be set in code too, so this is not an error. \
            Suppress it in an app that does neither.
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
            `ADALRedirectScheme` where the URI is the scheme and the bundle ID. Whether it signs in so doesn't \
            show in an Info.plist, and the URI can be set in code too, so this is not an error.
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
        title: "extension doesn't name its app",
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
            `MAMPolicyRequired` keeps an app from starting that has no policy. Only an app that enrolls gets \
            one, so `AutoEnrollOnLaunch` belongs to it. It is added where it is missing; where it is switched \
            off, that is for the author to change.
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
            What reads the key expects another type, and what it makes of this one isn't documented. Most often \
            a boolean was written as a text: `YES` in a `<string>`. Where the value that was meant is certain, \
            it is written in the right type.
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
            tenant by its name or ID. A placeholder of a sample is none.
            """,
        example: "<string>https://login.microsoftonline.com/[TenantID]</string>",
        corrected: "<string>https://login.microsoftonline.com/contoso.com</string>"
    )

    static let safariHooksOff = LintExplanation(
        title: "protection of the embedded Safari is off",
        text: """
            `SafariViewControllerBlockedOverride` takes the SDK's hooks off the embedded Safari, so that sign-in \
            can use it. Every other page that the app shows in one is then unprotected too: what the page has \
            can be shared with any app. Let sign-in use a `WKWebView` instead, or suppress this with the reason \
            why no such page has organization data.
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
        title: "web view can't handle this scheme itself",
        text: """
            `WebViewHandledURLSchemes` names schemes of the app's own that its web views load without asking. \
            With `http`, `https`, `file`, `data` or `javascript` among them no rule about the web would hold, \
            so these are ignored.
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
