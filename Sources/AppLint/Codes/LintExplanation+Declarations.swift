/// Explanations of the checks for declarations and entitlements.
extension LintExplanation {
    static let repeatedKey = LintExplanation(
        title: "key written twice",
        text: """
            A dictionary can have each key only once. Which of two values is used depends on the reader, so an app may \
            be checked with one and run with the other.
            """,
        example: """
            <key>MultiIdentity</key>
            <true/>
            <key>MultiIdentity</key>
            <false/>
            """
    )

    static let notADictionary = LintExplanation(
        title: "file is not a dictionary",
        text: """
            An Info.plist and entitlements are dictionaries. The file is a property list, but it has no keys, so the \
            build will fail or ignore it.
            """,
        example: """
            <plist version="1.0">
            <array/>
            </plist>
            """,
        corrected: """
            <plist version="1.0">
            <dict/>
            </plist>
            """
    )

    static let missingFaceIDText = LintExplanation(
        title: "Face ID description missing",
        text: """
            A policy can ask for Face ID before the app opens. The system shows the text of `NSFaceIDUsageDescription` \
            when it first asks for Face ID, and terminates an app without that text. The text that is added is \
            generic; replace it with the app's own words.
            """,
        example: "<dict/>",
        corrected: """
            <dict>
                <key>NSFaceIDUsageDescription</key>
                <string>Face ID protects your work documents.</string>
            </dict>
            """
    )

    static let scenesWithoutDelegate = LintExplanation(
        title: "scenes without a delegate",
        text: """
            The SDK needs a scene delegate in an app with scenes, and `UISceneConfigurations` is where an Info.plist \
            names one: `UISceneDelegateClassName` of a configuration. A new SwiftUI app has the manifest and no \
            delegate. Name one, or remove `UIApplicationSceneManifest` if the app doesn't use scenes.
            """,
        example: """
            <key>UIApplicationSceneManifest</key>
            <dict>
                <key>UIApplicationSupportsMultipleScenes</key>
                <true/>
            </dict>
            """,
        corrected: """
            <key>UIApplicationSceneManifest</key>
            <dict>
                <key>UIApplicationSupportsMultipleScenes</key>
                <true/>
                <key>UISceneConfigurations</key>
                <dict>
                    <key>UIWindowSceneSessionRoleApplication</key>
                    <array>
                        <dict>
                            <key>UISceneDelegateClassName</key>
                            <string>$(PRODUCT_MODULE_NAME).SceneDelegate</string>
                        </dict>
                    </array>
                </dict>
            </dict>
            """
    )

    static let missingAppGroup = LintExplanation(
        title: "app group unknown to the SDK",
        text: """
            What an app shares with its extensions is stored in an app group, and the SDK protects only groups that \
            it knows. List every group of the entitlements' `com.apple.security.application-groups` in \
            `AppGroupIdentifiers`.
            """,
        example: """
            <key>IntuneMAMSettings</key>
            <dict/>
            """,
        corrected: """
            <key>IntuneMAMSettings</key>
            <dict>
                <key>AppGroupIdentifiers</key>
                <array>
                    <string>group.com.contoso.app</string>
                </array>
            </dict>
            """
    )

    static let unknownAppGroup = LintExplanation(
        title: "app group missing in the entitlements",
        text: """
            `AppGroupIdentifiers` names a group that the entitlements don't have, so the app cannot open it, and \
            neither can the SDK.
            """,
        example: """
            <key>AppGroupIdentifiers</key>
            <array>
                <string>group.com.contoso.other</string>
            </array>
            """
    )

    static let missingKeychainGroup = LintExplanation(
        title: "keychain group of the SDK missing",
        text: """
            The SDK keeps its data in the keychain group `com.microsoft.intune.mam`, which it shares with other \
            managed apps of the vendor. Without it the SDK cannot keep a policy. If the app has no group at all, its \
            own group, named by its bundle ID, is added first, because the system stores the app's items in the first \
            group.
            """,
        example: """
            <key>keychain-access-groups</key>
            <array>
                <string>$(AppIdentifierPrefix)com.contoso.app</string>
            </array>
            """,
        corrected: """
            <key>keychain-access-groups</key>
            <array>
                <string>$(AppIdentifierPrefix)com.contoso.app</string>
                <string>$(AppIdentifierPrefix)com.microsoft.intune.mam</string>
            </array>
            """
    )

    static let missingCacheGroup = LintExplanation(
        title: "keychain group of the sign-in cache missing",
        text: """
            MSAL keeps its tokens in the keychain group `com.microsoft.adalcache`, so that a user who signed in \
            to one app needn't do so in the next. An app with a group of its own for this names it in \
            `ADALCacheKeychainGroupOverride`, without the prefix of the team; then that group is required. On macOS \
            the group of the cache is `com.microsoft.identity.universalstorage`.
            """,
        example: """
            <key>keychain-access-groups</key>
            <array>
                <string>$(AppIdentifierPrefix)com.contoso.app</string>
                <string>$(AppIdentifierPrefix)com.microsoft.intune.mam</string>
            </array>
            """,
        corrected: """
            <key>keychain-access-groups</key>
            <array>
                <string>$(AppIdentifierPrefix)com.contoso.app</string>
                <string>$(AppIdentifierPrefix)com.microsoft.intune.mam</string>
                <string>$(AppIdentifierPrefix)com.microsoft.adalcache</string>
            </array>
            """
    )

    static let invalidKeychainGroup = LintExplanation(
        title: "keychain group is not valid",
        text: """
            A keychain group begins with the prefix of the team, which the build fills in for \
            `$(AppIdentifierPrefix)`, or with the ten characters of the team and a dot. The signature of an app cannot \
            contain any other group, except those of the system, such as `com.apple.token`. Blanks around a group are \
            part of its name. Such an entry doesn't count as a group of the SDK.
            """,
        example: """
            <key>keychain-access-groups</key>
            <array>
                <string>com.contoso.app</string>
            </array>
            """,
        corrected: """
            <key>keychain-access-groups</key>
            <array>
                <string>$(AppIdentifierPrefix)com.contoso.app</string>
            </array>
            """
    )

    static let keychainGroupOrder = LintExplanation(
        title: "keychain group of the SDK comes first",
        text: """
            Items that an app stores without naming a group go to the first group of the list. If that is a group of \
            the SDK, every app that has it can read them. The app's own group, named by its bundle ID, has to be the \
            first. A first group that isn't the SDK's is left where it is.
            """,
        example: """
            <key>keychain-access-groups</key>
            <array>
                <string>$(AppIdentifierPrefix)com.microsoft.intune.mam</string>
                <string>$(AppIdentifierPrefix)com.contoso.app</string>
            </array>
            """,
        corrected: """
            <key>keychain-access-groups</key>
            <array>
                <string>$(AppIdentifierPrefix)com.contoso.app</string>
                <string>$(AppIdentifierPrefix)com.microsoft.intune.mam</string>
            </array>
            """
    )
}
