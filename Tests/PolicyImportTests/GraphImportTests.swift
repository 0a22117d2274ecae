import Diagnostics
import PolicyFiles
import PolicyImport
import PolicyModel
import Testing

@Suite("Importing a Graph document") struct GraphImportTests {
    /// Every setting with a value that is not its default.
    private static let all: String = {
        let settings = PolicySetting.allCases.map { "\"\($0.name)\": \(value(of: $0))" }
        return ##"{"@odata.type": "#microsoft.graph.iosManagedAppProtection", "##
            + settings.joined(separator: ", ") + "}"
    }()

    private static func value(of setting: PolicySetting) -> String {
        let standard = AppProtectionPolicy()[setting]
        switch setting.row.kind {
        case .boolean: return standard == .boolean(true) ? "false" : "true"
        case .number: return "40"
        case .text: return setting == .description ? #""- x # y""# : #""It's \"level\" 2: ä\n""#
        case .word(let words): return "\"\(words.last { .text($0) != standard } ?? "")\""
        case .words(let words): return "[\"\(words.first ?? "")\", \"\(words.last ?? "")\"]"
        case .version: return #""17.4.1""#
        case .models: return #""iPhone14,2; iPad13,1""#
        case .scheme: return #""kiosk://""#
        case .duration: return #""PT30M""#
        case .links: return #"["http://b.example/*", "http://c.example"]"#
        case .protocols: return #"[{"name": "Maps: a", "value": "maps;geo"}]"#
        }
    }

    @Test(
        "A file without a policy, or with rules, is named, and nothing is written",
        arguments: ["", "{", "[]", "{\"a\": 1}", "{\"saveAsBlocked\": true, \"ruleSets\": {}}"]
    )
    func unreadable(text: String) {
        let result = GraphImport.read(source(text, "policy.json"))
        #expect(result.text.isEmpty)
        #expect(result.findings.contains { $0.severity == .error })
        #expect(result.findings.flatMap(\.places).allSatisfy { $0.path == "policy.json" })
    }

    @Test("A policy in YAML is named as such, and not as JSON with wrong quotes")
    func yaml() {
        let text = "'@odata.type': '#microsoft.graph.iosManagedAppProtection'\nprintBlocked: true\n"
        let result = GraphImport.read(source(text, "policy.yaml"))
        #expect(result.text.isEmpty)
        #expect(result.findings.map(\.code) == ["not-json"])
        #expect(result.findings.first?.help == "save it as JSON, as Graph returns it")
    }

    @Test(
        "An unknown setting is named at its place: an error if it is misspelt, and nothing if it is for Android",
        arguments: [
            ("printBlockd", ["error unknown-key 1:61 «\"printBlockd\"» did you mean `printBlocked`?"]),
            ("PRINTBLOCKED", ["error unknown-key 1:61 «\"PRINTBLOCKED\"» did you mean `printBlocked`?"]),
            ("colorOfTheIcon", ["note unknown-key 1:61 «\"colorOfTheIcon\"»"]), ("screenCaptureBlocked", []),
        ]
    )
    func unknown(key: String, expected: [String]) throws {
        let type = ##""@odata.type": "#microsoft.graph.iosManagedAppProtection""##
        let result = GraphImport.read(source("{\(type), \"\(key)\": true, \"saveAsBlocked\": true}", "policy.json"))
        let found = zip(summary(result), result.findings).map { $0 + ($1.help.map { " \($0)" } ?? "") }
        #expect(found == expected)
        #expect(result.carried == 1 && result.dropped == expected.count)
        #expect(try readBack(result).policies["imported"]?.saveAsBlocked == true)
    }

    @Test("Whom the policy reaches is not carried over, and noted")
    func reach() {
        let text = #"{"saveAsBlocked": true, "isAssigned": false, "targetedAppManagementLevels": "mdm"}"#
        let result = GraphImport.read(source(text, "policy.json"))
        #expect(
            summary(result) == [
                #"note policy-reach 1:25 «"isAssigned"»"#, #"note policy-reach 1:46 «"targetedAppManagementLevels"»"#,
            ]
        )
        #expect(result.carried == 1 && result.dropped == 0)
    }

    @Test("The written document reads like the file")
    func roundTrip() throws {
        let result = GraphImport.read(source(Self.all, "policy.json"), name: "level 2")
        #expect(result.carried == PolicySetting.allCases.count)
        let inline = try #require(try readBack(result).policies["level 2"])
        let document = "demarc: 1\npolicies: {level 2: {graph: policy.json}}\n"
        let loaded = PolicyDocumentReader(files: MemoryFiles(["policy.json": Self.all])).load(
            text: document,
            path: "p.yaml"
        )
        let graph = try #require(loaded.document?.policies["level 2"])
        #expect(comparable(inline) == comparable(graph))
        #expect(comparable(inline) != comparable(AppProtectionPolicy(name: "level 2")))
    }

    @Test("A policy is chosen by name, and default values are kept only if they were given")
    func several() throws {
        let policy = { (name: String) in
            ##"{"@odata.type": "#microsoft.graph.iosManagedAppProtection", "displayName": "\##(name)", "printBlocked": false}"##
        }
        let text = "{\"value\": [\(policy("a")), \(policy("b"))]}"
        let unclear = GraphImport.read(source(text, "two.json")).findings
        #expect(unclear.map(\.code) == ["several-policies"])
        #expect(unclear[0].message == "`two.json` contains 2 iOS app protection policies: `a`, `b`")
        #expect(unclear[0].help == "choose one with `--display-name NAME`")
        let result = GraphImport.read(source(text), displayName: "b")
        #expect(result.text.hasSuffix("  'imported':\n    displayName: \"b\"\n    printBlocked: false\n"))
    }

    /// The policy without places, which differ, and without unknown settings.
    private func comparable(_ policy: AppProtectionPolicy) -> AppProtectionPolicy {
        var policy = policy
        for setting in PolicySetting.allCases { policy.setLocation(of: setting, to: nil) }
        policy.unknownSettings = []
        return policy
    }
}
