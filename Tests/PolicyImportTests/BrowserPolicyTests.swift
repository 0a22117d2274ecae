import Diagnostics
import PolicyImport
import PolicyModel
import Testing

@Suite("Importing a browser's policy") struct BrowserPolicyTests {
    @Test(
        "Both lists are found anywhere in a file",
        arguments: [
            #"{"URLBlocklist": ["*"], "URLAllowlist": ["docs.example"], "HomepageLocation": "https://a.example"}"#,
            #"{"policyValues": {"chrome": {"policies": {"URLBlocklist": {"scope": "machine", "value": ["*"]}, "URLAllowlist": {"value": ["docs.example"]}}}}}"#,
            #"{"URLBlocklist": {"1": "*"}, "URLAllowlist": {"1": "docs.example"}}"#,
            #"{"productId": "app:com.android.chrome", "managedConfiguration": {"URLBlocklist": "[\"*\"]", "URLAllowlist": " [\"docs.example\",]"}}"#,
            #"{"policyValues": {"chrome": {"policies": {"URLBlocklist": {"value": "[\n  \"*\"\n]"}, "URLAllowlist": {"value": "[\"docs.example\"]"}}}}}"#,
            #"{"settings": [{"appConfigKey": "URLBlocklist", "appConfigKeyValue": "[\"*\"]"}, {"appConfigKey": "URLAllowlist", "appConfigKeyValue": "[\"docs.example\"]"}]}"#,
            #"{"managedProperty": [{"key": "URLBlocklist", "valueString": "[\"*\"]"}, {"key": "URLAllowlist", "valueStringArray": ["docs.example"]}]}"#,
            #"{"settings": [{"settingInstance": {"settingDefinitionId": "device_vendor_msft_policy_config_x~policy~y_urlblocklist", "choiceSettingValue": {"value": "x_1", "children": [{"settingDefinitionId": "x~policy~y_urlblocklist_urlblocklistdesc", "simpleSettingCollectionValue": [{"value": "*"}]}]}}}, {"settingDefinitionId": "x_urlallowlist_urlallowlistdesc", "simpleSettingCollectionValue": [{"value": "docs.example"}]}]}"#,
            #"{"settings": [{"settingInstance": {"settingDefinitionId": "com.apple.managedclient.preferences_urlblocklist", "simpleSettingCollectionValue": [{"value": "*"}]}}, {"settingDefinitionId": "com.apple.managedclient.preferences_urlallowlist", "simpleSettingCollectionValue": [{"value": "docs.example"}]}]}"#,
        ]
    )
    func found(text: String) throws {
        let result = BrowserListFormat.chrome.read(policy: source(text, "policy.json"))
        #expect(result.carried == 2 && result.dropped == 0, "\(summary(result))")
        let rules = try readBack(result).ruleSets[0]
        #expect(try rules.urlClass(of: "https://docs.example/") == .internal)
        #expect(try rules.urlClass(of: "https://other.example/") == .blocked)
    }

    @Test(
        "The app configuration of the managed browser is read",
        arguments: [
            #"{"customSettings": [{"name": "com.microsoft.intune.mam.managedbrowser.AllowListURLs", "value": "https://a.example/*| |https://b.example"}]}"#,
            #"{"settings": [{"appConfigKey": "com.microsoft.intune.mam.managedbrowser.AllowListURLs", "appConfigKeyType": "stringType", "appConfigKeyValue": "https://a.example/*|https://b.example"}]}"#,
            #"{"AllowListURLs": "https:\/\/a.example\/*|https:\/\/b.example"}"#,
            #"{"AllowListURLs": "https://a.example/* | https://b.example "}"#,
            #"{"AllowListURLs": "\thttps://a.example/*\r\n|\n https://b.example|\n"}"#,
        ]
    )
    func edge(text: String) throws {
        let result = BrowserListFormat.edge.read(policy: source(text, "configuration.json"))
        #expect(result.carried == 2 && result.dropped == 0, "\(summary(result))")
        let rules = try readBack(result).ruleSets[0]
        #expect(try rules.urlClass(of: "https://a.example/x") == .internal)
        #expect(try rules.urlClass(of: "https://c.example/") == .blocked)
    }

