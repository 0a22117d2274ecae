import Diagnostics
import PolicyImport
import PolicyModel
import Testing

/// What the lists of the managed browser mean beside its other settings, and without entries.
@Suite("Importing the managed browser's configuration") struct ManagedBrowserImportTests {
    private static let namespace = "com.microsoft.intune.mam.managedbrowser"

    @Test(
        "The lists decide on the one host of its vendor that the browser does not always open",
        arguments: [
            (nil, "https://copilot.microsoft.com/*|https://a.example/*", .blocked),
            (nil, "https://a.example/*", .internal), ("https://a.example/*", nil, .blocked),
            ("https://copilot.microsoft.com/*", nil, .internal),
        ] as [(String?, String?, URLClass)]
    )
    func excepted(allow: String?, block: String?, expected: URLClass) throws {
        let result = BrowserListFormat.edge.read(
            allow: allow.map { source($0, "allow.txt") },
            block: block.map { source($0, "block.txt") }
        )
        let rules = try readBack(result).ruleSets[0]
        #expect(try rules.urlClass(of: "https://copilot.microsoft.com/chat") == expected)
        #expect(try rules.urlClass(of: "https://www.microsoft.com/") == .internal)
        #expect(result.findings.last?.message.contains("except `copilot.microsoft.com`") == true)
    }

