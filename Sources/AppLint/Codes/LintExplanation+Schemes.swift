/// Explanations of the checks for query schemes and URL types.
extension LintExplanation {
    static let missingTwinScheme = LintExplanation(
        title: "query scheme without its twin",
        text: """
            If a policy sends data to managed apps only, the SDK opens `contoso-intunemam` in place of `contoso`, \
            because no unmanaged app answers to that. For this it has to ask the system, and the system answers only \
            for schemes in `LSApplicationQueriesSchemes`: without the twin, an installed app seems not to be \
            installed. Add the twin of every scheme that the app asks about; for `$(SCHEME)`, which the build fills \
            in, it is `$(SCHEME)-intunemam`. A twin needs no twin of its own, and neither do the schemes that every \
            app with the SDK lists, nor those of the apps that sign users in: `companyportal`, `msauthv2`, `msauthv3`.
            """,
        example: """
            <key>LSApplicationQueriesSchemes</key>
            <array>
                <string>contoso</string>
            </array>
            """,
        corrected: """
            <key>LSApplicationQueriesSchemes</key>
            <array>
                <string>contoso</string>
                <string>contoso-intunemam</string>
            </array>
            """
    )

    static let missingRequiredScheme = LintExplanation(
        title: "required query scheme missing",
        text: """
            The SDK itself asks for the managed browser and for the apps of threat defense vendors. Without their \
            schemes in `LSApplicationQueriesSchemes` the system says that they aren't installed: links go nowhere, and \
            conditions on the threat level of the device cannot be met. An app that asks about `mailto` needs the twin \
            of the mail app too. Nothing is added if the list already has as many entries as the system reads.
            """,
        example: """
            <key>LSApplicationQueriesSchemes</key>
            <array>
                <string>http-intunemam</string>
            </array>
            """,
        corrected: """
            <key>LSApplicationQueriesSchemes</key>
            <array>
                <string>http-intunemam</string>
                <string>https-intunemam</string>
                <string>microsoft-edge-http-intunemam</string>
                <!-- and the others that the finding names -->
            </array>
            """
    )

    static let tooManyQuerySchemes = LintExplanation(
        title: "more query schemes than the system reads",
        text: """
            The system reads the first 50 entries of `LSApplicationQueriesSchemes`, and the first 25 of an app that is \
            linked on iOS 27 or later. For the entries after them, `canOpenURL` always returns false, whatever is \
            installed. Remove entries that appear twice first, then the twins of schemes whose apps are known to use \
            the SDK: for those the app calls `isURLAllowed` with `isKnownManagedAppScheme` and then `canOpenURL` \
            without an identity. Suppress the resulting finding about the missing twin, with that reason.
            """,
        example: """
            <key>LSApplicationQueriesSchemes</key>
            <array>
                <!-- 50 schemes -->
                <string>contoso-intunemam</string>
            </array>
            """
    )

    static let manyQuerySchemes = LintExplanation(
        title: "more than 25 query schemes",
        text: """
            For an app that is linked on iOS 26 or earlier, the system reads 50 entries of \
            `LSApplicationQueriesSchemes`. Once the app is linked on iOS 27, it reads only 25: those from the 26th on \
            are silently ignored. Put the important ones first, and remove what the app can do without.
            """,
        example: """
            <key>LSApplicationQueriesSchemes</key>
            <array>
                <!-- 25 schemes -->
                <string>contoso</string>
            </array>
            """
    )

    static let illegalListedScheme = LintExplanation(
        title: "list entry is not a URL scheme",
        text: """
            A scheme is a letter, then letters, digits, `+`, `-` and `.`. An entry of `LSApplicationQueriesSchemes` or \
            `WebViewHandledURLSchemes` with anything else, such as a trailing `://`, equals no scheme, so it has no \
            effect, but it still takes a place in the list.
            """,
        example: "<string>contoso://</string>",
        corrected: "<string>contoso</string>"
    )

    static let illegalURLScheme = LintExplanation(
        title: "URL type declares no URL scheme",
        text: """
            A scheme is a letter, then letters, digits, `+`, `-` and `.`. The App Store rejects an app that declares \
            anything else in `CFBundleURLSchemes`, and the system opens it for no URL. Usually the redirect URI of \
            sign-in was written where its scheme belongs: the scheme of `msauth.com.contoso.app://auth` is the part \
            before the colon.
            """,
        example: """
            <key>CFBundleURLSchemes</key>
            <array>
                <string>msauth.com.contoso.app://auth</string>
            </array>
            """,
        corrected: """
            <key>CFBundleURLSchemes</key>
            <array>
                <string>msauth.com.contoso.app</string>
            </array>
            """
    )

    static let missingURLTypeTwin = LintExplanation(
        title: "URL type without its twin",
        text: """
            A managed app that may send data to managed apps only opens `contoso-intunemam` in place of \
            `contoso`. An app that declares the scheme and not the twin cannot be reached by any of them.
            """,
        example: """
            <key>CFBundleURLSchemes</key>
            <array>
                <string>contoso</string>
            </array>
            """,
        corrected: """
            <key>CFBundleURLSchemes</key>
            <array>
                <string>contoso</string>
                <string>contoso-intunemam</string>
            </array>
            """
    )

    static let missingRedirectTwin = LintExplanation(
        title: "sign-in scheme without its twin",
        text: """
            A scheme that begins with `msauth` takes part in signing in. It needs a twin as every other scheme does; a \
            missing twin is only a note here, because samples of the SDK's own vendor lack them too. The twin is added \
            to URL types. It is not added to `LSApplicationQueriesSchemes`, where the system reads few entries. \
            `msauth.com.microsoft.intunemam`, which the SDK itself uses to sign in, needs no twin.
            """,
        example: """
            <key>CFBundleURLSchemes</key>
            <array>
                <string>msauth.com.contoso.app</string>
            </array>
            """,
        corrected: """
            <key>CFBundleURLSchemes</key>
            <array>
                <string>msauth.com.contoso.app</string>
                <string>msauth.com.contoso.app-intunemam</string>
            </array>
            """
    )

    static let missingDocumentTypeTwin = LintExplanation(
        title: "document type without its twin",
        text: """
            Managed apps offer protected documents under types of the SDK: `public.text` as \
            `com.microsoft.intune.mam.public.text`. An app that opens one and doesn't declare the other isn't offered \
            for protected documents.
            """,
        example: """
            <key>LSItemContentTypes</key>
            <array>
                <string>public.text</string>
            </array>
            """,
        corrected: """
            <key>LSItemContentTypes</key>
            <array>
                <string>public.text</string>
                <string>com.microsoft.intune.mam.public.text</string>
            </array>
            """
    )
}
