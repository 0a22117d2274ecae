import Diagnostics
import PolicyModel
import PropertyList
import Testing

@testable import PolicyFiles

/// The content of an Info.plist, and the findings of an invalid one.
@Suite("Info.plist") struct InfoPlistTests {
    /// An Info.plist with these entries.
    static func plist(_ entries: String) -> String {
        "<plist version=\"1.0\">\n<dict>\n\(entries)\n</dict>\n</plist>\n"
    }

    /// An Info.plist with these entries in `IntuneMAMSettings`.
    static func settings(_ entries: String) -> String {
        plist("<key>IntuneMAMSettings</key>\n<dict>\n\(entries)\n</dict>")
    }

    static let document = "demarc: 1\napp: {infoPlist: App/Info.plist}\n"

    static func load(_ plist: String, _ document: String = document) -> PolicyLoadResult {
        read(document, files: ["App/Info.plist": plist])
    }

    /// The value of a setting in the tests, as written in the plist and as read.
    static func sample(of setting: AppSetting) -> (String, AppSettingValue) {
        switch setting.kind {
        case .boolean(let standard): (standard ? "<false/>" : "<true/>", .boolean(!standard))
        case .text: ("<string>com.example</string>", .text("com.example"))
        case .texts: ("<array><string>a</string><string/></array>", .texts(["a", ""]))
        case .schemes: ("<array><string>Contoso</string><string>a</string></array>", .texts(["contoso", "a"]))
        case .number: ("<real>2.5</real>", .number(2.5))
        case .color: ("<string>00fF00</string>", .text("00fF00"))
        case .choice(let words): ("<string>\(words[1])</string>", .text(words[1]))
        case .systemRelease: ("<string>iphoneos27.0</string>", .systemRelease(27))
        case .dictionary: ("<dict/>", .dictionary([:]))
        }
    }

