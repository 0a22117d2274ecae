import Diagnostics
import Foundation
import PolicyFiles
import PolicyModel
import TestSupport
import Testing

@testable import Scenarios

@Suite("Scenario reports") struct ScenarioReportTests {
    /// A passing scenario, a failing scenario, and a scenario in error, with names that are special to terminals and
    /// XML.
    private static func results() throws -> ScenarioFileResult {
        let names = ["fine", "<b>\"R&D\"</b>\u{1B}[31m\n'x'", "broken"]
        let steps: [Scenario.Step] = [
            .init(.go("https://docs.contoso.com/"), (.verdict, "allow")),
            .init(.go("https://casino.example/?a=1&b=<2>"), (.verdict, "allow"), (.to, nil), (.reasons, "identity")),
            .init(.go("https://a/", in: "F"), (.verdict, "allow")),
        ]
        let scenarios = zip(names, steps).enumerated().map { position, scenario in
            Scenario(name: scenario.0, location: Samples.place(position + 4), policy: 0, steps: [scenario.1])
        }
        let file = try Samples.file(scenarios)
        var runner = ScenarioRunner(file)
        return ScenarioFileResult(
            path: "tests/scenarios.yaml",
            runs: scenarios.map { .init(runner.run($0), duration: .microseconds(1_500)) }
        )
    }

