import Diagnostics
import PolicyModel
import Testing

@testable import PolicyFiles

@Suite("A Graph export as a policy document") struct ExportDocumentTests {
    private func load(_ text: String, named displayName: String? = nil) -> PolicyLoadResult {
        var reader = PolicyDocumentReader(files: MemoryFiles(["export.json": text]))
        reader.displayName = displayName
        return reader.load(path: "export.json")
    }

    private static let two = """
        [{"@odata.type": "#microsoft.graph.iosManagedAppProtection", "id": "T_1", "displayName": "A", "saveAsBlocked": true},
         {"@odata.type": "#microsoft.graph.iosManagedAppProtection", "id": "T_2", "displayName": "B", "printBlocked": true},
         {"@odata.type": "#microsoft.graph.iosManagedAppProtection", "id": "T_3", "displayName": "B"}]
        """

    @Test("It becomes a document with its policy, one account and one web view")
    func document() throws {
        let text = #"{"displayName": "Level 2", "saveAsBlocked": true}"#
        let document = try #require(load(text).document)
        #expect(document.policies.keys.sorted() == ["Level 2"])
        #expect(document.policies["Level 2"]?.saveAsBlocked == true)
        #expect(document.user == PolicyDocument.implicitAccount)
        #expect(document.accounts.managed.map(\.policy) == ["Level 2"])
        #expect(document.views.map(\.id) == [PolicyDocument.implicitView])
        #expect(document.apps == nil && document.ruleSets.isEmpty)
        let place = document.policies["Level 2"]?.location(of: .saveAsBlocked)
        #expect(place?.description == "export.json:1:28")
    }

    @Test("A policy is chosen by its display name or id", arguments: [("A", true, false), ("T_2", false, true)])
    func chosen(name: String, saveAsBlocked: Bool, printBlocked: Bool) throws {
        let policy = try #require(load(Self.two, named: name).document?.policies.values.first)
        #expect(policy.saveAsBlocked == saveAsBlocked && policy.printBlocked == printBlocked)
    }

    @Test(
        "An ambiguous choice is refused",
        arguments: [
            (
                two, nil, "several-policies",
                "choose one with `--display-name NAME`, or in a scenario file with `displayName` next to `file` or next to `to`"
            ),
            (two, "B", "several-policies", "name its `id` instead, or export it by itself"),
            (two, "C", "unknown-name", "write `A`, `T_2` or `T_3`"),
            ("[]", "C", "unsupported-key", nil),
            (
                ##"{"@odata.type": "#microsoft.graph.androidManagedAppProtection", "pinRequired": true}"##, nil,
                "no-policy", "only `iosManagedAppProtection` is read"
            ),
            (
                ##"{"@odata.type": "#microsoft.graph.targetedManagedAppConfiguration", "customSettings": []}"##, nil,
                "no-policy", "`appConfigurations` reads app configurations, and `demarc import edge` reads their lists"
            ),
            (
                ##"{"value": [{"@odata.type": "#microsoft.graph.iosMobileAppConfiguration"}]}"##, nil, "no-policy",
                "`appConfigurations` reads app configurations, and `demarc import edge` reads their lists"
            ),
            (
                ##"{"@odata.type": "#microsoft.graph.iosCompliancePolicy"}"##, nil, "no-policy",
                "export one from `deviceAppManagement/iosManagedAppProtections`"
            ),
            (#"{"saveAsBlocked": tr"#, nil, "invalid-json", nil),
            ("demarc: 1\n", "A", "unsupported-key", "leave out `--display-name`"),
        ] as [(String, String?, String, String?)]
    )
    func refused(text: String, name: String?, code: String, help: String?) {
        let result = load(text, named: name)
        #expect(!result.isUsable)
        #expect(result.diagnostics.allSatisfy { $0.fix == nil }, "no name is written in the export")
        #expect(
            result.diagnostics.contains { $0.code == code && (help == nil || $0.help == help) },
            "\(places(result))"
        )
    }

    @Test(
        "A caller that reads several files may name a policy of the exports among them",
        arguments: [
            ("demarc: 1\n", false, true), (two, true, true), ("[]", false, false), ("demarc: 2\n", false, false),
        ]
    )
    func unused(text: String, isExport: Bool, isUsable: Bool) {
        var reader = PolicyDocumentReader(files: MemoryFiles(["export.json": text]))
        reader.displayName = "A"
        reader.allowsUnusedDisplayName = true
        let result = reader.load(path: "export.json")
        #expect(result.isExport == isExport && result.isUsable == isUsable, "\(places(result))")
        #expect(isExport == (result.document?.policies["A"] != nil))
    }

