import Diagnostics
import PolicyAnalysis
import PolicyModel
import Testing

@Suite("Importing a browser's policy") struct BrowserPolicyTests {
    @Test(
        "finds both lists wherever they stand",
        arguments: [
            #"{"URLBlocklist": ["*"], "URLAllowlist": ["docs.example"], "HomepageLocation": "https://a.example"}"#,
            #"{"policyValues": {"chrome": {"policies": {"URLBlocklist": {"scope": "machine", "value": ["*"]}, "URLAllowlist": {"value": ["docs.example"]}}}}}"#,
            #"{"URLBlacklist": {"1": "*"}, "URLWhitelist": {"1": "docs.example"}}"#,
            #"{"settings": [{"settingInstance": {"settingDefinitionId": "device_vendor_msft_policy_config_x~policy~y_urlblocklist", "choiceSettingValue": {"value": "x_1", "children": [{"settingDefinitionId": "x~policy~y_urlblocklist_urlblocklistdesc", "simpleSettingCollectionValue": [{"value": "*"}]}]}}}, {"settingDefinitionId": "x_urlallowlist_urlallowlistdesc", "simpleSettingCollectionValue": [{"value": "docs.example"}]}]}"#,
        ]
    )
    func found(text: String) throws {
        let result = URLFilterImport.read(policy: source(text, "policy.json"))
        #expect(result.carried == 2 && result.dropped == 0, "\(summary(result))")
        let rules = try readBack(result).ruleSets[0]
        #expect(try rules.urlClass(of: "https://docs.example/") == .internal)
        #expect(try rules.urlClass(of: "https://other.example/") == .blocked)
    }

    @Test(
        "reads the app configuration of the managed browser",
        arguments: [
            #"{"customSettings": [{"name": "com.microsoft.intune.mam.managedbrowser.AllowListURLs", "value": "https://a.example/*| |https://b.example"}]}"#,
            #"{"settings": [{"appConfigKey": "com.microsoft.intune.mam.managedbrowser.AllowListURLs", "appConfigKeyType": "stringType", "appConfigKeyValue": "https://a.example/*|https://b.example"}]}"#,
            #"{"AllowListURLs": "https:\/\/a.example\/*|https:\/\/b.example"}"#,
        ]
    )
    func edge(text: String) throws {
        let result = EdgeListImport.read(configuration: source(text, "configuration.json"))
        #expect(result.carried == 2 && result.dropped == 0, "\(summary(result))")
        let rules = try readBack(result).ruleSets[0]
        #expect(try rules.urlClass(of: "https://a.example/x") == .internal)
        #expect(try rules.urlClass(of: "https://c.example/") == .blocked)
    }

    @Test("gives each entry its place")
    func places() {
        let text = #"{"URLBlocklist": ["a.example", "[*.]b.example", "c d", 5], "x": 1}"#
        let result = URLFilterImport.read(policy: source(text, "policy.json"))
        let errors = summary(result).filter { $0.hasPrefix("error") }
        #expect(errors == ["error wrong-type 1:56 «5»", "error wildcard-label 1:34 «*»", "error space 1:51 « »"])
        #expect(result.carried == 1 && result.dropped == 3)
    }

    @Test("takes a list of strings for the one that is asked for")
    func bare() throws {
        let result = URLFilterImport.read(allow: nil, block: source(#"["a.example"]"#, "block.json"))
        #expect(result.carried == 1)
        #expect(try readBack(result).ruleSets[0].urlClass(of: "https://a.example/") == .blocked)
        #expect(URLFilterImport.read(policy: source(#"["a.example"]"#)).findings.map(\.code) == ["no-list"])
    }

    // Each of these would leave a list out, and what the list blocks would be allowed.
    @Test(
        "makes nothing of a file that may be meant otherwise",
        arguments: [
            (#"{"URLBlocklist": ["a.example"], "x": {"URLBlocklist": ["b.example"]}}"#, "several-lists"),
            (#"{"BlockListURLs": "https://a.example"}"#, "no-list"), ("{}", "no-list"),
            (#"{"URLBlocklist": ["a.example""#, "invalid-json"), (#"{"URLBlocklist": null}"#, "no-list"),
            (#"{"URLBlocklist": [], "URLBlocklist": ["a.example"]}"#, "duplicate-key"),
        ]
    )
    func refused(text: String, code: String) {
        for result in [
            URLFilterImport.read(policy: source(text, "p.json")),
            URLFilterImport.read(allow: nil, block: source(text, "p.json")),
        ] {
            #expect(result.text.isEmpty)
            #expect(result.findings.map(\.code) == [code], "\(summary(result))")
            #expect(result.findings.allSatisfy { $0.severity == .error })
        }
    }

    @Test("says that a list of the file was not asked for")
    func unread() {
        let text = #"{"URLBlocklist": ["a.example"], "URLAllowlist": ["b.example"]}"#
        let result = URLFilterImport.read(allow: nil, block: source(text, "p.json"))
        #expect(summary(result) == ["warning unread-list 1:33 «\"URLAllowlist\"»"])
        let both = URLFilterImport.read(allow: source(text, "p.json"), block: source(text, "p.json"))
        #expect(both.findings.isEmpty && both.carried == 2)
    }

    @Test(
        "is refused where a list of lines is read",
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
        "says what a file looks like of which most lines fail",
        arguments: [
            ("<!DOCTYPE html>\n<html><head>\n<title>Sign in</title>\n", "a web page (HTML)"),
            (
                "<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><array>\n<string>a.example</string>\n",
                "a property list"
            ),
            ("0.0.0.0 a.example\n0.0.0.0 b.example\n# c\n0 c.example", "a hosts file"),
            ("! Title: x\n||a.example^\n||b.example^$popup\n||c.example^\n", "filters of an ad blocker"),
            (
                "Windows Registry Editor Version 5.00\n\n[HKEY_LOCAL_MACHINE\\x]\n\"1\"=\"a b\"\n",
                "an export of the Windows registry"
            ),
            ("# x\n10.0.0.1\n10.0.0.2\n2001:db8::1\n", "a list of IP addresses"),
            ("server=/a.example/\nserver=/b.example/\nlocal=/c.example/\n", "the configuration of a name server"),
            ("\u{1F}\u{0}x\n\u{0}\n", "no text"),
        ]
    )
    func foreign(text: String, name: String) {
        let result = EdgeListImport.read(allow: nil, block: source(text))
        #expect(result.text.isEmpty && result.carried == 0)
        #expect(result.findings.map(\.code) == ["foreign-file"], "\(summary(result))")
        #expect(result.findings.first?.message.contains("looks like \(name)") == true, "\(result.findings)")
    }

    @Test("names each bad line of a list that is one")
    func ownBadLines() throws {
        let filters = try NameListImport.read(source("||a.example^\n||b^$x\n||c^$x\n"), as: .adblockDomains)
        #expect(filters.findings.map(\.code) == ["invalid-filter", "invalid-filter"])
        #expect(filters.text == "a.example\n")
    }
}
