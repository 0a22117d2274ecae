import Diagnostics
import PolicyModel
import PropertyList
import Testing

@testable import AppLint

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

    @Test(
        "A key that is twice in any dictionary is reported, and no change leads through it",
        arguments: [
            ("CFBundleURLTypes", "CFBundleURLSchemes", "<array><string>a</string></array>"),
            ("CFBundleDocumentTypes", "LSItemContentTypes", "<array><string>public.text</string></array>"),
            ("UISceneConfigurations", "UIWindowSceneSessionRoleApplication", "<array/>"),
        ]
    )
    func findsNestedRepeatedKeys(list: String, key: String, value: String) throws {
        let entry = "<key>\(key)</key>\(value)\n"
        func found(_ entries: String) throws -> [LintFinding] {
            try findings(
                """
                <dict><key>IntuneMAMSettings</key><dict/>
                <key>\(list)</key><array><dict>
                \(entries)</dict></array></dict>
                """
            )
        }
        let isInside = { (finding: LintFinding) -> Bool in
            guard case .insert(let path, _, _)? = finding.change else { return false }
            return path.contains(.key(key))
        }
        let (one, two) = (try found(entry), try found(entry + entry))
        #expect(!one.contains { $0.check == .repeatedKey })
        let repeated = two.filter { $0.check == .repeatedKey }
        #expect(repeated.map { $0.diagnostic.places.map(\.start.line) } == [[5, 4]])
        // A scene is not changed at all.
        #expect(one.contains(where: isInside) == list.hasPrefix("CF"))
        #expect(!two.contains(where: isInside))
        // What has a place of its own is still changed.
        #expect(two.contains { $0.change != nil })
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

    @Test("A text for the configurations of scenes has the wrong type, and is not reported as missing")
    func needsDictionaryOfScenes() throws {
        let path: [PropertyListChange.Step] = ["UIApplicationSceneManifest", "UISceneConfigurations"]
        let found = try AppSamples.Target(plist: AppSamples.plist.applying(.set(path, "a"))).findings()
        #expect(found.map(\.check) == [.wrongType])
    }

    @Test(
        "The help for a group names no corrected group if its beginning may be meant as a prefix",
        arguments: [
            ("%(AppIdentifierPrefix)com.contoso.app", false), ("abcde12345.com.contoso.app", false),
            ("com.contoso.app", true), ("production.app", true), ("$(PRODUCT_BUNDLE_IDENTIFIER)", true),
        ]
    )
    func correctsGroups(text: String, isCertain: Bool) throws {
        let rights = AppSamples.entitlements.applying(.set(["keychain-access-groups", 0], .string(text)))
        let help = try AppSamples.Target(entitlements: rights).findings().first?.diagnostic.help
        #expect(help?.contains(text) == isCertain)
    }

    @Test(
        "Builds may have different app groups",
        arguments: [
            // The groups of the Info.plist, of two builds, and the findings with whether they have a fix.
            (["a"], ["a"], ["b"], ["DM075 false"]), (["a", "b"], ["a"], ["b"], []),
            (["a"], ["a", "b"], ["b", "a"], ["DM075 true"]), (["a", "c"], ["a"], ["a"], ["DM076 false"]),
        ] as [([String], [String], [String], [String])]
    )
    func comparesAppGroups(listed: [String], one: [String], other: [String], expected: [String]) throws {
        let list = { (names: [String]) in PropertyListValue.array(names.map { .string("group." + $0) }) }
        let key: PropertyListChange.Step = "com.apple.security.application-groups"
        let reader = PropertyListReader()
        let plist = AppSamples.plist.applying(.set(["IntuneMAMSettings", "AppGroupIdentifiers"], list(listed)))
        let builds = try [one, other].enumerated()
            .map { position, names in
                let rights = AppSamples.entitlements.applying(.set([key], list(names)))
                return try reader.read(PlistWriter.xml(rights), path: "\(position).entitlements")
            }
        let document = try reader.read(PlistWriter.xml(plist), path: "Info.plist")
        let found = AppChecks(infoPlist: document, builds: builds).findings()
        #expect(found.map { "\($0.code) \($0.change != nil)" } == expected)
        let names = found.filter { $0.check == .missingAppGroup }.map(\.diagnostic.message)
        #expect(names.allSatisfy { $0.contains(".entitlements`") })
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

    // Two keys that became the same would be a duplicate, and the other value could apply.
    @Test(
        "No key is corrected if another one is meant as the same",
        arguments: [
            (["multiIdentity", "MULTIIDENTITY"], ["`MULTIIDENTITY`", "`multiIdentity`"]),
            (["multiIdentity", "MultiIdentitty"], ["`MultiIdentitty`", "`multiIdentity`"]),
        ]
    )
    func keepsRivals(keys: [String], rivals: [String]) throws {
        var plist = AppSamples.plist.applying(.rename(["IntuneMAMSettings", "MultiIdentity"], to: keys[0]))
        plist = plist.applying(.set(["IntuneMAMSettings", .key(keys[1])], false))
        let findings = try AppSamples.Target(plist: plist).findings()
        #expect(findings.map(\.check) == [.unknownSetting, .unknownSetting])
        #expect(findings.allSatisfy { $0.diagnostic.fix == nil })
        let help = rivals.map { "\($0) is there too: keep one of them, as `MultiIdentity`" }
        #expect(findings.compactMap(\.diagnostic.help) == help)
    }

    @Test(
        "The message tells types that a rule takes from those that it refuses",
        arguments: [
            ("ANY x UTI-EQUALS 'a'", "takes `a` but not the SDK's type for it"),
            ("NOT ANY x UTI-EQUALS 'a'", "refuses `a` but not the SDK's type for it"),
            (
                "ANY x UTI-EQUALS 'a' && NONE x UTI-EQUALS 'b'",
                "takes `a` and refuses `b` but not the SDK's types for them"
            ),
        ]
    )
    func tellsTypesApart(rule: String, what: String) throws {
        let plist = AppSamples.shareExtension.applying(.set(AppSamples.rulePath, .string(rule)))
        let findings = try AppSamples.Target(plist: plist, entitlements: nil).findings()
        #expect(findings.map(\.diagnostic.message) == ["the activation rule \(what)"])
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
