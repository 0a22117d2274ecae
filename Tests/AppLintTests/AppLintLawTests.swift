import Diagnostics
import PolicyModel
import PropertyList
import Testing

@testable import AppLint

@Suite("Requirements of an app") struct AppLintLawTests {
    /// Required entries of the Info.plist, each with the code that reports it missing.
    static let required: [(path: [PropertyListChange.Step], code: AppLintCode)] =
        AppSamples.queries.indices.filter { ![0, 2].contains($0) }.map { position in
            let isTwin = [1, 3].contains(position)
            let path: [PropertyListChange.Step] = ["LSApplicationQueriesSchemes", .position(position)]
            return (path, isTwin ? .missingTwinScheme : .missingRequiredScheme)
        } + [
            (["LSApplicationQueriesSchemes"], .missingRequiredScheme),
            (["CFBundleURLTypes", 0, "CFBundleURLSchemes", 1], .missingURLTypeTwin),
            (["CFBundleURLTypes", 0, "CFBundleURLSchemes", 3], .missingRedirectTwin),
            (["CFBundleDocumentTypes", 0, "LSItemContentTypes", 1], .missingDocumentTypeTwin),
            (["NSFaceIDUsageDescription"], .missingFaceIDText),
            (["IntuneMAMSettings", "AutoEnrollOnLaunch"], .requiredPolicyWithoutEnrollment),
            (["IntuneMAMSettings", "AppGroupIdentifiers"], .missingAppGroup),
            (["IntuneMAMSettings", "AppGroupIdentifiers", 0], .missingAppGroup),
        ]

    @Test(
        "Removing a required entry gives exactly its finding, and the fix restores the entry",
        arguments: [false, true]
    )
    func missesEach(binary: Bool) throws {
        for (path, code) in Self.required {
            var target = AppSamples.Target()
            target.plist = AppSamples.plist.applying(.remove(path))
            try check(target, code, "\(path)", binary: binary)
        }
        let keychain: [([PropertyListChange.Step], AppLintCode)] = [
            (["keychain-access-groups"], .missingKeychainGroup),
            (["keychain-access-groups", 0], .keychainGroupOrder),
            (["keychain-access-groups", 1], .missingKeychainGroup),
            (["keychain-access-groups", 2], .missingCacheGroup),
        ]
        for (path, code) in keychain {
            var target = AppSamples.Target()
            target.entitlements = AppSamples.entitlements.applying(.remove(path))
            try check(target, code, "\(path)", binary: binary)
        }
    }

    private func check(_ target: AppSamples.Target, _ code: AppLintCode, _ path: String, binary: Bool) throws {
        let findings = try target.findings(binary: binary)
        #expect(findings.map(\.check) == [code], "\(path)")
        #expect(findings.first?.change != nil, "\(path)")
        #expect(try target.mended(findings).findings(binary: binary) == [], "\(path)")
    }

    /// An app unrelated to the SDK.
    static let stranger: PropertyListValue = [
        "CFBundleIdentifier": "com.fabrikam.game",
        "CFBundleURLTypes": [["CFBundleURLSchemes": ["fabrikam", "fb123456", "msauth.com.fabrikam.game"]]],
        "CFBundleDocumentTypes": [["LSItemContentTypes": ["public.image"]]],
        "LSApplicationQueriesSchemes": ["fbapi", "whatsapp", "mailto"],
        "NSExtension": [
            "NSExtensionAttributes": [
                "NSExtensionActivationRule": ["NSExtensionActivationSupportsImageWithMaxCount": 1]
            ]
        ],
    ]
    static let strangersEntitlements: PropertyListValue = [
        "keychain-access-groups": ["$(AppIdentifierPrefix)com.fabrikam.game"],
        "com.apple.security.application-groups": ["group.com.fabrikam"],
    ]

    @Test("An app without the SDK has no requirements")
    func leavesStrangersAlone() throws {
        let target = AppSamples.Target(plist: Self.stranger, entitlements: Self.strangersEntitlements)
        #expect(try target.findings() == [])
        var assumed = target
        assumed.assumesSDK = true
        #expect(try assumed.findings().count > 10)
        #expect(try AppSamples.Target(plist: nil, entitlements: nil, assumesSDK: true).findings() == [])
        #expect(try AppSamples.Target(plist: [:], entitlements: [:]).findings() == [])
    }

    @Test("General mistakes are also found in an app without the SDK")
    func checksStrangersForm() throws {
        let rule = AppSamples.rulePath
        let rows: [(PropertyListChange, AppLintCode)] = [
            (.insert(["CFBundleURLTypes", 0, "CFBundleURLSchemes"], at: 0, ["fabrikam2://auth"]), .illegalURLScheme),
            (.insert(["LSApplicationQueriesSchemes"], at: 0, ["fabrikam://"]), .illegalListedScheme),
            (
                .insert(["LSApplicationQueriesSchemes"], at: .max, (0..<30).map { .string("a\($0)") }),
                .manyQuerySchemes
            ),
            (
                .insert(["LSApplicationQueriesSchemes"], at: .max, (0..<60).map { .string("a\($0)") }),
                .tooManyQuerySchemes
            ),
            (.set(rule, "x =="), .invalidPredicate),
            (.set(rule, "TRUEPREDICATE"), .unrestrictedActivation),
            (.set(rule + ["NSExtensionActivationSupportsText"], "YES"), .wrongActivationValue),
            (.set(rule + ["NSExtensionActivationSupportsTexts"], true), .unknownActivationConstant),
        ]
        for (change, code) in rows {
            let target = AppSamples.Target(plist: Self.stranger.applying(change), entitlements: nil)
            let findings = try target.findings()
            #expect(findings.map(\.check) == [code])
            #expect(try target.mended(findings).findings().allSatisfy { $0.change == nil })
        }
    }

