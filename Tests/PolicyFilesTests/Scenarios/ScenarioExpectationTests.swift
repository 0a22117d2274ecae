import Diagnostics
import PolicyModel
import Testing

@testable import PolicyFiles

@Suite("Expectations of scenarios") struct ScenarioExpectationTests {
    @Test("Every possible verdict of a request is accepted", arguments: Question.Kind.allCases)
    func verdicts(question: Question.Kind) {
        for verdict in Question.Kind.allVerdicts {
            let text = scenarioFile("{name: n, when: \(Self.request(question)), then: {verdict: \(verdict)}}")
            #expect(readScenarios(text).isUsable == question.verdicts.contains(verdict), "\(question) \(verdict)")
        }
    }

    /// A request of a kind; the setting is one with a more detailed answer.
    private static func request(_ kind: Question.Kind) -> String {
        let requests: [Question.Kind: String] = [
            .navigate: "{view: A, url: u}", .copy: "{from: A}", .paste: "{from: A, into: A}",
            .upload: "{from: A, into: A}", .save: "{to: box}", .openFrom: "{from: box}", .send: "{to: a}",
            .receive: "{from: a}", .setting: "notifications", .connection: "{view: A, host: h, port: 443}",
            .unlock: "pin", .wait: "PT8H",
        ]
        return "{\(kind.rawValue): \(requests[kind] ?? "none")}"
    }

