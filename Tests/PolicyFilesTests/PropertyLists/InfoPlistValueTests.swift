import Diagnostics
import PolicyModel
import Testing

@testable import PolicyFiles

/// Values of an Info.plist that are unknown, or that nothing reads.
@Suite("Unknown and ignored values of an Info.plist") struct InfoPlistValueTests {
    @Test("Query schemes keep their order, because the system counts them")
    func queriesSchemes() throws {
        let schemes = (0..<60).map { "S\($0)" } + ["$(SCHEME)", "a b", "s0"]
        let array = schemes.map { "<string>\($0)</string>" }.joined()
        let plist = InfoPlistTests.plist("<key>LSApplicationQueriesSchemes</key><array>\(array)</array>")
        let result = InfoPlistTests.load(plist)
        let app = try #require(result.document).app
        #expect(app.queriesSchemes == schemes.map { $0.lowercased() })
        #expect(result.diagnostics.map(\.code) == ["unresolved-build-variable", "invalid-scheme"])
    }

    @Test(
        "The linked system version is read",
        arguments: [
            ("<key>DTSDKName</key><string>iphoneos27.0</string><key>DTPlatformVersion</key><string>26.4</string>", 27),
            ("<key>DTPlatformVersion</key><string>27.1</string>", 27),
            ("<key>DTSDKName</key><string>iphonesimulator28.0</string>", 28),
            ("<key>DTSDKName</key><string>macosx27.0</string>", 26),
            ("<key>DTSDKName</key><string>$(SDK)</string>", 26), ("", 26),
            ("<key>DTSDKName</key><string>$(SDK)</string><key>DTPlatformVersion</key><string>27.0</string>", 27),
            ("<key>DTSDKName</key><string>iphoneos27.0</string><key>DTPlatformVersion</key><string>$(V)</string>", 27),
            ("<key>DTSDKName</key><string>xros27.0</string><key>DTPlatformVersion</key><string>27.0</string>", 26),
            ("<key>DTSDKName</key><string/><key>DTPlatformVersion</key><string>27.0</string>", 27),
            ("<key>DTSDKName</key><string>iphoneos</string><key>DTPlatformVersion</key><string>27.0</string>", 27),
            ("<key>DTSDKName</key><string>xros27.0</string><key>DTPlatformVersion</key><string>$(V)</string>", 26),
        ]
    )
    func linkedOn(entries: String, release: Int) throws {
        #expect(try #require(InfoPlistTests.load(InfoPlistTests.plist(entries)).document).app.linkedOn == release)
    }

    @Test(
        "If no value gives the release, the first that is wrong is an error",
        arguments: [
            ("<key>DTSDKName</key><string/>", ""),
            ("<key>DTSDKName</key><string>xros27.0</string><key>DTPlatformVersion</key><string>new</string>", nil),
            ("<key>DTSDKName</key><string>$(SDK)</string><key>DTPlatformVersion</key><string>0</string>", "0"),
        ] as [(String, String?)]
    )
    func unknownRelease(entries: String, value: String?) {
        let errors = InfoPlistTests.load(InfoPlistTests.plist(entries)).diagnostics.filter { $0.severity == .error }
        #expect(errors.map(\.message) == (value.map { ["unknown SDK `\($0)`"] } ?? []))
    }

    @Test("A build variable is kept as unknown, with the default as value")
    func variables() throws {
        let text = InfoPlistTests.plist("<key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>")
        let result = InfoPlistTests.load(text)
        let app = try #require(result.document).app
        #expect(summary(result).isEmpty)
        #expect(app.id == nil)
        #expect(app.variable(for: .id) == "$(PRODUCT_BUNDLE_IDENTIFIER)")
        let inline = InfoPlistTests.load(text, "demarc: 1\napp: {infoPlist: App/Info.plist, id: com.example}")
        #expect(try #require(inline.document).app.id == "com.example")
        #expect(try #require(inline.document).app.variable(for: .id) == nil)
    }