    @Test(
        "A list that the browser applies to the resources of pages stays one that does",
        arguments: [
            (#""\#(namespace).ManageRestrictedSubresourceEnabled": "true""#, .block),
            (#""ManageRestrictedSubresourceEnabled": true"#, .block),
            (#""managerestrictedsubresourceenabled": {"value": true}"#, .block),
            (#""s": [{"appConfigKey": "ManageRestrictedSubresourceEnabled", "appConfigKeyValue": "True"}]"#, .block),
            (#""s": [{"name": "\#(namespace).ManageRestrictedSubresourceEnabled", "value": "false"}]"#, .allow),
            (#""ManageRestrictedSubresourceEnabled": null"#, .allow),
            (#""applications": [{"ManageRestrictedSubresourceEnabled": true}]"#, .allow),
            (#""x": [{"s": [{"name": "ManageRestrictedSubresourceEnabled", "value": "true"}]}]"#, .allow),
            (#""extensionSettings": {"x": {"ManageRestrictedSubresourceEnabled": true}}"#, .allow),
        ] as [(String, RuleSet.Subresources)]
    )
    func subresources(member: String, expected: RuleSet.Subresources) throws {
        let file = source(#"{"BlockListURLs": "https://a.example/*", \#(member)}"#, "configuration.json")
        for result in [
            BrowserListFormat.edge.read(policy: file), BrowserListFormat.edge.read(allow: nil, block: file),
        ] {
            #expect(result.findings.map(\.code) == ["always-allowed"], "\(summary(result))")
            #expect(try readBack(result).ruleSets[0].subresources == expected)
        }
    }

    @Test("The log of a device names its settings in pairs", arguments: [("Name", "Value"), ("name", "value")])
    func pairsOfLog(name: String, value: String) throws {
        let text = #"""
            {"ApplicationConfiguration": [
              {"\#(name)": "\#(Self.namespace).BlockListURLs", "\#(value)": "https://a.example"},
              {"\#(name)": "\#(Self.namespace).ManageRestrictedSubresourceEnabled", "\#(value)": "true"},
              {"\#(name)": "\#(Self.namespace).homepage", "\#(value)": "https://b.example"}]}
            """#
        let result = BrowserListFormat.edge.read(policy: source(text, "log.json"))
        #expect(result.findings.map(\.code) == ["always-allowed"], "\(summary(result))")
        let rules = try readBack(result).ruleSets[0]
        #expect(try rules.urlClass(of: "https://a.example/") == .blocked && rules.subresources == .block)
    }

    @Test(
        "An allow list of another configuration does not hide a block list",
        arguments: [
            #"{"ApplicationConfiguration": [{"BlockListURLs": "https://a.example/*"}, {"AllowListURLs": "https://*.example/*"}]}"#,
            #"{"value": [{"displayName": "staff", "customSettings": [{"name": "BlockListURLs", "value": "https://a.example/*"}]}, {"displayName": "kiosk", "customSettings": [{"name": "AllowListURLs", "value": "https://*.example/*"}]}]}"#,
        ]
    )
    func otherConfiguration(text: String) {
        let result = BrowserListFormat.edge.read(policy: source(text, "configuration.json"))
        #expect(result.findings.map(\.code) == ["several-lists"] && result.text.isEmpty, "\(summary(result))")
    }

    @Test(
        "A list of the other format in the same configuration is named",
        arguments: [
            (
                .edge,
                #"{"settings": [{"appConfigKey": "BlockListURLs", "appConfigKeyValue": "https://a.example/*"}, {"appConfigKey": "URLBlocklist", "appConfigKeyValue": "[\"b.example\"]"}]}"#,
                "URLBlocklist", "`demarc import chrome` reads it into a rule set of its own"
            ),
            (
                .chrome, #"{"URLBlocklist": ["b.example"], "BlockListURLs": "https://a.example/*"}"#, "BlockListURLs",
                "`demarc import edge` reads it into a rule set of its own"
            ),
            (.chrome, #"{"URLBlocklist": ["b.example"], "BlockListURLs": ""}"#, nil, nil),
            (.edge, #"{"BlockListURLs": "https://a.example/*", "URLBlocklist": []}"#, nil, nil),
            (.edge, #"[{"BlockListURLs": "https://a.example/*"}, {"URLBlocklist": ["b.example"]}]"#, nil, nil),
        ] as [(BrowserListFormat, String, String?, String?)]
    )
    func otherFormat(format: BrowserListFormat, text: String, name: String?, help: String?) {
        let file = source(text, "configuration.json")
        for result in [
            format.read(policy: file, allowed: .internal), format.read(allow: nil, block: file, allowed: .internal),
        ] {
            let warnings = result.findings.filter { $0.severity == .warning }
            #expect(warnings.map(\.message) == [name.map { "`\($0)` of this file was not read" }].compactMap(\.self))
            #expect(warnings.map(\.help) == (help == nil ? [] : [help]))
            #expect(result.carried == 1, "\(summary(result))")
        }
    }

    @Test("A setting for resources without a clear value is reported")
    func unclearSubresources() throws {
        let text = #"{"BlockListURLs": "https://a.example", "ManageRestrictedSubresourceEnabled": "yes"}"#
        let result = BrowserListFormat.edge.read(policy: source(text, "configuration.json"))
        #expect(summary(result) == [#"warning unread-setting 1:78 «"yes"»"#, "note always-allowed"])
        #expect(try readBack(result).ruleSets[0].subresources == .allow)
    }

    @Test("What the browser does with blocked sites is named, once for both lists")
    func transitions() {
        let text = """
            {"customSettings": [
              {"name": "\(Self.namespace).AllowListURLs", "value": "https://a.example"},
              {"name": "\(Self.namespace).openInPrivateIfBlocked", "value": "true"},
              {"name": "\(Self.namespace).AllowTransitionOnBlock", "value": "false"}]}
            """
        let file = source(text, "configuration.json")
        let alone = BrowserListFormat.edge.read(policy: file)
        let note = alone.findings.first { $0.code == "unread-setting" }
        #expect(note?.severity == .note)
        #expect(note?.message.hasSuffix("not carried over: `AllowTransitionOnBlock`, `openInPrivateIfBlocked`") == true)
        #expect(note?.places.map(\.start.line) == [3, 4])
        let both = text.replacing("]}", with: #", {"name": "BlockListURLs", "value": "https://b.example"}]}"#)
        let shared = source(both, "configuration.json")
        let result = BrowserListFormat.edge.read(allow: shared, block: shared)
        #expect(result.findings.count { $0.code == "unread-setting" } == 1, "\(summary(result))")
    }

    @Test(
        "An empty list counts as not set: it neither blocks everything nor hides a block list",
        arguments: [
            "\"\"", "\" \"", "\"|\"", "\" |\\n| \"", "[]", #"["", " "]"#, "[null]", #"{"value": ""}"#, #"{"1": " "}"#,
        ]
    )
    func emptyAllowList(value: String) throws {
        let text = #"{"AllowListURLs": \#(value), "BlockListURLs": "https://a.example/*"}"#
        let result = BrowserListFormat.edge.read(policy: source(text, "configuration.json"))
        #expect(summary(result) == [#"warning unread-list 1:2 «"AllowListURLs"»"#, "note always-allowed"])
        let rules = try readBack(result).ruleSets[0]
        #expect(try rules.urlClass(of: "https://a.example/") == .blocked)
        #expect(try rules.urlClass(of: "https://b.example/") == .internal)
        let alone = source(#"{"AllowListURLs": \#(value)}"#, "configuration.json")
        for refused in [
            BrowserListFormat.edge.read(policy: alone), BrowserListFormat.edge.read(allow: alone, block: nil),
        ] {
            #expect(refused.text.isEmpty)
            #expect(refused.findings.map(\.code) == ["no-list"])
            #expect(refused.findings.first?.message.hasSuffix("that can be read: `AllowListURLs` is empty") == true)
        }
        let other = source(#"{"AllowListURLs": "https://a.example", "BlockListURLs": \#(value)}"#, "configuration.json")
        #expect(BrowserListFormat.edge.read(policy: other).findings.map(\.code) == ["always-allowed"])
    }

    @Test("A blank text is no list of an enterprise browser either", arguments: ["", " ", #"\n\t"#])
    func blankText(value: String) {
        let text = #"{"URLAllowlist": "\#(value)", "URLBlocklist": ["*"]}"#
        let result = BrowserListFormat.chrome.read(policy: source(text, "policy.json"))
        #expect(result.findings.isEmpty && result.carried == 1, "\(summary(result))")
    }

    @Test("A file without entries is refused as an allow list of the managed browser, and otherwise reported")
    func emptyFiles() throws {
        let block = source("https://a.example/*\n", "block.txt")
        for empty in [source("", "empty.txt"), source("# none\n | \n", "empty.txt"), source("[]", "empty.json")] {
            let refused = BrowserListFormat.edge.read(allow: empty, block: block)
            #expect(refused.findings.map(\.code) == ["empty-list"] && refused.text.isEmpty, "\(summary(refused))")
            let open = BrowserListFormat.edge.read(allow: nil, block: empty)
            #expect(open.findings.map { "\($0.severity) \($0.code)" } == ["warning empty-list", "note always-allowed"])
            #expect(try readBack(open).ruleSets[0].urlClass(of: "https://a.example/") == .internal)
        }
        let chrome = BrowserListFormat.chrome.read(
            allow: source("\n", "empty.txt"),
            block: source("a.example", "block.txt")
        )
        #expect(chrome.findings.map(\.message) == ["the list has no entries, so it allows nothing"])
        #expect(try readBack(chrome).ruleSets[0].urlClass(of: "https://a.example/") == .blocked)
    }

    @Test(
        "An entry that looks like a block of addresses and is a page is reported, and stays that page",
        arguments: [
            (.edge, "http://10.0.0.0/24", "write `10.0.0.0/24` for the block of addresses"),
            (.edge, "https://192.168.0.0/16/*", "write `192.168.0.0/16` for the block of addresses"),
            (.edge, "10.0.0.0/24", nil), (.edge, "http://10.0.0.7/24", nil), (.edge, "http://10.0.0.0/33", nil),
            (.edge, "http://a.example/24", nil),
            (.chrome, "10.0.0.0/8", "use a rule with `address: 10.0.0.0/8` for the block of addresses"),
            (.chrome, "http://10.0.0.0/8/", "use a rule with `address: 10.0.0.0/8` for the block of addresses"),
            (.chrome, "10.0.0.7/8", nil), (.chrome, "10.0.0.0", nil), (.chrome, "10.0.0.0/8/a", nil),
        ] as [(BrowserListFormat, String, String?)]
    )
    func pageLikeBlock(format: BrowserListFormat, entry: String, help: String?) {
        let result = format.read(allow: nil, block: source(entry, "block.txt"))
        let warnings = result.findings.filter { $0.severity == .warning }
        #expect(warnings.map(\.code) == (help == nil ? [] : ["address-block"]), "\(summary(result))")
        #expect(warnings.first?.help == help && result.carried == 1)
    }

    @Test("A block of addresses may have bits after its prefix, as in the vendor's example")
    func hostBits() throws {
        let text = #"{"BlockListURLs": "127.0.0.1/24|127.0.0.0/24"}"#
        let result = BrowserListFormat.edge.read(policy: source(text, "configuration.json"))
        #expect(result.findings.map(\.code) == ["duplicate-entry", "always-allowed"] && result.carried == 2)
        #expect(try readBack(result).ruleSets[0].urlClass(of: "https://127.0.0.200/") == .blocked)
    }
}
