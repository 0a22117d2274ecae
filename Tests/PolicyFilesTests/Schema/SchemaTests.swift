import Diagnostics
import Foundation
import PolicyModel
import TestSupport
import Testing

@testable import PolicyFiles

@Suite("JSON Schemas") struct SchemaTests {
    @Test("The files in Rules/schema equal the generated ones", arguments: FileSchema.allCases)
    func shipped(_ schema: FileSchema) throws {
        #expect(try Repository.text("Rules/schema/\(schema.rawValue).schema.json") == schema.json, "run `make schemas`")
    }

    @Test("The definitions are exactly those that are used", arguments: FileSchema.allCases)
    func definitions(_ schema: FileSchema) {
        let text = schema.json
        let used = Set(text.matches(of: /"#\/\$defs\/([A-Za-z]+)"/).map { String($0.1) })
        #expect(used == Set(schema.content.definitions.map(\.key)))
    }

    // MARK: Documents

    private static func files(in folder: String) -> [String] {
        let folder = Repository.path(folder)
        var paths: [String] = []
        for case let name as String in FileManager.default.enumerator(atPath: folder) ?? .init()
        // A name that begins with a dot belongs to a configuration file or a build.
        where name.hasSuffix(".yaml") && !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
            paths.append("\(folder)/\(name)")
        }
        return paths.sorted()
    }

    private static func schema(of value: SchemaTestValue) -> FileSchema? {
        guard case .object(let entries) = value else { return nil }
        switch entries.first?.key {
        case "demarc": return .policy
        case "demarc-rules": return .rules
        case "demarc-test": return .scenarios
        default: return nil
        }
    }

    /// Whether a file belongs to a server or a proxy; the tests of the server's configuration read the former.
    private static func isOfServer(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return name.hasPrefix("serve") || name.hasPrefix("envoy")
    }

    @Test("Every shipped document is valid under its schema")
    func documents() throws {
        let paths = Self.files(in: "Rules") + Self.files(in: "Examples")
        #expect(paths.count > 20)
        for path in paths where !Self.isOfServer(path) {
            let value = try Self.value(ofFile: path)
            let schema = try #require(Self.schema(of: value), "\(path) is none of the three")
            let problems = try SchemaValidator(schema.json).problems(of: value)
            #expect(problems.isEmpty, "\(path)")
        }
    }

    @Test(
        "The schema refuses what the readers refuse, as far as it concerns the form",
        arguments: [
            "demarc: 2", "ruleSets: {}", "demarc: 1\nruelSets: {}", "demarc: 1\naccounts: [{upn: a}]",
            "demarc: 1\npolicies: {p: {saveAsBlocked: 'yes'}}", "demarc: 1\npolicies: {p: {managedBrowser: safari}}",
            "demarc: 1\npolicies: {p: {allowedOutboundClipboardSharingExceptionLength: 65536}}",
            "demarc: 1\nruleSets: {r: {default: allow}}",
            "demarc: 1\nruleSets: {r: {default: blocked, rules: [{id: a}]}}",
            "demarc: 1\nruleSets: {r: {default: blocked, rules: [{id: a, class: blocked, lst: {}}]}}",
            "demarc: 1\nruleSets: {r: {default: blocked, rules: [{id: a, class: blocked, list: {file: a}}]}}",
            "demarc: 1\nviews: [{id: a, policy: managed}]", "demarc: 1\napp: {multiIdentity: 1}",
        ]
    )
    func refused(_ text: String) throws {
        let result = PolicyDocumentReader(files: MemoryFiles([String: String]())).load(text: text, path: "p.yaml")
        #expect(result.diagnostics.contains { $0.severity == .error })
        let problems = try SchemaValidator(FileSchema.policy.json).problems(of: Self.value(of: text))
        #expect(!problems.isEmpty)
    }

    @Test("An app configuration may be for one account or for several", arguments: ["a@b.example", "[a@b.example]"])
    func accounts(value: String) throws {
        let text = """
            demarc: 1
            policies: {p: {}}
            accounts: [{account: a@b.example, policy: p}]
            appConfigurations: [{accounts: \(value), settings: {k: v}}]
            """
        let result = PolicyDocumentReader(files: MemoryFiles([String: String]())).load(text: text, path: "p.yaml")
        #expect(!result.diagnostics.contains { $0.severity == .error }, "\(result.diagnostics.map(\.message))")
        #expect(try SchemaValidator(FileSchema.policy.json).problems(of: Self.value(of: text)).isEmpty)
    }

    @Test(
        "The schema of scenario files refuses what the reader refuses, as far as it concerns the form",
        arguments: [
            "then: {verdict: alow}", "then: {page: 7}", "then: {to: bowser}", "then: {class: intern}",
            "then: {verdict: {not: alow}}", "then: {verdict: {}}",
            "given: {mdmEnrolled: 'yes'}", "given: {installed: false}",
            "given: {views: {E: {policy: curentIdentity}}}", "given: {device: {hasPasscode: maybe}}",
            "given: {device: {threats: {Defender: awful}}}", "given: {access: {inapplicable: lastPIN}}",
            "when: {save: {to: bocks}}", "when: {setting: pirnt}", "when: {copy: {from: E, characters: -1}}",
            "when: {connection: {host: a, port: 0}}", "when: {navigate: {url: a, sameDocument: 1}}",
            "when: {unlock: [pin, charm]}", "when: {pin: [1]}", "when: {send: [com.example.app]}",
            "policy: {policies: {level2: {saveAsBlocked: -1}}}",
            "policy: {policies: {level2: {managedBrowser: safari}}}",
            "steps: {when: {setting: print}}", "matrix: {a: b}",
            "given: {mdmEnrolled: '$enrolled'}", "given: {mdmEnrolled: '${en rolled}'}",
        ]
    )
    func refusedScenario(_ part: String) throws {
        let text = Self.scenario(with: part)
        #expect(readScenarios(text).diagnostics.contains { $0.severity == .error })
        #expect(try !SchemaValidator(FileSchema.scenarios.json).problems(of: Self.value(of: text)).isEmpty)
    }

    @Test(
        "The schema of scenario files accepts null facts, and variables for every value and key",
        arguments: [
            "given: {access: {pinFailures: null, lastPIN: ~}, device: {inapplicable: null, threats: {Defender: null}}}",
            "when: {launch: {device: {model: null}, access: {inapplicable: null}}}",
            "when: {unlock: [pin, biometric]}",
            "matrix: {p: [null, '2026-11-22T12:00:00Z']}, given: {access: {pinSetAt: '${p}'}}",
            "matrix: {a: [[[1]], {a: [1]}, [{}]]}", "matrix: {a: [true, false]}, given: {mdmEnrolled: '${a}'}",
            "matrix: {a: [{installed: [com.example.app]}]}, given: '${a}'",
            "matrix: {a: [{hasPasscode: true}]}, given: {device: '${a}'}",
            "matrix: {a: [print]}, when: {setting: '${a}'}", "matrix: {a: [{setting: print}]}, when: '${a}'",
            "matrix: {a: [1, 40], v: [block]}, when: {copy: {from: E, characters: '${a}'}}, then: {verdict: '${v}'}",
            "when: {open: u}, then: {to: {not: system}}", "then: {verdict: {not: block}}",
            "matrix: {a: [verdict]}, then: {'${a}': null}", "matrix: {a: [mdm]}, given: {'${a}Enrolled': true}",
            "matrix: {a: [level2]}, policy: {policies: {'${a}': {printBlocked: false}}}",
            "matrix: {a: [print]}, policy: {policies: {level2: {'${a}Blocked': false}}}",
        ]
    )
    func acceptedScenario(_ part: String) throws {
        let text = Self.scenario(with: part)
        let errors = readScenarios(text).diagnostics.filter { $0.severity == .error }
        #expect(errors.isEmpty, "\(errors.map(\.message))")
        let problems = try SchemaValidator(FileSchema.scenarios.json).problems(of: Self.value(of: text))
        #expect(problems.isEmpty, "\(problems)")
    }

    /// A scenario file whose only scenario has some keys, and besides these a question and an expectation.
    private static func scenario(with part: String) -> String {
        let others = ["when: {setting: print}", "then: {verdict: null}"]
            .filter { other in !(part.hasPrefix(other.prefix(5)) || part.contains(", \(other.prefix(5))")) }
        return scenarioFile("{\((["name: n", part] + others).joined(separator: ", "))}")
    }

    @Test("A setting accepts the values in its schema, and no others", arguments: PolicySetting.allCases)
    func settings(_ setting: PolicySetting) throws {
        let samples = [
            "true", "7", "managedApps", "PT5M", "[]", "[box]", "[https://a.example/*]", "[{name: a, value: b}]",
            "{a: b}",
            "blocked", "notBlocked", "microsoftEdge", "anyApp", "warn", "low", "numeric", "whenDeviceLocked",
            "defenderOverThirdPartyPartner", "allow", "-1",
        ]
        let validator = try SchemaValidator(FileSchema.policy.json)
        var accepted = 0
        for sample in samples {
            let text = "demarc: 1\npolicies: {p: {\(setting.name): \(sample)}}"
            let result = PolicyDocumentReader(files: MemoryFiles([String: String]())).load(text: text, path: "p.yaml")
            let isForm = result.diagnostics.contains { $0.severity == .error && Self.formCodes.contains($0.code) }
            let problems = try validator.problems(of: Self.value(of: text))
            // In form, a text may be anything; the syntax of durations and schemes is checked by the reader.
            #expect(problems.isEmpty == !isForm, "\(setting.name): \(sample): \(result.diagnostics.map(\.message))")
            if problems.isEmpty { accepted += 1 }
        }
        #expect(accepted > 0)
        #expect(accepted < samples.count)
    }

    @Test("Every key of a policy may be null, which counts as missing", arguments: DocumentKeys.policy)
    func null(key: String) throws {
        let text = "demarc: 1\npolicies: {p: {\(key): null}}"
        let result = PolicyDocumentReader(files: MemoryFiles([String: String]())).load(text: text, path: "p.yaml")
        #expect(!result.diagnostics.contains { $0.severity == .error }, "\(result.diagnostics.map(\.message))")
        #expect(try SchemaValidator(FileSchema.policy.json).problems(of: Self.value(of: text)).isEmpty)
    }

    private static let formCodes: Set<String> = ["wrong-type", "unknown-value", "out-of-range", "unknown-key"]

    // MARK: Values

    private static func value(ofFile path: String) throws -> SchemaTestValue {
        try value(of: String(contentsOfFile: path, encoding: .utf8))
    }

    private static func value(of text: String) throws -> SchemaTestValue {
        let reading = ReadingContext(
            source: MemoryFiles([String: String]()),
            bounds: ReadingBounds(),
            allowsOutside: false
        )
        return value(try #require(reading.open(Array(text.utf8), path: "p.yaml", resolvedPath: "/p.yaml")))
    }

    private static func value(_ node: DocumentNode) -> SchemaTestValue {
        switch node.content {
        case .scalar where node.isNull: .scalar(.null)
        case .scalar("true", isPlain: true): .scalar(.boolean(true))
        case .scalar("false", isPlain: true): .scalar(.boolean(false))
        case .scalar(let text, isPlain: true):
            if let number = Int(text) { .scalar(.integer(number)) } else { .scalar(.text(text)) }
        case .scalar(let text, isPlain: false): .scalar(.text(text))
        case .sequence(let elements): .list(elements.map { value($0) })
        case .mapping(let entries): .object(entries.map { SchemaTestValue.Entry(key: $0.key, value: value($0.value)) })
        }
    }
}