    @Test("Each key of a binary file is named, even if equal values are stored once")
    func binaryKeys() {
        let list = binaryPlist([("NSFaceIDUsageDescription", .number(1)), ("CFBundleIdentifier", .number(1))])
        let files = MemoryFiles(["App/Info.plist": list])
        let result = PolicyDocumentReader(files: files).load(text: Self.document, path: "policy.yaml")
        #expect(
            result.diagnostics.map(\.message) == [
                "expected a string, found the number `1`, at `NSFaceIDUsageDescription`",
                "expected a string, found the number `1`, at `CFBundleIdentifier`",
            ]
        )
    }

    @Test("Edits are offered only if the text equals the file's bytes")
    func edits() {
        let text = Self.settings("<key>TreatAllWebViewsAsUnmanaged</key><string>YES</string>")
        #expect(Self.load(text).diagnostics.first?.fix?.replacement == "<true/>")
        let broken = "<plist><string>a & b</string></plist>"
        #expect(Self.load(broken).diagnostics.first?.fix?.replacement == "&amp;")
        for text in [text, broken] {
            let files = MemoryFiles(["App/Info.plist": utf16(text, isBigEndian: true)])
            let result = PolicyDocumentReader(files: files).load(text: Self.document, path: "policy.yaml")
            #expect(result.diagnostics.count == 1)
            #expect(result.diagnostics.first?.fix == nil)
        }
    }

    @Test("Every setting has its value and place", arguments: AppSetting.allCases)
    func everySetting(setting: AppSetting) throws {
        guard let key = setting.infoPlistKey else { return #expect(setting == .appConfig) }
        let (written, expected) = Self.sample(of: setting)
        let entry = "<key>\(key.name)</key>\(written)"
        let text = if case .settings = key { Self.settings(entry) } else { Self.plist(entry) }
        let result = Self.load(text)
        let app = try #require(result.document?.app, "\(summary(result))")
        #expect(summary(result).isEmpty)
        #expect(app[setting] == expected)
        let line = if case .settings = key { 5 } else { 3 }
        #expect(app.location(of: setting)?.description == "App/Info.plist:\(line):1")
        for other in AppSetting.allCases where other != setting { #expect(app[other] == nil) }
    }

    @Test("The keys are those that the SDK documents")
    func keys() {
        let documented = """
            ADALClientId ADALAuthority ADALRedirectUri ADALRedirectScheme ADALLogOverrideDisabled
            ADALCacheKeychainGroupOverride AppGroupIdentifiers ContainingAppBundleId AutoEnrollOnLaunch MAMPolicyRequired
            MAMPolicyWarnAbsent MultiIdentity SafariViewControllerBlockedOverride SplashIconFile SplashIconFile~ipad
            SplashDuration BackgroundColor ForegroundColor AccentColor SecondaryBackgroundColor SecondaryForegroundColor
            SupportsDarkMode MAMTelemetryDisabled MAMTelemetryUsePPE MaxFileProtectionLevel OpenInActionExtension
            WebViewHandledURLSchemes DocumentBrowserFileCachePath VerboseLoggingEnabled FinishLaunchingAtStartup
            MultiManagedIdentities MultiIdentityCancelDisabled TreatAllWebViewsAsUnmanaged ValuesToScrubFromLogging
            """
        let known = AppSetting.allCases.compactMap { setting -> String? in
            if case .settings(let key)? = setting.infoPlistKey { return key }
            return nil
        }
        #expect(Set(known) == Set(documented.split(whereSeparator: \.isWhitespace).map(String.init)))
        #expect(known.count == Set(known).count)
    }

    @Test(
        "A wrong value that affects decisions makes the document unusable",
        arguments: [
            (
                "<key>TreatAllWebViewsAsUnmanaged</key><string>YES</string>",
                [
                    "wrong-type «<string>YES</string>» expected `<true/>` or `<false/>`, found the string `YES` | write `<true/>`"
                ]
            ),
            (
                "<key>MultiIdentity</key><integer>0</integer>",
                [
                    "wrong-type «<integer>0</integer>» expected `<true/>` or `<false/>`, found the number `0` | write `<false/>`"
                ]
            ),
            (
                "<key>SafariViewControllerBlockedOverride</key><string>maybe</string>",
                ["wrong-type «<string>maybe</string>» expected `<true/>` or `<false/>`, found the string `maybe`"]
            ),
            (
                "<key>WebViewHandledURLSchemes</key><string>contoso</string>",
                [
                    "wrong-type «<string>contoso</string>» expected an array of strings, found the string `contoso` | put it into an `<array>`"
                ]
            ),
            (
                "<key>WebViewHandledURLSchemes</key><array><true/></array>",
                ["wrong-type «<true/>» expected a string, found `true`"]
            ),
            (
                "<key>MultiIdentity</key><true/><key>MultiIdentity</key><false/>",
                [
                    "duplicate-key «<key>MultiIdentity</key>»«<key>MultiIdentity</key>» the key `MultiIdentity` appears twice | keep one of them"
                ]
            ),
            (
                "<key>WebViewHandledURLSchemes</key><array><string>HTTPS</string><string>a b</string></array>",
                [
                    "warning scheme-never-handled «<string>HTTPS</string>» `HTTPS` is ignored here | an app that handled it itself would switch off the protection of its web views; remove it",
                    "warning invalid-scheme «<string>a b</string>» `a b` is not a URL scheme | letters, digits, `+`, `-` and `.`, a letter first",
                ]
            ),
            (
                "<key>MAMPolicyRequired</key><string>YES</string>",
                [
                    "wrong-type «<string>YES</string>» expected `<true/>` or `<false/>`, found the string `YES` | write `<true/>`"
                ]
            ),
            (
                "<key>MAMPolicyRequired</key><false/><key>MAMPolicyRequired</key><true/>",
                [
                    "duplicate-key «<key>MAMPolicyRequired</key>»«<key>MAMPolicyRequired</key>» the key `MAMPolicyRequired` appears twice | keep one of them"
                ]
            ),
            (
                "<key>MAMPolicyWarnAbsent</key><integer>1</integer>",
                [
                    "wrong-type «<integer>1</integer>» expected `<true/>` or `<false/>`, found the number `1` | write `<true/>`"
                ]
            ),
            (
                "<key>MAMPolicyRequired</key><string>$(REQUIRED)</string>",
                [
                    "note unresolved-build-variable «<string>$(REQUIRED)</string>» the value of `$(REQUIRED)` isn't known here, so the default is used | write `mamPolicyRequired` under `app` to set it"
                ]
            ),
            (
                "<key>ValuesToScrubFromLogging</key><string>secret</string>",
                [
                    "wrong-type «<string>secret</string>» expected an array of strings, found the string `secret` | put it into an `<array>`"
                ]
            ),
            (
                "<key>ValuesToScrubFromLogging</key><array/><key>ValuesToScrubFromLogging</key><array/>",
                [
                    "duplicate-key «<key>ValuesToScrubFromLogging</key>»«<key>ValuesToScrubFromLogging</key>» the key `ValuesToScrubFromLogging` appears twice | keep one of them"
                ]
            ),
            (
                "<key>ValuesToScrubFromLogging</key><array><string>a</string><string>$(KEY)</string></array>",
                [
                    "note unresolved-build-variable «<string>$(KEY)</string>» the value of `$(KEY)` isn't known here, so it matches nothing | write `valuesToScrubFromLogging` under `app` to set it"
                ]
            ),
            (
                "<key>AutoEnrollOnLaunch</key><string>YES</string>",
                [
                    "warning wrong-type «<string>YES</string>» expected `<true/>` or `<false/>`, found the string `YES` | write `<true/>`"
                ]
            ),
            (
                "<key>Multiidentity</key><true/><key>Zzz</key><true/>",
                [
                    "warning unknown-key «<key>Multiidentity</key>» unknown key `Multiidentity` in `IntuneMAMSettings` | did you mean `MultiIdentity`?",
                    "warning unknown-key «<key>Zzz</key>» unknown key `Zzz` in `IntuneMAMSettings`",
                ]
            ),
            (
                "<key>AccentColor</key><string>red</string><key>SplashDuration</key><integer>-1</integer>",
                [
                    "warning invalid-color «<string>red</string>» `red` is not a color | write `#RRGGBB` in hexadecimal digits",
                    "warning out-of-range «<integer>-1</integer>» the number `-1` is negative or not a finite number",
                ]
            ),
            (
                "<key>MaxFileProtectionLevel</key><string>NSFileProtectionComplet</string>",
                [
                    "warning unknown-value «<string>NSFileProtectionComplet</string>» unknown value `NSFileProtectionComplet` | did you mean `NSFileProtectionComplete`?"
                ]
            ),
            (
                "<key>MultiIdentity</key><string>$(MULTI)</string><key>ADALClientId</key><string>${ID}</string>",
                [
                    "note unresolved-build-variable «<string>$(MULTI)</string>» the value of `$(MULTI)` isn't known here, so the default is used | write `multiIdentity` under `app` to set it"
                ]
            ),
        ]
    )
    func settings(entries: String, expected: [String]) {
        let result = Self.load(Self.settings(entries))
        #expect(summary(result) == expected.map { "App/Info.plist: " + $0 })
        #expect(result.isUsable == !result.diagnostics.contains { $0.severity == .error })
    }

    @Test(
        "A file that is not an Info.plist makes the document unusable",
        arguments: [
            ("<plist><array/></plist>", "wrong-type «<array/>» expected a dictionary, found an array"),
            (
                "<plist><dict><key>a</key></dict></plist>",
                "missing-value «<key>a</key>» the key `a` has no value | write its value after it, or remove the key"
            ),
            (
                "{}",
                "old-style-property-list «{}» this is a property list in the old form, with braces, which is not read | convert it: `plutil -convert xml1`"
            ),
            (plist("<key>IntuneMAMSettings</key><true/>"), "wrong-type «<true/>» expected a dictionary, found `true`"),
            (
                plist("<key>DTSDKName</key><string>iphoneos</string>"),
                "unknown-value «<string>iphoneos</string>» unknown SDK `iphoneos` | write it as Xcode does, such as `iphoneos26.0`"
            ),
            (
                plist("<key>LSApplicationQueriesSchemes</key><true/>"),
                "wrong-type «<true/>» expected an array of strings, found `true`"
            ),
            (
                plist("<key>IntuneMAMSettings</key><dict/><key>IntuneMAMSettings</key><dict/>"),
                "duplicate-key «<key>IntuneMAMSettings</key>»«<key>IntuneMAMSettings</key>» the key `IntuneMAMSettings` appears twice | keep one of them"
            ),
        ]
    )
    func refused(text: String, expected: String) {
        let result = Self.load(text)
        #expect(summary(result) == ["App/Info.plist: " + expected])
        #expect(!result.isUsable)
    }

    @Test(
        "The file must be in the document's folder or below",
        arguments: [
            (
                "../Info.plist",
                "outside-folder «../Info.plist» `../Info.plist` lies outside the folder of the policy document | keep it next to the document, or use --allow-outside"
            ),
            (
                "/etc/Info.plist",
                "outside-folder «/etc/Info.plist» `/etc/Info.plist` is an absolute path | write a path relative to this file, or use --allow-outside"
            ),
            ("Other.plist", "file-not-found «Other.plist» there is no file `p/Other.plist`"),
        ]
    )
    func confinement(path: String, expected: String) {
        let files = MemoryFiles(["Info.plist": Self.plist(""), "etc/Info.plist": Self.plist("")])
        let result = PolicyDocumentReader(files: files).load(
            text: "demarc: 1\napp: {infoPlist: \(path)}",
            path: "p/policy.yaml"
        )
        #expect(summary(result) == ["p/policy.yaml: " + expected])
    }

    @Test("The document overrides the file, and overridden errors are only warnings")
    func inlineWins() throws {
        let entries =
            "<key>MultiIdentity</key><string>YES</string><key>TreatAllWebViewsAsUnmanaged</key><true/><key>SplashDuration</key><integer>3</integer>"
        let text =
            "demarc: 1\napp: {infoPlist: App/Info.plist, multiIdentity: true, treatAllWebViewsAsUnmanaged: false}\n"
        let result = Self.load(Self.settings(entries), text)
        #expect(
            summary(result) == [
                "App/Info.plist: warning wrong-type «<string>YES</string>» expected `<true/>` or `<false/>`, found the string `YES` | write `<true/>`"
            ]
        )
        let app = try #require(result.document).app
        #expect(app.multiIdentity)
        #expect(!app.treatAllWebViewsAsUnmanaged)
        #expect(app.location(of: .treatAllWebViewsAsUnmanaged)?.path == "policy.yaml")
        #expect(app[.splashDuration] == .number(3))
    }

    @Test("Other declarations are read")
    func declarations() throws {
        let text = Self.plist(
            """
            <key>NSFaceIDUsageDescription</key><string>Because
            of you</string>
            <key>CFBundleURLTypes</key>
            <array>
            <dict><key>CFBundleURLName</key><string>n</string><key>CFBundleURLSchemes</key><array><string>$(A)</string><string>B-1</string></array></dict>
            <dict/>
            </array>
            <key>NSExtension</key>
            <dict><key>NSExtensionPointIdentifier</key><string>com.apple.share-services</string><key>NSExtensionAttributes</key>
            <dict><key>NSExtensionActivationRule</key><dict><key>NSExtensionActivationSupportsText</key><true/><key>NSExtensionActivationSupportsFileWithMaxCount</key><integer>5</integer></dict></dict></dict>
            <key>UIApplicationSceneManifest</key>
            <dict><key>UIApplicationSupportsMultipleScenes</key><true/><key>UISceneConfigurations</key><dict><key>R</key><array/></dict></dict>
            """
        )
        let result = Self.load(text)
        let bundle = try #require(result.document?.app.bundle, "\(summary(result))")
        #expect(summary(result).isEmpty)
        #expect(bundle.path == "App/Info.plist" && bundle.settingsLocation == nil)
        #expect(bundle.faceIDUsageDescription == "Because\nof you")
        #expect(bundle.urlTypes.map(\.schemes) == [["$(A)", "B-1"], []])
        #expect(bundle.urlTypes[0].name == "n" && bundle.urlTypes[0].location.description == "App/Info.plist:7:1")
        #expect(bundle.appExtension?.pointIdentifier == "com.apple.share-services")
        let constants = [
            ExtensionDeclaration.Constant("NSExtensionActivationSupportsText", 1),
            ExtensionDeclaration.Constant("NSExtensionActivationSupportsFileWithMaxCount", 5),
        ]
        #expect(bundle.appExtension?.activationRule == .constants(constants))
        #expect(bundle.sceneManifest?.supportsMultipleScenes == true && bundle.sceneManifest?.configuredRoles == ["R"])
    }

    @Test("Wrong declarations that affect no decision are warnings")
    func declarationWarnings() {
        let text = Self.plist(
            """
            <key>NSFaceIDUsageDescription</key><true/><key>CFBundleURLTypes</key><dict/><key>NSExtension</key><array/>
            <key>UIApplicationSceneManifest</key><dict><key>UISceneConfigurations</key><true/></dict>
            """
        )
        let result = Self.load(text)
        #expect(result.isUsable)
        #expect(result.diagnostics.map(\.code) == ["wrong-type", "wrong-type", "wrong-type", "wrong-type"])
        #expect(result.diagnostics.allSatisfy { $0.severity == .warning })
    }

    @Test("A binary file is read")
    func binary() throws {
        let text = """
            YnBsaXN0MDDUAQIDBAUGBwpfEBJDRkJ1bmRsZUlkZW50aWZpZXJZRFRTREtOYW1lXxAbTFNBcHBsaWNhdGlvblF1ZXJpZXNTY2hlbWVzXxAR
            SW50dW5lTUFNU2V0dGluZ3NfEA9jb20uZXhhbXBsZS5hcHBcaXBob25lb3MyNy4woggJXxAPSFRUUFMtaW50dW5lbWFtXxAQc2NoZW1lLWlu
            dHVuZW1hbdMLDA0ODxFdTXVsdGlJZGVudGl0eV8QGFdlYlZpZXdIYW5kbGVkVVJMU2NoZW1lc15TcGxhc2hEdXJhdGlvbgmhEFdjb250b3Nv
            Iz/4AAAAAAAACBEmME5idIGElqmwvtno6evzAAAAAAAAAQEAAAAAAAAAEgAAAAAAAAAAAAAAAAAAAPw=
            """
        let bytes = try Base64Text.decode(Array(text.utf8)).get()
        let files = MemoryFiles(["App/Info.plist": bytes])
        let result = PolicyDocumentReader(files: files).load(text: Self.document, path: "policy.yaml")
        let app = try #require(result.document?.app, "\(summary(result))")
        #expect(app.id == "com.example.app" && app.linkedOn == 27 && app.multiIdentity)
        #expect(app.queriesSchemes == ["https-intunemam", "scheme-intunemam"])
        #expect(app.webViewHandledURLSchemes == ["contoso"])
        #expect(app[.splashDuration] == .number(1.5))
    }
}