    @Test("Expectations keep their order and places")
    func expectations() throws {
        let then = """
            {reason: rule.default, verdict: block, to: managedBrowser, route: "a\\nb", page: unmanaged,
              class: external, rule: intranet}
            """
        let result = readScenarios(scenarioFile("{name: n, when: {navigate: {view: E, url: u}}, then: \(then)}"))
        let step = try #require(result.file?.scenarios.first?.steps.first, "\(summary(result))")
        #expect(
            step.expected.map {
                "\($0.location.line):\($0.location.column) \($0.part.expectationName)=\($0.value ?? "-")"
            }
                == [
                    "4:57 reason=rule.default", "4:79 verdict=block", "4:95 to=managedBrowser", "4:115 route=a\nb",
                    "4:130 page=unmanaged", "5:3 class=external", "5:20 rule=intranet",
                ]
        )
    }

    @Test(
        "An account is expected by its id, and no user as `none`",
        arguments: [("DANA@CONTOSO.COM", "3ec2"), ("none", "none")]
    )
    func account(name: String, expected: String) throws {
        let text = scenarioFile("{name: n, when: {receive: {from: a}}, then: {account: \(name)}}")
        #expect(readScenarios(text).file?.scenarios.first?.steps.first?.expected.first?.value == expected)
    }

    @Test("Exactly the parts that an answer can have may be expected to be absent", arguments: Question.Kind.allCases)
    func absent(question: Question.Kind) {
        for part in Answer.Part.allCases {
            let then = "{\(part.expectationName): null}"
            let text = scenarioFile("{name: n, when: \(Self.request(question)), then: \(then)}")
            let result = readScenarios(text)
            #expect(result.isUsable == question.answerParts.contains(part), "\(question) \(part)")
            guard let file = result.file else {
                #expect(result.diagnostics.map(\.code) == ["unknown-key"])
                continue
            }
            let values = file.scenarios[0].steps[0].expected.map(\.value)
            #expect(values == [nil])
        }
    }

    @Test("Every reason code and every family of codes can be expected", arguments: ReasonCode.allCases)
    func reasons(code: ReasonCode) {
        var name = code.rawValue
        while true {
            let text = scenarioFile("{name: n, when: {open: u}, then: {reason: \(name)}}")
            #expect(readScenarios(text).isUsable, "\(name)")
            guard let dot = name.lastIndex(of: ".") else { return }
            name = String(name[..<dot])
        }
    }

    @Test(
        "Every value of a setting can be expected",
        arguments: [
            ("notifications", "block", true), ("notifications", "required", false),
            ("fileEncryption", "required", true), ("fileEncryption", "allow", false),
        ]
    )
    func values(setting: String, value: String, isUsable: Bool) {
        let text = scenarioFile("{name: n, when: {setting: \(setting)}, then: {value: \(value)}}")
        #expect(readScenarios(text).isUsable == isUsable)
    }

    @Test("Every part can be expected not to have a value")
    func excluded() throws {
        let then = "{verdict: {not: block}, page: managed, reason: {not: browser}}"
        let result = readScenarios(scenarioFile("{name: n, when: {navigate: {view: E, url: u}}, then: \(then)}"))
        let step = try #require(result.file?.scenarios.first?.steps.first, "\(summary(result))")
        #expect(step.expected.map(\.value) == ["block", "managed", "browser"])
        #expect(step.expected.map(\.isExcluded) == [true, false, true])
    }

    // MARK: Findings

    @Test(
        "Mistakes in `then` are reported",
        arguments: [
            (
                "when: {open: none}, then: {verdct: allow}",
                [
                    "4:40 unknown-key «verdct» unknown key `verdct` in `then` | did you mean `verdict`?"
                ]
            ),
            (
                "when: {open: none}, then: {verdict: alow}",
                [
                    "4:49 unknown-value «alow» unknown verdict `alow` | did you mean `allow`?"
                ]
            ),
            (
                "when: {open: none}, then: {verdict: plain}",
                [
                    "4:49 unknown-value «plain» `open` never gives `plain` | it gives `allow`, `route` or `block`"
                ]
            ),
            (
                "when: {open: none}, then: {verdict: {not: alow}}",
                ["4:55 unknown-value «alow» unknown verdict `alow` | did you mean `allow`?"]
            ),
            (
                "when: {open: none}, then: {to: {not: view}}",
                [
                    "4:50 unknown-value «view» `open` never ends in a view | write `managedBrowser`, `unmanagedBrowser`, `managedApp`, `unmanagedApp`, `system` or `installBrowser`"
                ]
            ),
            (
                "when: {open: none}, then: {url: {not: https://Evil.example}}",
                [
                    "4:51 unknown-value «https://Evil.example» no answer has the URL `https://Evil.example` | write it in its canonical form: `https://evil.example/`"
                ]
            ),
            (
                "when: {open: none}, then: {url: {not: evil}}",
                ["4:51 unknown-value «evil» no answer has the URL `evil` | write a URL"]
            ),
            (
                "when: {open: none}, then: {route: {not: Microsoft-edge-https://Evil.example}}",
                [
                    "4:53 unknown-value «Microsoft-edge-https://Evil.example» no answer has the route `Microsoft-edge-https://Evil.example` | write it in its canonical form: `microsoft-edge-https://evil.example/`"
                ]
            ),
            (
                "when: {open: none}, then: {route: {not: kiosks://evil.example:443}}",
                [
                    "4:53 unknown-value «kiosks://evil.example:443» no answer has the route `kiosks://evil.example:443` | write it in its canonical form: `kiosks://evil.example/`"
                ]
            ),
            (
                "when: {open: none}, then: {route: {not: https://evil.example/}}",
                [
                    "4:53 unknown-value «https://evil.example/» no answer has the route `https://evil.example/` | write what is opened instead, such as `microsoft-edge-https://a.example/`"
                ]
            ),
            (
                "when: {open: none}, then: {route: {not: evil}}",
                [
                    "4:53 unknown-value «evil» no answer has the route `evil` | write what is opened instead, such as `microsoft-edge-https://a.example/`"
                ]
            ),
            ("when: {open: none}, then: {route: {not: microsoft-edge-http://evil.example:443/}}", []),
            ("when: {open: none}, then: {route: {not: kiosk://evil.example/}}", []),
            ("when: {open: none}, then: {route: {not: dialer://1234567890}}", []),
            ("when: {open: none}, then: {route: {not: 'ms-outlook://compose?to=a%20b'}}", []),
            ("when: {open: none}, then: {route: {not: 'tel-intunemam://tel%3A1?a=1&b=%40'}}", []),
            (
                "when: {signOut: none}, then: {verdict: {not: notAllowed}}",
                [
                    "4:58 unknown-value «notAllowed» `signOut` never gives `notAllowed` | it gives `success` or `failed`"
                ]
            ),
            (
                "when: {open: none}, then: {verdict: {not: null}}",
                ["4:50 missing-value «not» `not` has no value | give it one or remove the key"]
            ),
            (
                "when: {canOpen: none}, then: {verdict: [allow]}",
                [
                    "4:52 wrong-type «[allow]» expected a string, found a list"
                ]
            ),
            (
                "when: {navigate: {view: A, url: u}}, then: {to: sytem, route: [a], page: manged, class: extern}",
                [
                    "4:61 unknown-value «sytem» unknown destination `sytem` | did you mean `system`?",
                    "4:75 wrong-type «[a]» expected a string, found a list",
                    "4:86 unknown-value «manged» unknown page `manged` | did you mean `managed`?",
                    "4:101 unknown-value «extern» unknown class `extern` | did you mean `external`?",
                ]
            ),
            (
                "when: {navigate: {view: A, url: u}}, then: {rule: intrant}",
                [
                    "4:63 unknown-name «intrant» there is no rule `intrant` | did you mean `intranet`?"
                ]
            ),
            (
                "when: {navigate: {view: A, url: u}}, then: {rule: ''}",
                ["4:63 missing-value «''» the text is empty"]
            ),
            (
                "when: {open: none}, then: {reason: url.invald}",
                [
                    "4:48 unknown-value «url.invald» there is no reason code `url.invald`, and none begins with it and a dot | did you mean `url.invalid`?"
                ]
            ),
            (
                "when: {open: none}, then: {reason: url.}",
                [
                    "4:48 unknown-value «url.» there is no reason code `url.`, and none begins with it and a dot | did you mean `url`?"
                ]
            ),
            (
                "when: {open: none}, then: {reason: nonsense}",
                [
                    "4:48 unknown-value «nonsense» there is no reason code `nonsense`, and none begins with it and a dot | the documentation's table of reason codes lists them all"
                ]
            ),
            (
                "when: {setting: prnt}, then: {value: sometimes}",
                [
                    "4:29 unknown-value «prnt» unknown setting `prnt` | did you mean `print`?",
                    "4:50 unknown-value «sometimes» unknown value `sometimes` | write `allow`, `blockOrganizationalData`, `block`, `required` or `notRequired`",
                ]
            ),
            (
                "when: {setting: fileEncryption}, then: {value: sometimes}",
                ["4:60 unknown-value «sometimes» unknown value `sometimes` | write `required` or `notRequired`"]
            ),
            (
                "when: {receive: {from: a}}, then: {account: who}",
                [
                    "4:57 unknown-name «who» there is no account `who` | write `3ec2`, `dana@contoso.com` or `dana@example.net`"
                ]
            ),
            (
                "when: {signOut: none}, then: {verdict: allow}",
                [
                    "4:52 unknown-value «allow» `signOut` never gives `allow` | it gives `success` or `failed`"
                ]
            ),
            (
                "when: {open: none}, then: {verdict: null, zzz: null}",
                [
                    "4:55 unknown-key «zzz» unknown key `zzz` in `then` | it can also have `to`, `url`, `route`, `page`, `class`, `rule`, `value`, `account`, `conflict`, `challenges`, `nextCheck`, `reason`"
                ]
            ),
            (
                "when: {paste: {from: A, into: A}}, then: {page: null, to: view}",
                [
                    "4:55 unknown-key «page» the answer to `paste` never has `page` | expect `verdict` or `reason`",
                    "4:67 unknown-key «to» the answer to `paste` never has `to` | expect `verdict` or `reason`",
                ]
            ),
            (
                "when: {setting: print}, then: {conflict: null, value: allow}",
                [
                    "4:44 unknown-key «conflict» the answer to `setting` never has `conflict` | expect `verdict` or `reason`",
                    "4:60 unknown-key «value» the answer to `setting: print` never has `value` | expect `verdict` or `reason`",
                ]
            ),
            (
                "when: {setting: print}, then: {value: null}",
                [
                    "4:44 unknown-key «value» the answer to `setting: print` never has `value` | expect `verdict` or `reason`"
                ]
            ),
            // A matrix may ask about settings of both kinds.
            (
                "matrix: {s: [print, notifications], v: [null]}, when: {setting: '${s}'}, then: {value: '${v}'}", []
            ),
            (
                "when: {signOut: none}, then: {reason: null}",
                ["4:43 unknown-key «reason» the answer to `signOut` never has `reason` | expect `verdict`"]
            ),
            (
                "when: {open: none}, then: {class: external}",
                [
                    "4:40 unknown-key «class» the answer to `open` never has `class` | expect `verdict`, `to`, `url`, `route` or `reason`"
                ]
            ),
            ("when: {open: none}, then: []", ["4:39 wrong-type «[]» expected `then`, found a list"]),
            (
                "when: {zzz: none}, then: {verdict: alow}",
                [
                    "4:20 unknown-key «zzz» unknown key `zzz` in a request",
                    "4:48 unknown-value «alow» unknown verdict `alow` | did you mean `allow`?",
                ]
            ),
        ]
    )
    func expectation(text: String, expected: [String]) {
        checkScenarios(scenarioFile("{name: n, \(text)}"), gives: expected)
    }
}
