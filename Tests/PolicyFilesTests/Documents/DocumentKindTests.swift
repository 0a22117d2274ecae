import PolicyFiles
import Testing

@Suite("Recognizing documents by their top-level key") struct DocumentKindTests {
    @Test(
        arguments: [
            ("", false), ("demarc: 1\n", false), ("demarc-tests: 1\n", false), ("- demarc-test: 1\n", false),
            ("a:\n  demarc-test: 1\n", false), ("# demarc-test: 1\na: 1\n", false), ("demarc-test\n", false),
            (#"{"a": {"demarc-test": 1}}"#, false), (#"{"a": "demarc-test: 1"}"#, false),
            (#"[{"demarc-test": 1}]"#, false),
            (#"{"a": "\", \"demarc-test\": 1"}"#, false), ("{", false), ("{\"", false), ("---", false),
            ("demarc-test: 1\n", true), ("\u{FEFF}demarc-test: 1\n", true), ("demarc-test : 1", true),
            ("# a comment\n\n---\n\"demarc-test\": 1\n", true), ("--- \ndemarc-test: 1\n", true),
            ("policy: p.yaml\r\n'demarc-test': 1\r\n", true), (#"{"demarc-test": 1}"#, true),
            (#"{"policy": {"a": ["}"]}, "demarc-test": 1}"#, true), ("\n{policy: p, demarc-test: 1}", true),
            // Quotes and `#` within a text without quotes.
            ("{a: Mary's, demarc-test: 1}", true), ("{a: [b 'c, d], demarc-test: 1}", true),
            (#"{a: 5" screen, demarc-test: 1}"#, true), ("{a: b#c, demarc-test: 1}", true),
            ("{a: b:'c, demarc-test: 1}", true), ("{a: b #c, demarc-test: 1\n}", false),
            ("{a: 'b, demarc-test: 1}", false), (#"{"a":"b, demarc-test: 1"}"#, false),
            ("{a: {b: c}, # x\ndemarc-test: 1}", true),
            // Escapes, explicit keys, anchors and tags.
            (#""demarc\u002dtest": 1"#, true), (#"{"\x64emarc-test": 1}"#, true), (#""demarc\u002dtests": 1"#, false),
            ("? demarc-test\n: 1", true), ("? demarc-tests\n: 1", false), ("{? demarc-test : 1}", true),
            ("&k demarc-test: 1", true), ("a: 1\n!!str demarc-test: 1", true), ("&d {demarc-test: 1}", true),
            ("{&k 'demarc-test': 1}", true), (#"{&k "a, demarc-test: 1": 1}"#, false), ("&k demarc: 1", false),
        ] as [(String, Bool)]
    )
    func scenarios(text: String, holdsScenarios: Bool) {
        #expect((DocumentKind(of: Array(text.utf8)) == .scenarios) == holdsScenarios)
    }

    @Test(arguments: [
        ("", nil), ("demarc-other: 1", nil), ("a: {demarc: 1}", nil), (#"{"policies": {"demarc": 1}}"#, nil),
        ("demarc: 1", DocumentKind.policy), (#"{"app": {}, "demarc": 1}"#, .policy), ("demarc-rules: 1", .rules),
        ("rules: []\ndemarc-rules: 1\ndemarc: 1", .rules),
    ])
    func everyKind(text: String, expected: DocumentKind?) {
        #expect(DocumentKind(of: Array(text.utf8)) == expected)
    }
}
