import Diagnostics
import PolicyModel
import Testing

@testable import PolicyFiles

@Suite("Matrices of scenarios") struct ScenarioMatrixTests {
    private func scenarios(_ text: String) throws -> [Scenario] {
        let result = readScenarios(scenarioFile(text))
        return try #require(result.file, "\(summary(result))").scenarios
    }

    @Test("Every combination occurs once, the last variable changing fastest, with a unique name")
    func product() throws {
        let scenarios = try scenarios(
            """
            {name: "to ${url}", matrix: {view: [A, E], url: [u, v, w]}, then: {verdict: allow},
              when: {navigate: {view: "${view}", url: "https://${url}/$${url}/${u:v}"}}}
            """
        )
        #expect(
            scenarios.map(\.name) == [
                "to u [view=A]", "to v [view=A]", "to w [view=A]", "to u [view=E]", "to v [view=E]", "to w [view=E]",
            ]
        )
        #expect(
            scenarios[5].steps[0].question
                == .navigate(to: "https://w/${url}/${u:v}", in: "E")
        )
        #expect(Set(scenarios.map(\.location.line)) == [4])
    }

    @Test("A name that mentions every variable is unchanged")
    func mentioned() throws {
        let names = try scenarios(
            "{name: \"${a}-${b}\", matrix: {a: [1, 2], b: [x]}, when: {open: '${a}${b}'}, then: {verdict: allow}}"
        ).map(\.name)
        #expect(names == ["1-x", "2-x"])
    }

    @Test("A whole value keeps its type: number, list, mapping or null, quoted or not")
    func wholeValues() throws {
        let numbers = try scenarios(
            "{name: n, matrix: {n: [1, 40]}, when: {copy: {from: A, characters: \"${n}\"}}, then: {verdict: plain}}"
        )
        #expect(
            numbers.map(\.steps[0].question) == [
                .copy(ClipboardItem(characters: 1), from: .view("A")),
                .copy(ClipboardItem(characters: 40), from: .view("A")),
            ]
        )
        let users = try scenarios(
            """
            {name: n, matrix: {u: [none, [3ec2, dana@example.net]], t: [null, system]},
              given: {user: "${u}"}, when: {open: u}, then: {to: "${t}"}}
            """
        )
        #expect(users.map { $0.given.user?.accounts.count } == [1, 1, 2, 2])
        #expect(users.map(\.steps[0].expected[0].value) == [nil, "system", nil, "system"])
        #expect(users.map(\.name).last == "n [u=[3ec2, dana@example.net], t=system]")
        let requests = try scenarios(
            "{name: n, matrix: {r: [{open: u}, {setting: print}]}, when: \"${r}\", then: {verdict: allow}}"
        )
        #expect(requests.map(\.name) == ["n [r={open: u}]", "n [r={setting: print}]"])
        #expect(
            requests.map(\.steps[0].question) == [
                .open("u"), .setting(.print),
            ]
        )
    }

    @Test("A quoted number is a string, and so is a number within a longer string")
    func types() {
        checkScenarios(
            scenarioFile(
                "{name: n, matrix: {n: ['1']}, when: {copy: {from: A, characters: \"${n}\"}}, then: {verdict: plain}}"
            ),
            gives: ["4:26 wrong-type «'1'» expected a whole number, found the string `1` | remove the quotes"]
        )
        checkScenarios(
            scenarioFile(
                "{name: n, matrix: {n: [1]}, when: {copy: {from: A, characters: \"1${n}\"}}, then: {verdict: plain}}"
            ),
            gives: ["4:66 wrong-type «\"1${n}\"» expected a whole number, found the string `11` | remove the quotes"]
        )
    }

    @Test("Keys, patches and steps may contain variables")
    func everywhere() throws {
        let result = readScenarios(
            scenarioFile(
                """
                {name: n, matrix: {setting: [printBlocked, contactSyncBlocked], on: [true, false]},
                  policy: {policies: {level2: {"${setting}": "${on}"}}},
                  steps: [{when: {setting: print}, then: {verdict: allow}}]}
                """
            )
        )
        let file = try #require(result.file, "\(summary(result))")
        let policies = file.scenarios.map { file.policies[$0.policy].document.policies["level2"] }
        #expect(policies.map { $0?.printBlocked } == [true, false, true, true])
        #expect(policies.map { $0?.contactSyncBlocked } == [false, false, true, false])
    }

    @Test("A mistake in a value is fixed at the value, and a composed string has no fix")
    func fixes() {
        let whole = readScenarios(
            scenarioFile("{name: n, matrix: {v: [alow]}, when: {open: u}, then: {verdict: \"${v}\"}}")
        )
        #expect(whole.diagnostics.first?.fix?.replacement == "allow")
        #expect(whole.diagnostics.first?.fix.map { text(at: $0.range, in: whole.sources) } == "alow")
        let parts = readScenarios(
            scenarioFile("{name: n, matrix: {v: [ow]}, when: {open: u}, then: {verdict: \"al${v}\"}}")
        )
        #expect(parts.diagnostics.first?.help == "did you mean `allow`?")
        #expect(parts.diagnostics.first?.fix == nil)
    }

    @Test("Values may contain control characters, and names escape them")
    func controls() throws {
        let scenarios = try scenarios(
            #"{name: n, matrix: {u: ["a\tb"]}, when: {open: "${u}"}, then: {verdict: block}}"#
        )
        #expect(scenarios[0].steps[0].question == .open("a\tb"))
        #expect(!scenarios[0].name.unicodeScalars.contains("\t"))
    }

    @Test(
        "The syntax of variables is recognized",
        arguments: [
            ("", []), ("a$b", [.text("a$b")]), ("${a}", [.variable("a")]), ("$${a}", [.text("${a}")]),
            ("$$${a}", [.text("$${a}")]), ("${}", [.text("${}")]), ("${1}", [.text("${1}")]),
            ("${a", [.text("${a")]), ("${a b}", [.text("${a b}")]), ("${a-b_1}", [.variable("a-b_1")]),
            ("${_}x${B}", [.variable("_"), .text("x"), .variable("B")]),
            ("${${a}}", [.text("${"), .variable("a"), .text("}")]),
            ("${ä}", [.text("${ä}")]), ("$", [.text("$")]), ("${", [.text("${")]), ("$${", [.text("${")]),
        ] as [(String, [VariableText.Part])]
    )
    func variables(text: String, expected: [VariableText.Part]) throws {
        let parts = VariableText(text)
        #expect(parts.parts == expected)
        // For editors, an escaped variable is one too.
        let isMatched = try text.contains(Regex(VariableText.pattern))
        #expect(isMatched == (!parts.variables.isEmpty || text.contains("$${a}")))
    }
}