    @Test(
        "Settings that nothing reads are reported, because what they were meant to change keeps its default",
        arguments: [
            (
                "<key>TreatAllWebViewsAsUnmanaged</key><true/>",
                [
                    "«<key>TreatAllWebViewsAsUnmanaged</key>» `TreatAllWebViewsAsUnmanaged` has no effect outside the dictionary `IntuneMAMSettings` | move it into the dictionary, if intended"
                ]
            ),
            (
                "<key>MultiIdentity</key><true/><key>IntuneMAMSettings</key><dict><key>MultiIdentity</key><true/></dict>",
                [
                    "«<key>MultiIdentity</key>» `MultiIdentity` has no effect outside the dictionary `IntuneMAMSettings` | remove it: the dictionary has it too"
                ]
            ),
            (
                "<key>IntuneMAMSetting</key><dict><key>MultiIdentity</key><true/></dict>",
                [
                    "«<key>IntuneMAMSetting</key>» unknown key `IntuneMAMSetting`, so its settings have no effect | did you mean `IntuneMAMSettings`?"
                ]
            ),
            (
                "<key>intuneMAMSettings</key><dict/><key>IntuneMAMSettings</key><dict/>",
                [
                    "«<key>intuneMAMSettings</key>» unknown key `intuneMAMSettings`, so its settings have no effect | move its settings into `IntuneMAMSettings`"
                ]
            ),
            (
                "<key>IntuneMAMSettings</key><dict><key>multiIdentity</key><true/><key>MULTIIDENTITY</key><false/></dict>",
                [
                    "«<key>multiIdentity</key>» unknown key `multiIdentity` in `IntuneMAMSettings` | `MULTIIDENTITY` is there too: keep one of them, as `MultiIdentity`",
                    "«<key>MULTIIDENTITY</key>» unknown key `MULTIIDENTITY` in `IntuneMAMSettings` | `multiIdentity` is there too: keep one of them, as `MultiIdentity`",
                ]
            ),
            // Other code may use such keys.
            ("<key>AccentColor</key><string>red</string><key>IntuneMAMSetting</key><string>a</string>", []),
        ] as [(String, [String])]
    )
    func ignored(entries: String, expected: [String]) throws {
        let result = InfoPlistTests.load(InfoPlistTests.plist(entries))
        #expect(summary(result) == expected.map { "App/Info.plist: warning unknown-key " + $0 })
        let app = try #require(result.document).app
        #expect(!app.treatAllWebViewsAsUnmanaged)
        // Two keys that became the same would be a duplicate.
        let isCertain = entries.hasPrefix("<key>IntuneMAMSetting</key><dict>")
        let fixes = result.diagnostics.compactMap { $0.fix?.replacement }
        #expect(fixes == (isCertain ? ["<key>IntuneMAMSettings</key>"] : []))
    }

    @Test("An element with a build variable is left out, with a note unless the document overrides the setting")
    func variableElements() throws {
        let plist = InfoPlistTests.settings(
            "<key>WebViewHandledURLSchemes</key><array><string>contoso</string><string>f$(X)</string></array>"
        )
        let result = InfoPlistTests.load(plist)
        #expect(
            summary(result) == [
                "App/Info.plist: note unresolved-build-variable «<string>f$(X)</string>» the value of `f$(X)` isn't known here, so it is left out | write `webViewHandledURLSchemes` under `app` to set it"
            ]
        )
        #expect(try #require(result.document).app.webViewHandledURLSchemes == ["contoso"])
        let document = "demarc: 1\napp: {infoPlist: App/Info.plist, webViewHandledURLSchemes: [a]}\n"
        #expect(summary(InfoPlistTests.load(plist, document)).isEmpty)
    }

    @Test("A text is wrong for a list, even if the build fills it in")
    func variableLists() {
        let result = InfoPlistTests.load(
            InfoPlistTests.settings("<key>WebViewHandledURLSchemes</key><string>$(SCHEMES)</string>")
        )
        #expect(
            summary(result) == [
                "App/Info.plist: wrong-type «<string>$(SCHEMES)</string>» expected an array of strings, found the string `$(SCHEMES)` | put it into an `<array>`"
            ]
        )
        #expect(!result.isUsable)
    }
}
