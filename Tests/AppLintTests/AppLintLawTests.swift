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
        #expect(try app.findings().map(\.check) == [.scenesWithoutConfigurations])
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

@Suite("The form of an app's two property lists") struct AppLintFormTests {
    private func findings(_ plist: String, _ entitlements: String? = nil) throws -> [LintFinding] {
        let reader = PropertyListReader()
        let wrap = { (text: String) in Array("<plist version=\"1.0\">\n\(text)\n</plist>".utf8) }
        return AppChecks(
            infoPlist: try reader.read(wrap(plist), path: "Info.plist"),
            entitlements: try entitlements.map { try reader.read(wrap($0), path: "App.entitlements") }
        )
        .findings()
    }

    @Test("In either file, a root that is not a dictionary is a finding")
    func needsDictionaries() throws {
        let found = try findings("<array/>", "<string>x</string>")
        #expect(found.map(\.check) == [.notADictionary, .notADictionary])
        #expect(found.map { $0.diagnostic.location?.description } == ["Info.plist:2:1", "App.entitlements:2:1"])
    }

    @Test("A repeated key is reported at its second place, and the first counts")
    func findsRepeatedKeys() throws {
        let text = "<dict><key>A</key><true/>\n<key>A</key><true/></dict>"
        let found = try findings(text, text)
        #expect(found.map(\.check) == [.repeatedKey, .repeatedKey])
        #expect(found.first?.diagnostic.places.map { "\($0.location)" } == ["Info.plist:3:1", "Info.plist:2:7"])
    }

    @Test("A predicate's error is placed where the text is wrong, regardless of escapes")
    func placesErrorsOfPredicates() throws {
        let wrap = { (rule: String) in
            """
            <dict><key>NSExtension</key><dict><key>NSExtensionAttributes</key><dict>
            <key>NSExtensionActivationRule</key>
            <string>\(rule)</string>
            </dict></dict></dict>
            """
        }
        let plain = try #require(try findings(wrap("x == 1 ||\ny == 2 z == 3")).first)
        #expect(plain.diagnostic.location?.description == "Info.plist:5:8")
        #expect(plain.diagnostic.message == "the activation rule is not a predicate: expected `&&` or `||` here")
        let escaped = try #require(try findings(wrap("x &lt; 1 z == 3")).first)
        #expect(escaped.diagnostic.location?.description == "Info.plist:4:1")
        #expect(escaped.diagnostic.message.hasSuffix("expected `&&` or `||` here, at byte 6 of the predicate"))
    }

    @Test("The message names the schemes beyond the limit, and the help names what to remove first")
    func namesWhatFallsOff() throws {
        var schemes = AppSamples.queries + (0..<29).map { "filler\($0)-intunemam" }
        schemes.insert("ms-word-intunemam", at: 0)
        schemes += ["lost-intunemam", "zips"]
        let plist = AppSamples.plist.applying(
            .set(["LSApplicationQueriesSchemes"], .array(schemes.map { .string($0) }))
        )
        let found = try #require(try AppSamples.Target(plist: plist).findings().first)
        let message = "the system reads only 50 of 52 query schemes, not `lost-intunemam`, `zips`"
        #expect(found.diagnostic.message == message)
        let help = try #require(found.diagnostic.help)
        #expect(help.hasPrefix("remove the duplicates: `zips`; "))
        // Mail goes to the mail app without a query, so its twin must stay.
        #expect(help.contains("can be removed first: `ms-word-intunemam`; call") && !help.contains("ms-outlook"))
    }

    @Test("If only the case of a key is wrong, XML in UTF-8 gets an edit and the binary form does not")
    func offersEdits() throws {
        let plist = AppSamples.plist.applying(.rename(["IntuneMAMSettings", "MultiIdentity"], to: "multiIdentity"))
        let target = AppSamples.Target(plist: plist)
        #expect(try target.findings().first?.diagnostic.fix?.replacement == "<key>MultiIdentity</key>")
        #expect(try target.findings(binary: true).first?.diagnostic.fix == nil)
    }

