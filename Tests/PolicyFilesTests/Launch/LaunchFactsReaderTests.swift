import Diagnostics
import PolicyModel
import TestSupport
import Testing

@testable import PolicyFiles

@Suite("Reading launch facts") struct LaunchFactsReaderTests {
    @Test(
        "An invalid value is an error at its place, with a correction",
        arguments: [
            ("", "empty-document 1:1", "write `{}` if nothing is known"),
            ("# nothing\n", "empty-document 2:1", "write `{}` if nothing is known"), ("{}", nil, nil),
            ("[]", "wrong-type 1:1", nil),
            ("device: 5", "wrong-type 1:9", nil),
            ("devise: {}", "unknown-key 1:1", "did you mean `device`?"),
            ("device: {osversion: 17}", "unknown-key 1:10", "did you mean `osVersion`?"),
            ("device: {lastCheckIn: 2026-11-23T12:00:00Z}", "unknown-key 1:10", nil),
            ("device:\n  isJailbroken: maybe", "wrong-type 2:17", nil),
            ("device: {osVersion: [17]}", "wrong-type 1:21", nil),
            ("device: {biometry: eye}", "unknown-value 1:20", nil),
            ("device: {threats: high}", "wrong-type 1:19", "write `threats: {defender: low}`"),
            ("device: {threats: {defender: worst}}", "unknown-value 1:30", nil),
            ("device: {inapplicable: [model, modle]}", "unknown-value 1:32", "did you mean `model`?"),
            ("device: {model: 'a', inapplicable: [model]}", "duplicate-key 1:37", "remove one of them"),
            ("access: {pinFailures: -1}", "out-of-range 1:23", nil),
            ("access: {pinFailures: many}", "wrong-type 1:23", nil),
            ("access: {authentication: maybe}", "unknown-value 1:26", nil),
            (
                "now: yesterday", "invalid-instant 1:6",
                "write it in the form of RFC 3339, such as `2026-11-23T12:00:00Z`"
            ),
            ("device: {model: a, model: b}", "duplicate-key 1:20", nil),
            ("device: {osVersion: 17", "invalid-yaml 1:23", nil),
            ("device: \u{1}", "control-character 1:9", nil),
            (#"{"device": {"osVersion": "17"}, }"#, nil, nil),
        ] as [(String, String?, String?)]
    )
    func bad(text: String, finding: String?, help: String?) throws {
        let result = LaunchFactsReader().load(bytes: Array(text.utf8), path: "facts.yaml")
        guard let finding else {
            #expect(result.facts != nil)
            return
        }
        #expect(result.facts == nil)
        let first = try #require(result.diagnostics.first)
        let place = try #require(first.places.first)
        #expect("\(first.code) \(place.start.line):\(place.start.column)" == finding)
        if let help { #expect(first.help == help) }
    }

    @Test("Huge or deeply nested input costs no more than its bounds, and is refused")
    func hostile() {
        let texts = [
            "device: " + String(repeating: "[", count: 100_000),
            "device: {model: " + String(repeating: "a", count: LaunchFactsReader.byteLimit) + "}",
            "a: &a [x, x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]\n"
                + "c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]\nd: [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c, *c]\n",
            "device:\n" + (0..<20_000).map { "  k\($0): 1\n" }.joined(),
        ]
        for text in texts {
            let result = LaunchFactsReader().load(bytes: Array(text.utf8), path: "facts.yaml")
            #expect(result.facts == nil && !result.diagnostics.isEmpty && result.diagnostics.count <= 101)
        }
    }

    @Test("An invalid version, model or time is an unreadable fact, and `null` is a missing fact")
    func unreadable() throws {
        let text = """
            device: {osVersion: beta, appVersion: null, sdkVersion: 21.7.1, model: "", inapplicable: [hasPasscode]}
            access: {lastCheckIn: soon, pinFailures: 3, authentication: failed}
            """
        let facts = try #require(LaunchFactsReader().load(bytes: Array(text.utf8), path: "facts.yaml").facts)
        #expect(facts.device.osVersion == .unreadable && facts.device.appVersion == .missing)
        #expect(facts.device.sdkVersion.value?.text == "21.7.1" && facts.device.model == .unreadable)
        #expect(facts.device.hasPasscode == .inapplicable && facts.device.isJailbroken == .missing)
        #expect(facts.access.lastCheckIn == .unreadable && facts.access.pinFailures == .known(3))
        #expect(facts.access.authentication == .known(.failed) && facts.now == nil)
    }

    @Test("JSON and YAML have the same meaning")
    func notations() throws {
        let yaml = """
            now: 2026-11-23T12:00:00Z
            device: {osVersion: "17.4", isJailbroken: false, threats: {defender: low, other: medium}}
            access: {lastCheckIn: 2026-11-23T11:00:00Z}
            """
        let json = """
            {"now": "2026-11-23T12:00:00Z",
             "device": {"osVersion": "17.4", "isJailbroken": false, "threats": {"defender": "low", "other": "medium"}},
             "access": {"lastCheckIn": "2026-11-23T11:00:00Z"}}
            """
        let facts = [yaml, json].map { LaunchFactsReader().load(bytes: Array($0.utf8), path: "f").facts }
        #expect(facts[0] == facts[1])
        let read = try #require(facts[0])
        #expect(read.now == Instant("2026-11-23T12:00:00Z"))
        #expect(read.device.threats == .known(DeviceThreats(defender: .low, thirdParty: .medium)))
    }

    @Test("A missing file and a folder are errors")
    func files() throws {
        let folder = try TemporaryFolder()
        for path in [folder.file("none.yaml"), folder.path] {
            let result = LaunchFactsReader().load(path: path)
            #expect(result.facts == nil && result.diagnostics.count == 1)
        }
        let path = try folder.write("device: {}", to: "facts.yaml")
        #expect(LaunchFactsReader().load(path: path).facts == LaunchFacts())
    }
}
