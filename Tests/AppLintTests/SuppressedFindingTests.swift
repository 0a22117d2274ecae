import Diagnostics
import PolicyModel
import PropertyList
import Testing

@testable import AppLint

@Suite("Findings that don't count") struct SuppressedFindingTests {
    private static let required = AppSettings.queriesSchemesAlwaysRequired
    /// Ten schemes, whose twins fit beside them but not beside the required schemes too.
    private static let own = (0..<10).map { "own\($0)" }
    /// 49 schemes, of which the last two lack their twins.
    private static let nearlyFull: [String] =
        required + (0..<32).map { "own\($0)-intunemam" } + ["contoso", "fabrikam"]

    private static func list(_ key: String, _ texts: [String]) -> String {
        "<key>\(key)</key><array>\(texts.map { "<string>\($0)</string>" }.joined())</array>"
    }

    /// What `demarc configure` and the fixes of lint make of two files, if only some findings count.
    private static func results(
        _ plist: String,
        _ entitlements: String,
        counts: (LintFinding) -> Bool
    ) throws -> [(plist: PropertyListNode, entitlements: PropertyListNode)] {
        let (app, rights) = try (
            AppConfigurationTests.document(plist),
            AppConfigurationTests.document(entitlements, path: "App.entitlements")
        )
        let configured = try AppConfiguration(infoPlist: app, entitlements: rights) { finding, _, _ in counts(finding) }
        let changes = AppChecks(infoPlist: app, entitlements: rights, assumesSDK: true).findings(counts: counts)
            .filter(counts)
        let mended = try [app, rights].map { document in
            let own = changes.filter { $0.diagnostic.places.first?.path == document.source.path }
            return try PropertyListReader()
                .read(document.applying(own.compactMap(\.change)), path: document.source.path).root
        }
        let rightsRoot = try #require(configured.entitlements).document.root
        return [(configured.infoPlist.document.root, rightsRoot), (mended[0], mended[1])]
    }

    private static func texts(_ root: PropertyListNode, _ key: String) -> [String] {
        guard case .array(let nodes)? = root.entry(key)?.value.content else { return [] }
        return nodes.map { if case .string(let text) = $0.content { text } else { "?" } }
    }

    @Test(
        "A query scheme that is not added takes no room",
        arguments: [
            (27, own, nil, required),
            (27, own, "query schemes are missing", own.map { "\($0)-intunemam" }),
            (26, nearlyFull, nil, ["contoso-intunemam"]),
            (26, nearlyFull, "`contoso`", ["fabrikam-intunemam"]),
        ] as [(Int, [String], String?, [String])]
    )
    func room(release: Int, listed: [String], suppressed: String?, added: [String]) throws {
        let lines =
            "<key>DTSDKName</key><string>iphoneos\(release).0</string>"
            + Self.list("LSApplicationQueriesSchemes", listed)
        let results = try Self.results(lines, "") { finding in
            !(suppressed.map { finding.diagnostic.message.contains($0) } ?? false)
        }
        for (plist, _) in results {
            #expect(Self.texts(plist, "LSApplicationQueriesSchemes") == listed + added)
        }
    }

    @Test("Help about room is true of a list that still has room")
    func help() throws {
        let lines = "<key>DTSDKName</key><string>iphoneos27.0</string>"
        let document = try AppConfigurationTests.document(lines + Self.list("LSApplicationQueriesSchemes", Self.own))
        let findings = AppChecks(infoPlist: document, entitlements: nil, assumesSDK: true).findings()
        let help = findings.filter { $0.check == .missingTwinScheme }.compactMap(\.diagnostic.help)
        #expect(help.first == "make room for `own0-intunemam`: the system reads only 25 entries")
    }

    @Test(
        "A keychain group is added whether or not the order of the groups counts, and only if it counts itself",
        arguments: [
            (nil, ["com.contoso.notes", "com.microsoft.adalcache", "com.microsoft.intune.mam"]),
            (
                .keychainGroupOrder, ["com.microsoft.adalcache", "com.contoso.notes", "com.microsoft.intune.mam"]
            ),
            (.missingKeychainGroup, ["com.contoso.notes", "com.microsoft.adalcache"]),
        ] as [(AppLintCode?, [String])]
    )
    func keychain(suppressed: AppLintCode?, expected: [String]) throws {
        let prefixed = { (names: [String]) in names.map { KeychainGroup.prefix + $0 } }
        let results = try Self.results(
            "<key>CFBundleIdentifier</key><string>com.contoso.notes</string>",
            Self.list("keychain-access-groups", prefixed(["com.microsoft.adalcache", "com.contoso.notes"]))
        ) { suppressed == nil || $0.check != suppressed }
        for (_, entitlements) in results {
            #expect(Self.texts(entitlements, "keychain-access-groups") == prefixed(expected))
        }
    }