    // The system matches strictly if the dictionary asks for it or is older than version 2: one attachment of another
    // type then hides the extension. Otherwise, one attachment of a named type is enough, so a predicate that counts
    // all of them would hide an extension that is offered today.
    @Test(
        "Constants become an equivalent predicate",
        arguments: [
            ([], "== $extensionItem.attachments.@count"), ([(.version, 1)], "== $extensionItem.attachments.@count"),
            ([(.version, 0)], "== $extensionItem.attachments.@count"),
            ([(.strictMatching, 0)], "== $extensionItem.attachments.@count"),
            ([(.strictMatching, 1)], "== $extensionItem.attachments.@count"),
            ([(.version, 2), (.strictMatching, 1)], "== $extensionItem.attachments.@count"),
            ([(.version, 2)], ">= 1"), ([(.version, 3)], ">= 1"), ([(.version, 2), (.strictMatching, 0)], ">= 1"),
        ] as [([(ActivationConstant, Int)], String)]
    )
    func convertsConstants(matching: [(ActivationConstant, Int)], count: String) throws {
        let constants = [(.images, 5), (.text, 1)] + matching
        let predicate = try #require(ActivationPredicate(constants.map { (constant: $0.0, value: $0.1) }))
        let form = "ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO"
        let sdk = "com.microsoft.intune.mam."
        #expect(
            predicate.text == """
                SUBQUERY (
                    extensionItems,
                    $extensionItem,
                    $extensionItem.attachments.@count >= 1 AND
                    SUBQUERY (
                        $extensionItem.attachments,
                        $attachment,
                        \(form) "public.image" ||
                        \(form) "\(sdk)public.image" ||
                        \(form) "public.text" ||
                        \(form) "\(sdk)public.text"
                    ).@count \(count) AND
                    SUBQUERY (
                        $extensionItem.attachments,
                        $attachment,
                        \(form) "public.image" ||
                        \(form) "\(sdk)public.image"
                    ).@count <= 5
                ).@count == 1
                """
        )
    }

    @Test("A type whose count is zero may not be shared with others, however attachments are matched")
    func refusesTypes() throws {
        for version in [1, 2] {
            let text = try #require(ActivationPredicate([(.version, version), (.images, 1), (.movies, 0)])).text
            let form = "ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO"
            let sdk = "com.microsoft.intune.mam."
            let movies = """
                        (\(form) "public.movie" ||
                        \(form) "\(sdk)public.movie") AND NOT
                        (\(form) "public.image" ||
                        \(form) "\(sdk)public.image")
                    ).@count <= 0
                """
            #expect(text.contains(movies), "\(text)")
            _ = try PredicateParser.parse(text)
        }
    }

    @Test("A type whose count is zero does not exclude the accepted types that are special cases of it")
    func acceptsSpecialCases() throws {
        let text = try #require(ActivationPredicate([(.images, 3), (.files, 0)])).text
        // Every picture is a file, so a bare condition on files would refuse each of them.
        let files = "UTI-CONFORMS-TO \"com.microsoft.intune.mam.public.data\""
        #expect(text.contains("\(files)) AND NOT\n") && !text.contains("\(files)\n"), "\(text)")
    }

    @Test(
        "Every predicate made from constants is valid and includes the SDK's types",
        arguments: [(1, 0), (1, 1), (2, 0), (2, 1)]
    )
    func convertsEveryConstant(version: Int, strictness: Int) throws {
        let counted = ActivationConstant.allCases.filter { $0.type != nil }
        for count in 1...counted.count {
            for start in counted.indices {
                var constants = (0..<count).map { (constant: counted[(start + $0) % counted.count], value: 2) }
                constants += [(.version, version), (.strictMatching, strictness)]
                constants.append((.mostAttachments, 4))
                let text = try #require(ActivationPredicate(constants)).text
                let types = PredicateTypes(try PredicateParser.parse(text), text: text)
                #expect(types.lacking == [] && types.namesSDK)
                for (constant, _) in constants {
                    guard let type = constant.type else { continue }
                    #expect(text.contains("\"\(type)\"") && text.contains("\"com.microsoft.intune.mam.\(type)\""))
                }
                // A file has a URL, but an extension for web pages is not offered for it.
                #expect(text.contains("public.file-url") == constants.contains { $0.constant == .webURLs })
            }
        }
    }
}