    @Test("The text shows the expected and actual results, and the reason")
    func text() throws {
        let results = try Self.results()
        #expect(
            ScenarioTextReport().text(results) == """
                ERROR tests/scenarios.yaml: 1 passed, 1 failed, 1 in error
                  failed <b>"R&D"</b>␛[31m␊'x' (2 ms)
                    scenarios.yaml:2:5: navigate E to https://casino.example/?a=1&b=<2>
                      verdict: expected allow, got block
                      reason: expected identity, got rule.blocked, transition.none
                      because rule.blocked: Rule “gambling” blocks this URL. [gambling policy.yaml:18:9]
                      because transition.none: No other way to open it is offered. [policy.yaml:14:14]
                  error broken (2 ms)
                    scenarios.yaml:2:5: error[unknown-view]: view: unknown view `F`; the policy has `E`, `A`

                """
        )
        #expect(
            ScenarioTextReport().summary(
                [results, ScenarioFileResult(path: "x", error: Self.unread)],
                duration: .seconds(2)
            )
                == "3 scenarios in 2.0 s: 1 passed, 1 failed, 1 in error; 1 file could not be run\n"
        )
        // On a slow machine, the time is longer than the line.
        #expect(
            ScenarioTextReport(usesColor: true, width: 40).summary([results], duration: .seconds(1234))
                == "3 scenarios in 1234.0 s: \u{1B}[32m1 passed\u{1B}[0m,\n  \u{1B}[31m1 failed\u{1B}[0m, "
                + "\u{1B}[1;31m1 in error\u{1B}[0m\n"
        )
        let verbose = ScenarioTextReport(usesColor: true, isVerbose: true).text(results)
        #expect(verbose.contains("  \u{1B}[32mpassed\u{1B}[0m fine (2 ms)\n"))
        // Only the report's own escapes remain.
        #expect(!verbose.contains("\u{1B}[31m\n"))
    }

    @Test("JUnit reports are well-formed XML without control characters")
    func junit() throws {
        let results = try Self.results()
        let unread = ScenarioFileResult(path: "a/b.c/d.yaml", error: Self.unread)
        let text = ScenarioJUnitReport.document([results, unread])
        #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
        for part in [
            "<testsuites name=\"demarc test\" tests=\"4\" failures=\"1\" errors=\"2\" time=\"0.004500\">\n",
            "<testsuite name=\"tests/scenarios.yaml\" file=\"tests/scenarios.yaml\" tests=\"3\" failures=\"1\" errors=\"1\" "
                + "time=\"0.004500\" skipped=\"0\">\n",
            "<testcase name=\"fine\" classname=\"tests.scenarios\" time=\"0.001500\" file=\"scenarios.yaml\" line=\"4\"/>\n",
            "name=\"&lt;b&gt;&quot;R&amp;D&quot;&lt;/b&gt;[31m&#10;&apos;x&apos;\"",
            "<failure type=\"failed\" message=\"verdict: expected allow, got block; reason: expected identity, got "
                + "rule.blocked, transition.none\">",
            "https://casino.example/?a=1&amp;b=&lt;2&gt;",
            "<error type=\"unknown-view\" message=\"view: unknown view `F`",
            "<testcase name=\"(file)\" classname=\"a.b.c.d\" time=\"0.000000\" file=\"a/b.c/d.yaml\" line=\"7\">",
        ] {
            #expect(text.contains(part), "\(part) is missing in \(text)")
        }
    }

    @Test(
        "A result may have any duration",
        arguments: [
            (Duration.seconds(10_000_000_000_000_000), "9007199254740.9 s", "9007199254.740992"),
            (Duration.seconds(-3), "0 ms", "0.000000"),
        ]
    )
    func durations(duration: Duration, words: String, seconds: String) throws {
        var results = try Self.results()
        results.runs = results.runs.map { .init($0.result, duration: duration) }
        #expect(ScenarioTextReport().summary([results], duration: duration).contains(" in \(words): "))
        #expect(ScenarioTextReport(isVerbose: true).text(results).contains("passed fine ("))
        #expect(ScenarioJUnitReport.document([results]).contains(" time=\"\(seconds)\""))
    }

    @Test(
        "Characters that XML cannot contain are removed, and those that deceive or control a log are references",
        arguments: [
            ("a\u{0}b\u{8}\u{1B}\u{7F}\u{85}c", "abc"), ("\u{FFFE}\u{FFFF}", ""), ("😀é", "😀é"),
            ("a\tb\nc\rd", "a&#9;b&#10;cd"),
            ("]]>", "]]&gt;"), ("&amp;", "&amp;amp;"),
            ("n\u{202E}a\u{AD}\u{2028}\u{E0001}", "n&#x202E;a&#xAD;&#x2028;&#xE0001;"),
            ("x ##[stop-commands]y", "x &#35;#[stop-commands]y"), ("###vso[a]b## #[c", "#&#35;#vso[a]b## #[c"),
        ]
    )
    func xml(text: String, escaped: String) {
        #expect(XMLText.attribute(text) == "\"\(escaped)\"")
    }

    @Test("JSON has the fields of decisions")
    func json() throws {
        let results = try Self.results().runs.map(\.result)
        let report = ScenarioJSONReport()
        #expect(report.array([]) == "[]\n")
        let failed = report.object(results[1])
        for part in [
            #"{"name":"<b>\"R&D\"</b>\u001b[31m\n'x'","file":"scenarios.yaml","line":5,"outcome":"failed","#,
            #""expected":{"verdict":"allow","to":null,"reason":"identity"},"got":{"verdict":"block","to":null,"#,
            #""url":"https://casino.example/?a=1&b=%3C2%3E","route":null,"page":null,"class":"blocked","rule":"gambling","#
                + #""reasons":[{"code":"rule.blocked","rule":"gambling","#,
            #""setting":null,"at":"policy.yaml:18:9"},"#,
            #""steps":[{"line":2,"request":{"navigate":{"view":"E","url":"https://casino.example/?a=1&b=<2>","frame":"top"}},"#,
            #""differences":["verdict","reason"]}]}"#,
        ] {
            #expect(failed.contains(part), "\(part) is missing in \(failed)")
        }
        let error = report.object(results[2])
        #expect(
            error.contains(
                #""outcome":"error","expected":{"verdict":"allow"},"got":{},"error":{"code":"unknown-view","#
            )
        )
        #expect(ScenarioJSONReport(explains: true).object(results[1]).contains(#""message":"Rule “gambling” blocks"#))
    }

    @Test("Several expected reasons are listed")
    func severalReasons() throws {
        let result = try Samples.result([
            .init(.go("https://a/"), (.reasons, "rule"), (.verdict, "route"), (.reasons, "browser"))
        ])
        #expect(
            ScenarioJSONReport().object(result).contains(#""expected":{"reason":["rule","browser"],"verdict":"route"}"#)
        )
    }

    @Test(
        "An expectation has the type of the part",
        arguments: [
            (.conflict, "true", "true"), (.conflict, "false", "false"), (.conflict, nil, "null"),
            (.challenges, "pin", #"["pin"]"#), (.challenges, "credentials pin", #"["credentials","pin"]"#),
            (.challenges, "", "[]"), (.challenges, nil, "null"), (.page, "managed", #""managed""#),
        ] as [(Answer.Part, String?, String)]
    )
    func types(part: Answer.Part, value: String?, form: String) throws {
        let result = try Samples.result([.init(.go("https://a/"), (part, value))])
        #expect(ScenarioJSONReport().object(result).contains("\"expected\":{\"\(part.rawValue)\":\(form)}"))
    }

    @Test("An empty list of challenges is shown as none")
    func noChallenges() {
        let place = Samples.place(3)
        let step = ScenarioResult.Step(
            location: place,
            question: .go("https://a/"),
            expected: [],
            unmet: [.init(part: .challenges, value: "", isExcluded: true, location: place)]
        )
        #expect(step.unmetLines == ["challenges: expected not none, got none"])
    }

    @Test("What a passed step expects is in what it got, except for reasons")
    func contained() throws {
        let folder = Repository.path("Rules/scenarios")
        var parts: Set<String> = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".yaml") {
            let file = try #require(ScenarioFileReader().load(path: "\(folder)/\(name)").file, "\(name)")
            var runner = ScenarioRunner(file)
            for scenario in file.scenarios {
                let text = ScenarioJSONReport().object(runner.run(scenario))
                let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
                for step in try #require(object?["steps"] as? [[String: Any]]) {
                    let expected = try #require(step["expected"] as? [String: Any])
                    let got = try #require(step["got"] as? [String: Any])
                    for (part, value) in expected where part != Answer.Part.reasons.expectationName {
                        parts.insert(part)
                        // A part that must be missing may also be left out.
                        let texts = try [value, got[part] ?? NSNull()].map { value in
                            try JSONSerialization.data(
                                withJSONObject: value,
                                options: [.fragmentsAllowed, .sortedKeys]
                            )
                        }
                        #expect(texts[0] == texts[1], "\(scenario.name): \(part)")
                    }
                }
            }
        }
        #expect(parts.isSuperset(of: ["verdict", "to", "class", "rule", "challenges", "nextCheck", "conflict"]))
    }

    @Test("A tunnel has the class and the rule that its scenario expects")
    func tunnel() throws {
        let question = Question.connection(to: "casino.example", port: 443, in: "E")
        let result = try Samples.result([.init(question, (.class, "blocked"), (.rule, "intranet"))])
        let text = ScenarioJSONReport().object(result)
        #expect(text.contains(#""route":null,"class":"blocked","rule":"gambling","reasons""#), "\(text)")
        #expect(text.contains(#""differences":["rule"]"#))
    }

    private static let unread = Diagnostic(
        code: "invalid-yaml",
        message: "it is no YAML",
        places: [
            SourceRange(
                path: "a/b.c/d.yaml",
                start: SourcePosition(offset: 0, line: 7, column: 1),
                end: SourcePosition(offset: 0, line: 7, column: 1)
            )
        ]
    )
}