    @Test(
        "A list without groups gets those that count",
        arguments: ["", list("keychain-access-groups", [])],
        [
            ([], ["com.contoso.notes", "com.microsoft.intune.mam", "com.microsoft.adalcache"]),
            ([.missingCacheGroup], ["com.contoso.notes", "com.microsoft.intune.mam"]),
            ([.missingKeychainGroup], ["com.contoso.notes", "com.microsoft.adalcache"]),
            ([.missingKeychainGroup, .missingCacheGroup], []),
        ] as [(Set<AppLintCode>, [String])]
    )
    func noGroups(entitlements: String, row: (Set<AppLintCode>, [String])) throws {
        let (suppressed, expected) = row
        let plist = "<key>CFBundleIdentifier</key><string>com.contoso.notes</string>"
        let results = try Self.results(plist, entitlements) { finding in
            !(finding.check.map { suppressed.contains($0) } ?? false)
        }
        for (_, entitlements) in results {
            let groups = expected.map { KeychainGroup.prefix + $0 }
            #expect(Self.texts(entitlements, "keychain-access-groups") == groups)
        }
    }

    @Test(
        "A scheme that only a correction would add is not there if the correction doesn't count",
        arguments: [
            list("LSApplicationQueriesSchemes", ["bar:", "bar://"]),
            "<key>CFBundleURLTypes</key><array><dict>\(list("CFBundleURLSchemes", ["bar:", "bar://"]))</dict></array>",
            "<key>IntuneMAMSettings</key><dict>\(list("WebViewHandledURLSchemes", ["bar:", "bar://"]))</dict>",
        ],
        [(true, "remove it: `bar` is there already"), (false, "write `bar`")]
    )
    func corrected(lines: String, row: (Bool, String)) throws {
        let (isCorrected, help) = row
        let document = try AppConfigurationTests.document(lines)
        let findings = AppChecks(infoPlist: document, entitlements: nil).findings { finding in
            isCorrected || !finding.diagnostic.message.hasPrefix("`bar:` ")
        }
        let second = try #require(findings.first { $0.diagnostic.message.hasPrefix("`bar://` ") })
        #expect(second.diagnostic.help == help)
        #expect((second.change == nil) == isCorrected)
    }

    @Test("A wrong value in an activation rule is corrected if the rule is not replaced", arguments: [true, false])
    func activation(isReplaced: Bool) throws {
        let key = "NSExtensionActivationSupportsImageWithMaxCount"
        let rule = PropertyListValue.dictionary([.init(key, "5")])
        let plist = AppSamples.shareExtension.applying(.set(AppSamples.rulePath, rule))
        let document = try #require(try AppSamples.Target(plist: plist).documents(binary: false).plist)
        let findings = AppChecks(infoPlist: document, entitlements: nil).findings { finding in
            isReplaced || finding.check != .activationConstants
        }
        let wrong = try #require(findings.first { $0.check == .wrongActivationValue })
        let change = PropertyListChange.set(AppSamples.rulePath + [.key(key)], 5)
        #expect(wrong.change == (isReplaced ? nil : change))
        #expect(wrong.diagnostic.help?.contains("predicate") == isReplaced)
        #expect(findings.contains { $0.check == .activationConstants })
    }

    @Test("Each type of a document is a finding at its own place")
    func documentTypes() throws {
        let types = Self.list("LSItemContentTypes", ["public.text", "public.image"])
        let lines = "<key>CFBundleDocumentTypes</key><array><dict>\(types)</dict></array>"
        func counts(_ finding: LintFinding, _ document: PropertyListDocument) -> Bool {
            guard finding.check == .missingDocumentTypeTwin, let place = finding.diagnostic.places.first else {
                return true
            }
            let bytes = document.source.bytes[place.start.offset..<place.end.offset]
            return String(decoding: bytes, as: UTF8.self) != "<string>public.text</string>"
        }
        let document = try AppConfigurationTests.document(lines)
        let result = try AppConfiguration(infoPlist: document, entitlements: nil) { finding, document, _ in
            counts(finding, document)
        }
        let text = String(decoding: result.infoPlist.bytes, as: UTF8.self)
        #expect(text.contains("<string>com.microsoft.intune.mam.public.image</string>"))
        #expect(!text.contains("com.microsoft.intune.mam.public.text"))
    }
}