    @Test("Each entry has its place")
    func places() {
        let text = #"{"URLBlocklist": ["a.example", "[*.]b.example", "c d", 5], "x": 1}"#
        let result = BrowserListFormat.chrome.read(policy: source(text, "policy.json"))
        let errors = summary(result).filter { $0.hasPrefix("error") }
        #expect(errors == ["error wrong-type 1:56 «5»", "error wildcard-label 1:34 «*»", "error space 1:51 « »"])
        #expect(result.carried == 1 && result.dropped == 3)
        let string = source(#"{"URLBlocklist": "[\"a b\", 5, \"*\"]"}"#, "policy.json")
        #expect(
            summary(BrowserListFormat.chrome.read(policy: string)) == [
                #"error wrong-type 1:18 «"[\"a b\", 5, \"*\"]"»"#, #"error space 1:19 «[\"a b\", 5, \"*\"]»"#,
            ]
        )
        let edge = source(#"{"AllowListURLs": "https://a.example/* |  http://*.com "}"#, "policy.json")
        #expect(
            summary(BrowserListFormat.edge.read(policy: edge)) == [
                "error wildcard-domain 1:50 «*.com»", "note always-allowed",
            ]
        )
    }

    @Test(
        "A list that the browser ignores is left out, and an error of its policy page is passed on",
        arguments: [
            (#""value": ["a.example"], "ignored": true"#, "error ignored-list 1:2 «\"URLBlocklist\"»", 1, 1),
            (#""ignored": true, "error": "x", "value": ["a"]"#, "error ignored-list 1:2 «\"URLBlocklist\"»", 1, 1),
            (#""value": ["a.example"], "error": "x""#, "warning list-error 1:2 «\"URLBlocklist\"»", 2, 0),
            (#""value": ["a.example"], "ignored": false"#, nil, 2, 0),
            (#""value": ["a.example"], "ignored": "true", "error": 1"#, nil, 2, 0),
        ] as [(String, String?, Int, Int)]
    )
    func ignored(members: String, finding: String?, carried: Int, dropped: Int) throws {
        let text = #"{"URLBlocklist": {\#(members)}, "URLAllowlist": {"value": ["b.example"]}}"#
        let result = BrowserListFormat.chrome.read(policy: source(text, "policy.json"))
        #expect(summary(result) == [finding].compactMap(\.self))
        #expect(result.carried == carried && result.dropped == dropped)
        let isBlocked = try readBack(result).ruleSets[0].urlClass(of: "https://a.example/") == .blocked
        #expect(isBlocked == (dropped == 0))
    }

    @Test("An ignored list next to one in force is not ambiguous, and alone it makes an empty list") func ignoredLists()
        throws
    {
        let ignored = #""URLBlocklist": {"value": ["a.example"], "ignored": true}"#
        let both = #"{"x": {\#(ignored)}, "y": {"URLBlocklist": {"value": ["b.example"]}}}"#
        let result = BrowserListFormat.chrome.read(policy: source(both, "policy.json"))
        #expect(result.findings.map(\.code) == ["ignored-list"] && result.carried == 1)
        for alone in [
            BrowserListFormat.chrome.read(policy: source("{\(ignored)}", "policy.json")),
            BrowserListFormat.chrome.read(allow: nil, block: source("{\(ignored)}", "policy.json")),
        ] {
            #expect(alone.findings.map(\.code) == ["ignored-list"] && alone.carried == 0)
            #expect(try readBack(alone).ruleSets[0].urlClass(of: "https://a.example/") == .internal)
        }
    }

    @Test(
        "An allow list that the managed browser ignores does not hide a block list in force",
        arguments: [
            (#""ignored": true"#, #""ignored": false"#, 1, .blocked, .internal),
            (#""ignored": false"#, #""ignored": false"#, 1, .blocked, .blocked),
            (#""ignored": false"#, #""ignored": true"#, 1, .blocked, .blocked),
            (#""ignored": true"#, #""ignored": true"#, 0, .blocked, .blocked),
            (#""ignored": true"#, nil, 0, .blocked, .blocked),
            (nil, #""ignored": true"#, 0, .internal, .internal),
        ] as [(String?, String?, Int, URLClass, URLClass)]
    )
    func ignoredAllowList(allow: String?, block: String?, carried: Int, listed: URLClass, other: URLClass) throws {
        let allowList = allow.map { #""AllowListURLs": {"value": "https://b.example/*", \#($0)}"# }
        let blockList = block.map { #""BlockListURLs": {"value": "https://a.example/*", \#($0)}"# }
        let both = "{\([allowList, blockList].compactMap(\.self).joined(separator: ", "))}"
        for result in [
            BrowserListFormat.edge.read(policy: source(both, "policy.json")),
            BrowserListFormat.edge.read(
                allow: allowList.map { source("{\($0)}", "allow.json") },
                block: blockList.map { source("{\($0)}", "block.json") }
            ),
        ] {
            #expect(result.carried == carried, "\(summary(result))")
            let rules = try readBack(result).ruleSets[0]
            #expect(try rules.urlClass(of: "https://a.example/") == listed)
            #expect(try rules.urlClass(of: "https://c.example/") == other)
        }
    }

    @Test("An array of strings counts as the requested list")
    func bare() throws {
        let result = BrowserListFormat.chrome.read(allow: nil, block: source(#"["a.example"]"#, "block.json"))
        #expect(result.carried == 1)
        #expect(try readBack(result).ruleSets[0].urlClass(of: "https://a.example/") == .blocked)
        #expect(BrowserListFormat.chrome.read(policy: source(#"["a.example"]"#)).findings.map(\.code) == ["no-list"])
    }

    // Each of these would leave a list out, and what the list blocks would be allowed.
    @Test(
        "An ambiguous file is refused",
        arguments: [
            (#"{"URLBlocklist": ["a.example"], "x": {"URLBlocklist": ["b.example"]}}"#, "several-lists"),
            (#"{"BlockListURLs": "https://a.example"}"#, "no-list"), ("{}", "no-list"),
            (#"{"URLBlocklist": ["a.example""#, "invalid-json"), (#"{"URLBlocklist": null}"#, "no-list"),
            (#"{"URLBlocklist": [], "URLBlocklist": ["a.example"]}"#, "duplicate-key"),
            (#"{"URLBlocklist": "a.example"}"#, "wrong-type"), (#"{"URLBlocklist": 5}"#, "wrong-type"),
            (#"{"URLBlocklist": "a.example", "URLAllowlist": ["b.example"]}"#, "wrong-type"),
            (#"{"URLBlocklist": {"value": "a.example"}}"#, "wrong-type"),
            (#"{"URLBlocklist": {"value": {"1": "a.example"}}}"#, "wrong-type"),
            (#"{"URLBlocklist": {}}"#, "wrong-type"), (#"{"URLBlocklist": "{\"1\": \"a.example\"}"}"#, "wrong-type"),
            (#"{"URLBlocklist": ["a.example"], "x": {"URLBlocklist": "b.example"}}"#, "several-lists"),
            (#"{"URLBlocklist": ""}"#, "no-list"), (#"{"URLBlocklist": {"value": ""}}"#, "no-list"),
            (#"{"URLBlocklist": {"value": null}}"#, "no-list"),
            (#"{"URLBlocklist": "[{\"value\": \"a.example\", \"value\": \"b.example\"}]"}"#, "wrong-type"),
        ]
    )
    func refused(text: String, code: String) {
        for result in [
            BrowserListFormat.chrome.read(policy: source(text, "p.json")),
            BrowserListFormat.chrome.read(allow: nil, block: source(text, "p.json")),
        ] {
            #expect(result.text.isEmpty)
            #expect(result.findings.map(\.code) == [code], "\(summary(result))")
            #expect(result.findings.allSatisfy { $0.severity == .error })
        }
    }

    @Test("A value that is no list is refused at its place, and so is a single one of two lists")
    func mistyped() {
        let chrome = source(#"{"URLAllowlist": true, "URLBlocklist": ["*"]}"#, "p.json")
        #expect(summary(BrowserListFormat.chrome.read(policy: chrome)) == ["error wrong-type 1:18 «true»"])
        let edge = BrowserListFormat.edge.read(policy: source(#"{"BlockListURLs": 5}"#, "p.json"))
        #expect(summary(edge) == ["error wrong-type 1:19 «5»"])
        #expect(edge.text.isEmpty && edge.findings.first?.help == "write a string with `|` between the entries")
        // Device management sends an empty string for a list that is not set.
        let unset = BrowserListFormat.chrome.read(
            policy: source(#"{"URLAllowlist": "", "URLBlocklist": ["*"]}"#, "p.json")
        )
        #expect(unset.findings.isEmpty && unset.carried == 1)
    }

    @Test(
        "A block list in force of which no entry can be carried over is refused",
        arguments: [
            (.chrome, #"{"URLBlocklist": ["a b"]}"#), (.chrome, #"{"URLBlocklist": [5]}"#),
            (.chrome, #"{"URLBlocklist": ["a b", "c*.example"], "URLAllowlist": ["d.example"]}"#),
            (.chrome, #"{"URLBlocklist": "[\"a b\"]"}"#), (.edge, #"{"BlockListURLs": "a.example|https://*.com"}"#),
            (.edge, #"{"BlockListURLs": ["a.example", 5]}"#),
        ] as [(BrowserListFormat, String)]
    )
    func lost(format: BrowserListFormat, text: String) {
        let policy = source(text, "p.json")
        for result in [
            format.read(policy: policy, allowed: .internal),
            format.read(allow: nil, block: policy, allowed: .internal),
            format.read(allow: nil, block: source("a b\n"), allowed: .internal),
        ] {
            #expect(result.text.isEmpty && result.carried == 0, "\(result.text)")
            #expect(result.dropped > 0)
            #expect(result.findings.last?.code == "lost-block-list", "\(summary(result))")
            #expect(result.findings.last?.severity == .error)
        }
    }

    @Test("A block list that is empty or not in force is not missed")
    func notLost() throws {
        let empty = BrowserListFormat.chrome.read(policy: source(#"{"URLBlocklist": []}"#, "p.json"))
        #expect(empty.findings.isEmpty)
        #expect(try readBack(empty).ruleSets[0].urlClass(of: "https://a.example/") == .internal)
        let both = source(#"{"AllowListURLs": "https://b.example", "BlockListURLs": "a.example"}"#, "p.json")
        let result = BrowserListFormat.edge.read(policy: both)
        #expect(result.carried == 1 && result.dropped == 0)
        #expect(result.findings.map(\.code) == ["block-list-ignored", "allow-list-only", "always-allowed"])
        #expect(try readBack(result).ruleSets[0].urlClass(of: "https://a.example/") == .blocked)
    }

    @Test(
        "Empty and null entries block nothing, so their loss does not make a policy unusable",
        arguments: [#"[""]"#, #""[\"\"]""#, "[null]", #"[" ", null]"#, #"{"value": [""]}"#]
    )
    func emptyEntries(value: String) throws {
        let text = #"{"URLBlocklist": \#(value), "URLAllowlist": ["a.example"]}"#
        let result = BrowserListFormat.chrome.read(policy: source(text, "p.json"))
        #expect(result.carried == 1 && result.dropped > 0, "\(summary(result))")
        #expect(try readBack(result).ruleSets[0].urlClass(of: "https://b.example/") == .internal)
        let filled = BrowserListFormat.chrome.read(policy: source(#"{"URLBlocklist": ["", "a b"]}"#, "p.json"))
        #expect(filled.findings.last?.code == "lost-block-list" && filled.text.isEmpty)
    }

    @Test("A list that was not requested is reported")
    func unread() {
        let text = #"{"URLBlocklist": ["a.example"], "URLAllowlist": ["b.example"]}"#
        let result = BrowserListFormat.chrome.read(allow: nil, block: source(text, "p.json"))
        #expect(summary(result) == ["warning unread-list 1:33 «\"URLAllowlist\"»"])
        let both = BrowserListFormat.chrome.read(allow: source(text, "p.json"), block: source(text, "p.json"))
        #expect(both.findings.isEmpty && both.carried == 2)
    }

    @Test(
        "A browser's policy is refused as a list of lines",
        arguments: ["{\"URLBlocklist\": [\"https://a.com/x\"]}", "[\n \"a.example\"\n]", " [ {} ]"]
    )
    func notALine(text: String) throws {
        let results = [
            try NameListImport.read(source(text), as: .hosts),
            try NameListImport.read(source(text), as: .adblockDomains),
            ContentSettingsImport.read(source(text), as: .blocked, default: .internal),
        ]
        for result in results {
            #expect(result.text.isEmpty)
            #expect(result.findings.map(\.code) == ["is-json"])
        }
        let pattern = ContentSettingsImport.read(source("[*.]a.example"), as: .blocked, default: .internal)
        #expect(pattern.carried == 1)
        #expect(try NameListImport.read(source("[Adblock Plus]\n||a.example^"), as: .adblockDomains).carried == 1)
    }

    @Test(
        "If most lines fail, the actual format is named",
        arguments: [
            ("<!DOCTYPE html>\n<html><head>\n<title>Sign in</title>\n", "a web page (HTML)"),
            (
                "<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><array>\n<string>a.example</string>\n",
                "a property list"
            ),
            ("0.0.0.0 a.example\n0.0.0.0 b.example\n# c\n0 c.example", "a hosts file"),
            ("# x\na.example\nb.example\nc.example\nhttps://d.example", "a list of domains"),
            ("! Title: x\n||a.example^\n||b.example^$popup\n||c.example^\n", "filters of an ad blocker"),
            ("[Adblock Plus 2.0]\n! x\n/ad1/*\na.example\nb.example\nc.example", "filters of an ad blocker"),
            (
                "Windows Registry Editor Version 5.00\n\n[HKEY_LOCAL_MACHINE\\x]\n\"1\"=\"a b\"\n",
                "an export of the Windows registry"
            ),
            ("# x\n10.0.0.1\n10.0.0.2\n2001:db8::1\n", "a list of IP addresses"),
            ("server=/a.example/\nserver=/b.example/\nlocal=/c.example/\n", "the configuration of a name server"),
            (
                "# x\nserver:\n  local-zone: \"a.example.\" always_null\n"
                    + "  local-zone: \"b.example.\" always_null\n  local-data: \"c.example A 0.0.0.0\"\n",
                "the configuration of a name server"
            ),
            ("# x\n---\npolicies:\n  URLBlocklist:\n    - a.example\n    - \"https://b.example\"\n", "YAML"),
            ("\u{1F}\u{0}x\n\u{0}\n", "no text"),
        ]
    )
    func foreign(text: String, name: String) {
        let result = BrowserListFormat.edge.read(allow: nil, block: source(text))
        #expect(result.text.isEmpty && result.carried == 0)
        #expect(result.findings.map(\.code) == ["foreign-file"], "\(summary(result))")
        #expect(result.findings.first?.message.contains("looks like \(name)") == true, "\(result.findings)")
    }

    @Test("A list of domains with `*.` is named, unless the format tells for each entry what was meant")
    func wildcards() throws {
        let text = "# x\n*.a.example\n*.b.example\n*.c-d.example\n*.co.uk\n"
        for format in [NameListImport.Format.hosts, .adblockDomains] {
            let result = try NameListImport.read(source(text), as: format)
            #expect(result.text.isEmpty)
            #expect(result.findings.map(\.code) == ["foreign-file"], "\(summary(result))")
            #expect(result.findings.first?.message.hasSuffix("a list of domains with `*.` before each") == true)
            #expect(result.findings.first?.help?.hasPrefix("remove each `*.`") == true)
        }
        for format in BrowserListFormat.allCases {
            let result = format.read(allow: nil, block: source(text))
            #expect(result.findings.count { $0.help?.contains("a.example") == true } == 1, "\(summary(result))")
        }
    }

    @Test("Each bad line of a correct list is named")
    func ownBadLines() throws {
        let filters = try NameListImport.read(source("||a.example^\n||b^$x\n||c^$x\n"), as: .adblockDomains)
        #expect(filters.findings.map(\.code) == ["invalid-filter", "invalid-filter"])
        #expect(filters.text == "a.example\n")
    }
}