    @Test("Policies of one name are listed with their ids", arguments: [nil, "B"])
    func ids(name: String?) {
        let message = load(Self.two, named: name).diagnostics.first?.message
        let own = "`export.json` contains 3 iOS app protection policies: `A`, "
        let ofName = "`export.json` contains 2 iOS app protection policies of this name: "
        #expect(message == (name == nil ? own : ofName) + "`B` (id `T_2`), `B` (id `T_3`)")
    }

    // Read as an export, its rules would be skipped, and the URLs that they block would be open.
    @Test(
        "A policy document without its first key is not taken for an export",
        arguments: [
            #"{"policies": {"a": {"saveAsBlocked": true}}}"#,
            #"{"demrac": 1, "policies": [{"saveAsBlocked": true}]}"#,
            #"{"policy": {"saveAsBlocked": true}, "ruleSets": {"a": {"default": "blocked"}}}"#,
        ]
    )
    func notADocument(text: String) {
        let result = load(text)
        #expect(!result.isUsable)
        #expect(result.diagnostics.contains { $0.code == "missing-key" && $0.message.contains("`demarc`") })
    }

    @Test(
        "In UTF-16, JSON that is no document is told what it lacks, and a document that its encoding is unsupported",
        arguments: [
            (#"{"a": 1}"#, "no-policy"), ("[]", "no-policy"), (#"{"a": "#, "invalid-json"),
            (#"{"demarc": 1}"#, "is-utf-16"), ("demarc: 1", "is-utf-16"), ("a: 1", "is-utf-16"),
        ]
    )
    func utf16(text: String, code: String) {
        for mark: [UInt8] in [[0xFF, 0xFE], []] {
            let bytes = mark + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            let result = PolicyDocumentReader(files: MemoryFiles(["export.json": bytes])).load(path: "export.json")
            #expect(result.diagnostics.map(\.code) == [code], "\(text)")
        }
    }

    @Test("An export in YAML has one finding, whatever it contains")
    func yaml() {
        let settings = "displayName: A\nsaveAsBlocked: true\nprintBlocked: true\n"
        for text in [
            "'@odata.type': '#microsoft.graph.iosManagedAppProtection'\n\(settings)",
            "\(settings)\"@odata.type\": \"#microsoft.graph.iosManagedAppProtection\"\n",
        ] {
            let result = load(text)
            #expect(!result.isUsable && result.diagnostics.map(\.code) == ["not-json"], "\(places(result))")
            #expect(result.diagnostics.first?.help == "save it as JSON, as Graph returns it")
        }
        let document = load("demarc: 1\n'@odata.type': '#microsoft.graph.iosManagedAppProtection'\n")
        let codes = document.diagnostics.map(\.code)
        #expect(codes.contains("unknown-key") && !codes.contains("not-json"), "it is a document by its first key")
    }

    @Test("A device log is accepted")
    func log() throws {
        let document = try #require(load(#"{"FileSharingSaveAsDisabled": 1}"#).document)
        #expect(document.policies["policy"]?.saveAsBlocked == true)
    }

    @Test("Scenario files can test an export, chosen by name")
    func scenarios() throws {
        let text = """
            demarc-test: 1
            policy: {file: export.json, displayName: A}
            scenarios:
              - {name: a, when: {setting: {name: print}}, then: {verdict: allow}}
              - {name: b, policy: {displayName: T_2}, when: {setting: {name: print}}, then: {verdict: block}}
              - {name: c, policy: {file: export.json}, when: {setting: {name: print}}, then: {verdict: block}}
            """
        let result = ScenarioFileReader(files: MemoryFiles(["s.yaml": text, "export.json": Self.two])).load(
            path: "s.yaml"
        )
        #expect(result.diagnostics.map(\.code) == ["several-policies"], "a file that is named again says all of it")
        let lines = text.split(separator: "\n").dropLast().joined(separator: "\n")
        let good = ScenarioFileReader(files: MemoryFiles(["s.yaml": lines, "export.json": Self.two])).load(
            path: "s.yaml"
        )
        let file = try #require(good.file, "\(good.diagnostics)")
        #expect(file.scenarios.map { file.policies[$0.policy].document.policies.keys.first } == ["A", "B"])
    }
}

@Suite("A policy inside a JSON string") struct EmbeddedJSONTests {
    private static let type = ##"\"@odata.type\": \"#microsoft.graph.iosManagedAppProtection\""##

    @Test(
        "It is found",
        arguments: [
            #"{"RAWJson": "{\"displayName\": \"x\", \"saveAsBlocked\": true}"}"#,
            #"[{"name": "a", "RAWJson": "  [{\u0022saveAsBlocked\u0022: true}]"}]"#,
            "{\"data\": \"{\\n  \(type),\\n  \\\"description\\\": \\\"\\u00fc \\\\\\\"a\\\\\\\"\\\", \\\"saveAsBlocked\\\": true}\"}",
        ]
    )
    func found(text: String) throws {
        let result = readGraph(text)
        let policy = try #require(result.document?.policies["p"], "\(places(result))")
        #expect(policy.saveAsBlocked)
    }

    /// A text as a JSON string.
    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    @Test("It is found in up to three strings, with its places in the file", arguments: 1...4)
    func levels(count: Int) throws {
        var text = #"{"saveAsBlocked": true, "printBlocked": 7}"#
        for level in 0..<count { text = "{\"k\(level)\": \(Self.quoted(text))}" }
        let result = readGraph(text)
        guard count <= 3 else {
            #expect(result.diagnostics.map(\.code) == ["no-policy"], "no tool writes that")
            return
        }
        let finding = try #require(result.diagnostics.first)
        let column = try #require(text.firstRange(of: "7}")).lowerBound.utf16Offset(in: text) + 1
        #expect(result.diagnostics.count == 1 && finding.code == "wrong-type", "\(places(result))")
        #expect(finding.location?.column == column)
        let good = readGraph(text.replacing("7}", with: "true}")).document?.policies["p"]
        #expect(good?.saveAsBlocked == true && good?.printBlocked == true)
    }

    @Test("Its places are those in the file")
    func place() throws {
        let text = #"{"RAWJson": "{\"displayName\": \"\u00e4\", \"saveAsBlocked\": 7}"}"#
        let result = readGraph(text)
        let finding = try #require(result.diagnostics.first)
        let column = try #require(text.firstRange(of: "7}")).lowerBound.utf16Offset(in: text) + 1
        #expect(places(result) == ["1:\(column) wrong-type expected `true` or `false`, found `7`, at `RAWJson`"])
        #expect(finding.fix == nil, "an edit would have to be escaped")
    }

    @Test("Other strings are not searched")
    func others() {
        for text in [
            #"{"saveAsBlocked": true, "description": "{\"printBlocked\": true}"}"#,
            #"{"a": "{ no JSON", "b": {"saveAsBlocked": true}}"#,
        ] {
            let policy = readGraph(text).document?.policies["p"]
            #expect(policy?.saveAsBlocked == true && policy?.printBlocked == false, "\(text)")
        }
    }

    @Test("A truncated policy is named")
    func cutOff() {
        let text = #"[{"RAWJson": "{\"saveAsBlocked\": tr"}, {"printBlocked": true}]"#
        let result = readGraph(text)
        #expect(result.document?.policies["p"]?.printBlocked == true)
        #expect(result.diagnostics.map { "\($0.severity) \($0.code)" } == ["warning invalid-json"], "\(places(result))")
    }

    @Test("Deep nesting and size are bounded")
    func bounded() {
        let deep = #"{"RAWJson": "{\"saveAsBlocked\": "# + String(repeating: "[", count: 5_000) + #""}"#
        #expect(readGraph(deep).diagnostics.contains { $0.code == "nested-too-deeply" })
        var bounds = ReadingBounds()
        bounds.nodes = 50
        let many =
            #"[{"RAWJson": "{\"saveAsBlocked\": true, \"x\": ["# + String(repeating: "1,", count: 500) + #"1]}"}]"#
        let result = readGraph(Array(many.utf8), bounds: bounds)
        #expect(!result.isUsable && result.diagnostics.contains { $0.code == "too-many-values" }, "\(places(result))")
    }
}
