/// Explanations of the checks for the presence of the SDK's settings and for sign-in.
extension LintExplanation {
    static let missingSettings = LintExplanation(
        title: "no settings of the SDK",
        text: """
            The SDK reads how an app signs in, and how it is to be managed, from the dictionary `IntuneMAMSettings` of \
            the Info.plist. An app that shows elsewhere that it uses the SDK, by a scheme that ends in `-intunemam` or \
            by its keychain group, and has no such dictionary, can sign in only if its code sets this up. If nothing \
            shows that the app uses the SDK, this is reported only for a file that was named: the needs of the SDK \
            were not checked in it, so the absence of other findings proves nothing.
            """,
        example: "<dict/>",
        corrected: """
            <dict>
                <key>IntuneMAMSettings</key>
                <dict>
                    <key>ADALClientId</key>
                    <string>b6c7a1b2-0000-0000-0000-000000000000</string>
                    <key>ADALRedirectUri</key>
                    <string>msauth.com.contoso.app://auth</string>
                </dict>
            </dict>
            """
    )

    static let invalidClientId = LintExplanation(
        title: "client ID is not valid",
        text: """
            The client ID of an app's registration is 32 hexadecimal digits in five groups. Anything else, such as a \
            placeholder from a sample, makes sign-in fail.
            """,
        example: """
            <key>ADALClientId</key>
            <string>YOUR_CLIENT_ID</string>
            """,
        corrected: """
            <key>ADALClientId</key>
            <string>b6c7a1b2-0000-0000-0000-000000000000</string>
            """
    )

    static let invalidRedirect = LintExplanation(
        title: "redirect URI is not valid",
        text: """
            After signing in, the broker opens `ADALRedirectUri`, so it has to be a URI with a scheme that the app \
            declares. A scheme has letters, digits, `+`, `-` and `.`, and no underscore or bracket, so a placeholder \
            from a sample is not valid. `ADALRedirectScheme` is the scheme alone.
            """,
        example: """
            <key>ADALRedirectUri</key>
            <string>msauth.YOUR_BUNDLE_ID://auth</string>
            """,
        corrected: """
            <key>ADALRedirectUri</key>
            <string>msauth.com.contoso.app://auth</string>
            """
    )
}
