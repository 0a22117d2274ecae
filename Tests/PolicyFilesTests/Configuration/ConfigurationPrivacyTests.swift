import Diagnostics
import PolicyModel
import Testing

@testable import PolicyFiles

@Suite("No report shows a value of an app configuration") struct ConfigurationPrivacyTests {
    @Test(
        "A document that cannot be read is not quoted from its first configuration on",
        arguments: [
            // The text cannot be parsed.
            "demarc: 1\nappConfigurations:\n  - settings:\n      k: SECRET: x\n",
            "demarc: 1\nappConfigurations:\n  - settings:\n      k: \"SECRET\n",
            "demarc: 1\nappConfigurations:\n  - settings: {k: SECRET\nuser: a\n",
            "demarc: 1\nappConfigurations:\n  - settings:\n      k: SECRET\u{1}\n",
            "demarc: 1\napp:\n  appConfig:\n    k: SECRET: x\n",
            "demarc: 1\nuser: [\n# appConfigurations: SECRET\n\"",
            #"{"demarc": 1, "appConfigurations": [{"settings": {"k": "SECRET}}]}"#,
            // It can, but a part of it is dropped or has another form.
            "demarc: 1\nappConfigurations: [{settings: {k: *SECRET}}]",
            "demarc: 1\nappConfigurations: [{settings: {k: !!binary SECRET}}]",
            "demarc: 1\nappConfigurations: []\nappConfigurations: [{settings: {k: SECRET}}]",
            "demarc: 1\nappConfigurations: [{setings: {k: SECRET}}]",
            "demarc: 1\nappConfigurations: [{settings: {k: SECRET}, graph: a.json}]",
            "demarc: 1\nappConfigurations: [{settings: {k: SECRET}, channel: push}]",
            "demarc: 1\nappConfigurations: [SECRET]",
            "demarc: 1\nappConfigurations: {settings: {k: SECRET}}",
            "demarc: 1\napp: {appConfig: SECRET}",
            "demarc: 1\napp: {appConfig: [SECRET]}",
            "demarc: 1\napp: {appConfig: {k: [SECRET]}}",
            "{demarc-rules: 1, appConfigurations: [{settings: {k: SECRET}}]}",
            #"{"demarc": 2, "appConfigurations": [{"settings": {"k": "SECRET"}}]}"#,
            #"{"demarc": 1, "appConfigurations": [{"settings": {"k": "SECRET"}}], "vieews": []}"#,
        ]
    )
    func documents(text: String) {
        let result = read(text)
        #expect(result.document == nil)
        expectNoSecret(result.diagnostics, result.sources)
        let scenarios = ScenarioFileReader(files: MemoryFiles()).load(text: text, path: "test.yaml")
        expectNoSecret(scenarios.diagnostics, scenarios.sources)
        if case .unreadable(let findings, let source) = DocumentFormat.format(
            SourceFile(path: "policy.yaml", bytes: Array(text.utf8))
        ) {
            expectNoSecret(findings, [source])
        }
    }

    @Test("Lines before the first configuration are quoted")
    func linesBefore() {
        let result = read("demarc: 1\nuser: [a\napp: {}\nappConfigurations: [{settings: {k: SECRET}}]\n")
        let text = TextReport(sources: result.sources).text(result.diagnostics)
        #expect(text.contains("2 | user: [a"), "\(text)")
        #expect(!text.contains("SECRET"), "\(text)")
        let missing = read("demarc: 1\nappConfigurations: [{graph: none.json}]")
        #expect(TextReport(sources: missing.sources).text(missing.diagnostics).contains("none.json}]"))
    }

    @Test(
        "A configuration file is quoted in no message",
        arguments: [
            ("{graph: a}", #"{"customSettings": [{"name": "k", "value": SECRET}]}"#, "invalid-json"),
            ("{graph: a}", #"{"customSettings": [{"name": "k", "value": -SECRET}]}"#, "invalid-json"),
            ("{graph: a}", #"{"customSettings": [{"name": "k", "value": "a" SECRET}]}"#, "invalid-json"),
            ("{graph: a}", #"{"customSettings": [{"name": "k", SECRET: "a"}]}"#, "invalid-json"),
            ("{plist: a}", "<plist><dict><key>k</key><integer>SECRET</integer></dict></plist>", "invalid-number"),
            ("{plist: a}", "<plist><dict><key>k</key><date>SECRET</date></dict></plist>", "invalid-date"),
            ("{plist: a}", "<plist><dict><key>k</key><string>&SECRET;</string></dict></plist>", "unknown-entity"),
            ("{plist: a}", "<dict><key>k</key><string>a<SECRET></string></dict>", "mismatched-tag"),
        ]
    )
    func files(entry: String, file: String, code: String) {
        let result = read("demarc: 1\nappConfigurations: [\(entry)]", files: ["a": file])
        #expect(result.diagnostics.map(\.code).contains(code))
        #expect(result.confidentialPaths == ["a"])
        expectNoSecret(result.diagnostics, result.sources)
    }

    @Test(
        "A file that is read for something else too is not quoted either",
        arguments: [
            ("policies: {p: {graph: log.json}}\nappConfigurations: [{graph: log.json}]", true),
            ("policies: {p: {graph: ./b/../log.json}}\nappConfigurations: [{graph: log.json}]", true),
            ("policies: {p: {graph: log.json}}", false),
        ]
    )
    func copies(entries: String, isConfidential: Bool) {
        // The finding is on the line with the value.
        let log = #"{"ApplicationConfiguration": [{"k": "SECRET"}], "ClipboardSharingLevel": 9}"#
        let result = read("demarc: 1\n\(entries)", files: ["log.json": log])
        #expect(result.diagnostics.map(\.code).contains("unknown-value"), "\(summary(result))")
        #expect(result.sources.contains { $0.path.hasSuffix("log.json") } != isConfidential)
        expectNoSecret(result.diagnostics, result.sources)
    }

    @Test("A scenario file does not quote what one of its policies reads as a configuration")
    func scenarios() throws {
        let log = #"{"ApplicationConfiguration": [{"k": "SECRET"}], "ClipboardSharingLevel": 9}"#
        let text = """
            demarc-test: 1
            scenarios:
              - {name: a, policy: a.yaml, when: {setting: print}, then: allow}
              - {name: b, policy: b.yaml, when: {setting: print}, then: allow}
            """
        let files = MemoryFiles([
            "log.json": log,
            "a.yaml": "demarc: 1\npolicies: {p: {graph: log.json}}\n",
            "b.yaml": "demarc: 1\nappConfigurations: [{graph: log.json}]\n",
        ])
        let result = ScenarioFileReader(files: files).load(text: text, path: "test.yaml")
        #expect(result.diagnostics.map(\.code).contains("unknown-value"))
        #expect(result.confidentialPaths == ["log.json"])
        #expect(!result.sources.contains { $0.path == "log.json" })
        expectNoSecret(result.diagnostics, result.sources)
    }

    private func expectNoSecret(
        _ findings: [Diagnostic],
        _ sources: [SourceFile],
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
        let text = TextReport(sources: sources).text(findings)
        #expect(!text.contains("SECRET"), "\(text)", sourceLocation: sourceLocation)
    }
}