    @Test("Scenes without configurations matter only for an app with the SDK")
    func leavesScenesAlone() throws {
        let scenes = PropertyListChange.set(["UIApplicationSceneManifest"], [:])
        #expect(try AppSamples.Target(plist: Self.stranger.applying(scenes), entitlements: nil).findings() == [])
        let app = AppSamples.Target(plist: AppSamples.plist.applying(scenes))
        #expect(try app.findings().map(\.check) == [.scenesWithoutDelegate])
    }

    @Test(
        "A named app without any sign of the SDK has a finding",
        arguments: [
            (.remove(["CFBundleExecutable"]), true, "an extension"), (.remove(["NSExtension"]), true, "an app"),
            (.set(["CFBundlePackageType"], "APPL"), true, "an app by its type"),
            (.set(["CFBundlePackageType"], "$(PRODUCT_BUNDLE_PACKAGE_TYPE)"), true, "whatever the build makes of it"),
            (.set(["CFBundlePackageType"], "FMWK"), false, "a framework"),
            (.set(["CFBundlePackageType"], "BNDL"), false, "tests"),
            (.set(["LSMinimumSystemVersion"], "14.0"), false, "an app of macOS"),
            (
                .set([], ["CFBundleName": "a", "LSMinimumSystemVersion": "14.0", "MinimumOSVersion": "26.0"]), true,
                "an iPhone app that runs on Macs too"
            ),
            (.set(["DTCompiler"], "com.apple.compilers"), false, "resources, as they are built"),
            (.set([], ["DTCompiler": "a", "CFBundleExecutable": "b"]), true, "what was built and runs"),
            (.set([], [:]), true, "nothing yet"), (.set([], ["CLIENT_ID": "x"]), false, "settings of another service"),
            (.set([], ["UILaunchScreen": [:]]), true, "what is left where Xcode fills in the rest"),
        ] as [(PropertyListChange, Bool, Comment)]
    )
    func speaksWhereNamed(change: PropertyListChange, isFound: Bool, what: Comment) throws {
        var target = AppSamples.Target(plist: Self.stranger.applying(change), entitlements: nil)
        #expect(try target.findings() == [], what)
        target.isNamed = true
        #expect(try target.findings().map(\.check) == (isFound ? [.missingSettings] : []), what)
    }

    @Test("An app whose keychain group or scheme shows the SDK, but has no settings, has a finding")
    func speaksWhereShown() throws {
        let group = PropertyListChange.insert(
            ["keychain-access-groups"],
            at: .max,
            ["$(AppIdentifierPrefix)com.microsoft.intune.mam"]
        )
        let app = Self.stranger.applying(.remove(["NSExtension"]))
        var target = AppSamples.Target(plist: app, entitlements: Self.strangersEntitlements.applying(group))
        #expect(try target.findings().contains { $0.check == .missingSettings })
        target = AppSamples.Target(
            plist: app.applying(.insert(["LSApplicationQueriesSchemes"], at: 0, ["http-intunemam"])),
            entitlements: nil
        )
        let findings = try target.findings()
        #expect(findings.contains { $0.check == .missingSettings })
        // It is reported once, not for each setting of the missing dictionary.
        #expect(!findings.contains { $0.check == .missingClientId || $0.check == .missingRedirect })
    }

    @Test(
        "One sign of the SDK is enough",
        arguments: [
            .set(["IntuneMAMSettings"], [:]), .set(["IntuneMAMSettings"], "YES"), .set(["intuneMAMSettings"], [:]),
            .insert(["LSApplicationQueriesSchemes"], at: 0, ["http-intunemam"]),
            .insert(["CFBundleURLTypes", 0, "CFBundleURLSchemes"], at: 0, ["msauth.com.microsoft.intunemam"]),
            .insert(
                ["CFBundleDocumentTypes", 0, "LSItemContentTypes"],
                at: 0,
                ["com.microsoft.intune.mam.public.data"]
            ),
            .set(AppSamples.rulePath, .string(AppSamples.rule)),
        ] as [PropertyListChange]
    )
    func noticesSDK(change: PropertyListChange) throws {
        let target = AppSamples.Target(plist: Self.stranger.applying(change), entitlements: nil)
        #expect(try target.findings().contains { $0.check == .missingURLTypeTwin })
    }

    @Test("The SDK's keychain group is a sign too, and a similar group is not")
    func noticesKeychainGroup() throws {
        for (group, marks) in [("com.microsoft.intune.mam", true), ("com.microsoft.intune.mam.test", false)] {
            let entitlements = Self.strangersEntitlements.applying(
                .insert(["keychain-access-groups"], at: 1, [.string("$(AppIdentifierPrefix)\(group)")])
            )
            let target = AppSamples.Target(plist: Self.stranger, entitlements: entitlements)
            #expect(try target.findings().isEmpty != marks)
        }
    }
}
