import Diagnostics
import PolicyImport
import PolicyModel
import Testing

@Suite("Lists in a configuration profile for macOS") struct ConfigurationProfileTests {
    @Test(
        "The lists of different payloads are not combined, even if both are for one browser",
        arguments: [
            #"{"PayloadContent": [{"PayloadType": "com.google.Chrome", "URLBlocklist": ["*"]}, {"PayloadType": "com.microsoft.Edge", "URLAllowlist": ["a.example"]}]}"#,
            #"{"PayloadContent": [{"PayloadType": "com.google.Chrome", "URLBlocklist": ["*"]}, {"PayloadType": "com.google.Chrome", "URLAllowlist": ["a.example"]}]}"#,
            #"{"PayloadContent": [{"PayloadContent": {"com.google.Chrome": {"Forced": [{"mcx_preference_settings": {"URLBlocklist": ["*"]}}]}, "com.microsoft.Edge": {"Forced": [{"mcx_preference_settings": {"URLAllowlist": ["a.example"]}}]}}}]}"#,
        ]
    )
    func differentPayloads(text: String) {
        let file = source(text, "policy.json")
        for result in [
            BrowserListFormat.chrome.read(policy: file), BrowserListFormat.chrome.read(allow: file, block: file),
        ] {
            #expect(result.findings.last?.code == "several-lists", "\(summary(result))")
            #expect(result.findings.last?.message.contains("different apps or payloads") == true)
            #expect(result.findings.last?.places.count == 2 && result.text.isEmpty)
        }
    }

    @Test("A configuration profile that is not JSON is refused with a way to convert it")
    func propertyList() {
        let text = "<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><dict/></plist>\n"
        let result = BrowserListFormat.chrome.read(policy: source(text, "policy.mobileconfig"))
        #expect(result.findings.map(\.code) == ["not-json"] && result.text.isEmpty)
        #expect(result.findings.first?.help?.contains("`plutil -convert json -o policy.json FILE`") == true)
        let lines = BrowserListFormat.chrome.read(policy: source("a.example\n"))
        #expect(lines.findings.first?.help == "name a list of lines with `--allow` or `--block`")
    }

    @Test(
        "The lists of one payload of a configuration profile belong together",
        arguments: [
            #"{"PayloadContent": [{"PayloadType": "com.apple.wifi"}, {"PayloadType": "com.google.Chrome", "URLBlocklist": ["*"], "URLAllowlist": ["a.example"]}]}"#,
            #"{"PayloadContent": [{"PayloadContent": {"com.google.Chrome": {"Forced": [{"mcx_preference_settings": {"URLBlocklist": ["*"], "URLAllowlist": ["a.example"]}}]}}}]}"#,
        ]
    )
    func payload(text: String) {
        let result = BrowserListFormat.chrome.read(policy: source(text, "policy.json"))
        #expect(result.carried == 2 && result.findings.isEmpty, "\(summary(result))")
    }
}
