import Testing

@testable import DemarcCommands

@Suite("A file of scenarios is told by its top-level key") struct ScenarioFileKindTests {
    @Test(arguments: [
        ("", false), ("demarc: 1\n", false), ("demarc-tests: 1\n", false), ("- demarc-test: 1\n", false),
        ("a:\n  demarc-test: 1\n", false), ("# demarc-test: 1\na: 1\n", false), ("demarc-test\n", false),
        (#"{"a": {"demarc-test": 1}}"#, false), (#"{"a": "demarc-test: 1"}"#, false), (#"[{"demarc-test": 1}]"#, false),
        (#"{"a": "\", \"demarc-test\": 1"}"#, false), ("{", false), ("{\"", false), ("---", false),
        ("demarc-test: 1\n", true), ("\u{FEFF}demarc-test: 1\n", true), ("demarc-test : 1", true),
        ("# a comment\n\n---\n\"demarc-test\": 1\n", true), ("--- \ndemarc-test: 1\n", true),
        ("policy: p.yaml\r\n'demarc-test': 1\r\n", true), (#"{"demarc-test": 1}"#, true),
        (#"{"policy": {"a": ["}"]}, "demarc-test": 1}"#, true), ("\n{policy: p, demarc-test: 1}", true),
    ])
    func kind(text: String, holdsScenarios: Bool) {
        #expect(ScenarioFileKind.holdsScenarios(Array(text.utf8)) == holdsScenarios)
    }
}
