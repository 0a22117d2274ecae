import Diagnostics
import PolicyImport
import PolicyModel
import Testing

/// What a browser reads of its policy file, and what only looks like it.
@Suite("Forms of a browser's policy") struct BrowserPolicyFormTests {
    private static let extensionID = "aaaabbbbccccddddeeeeffffgggghhhh"

    @Test(
        "The list of an extension is not the browser's",
        arguments: [
            #""3rdparty": {"extensions": {"\#(extensionID)": {"URLAllowlist": ["evil.example"]}}}"#,
            #""ExtensionSettings": {"*": {"URLAllowlist": ["evil.example"]}}"#,
            #""extensionPolicies": {"\#(extensionID)": {"URLAllowlist": {"value": ["evil.example"]}}}"#,
            #""policyValues": {"\#(extensionID)": {"policies": {"URLAllowlist": {"value": ["evil.example"]}}}}"#,
            #""3rdparty": {"extensions": {"\#(extensionID)": {"urlAllowlist": ["evil.example"]}}}"#,
        ]
    )
    func extensions(members: String) throws {
        let result = BrowserListFormat.chrome.read(
            policy: source(#"{"URLBlocklist": ["*"], \#(members)}"#, "policy.json")
        )
        #expect(result.carried == 1 && result.dropped == 0)
        #expect(result.findings.map { "\($0.severity) \($0.code)" } == ["warning unread-list"], "\(summary(result))")
        #expect(result.findings.first?.message.hasPrefix("a `URLAllowlist` belongs to an extension, in `") == true)
        #expect(try readBack(result).ruleSets[0].urlClass(of: "https://evil.example/") == .blocked)
        let alone = BrowserListFormat.chrome.read(policy: source("{\(members)}", "policy.json"))
        #expect(alone.findings.map(\.code) == ["no-list"] && alone.text.isEmpty)
        #expect(alone.findings.first?.message.contains("belongs to an extension") == true)
    }

    @Test("The browser's own list next to that of an extension is the only one", arguments: ["chrome", "edge"])
    func ownValues(browser: String) throws {
        let text = """
            {"policyValues": {
              "\(browser)": {"policies": {"URLBlocklist": {"value": ["*"]}}},
              "\(Self.extensionID)": {"policies": {"URLBlocklist": {"value": ["a.example"]}}}
            }}
            """
        let result = BrowserListFormat.chrome.read(policy: source(text, "policy.json"))
        #expect(result.carried == 1 && result.findings.map(\.code) == ["unread-list"], "\(summary(result))")
        #expect(result.findings.first?.places.first?.start.line == 3)
        #expect(try readBack(result).ruleSets[0].urlClass(of: "https://b.example/") == .blocked)
    }

    @Test("Names of a policy file match by case, and those of settings in Graph in any case")
    func letterCase() throws {
        let text = #"{"URLBlocklist": ["*"], "urlallowlist": ["evil.example"]}"#
        let result = BrowserListFormat.chrome.read(policy: source(text, "policy.json"))
        #expect(summary(result) == ["warning unread-list 1:25 «\"urlallowlist\"»"])
        #expect(try readBack(result).ruleSets[0].urlClass(of: "https://evil.example/") == .blocked)
        for name in ["X_URLBLOCKLISTDESC", "com.apple.managedclient.Preferences_URLBlocklist"] {
            let catalog = #"{"settingDefinitionId": "\#(name)", "simpleSettingCollectionValue": [{"value": "*"}]}"#
            #expect(BrowserListFormat.chrome.read(policy: source(catalog, "policy.json")).carried == 1, "\(name)")
        }
        let answer = """
            {"resolvedPolicies": [{"value": {"policySchema": "chrome.users.UrlBlocking", "value":
              {"urlBlocklist": ["*"], "urlAllowlist": ["a.example"]}}}]}
            """
        #expect(BrowserListFormat.chrome.read(policy: source(answer, "policy.json")).carried == 2)
    }

    @Test(
        "The names of Google's API are read in the output of tools for it",
        arguments: [
            (#"["*"]"#, [], 2),
            // The value is what is wrong, and not the name.
            (#""https://a.example,https://b.example""#, ["wrong-type"], 0),
        ] as [(String, [String], Int)]
    )
    func outputOfTools(value: String, codes: [String], carried: Int) {
        let text = """
            {"name": "chrome.users.UrlBlocking", "orgUnitPath": "/Students", "fields": [
              {"name": "urlBlocklist", "value": \(value)}, {"name": "urlAllowlist", "value": ["a.example"]}]}
            """
        let result = BrowserListFormat.chrome.read(policy: source(text, "policy.json"))
        #expect(result.findings.map(\.code) == codes && result.carried == carried, "\(summary(result))")
    }

    @Test(
        "Names of settings match by case outside of a settings catalog, also after a namespace",
        arguments: [
            (
                #"{"settings": [{"appConfigKey": "URLAllowList", "appConfigKeyValue": "[\"a.example\"]"}, {"appConfigKey": "URLBlocklist", "appConfigKeyValue": "[\"a.example\"]"}]}"#,
                .chrome, "URLAllowList", "URLAllowlist"
            ),
            (
                #"[{"name": "urlAllowlist", "key": "URLBlocklist", "value": ["a.example"]}, {"key": "urlAllowlist", "value": ["*"]}]"#,
                .chrome, "urlAllowlist", "URLAllowlist"
            ),
            (
                #"{"\#(namespace).allowListURLs": "https://*.example/*", "\#(namespace).BlockListURLs": "https://a.example/*"}"#,
                .edge, "\(namespace).allowListURLs", "AllowListURLs"
            ),
            (
                #"{"customSettings": [{"name": "\#(namespace).AllowlistURLs", "value": "https://*.example/*"}, {"name": "\#(namespace).BlockListURLs", "value": "https://a.example/*"}]}"#,
                .edge, "\(namespace).AllowlistURLs", "AllowListURLs"
            ),
            (
                #"{"value": {"URLBlocklist": ["a.example"], "URLAllowList": ["a.example"]}}"#, .chrome, "URLAllowList",
                "URLAllowlist"
            ),
            (
                #"{"key": "com.android.chrome", "value": {"URLBlocklist": ["a.example"], "urlAllowlist": ["a.example"]}}"#,
                .chrome, "urlAllowlist", "URLAllowlist"
            ),
            (
                #"{"name": "chrome.users.UrlBlocking", "fields": [{"name": "urlBlocklist", "value": ["a.example"]}, {"name": "URLallowlist", "value": ["a.example"]}]}"#,
                .chrome, "URLallowlist", "URLAllowlist"
            ),
            (
                #"{"key": "ApplicationConfiguration", "value": {"\#(namespace).allowListURLs": "https://*.example/*", "\#(namespace).BlockListURLs": "https://a.example/*"}}"#,
                .edge, "\(namespace).allowListURLs", "AllowListURLs"
            ),
            (
                #"{"customSettings": [{"name": "Allowlisturls", "value": "https://*.example/*"}, {"name": "BlockListURLs", "value": "https://a.example/*"}]}"#,
                .edge, "Allowlisturls", "AllowListURLs"
            ),
        ] as [(String, BrowserListFormat, String, String)]
    )
    func letterCaseOfSettings(text: String, format: BrowserListFormat, name: String, meant: String) throws {
        let result = format.read(policy: source(text, "policy.json"), allowed: .internal)
        let warning = result.findings.first
        #expect(warning?.code == "unread-list" && warning?.severity == .warning, "\(summary(result))")
        #expect(warning?.message == "`\(name)` is not `\(meant)` to the browser, and was not read")
        #expect(try readBack(result).ruleSets[0].urlClass(of: "https://a.example/") == .blocked)
    }

    private static let namespace = "com.microsoft.intune.mam.managedbrowser"

    @Test("Old names of lists are read only if the file has no current name, and with a warning")
    func oldNames() throws {
        let old = #"{"URLBlacklist": {"1": "*"}, "URLWhitelist": ["docs.example"]}"#
        let result = BrowserListFormat.chrome.read(policy: source(old, "policy.json"))
        #expect(
            summary(result) == [
                "warning old-name 1:30 «\"URLWhitelist\"»", "warning old-name 1:2 «\"URLBlacklist\"»",
            ]
        )
        #expect(result.carried == 2 && result.dropped == 0)
        #expect(try readBack(result).ruleSets[0].urlClass(of: "https://docs.example/") == .internal)
        let twice = #"{"x": {"URLBlacklist": ["a.example"]}, "URLBlacklist": ["b.example"]}"#
        let several = BrowserListFormat.chrome.read(policy: source(twice, "policy.json"))
        #expect(several.findings.map(\.code) == ["several-lists"])
        #expect(several.findings.first?.message.hasPrefix("the file has `URLBlacklist` 2 times") == true)
    }

    @Test(
        "Next to the current name of either list, old names are passed over",
        arguments: [
            (#"{"URLBlocklist": ["*"], "URLWhitelist": ["evil.example"]}"#, "URLWhitelist", "URLAllowlist"),
            (#"{"URLBlocklist": ["*"], "URLBlacklist": ["evil.example"]}"#, "URLBlacklist", "URLBlocklist"),
            (#"{"x": {"URLBlocklist": ["*"], "URLWhitelist": ["evil.example"]}}"#, "URLWhitelist", "URLAllowlist"),
            (#"{"URLBlocklist": {"value": ["*"]}, "URLWhitelist": {"value": "x"}}"#, "URLWhitelist", "URLAllowlist"),
        ]
    )
    func oldNamesBesides(text: String, old: String, current: String) throws {
        let result = BrowserListFormat.chrome.read(policy: source(text, "policy.json"))
        #expect(result.carried == 1 && result.dropped == 0)
        #expect(result.findings.map { "\($0.severity) \($0.code)" } == ["warning unread-list"], "\(summary(result))")
        #expect(
            result.findings.first?.message
                == "`\(old)` is an old name of `\(current)`, unknown to current browsers, and was not read"
        )
        #expect(try readBack(result).ruleSets[0].urlClass(of: "https://evil.example/") == .blocked)
    }

    @Test(
        "Comments and last commas are read as in the browser, and entries keep their places",
        arguments: [
            "{ // block all\n \"URLBlocklist\": [\"*\", \"a b\"],\n}",
            "// policy\n{\n\"URLBlocklist\": [\"*\", \"a b\",], /* \"URLAllowlist\": [\"*\"], */ }",
            "{ /* , ] } */ \"URLBlocklist\": [ \"*\", // , ]\n \"a b\" , ] , \"x\": \"//y/*\" }",
        ]
    )
    func comments(text: String) throws {
        let blocklist = source(text, "policy.json")
        for result in [
            BrowserListFormat.chrome.read(policy: blocklist),
            BrowserListFormat.chrome.read(allow: nil, block: blocklist),
        ] {
            #expect(result.carried == 1 && result.dropped == 1, "\(summary(result))")
            #expect(summary(result).count == 1 && summary(result)[0].hasPrefix("error space "))
            #expect(summary(result)[0].hasSuffix(" « »"))
            #expect(try readBack(result).ruleSets[0].urlClass(of: "https://a.example/") == .blocked)
        }
    }

    @Test(
        "What is still not JSON is named as such, with its place",
        arguments: [
            ("{ /* open\n \"URLBlocklist\": [\"*\"]}", "1:3"), ("{\"URLBlocklist\": [\"*\"] /* open\n}", "1:24"),
            ("[\"*\"]\n/* open", "2:1"), ("{\"URLBlocklist\": [,\"*\"]}", "1:19"),
            ("{\"URLBlocklist\": [\"*\",,]}", "1:23"), ("{\"URLBlocklist\": [\"*\"]} /", "1:25"),
        ]
    )
    func stillNotJSON(text: String, place: String) {
        let result = BrowserListFormat.chrome.read(policy: source(text, "policy.json"))
        #expect(result.findings.map(\.code) == ["invalid-json"], "\(summary(result))")
        #expect(result.findings.first?.location.map { "\($0.line):\($0.column)" } == place)
        #expect((result.findings.first?.message == "this comment is not closed") == text.contains("/*"))
        #expect(result.text.isEmpty)
    }

    @Test("JSON with comments is refused as a list of lines")
    func notALine() throws {
        for text in ["{ // x\n\"URLBlocklist\": [\"*\"]}", "/* x */ [\"a.example\"]"] {
            #expect(try NameListImport.read(source(text), as: .hosts).findings.map(\.code) == ["is-json"])
        }
        let lines = ContentSettingsImport.read(source("[*.]a.example\n"), as: .blocked, default: .internal)
        #expect(lines.carried == 1)
    }

    @Test("UTF-16 is read like UTF-8", arguments: [[0xFF, 0xFE], []] as [[UInt8]])
    func utf16(mark: [UInt8]) throws {
        let chrome = #"{"URLBlocklist": ["*"], "URLAllowlist": ["docs.example"]}"#
        let edge = #"{"AllowListURLs": "https://a.example"}"#
        func file(_ text: String) -> SourceFile {
            SourceFile(path: "policy.json", bytes: mark + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        }
        for result in [
            BrowserListFormat.chrome.read(policy: file(chrome)),
            BrowserListFormat.chrome.read(allow: file(chrome), block: file(chrome)),
        ] {
            #expect(result.carried == 2 && result.findings.isEmpty, "\(summary(result))")
        }
        #expect(BrowserListFormat.edge.read(policy: file(edge)).carried == 1)
        #expect(try NameListImport.read(file(chrome), as: .hosts).findings.map(\.code) == ["is-json"])
    }

    // `{"URLBlocklist": ["*"]}` in base64.
    private static let payload = "eyJVUkxCbG9ja2xpc3QiOiBbIioiXX0="

    @Test(
        "A list in an encoded text is named, and not taken for a missing one",
        arguments: [
            (#""payloadJson": "\#(payload)""#, "`payloadJson` seems to contain the list `URLBlocklist`", "base64"),
            (
                #""encodedSettingXml": "\#(payload)""#, "`encodedSettingXml` seems to contain the list `URLBlocklist`",
                "base64"
            ),
            (
                #""json": "{\"URLBlocklist\": [\"*\"]}""#, "`json` seems to contain the list `URLBlocklist`",
                "of its own"
            ),
            (
                #""ChromePolicy": {"EncodedChromePolicy": "\#(payload)"}"#,
                "`EncodedChromePolicy` seems to contain the list `URLBlocklist`", "base64"
            ),
            (
                #""s": [{"omaUri": "./Device/Vendor/MSFT/Policy/Config/Chrome~Policy~googlechrome/URLBlocklist", "value": "<enabled/><data id=\"URLBlocklistDesc\" value=\"1&#xF000;*\"/>"}]"#,
                "`omaUri` names the list `URLBlocklist`", "`<data>`"
            ),
            (
                #""s": [{"OmaUri": "./User/Config/Chrome~Policy~googlechrome/urlblocklist", "name": "URLBlocklist", "Value": "PGVuYWJsZWQvPg=="}]"#,
                "`OmaUri` names the list `URLBlocklist`", "`<data>`"
            ),
        ]
    )
    func encoded(member: String, words: String, help: String) {
        let alone = BrowserListFormat.chrome.read(policy: source("{\(member)}", "policy.json"))
        #expect(alone.findings.map(\.code) == ["no-list"] && alone.text.isEmpty)
        #expect(alone.findings.first?.message.hasSuffix(words) == true, "\(alone.findings)")
        #expect(alone.findings.first?.help?.contains(help) == true)
        let both = BrowserListFormat.chrome.read(
            policy: source(#"{"URLAllowlist": ["a.example"], \#(member)}"#, "policy.json")
        )
        #expect(both.findings.map { "\($0.severity) \($0.code)" } == ["error unread-list"], "\(summary(both))")
        #expect(both.text.isEmpty, "the document would allow what the encoded list blocks")
    }

    @Test("An OMA-URI of another policy, or one that disables a list, is no list")
    func otherAddresses() {
        let text = #"""
            {"URLAllowlist": ["a.example"], "omaSettings": [
              {"omaUri": "./Device/Vendor/MSFT/Policy/Config/Chrome~Policy~googlechrome/HomepageLocation",
               "value": "<enabled/><data id=\"HomepageLocation\" value=\"https://a.example/URLBlocklist\"/>"},
              {"omaUri": "./Device/Vendor/MSFT/Policy/Config/Chrome~Policy~googlechrome/URLBlocklist",
               "value": " <Disabled/>"}]}
            """#
        let result = BrowserListFormat.chrome.read(policy: source(text, "policy.json"))
        #expect(result.findings.isEmpty && result.carried == 1, "\(summary(result))")
    }

    /// A setting of a settings catalog with one list, as Graph or as the cmdlets of PowerShell write it.
    private static func catalogSetting(_ list: String, choice: Int, _ entry: String, isOfCmdlet: Bool) -> String {
        let parent = "device_vendor_msft_policy_config_chromeintunev1~policy~googlechrome_\(list)"
        let values = #""simpleSettingCollectionValue": [{"value": "\#(entry)"}]"#
        let child = #"{"settingDefinitionId": "\#(parent)_\#(list)desc", \#(values)}"#
        let value = #""choiceSettingValue": {"value": "\#(parent)_\#(choice)", "children": [\#(child)]}"#
        return isOfCmdlet
            ? #"{"SettingInstance": {"SettingDefinitionId": "\#(parent)", "AdditionalProperties": {\#(value)}}}"#
            : #"{"settingInstance": {"settingDefinitionId": "\#(parent)", \#(value)}}"#
    }

    @Test("A list that a settings catalog disables is not set", arguments: [false, true])
    func disabled(isOfCmdlet: Bool) throws {
        func read(allow: Int, block: Int) -> ImportResult {
            let settings = [
                Self.catalogSetting("urlblocklist", choice: block, "*", isOfCmdlet: isOfCmdlet),
                Self.catalogSetting("urlallowlist", choice: allow, "evil.example", isOfCmdlet: isOfCmdlet),
            ]
            let text = "{\"settings\": [\(settings.joined(separator: ", "))]}"
            return BrowserListFormat.chrome.read(policy: source(text, "policy.json"))
        }
        let allowed = read(allow: 1, block: 1)
        #expect(allowed.findings.isEmpty && allowed.carried == 2, "\(summary(allowed))")
        let result = read(allow: 0, block: 1)
        #expect(result.findings.map { "\($0.severity) \($0.code)" } == ["warning unread-list"], "\(summary(result))")
        #expect(
            result.findings.first?.message == "`URLAllowlist` is disabled in the settings catalog, and was not read"
        )
        #expect(try readBack(result).ruleSets[0].urlClass(of: "https://evil.example/") == .blocked)
        #expect(read(allow: 0, block: 0).findings.map(\.code) == ["no-list"])
    }

    @Test(
        "A disabled list without entries is named if the file has no other list, and has no effect beside one",
        arguments: [("urlblocklist", "URLBlocklist"), ("urlallowlist", "URLAllowlist")]
    )
    func disabledWithoutEntries(list: String, name: String) throws {
        let setting = "device_vendor_msft_policy_config_chromeintunev1~policy~googlechrome_\(list)"
        let disabled =
            #"{"settingInstance": {"settingDefinitionId": "\#(setting)", "#
            + #""choiceSettingValue": {"value": "\#(setting)_0", "children": []}}}"#
        func read(_ settings: String) -> ImportResult {
            BrowserListFormat.chrome.read(policy: source("{\"settings\": [\(settings)]}", "policy.json"))
        }
        let alone = read(disabled)
        #expect(alone.findings.map(\.code) == ["no-list"] && alone.text.isEmpty, "\(summary(alone))")
        #expect(
            alone.findings.first?.message.hasSuffix("`\(name)` is disabled in the settings catalog") == true,
            "\(summary(alone))"
        )
        let other = list == "urlblocklist" ? "urlallowlist" : "urlblocklist"
        let both = read(disabled + ", " + Self.catalogSetting(other, choice: 1, "a.example", isOfCmdlet: false))
        #expect(both.findings.isEmpty && both.carried == 1, "\(summary(both))")
    }

    @Test(
        "A blank before or after a name makes another name",
        arguments: [" \(namespace).BlockListURLs", "BlockListURLs "]
    )
    func blanks(name: String) {
        let alone = BrowserListFormat.edge.read(policy: source(#"{"\#(name)": "https://a.example"}"#, "policy.json"))
        #expect(alone.findings.map(\.code) == ["no-list"] && alone.text.isEmpty, "\(summary(alone))")
        #expect(alone.findings.first?.help == "remove the blanks from the name")
    }

    @Test(
        "A text that only mentions a list does not make a policy unusable",
        arguments: [
            (#""Description": "[see] URLBlocklist docs", "URLAllowlist": ["a.example"]"#, []),
            (#""comment": "{1} URLWhitelist was replaced", "URLBlocklist": ["*"]"#, []),
            (#""x": "{\"URLWhitelist\": [\"evil.example\"]}", "URLBlocklist": ["*"]"#, []),
            (#""x": "{\"URLBlacklist\": [\"*\"]}", "URLAllowlist": ["a.example"]"#, ["error unread-list"]),
            (
                #""ManagedBookmarks": "[{\"url\": \"https://a.example/#URLBlocklist\"}]", "URLAllowlist": ["a.example"]"#,
                []
            ),
            (#""ManagedBookmarks": "[{\"name\": \"URLAllowlist\"}]", "URLBlocklist": ["*"]"#, []),
            (
                #""3rdparty": {"extensions": {"\#(extensionID)": {"x": "{\"URLAllowlist\": [\"a\"]}"}}}, "URLBlocklist": ["*"]"#,
                ["warning unread-list"]
            ),
        ] as [(String, [String])]
    )
    func mentioned(members: String, findings: [String]) {
        let result = BrowserListFormat.chrome.read(policy: source("{\(members)}", "policy.json"))
        #expect(result.findings.map { "\($0.severity) \($0.code)" } == findings, "\(summary(result))")
        #expect(result.carried == 1 && !result.text.isEmpty)
    }

    @Test(
        "A list in the JSON of a string is found as a setting and in a string of its own, also with a key twice",
        arguments: [
            #"[{\"key\": \"URLBlocklist\", \"valueString\": \"[1]\"}]"#,
            #"{\"x\": \"{\\\"URLBlocklist\\\": [\\\"*\\\"]}\"}"#,
            #"{\"URLBlocklist\": [\"*\"], \"URLBlocklist\": []}"#,
        ]
    )
    func encodedForms(json: String) {
        let text = #"{"URLAllowlist": ["a.example"], "x": "\#(json)"}"#
        let result = BrowserListFormat.chrome.read(policy: source(text, "policy.json"))
        #expect(result.findings.map(\.code) == ["unread-list"] && result.text.isEmpty, "\(summary(result))")
    }

    @Test(
        "Of several forms of a value, the one that is set counts",
        arguments: [
            (#""valueString": null, "valueStringArray": ["*"]"#, nil),
            (#""valueString": "", "valueStringArray": ["*"]"#, nil),
            (#""valueString": "[\"*\"]", "valueStringArray": []"#, nil),
            (#""value": {"value": null}, "valueStringArray": ["*"]"#, nil),
            (#""valueString": "[\"*\"]", "valueStringArray": ["a.example"]"#, "several-lists"),
        ] as [(String, String?)]
    )
    func valueForms(values: String, code: String?) throws {
        let text = """
            {"managedProperty": [{"key": "URLBlocklist", \(values)},
              {"key": "URLAllowlist", "valueString": "[\\"b.example\\"]"}]}
            """
        let result = BrowserListFormat.chrome.read(policy: source(text, "policy.json"))
        #expect(result.findings.map(\.code) == [code].compactMap(\.self), "\(summary(result))")
        #expect(result.carried == (code == nil ? 2 : 0))
        if code == nil { #expect(try readBack(result).ruleSets[0].urlClass(of: "https://a.example/") == .blocked) }
    }

    @Test(
        "A block list with an old name is not lost in silence",
        arguments: [
            (#""URLBlacklist": ["*"], "URLAllowlist": ["b.example"]"#, "error", 1),
            (#""URLBlacklist": ["a.example"], "URLBlocklist": []"#, "error", 1),
            (#""URLBlacklist": [""], "URLBlocklist": []"#, "warning", 0),
            (#""URLBlacklist": ["a.example"], "URLBlocklist": ["*"]"#, "warning", 0),
            (
                (0..<12).map { #""x\#($0)": {"urlblocklist": []}, "# }.joined()
                    + #""URLBlacklist": ["a.example"], "URLBlocklist": []"#,
                "error", 1
            ),
        ] as [(String, String, Int)]
    )
    func oldBlockList(members: String, severity: String, dropped: Int) {
        let result = BrowserListFormat.chrome.read(policy: source("{\(members)}", "policy.json"))
        #expect(summary(result).first?.hasPrefix("\(severity) unread-list") == true, "\(summary(result))")
        #expect(result.dropped == dropped && !result.text.isEmpty)
    }

    @Test("An old allow list of another file does not open the current block list")
    func oldAllowFile() throws {
        let old = source(#"{"URLWhitelist": ["evil.example"]}"#, "allow.json")
        let result = BrowserListFormat.chrome.read(allow: old, block: source(#"{"URLBlocklist": ["*"]}"#, "block.json"))
        #expect(result.findings.map(\.code) == ["old-name", "unread-list"] && result.carried == 1)
        #expect(try readBack(result).ruleSets[0].urlClass(of: "https://evil.example/") == .blocked)
        let both = BrowserListFormat.chrome.read(allow: old, block: source(#"{"URLBlacklist": ["*"]}"#, "block.json"))
        #expect(both.findings.map(\.code) == ["old-name", "old-name"] && both.carried == 2)
    }
}
