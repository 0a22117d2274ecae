import Diagnostics
import PolicyModel
import Testing

@testable import PolicyFiles

@Suite("Given situations of scenarios") struct ScenarioGivenTests {
    private func scenario(_ given: String, defaults: String? = nil) throws -> Scenario {
        let text = scenarioFile(
            "{name: n, given: \(given), when: {open: u}, then: {verdict: allow}}",
            defaults: defaults.map { "{given: \($0)}" }
        )
        let result = readScenarios(text)
        return try #require(result.file?.scenarios.first, "\(summary(result))")
    }

    @Test("Omitted values are nil")
    func nothing() throws {
        #expect(try scenario("{}").given == ScenarioGiven())
        #expect(try scenario("{views: {}}").given == ScenarioGiven())
    }

    @Test("Every value is read")
    func everything() throws {
        let given = try scenario(
            """
            {user: dana@contoso.com, process: 3EC2, task: none, app: com.me, installed: [a, b], mdmEnrolled: false,
              window: left, views: {A: {policy: currentIdentityBlockUpload, document: 'https://d.example/', page: external}, B: {window: w},
                C: {page: {loadedFor: 3EC2}}, D: {opener: C}}}
            """
        ).given
        #expect(
            given
                == ScenarioGiven(
                    user: .accounts([AccountID("dana@contoso.com")]),
                    process: .accounts([AccountID("3ec2")]),
                    task: .accounts([.noUser]),
                    app: "com.me",
                    installed: ["a", "b"],
                    mdmEnrolled: false,
                    window: "left",
                    views: [
                        ScenarioGiven.View(
                            id: "A",
                            policy: .currentIdentityBlockUpload,
                            document: "https://d.example/",
                            page: .external
                        ),
                        ScenarioGiven.View(id: "B", window: "w"),
                        ScenarioGiven.View(id: "C", page: .loadedFor(AccountID("3ec2"))),
                        ScenarioGiven.View(id: "D", opener: "C"),
                    ]
                )
        )
    }

    @Test(
        "The acting account is read",
        arguments: [
            ("none", [""]), ("''", [""]), ("NONE", [""]), ("dana@example.net", ["dana@example.net"]),
            ("[3ec2]", ["3ec2"]), ("[dana@example.net, DANA@contoso.com]", ["dana@example.net", "dana@contoso.com"]),
        ]
    )
    func user(text: String, expected: [String]) throws {
        #expect(try scenario("{user: \(text)}").given.user == .accounts(expected.map { AccountID($0) }))
    }

    @Test("An unset level differs from no user", arguments: ["user", "process", "task"])
    func unset(level: String) throws {
        let given = try scenario("{\(level): unset}").given
        #expect([given.user, given.process, given.task].compactMap(\.self) == [.unset])
    }

    @Test("A scenario overrides the defaults by key, and for views by part")
    func defaults() throws {
        let defaults =
            "{user: none, mdmEnrolled: true, installed: [a], views: {A: {policy: unmanaged}, X: {parent: W}}}"
        let given = try scenario(
            "{user: 3ec2, installed: [], views: {A: {page: internal}, Z: {parent: Y}, Y: {parent: W}}}",
            defaults: defaults
        ).given
        #expect(given.user == .accounts([AccountID("3ec2")]))
        #expect(given.mdmEnrolled == true)
        #expect(given.installed == [])
        #expect(given.views.map(\.id) == ["A", "X", "Y", "Z"])
        #expect(given.views[0] == ScenarioGiven.View(id: "A", policy: .unmanaged, page: .internal))
        #expect(try scenario("{}", defaults: defaults).given.views.map(\.id) == ["A", "X"])
    }

    @Test(
        "What excludes a part of a view in the defaults replaces it",
        arguments: [
            ("page: external", "opener: E", ScenarioGiven.View(id: "X", opener: "E")),
            ("opener: E", "page: external", ScenarioGiven.View(id: "X", page: .external)),
            ("page: external", "page: internal", ScenarioGiven.View(id: "X", page: .internal)),
            ("opener: E", "opener: A", ScenarioGiven.View(id: "X", opener: "A")),
            ("opener: E", "policy: unmanaged", ScenarioGiven.View(id: "X", policy: .unmanaged, opener: "E")),
            ("window: w", "parent: W", ScenarioGiven.View(id: "X", parent: "W")),
            ("window: w", "page: external", ScenarioGiven.View(id: "X", window: "w", page: .external)),
        ]
    )
    func excluding(defaults: String, own: String, expected: ScenarioGiven.View) throws {
        let given = try scenario("{views: {X: {\(own)}}}", defaults: "{views: {X: {\(defaults)}}}").given
        #expect(given.views == [expected])
    }

    @Test("A scenario overrides the facts of the defaults one by one, also with `null`")
    func facts() throws {
        let defaults = "{device: {osVersion: '17', model: a, inapplicable: [hasPasscode]}, access: {pinFailures: 3}}"
        let others = try scenario("{device: {model: b}, access: {authentication: valid}}", defaults: defaults).given
        let device = try #require(others.device)
        let access = try #require(others.access)
        #expect(device.osVersion == .reading("17") && device.model == .known(DeviceModel("b")))
        #expect(access.pinFailures == .known(3) && access.authentication == .known(.valid))
        let missing = try scenario(
            "{device: {osVersion: null, hasPasscode: null}, access: {pinFailures: ~}}",
            defaults: defaults
        ).given
        let remaining = try #require(missing.device)
        #expect(remaining.osVersion == .missing && remaining.hasPasscode == .missing)
        #expect(remaining.model == .known(DeviceModel("a")))
        #expect(try #require(missing.access).pinFailures == .missing)
    }

    @Test("Parents come before their children, including declared and moved views")
    func order() throws {
        let files = [
            "policy.yaml": "demarc: 1\nviews: [{id: P, children: [{id: Q, webView: false}]}, {id: R, webView: false}]"
        ]
        let text = scenarioFile(
            """
            {name: n, given: {views: {C: {parent: B}, P: {parent: B}, B: {parent: R}, D: {parent: Q}}},
              when: {navigate: {view: C, url: u}}, then: {verdict: allow}}
            """
        )
        let result = readScenarios(text, files: files)
        let file = try #require(result.file, "\(summary(result))")
        #expect(file.scenarios[0].given.views.map(\.id) == ["B", "C", "P", "D"])
    }

    @Test("A step sees the views and the app of earlier steps, but not of later ones")
    func steps() throws {
        let ask = "when: {navigate: {view: X, url: u}}, then: {verdict: allow}"
        let file = try #require(
            readScenarios(
                scenarioFile("{name: n, steps: [{given: {views: {X: {parent: W}}}, \(ask)}, {\(ask)}]}")
            ).file
        )
        #expect(file.scenarios[0].given.views.isEmpty)
        #expect(file.scenarios[0].steps.map { $0.given.views.map(\.id) } == [["X"], []])
        checkScenarios(
            scenarioFile("{name: n, steps: [{\(ask)}, {given: {views: {X: {parent: W}}}, \(ask)}]}"),
            gives: ["4:46 unknown-name «X» there is no view `X` | write `A` or `E`"]
        )
    }

    @Test("A step that moves views in a circle is reported at its place")
    func circle() {
        let step = { (views: String) in "{given: {views: \(views)}, when: {open: u}, then: {verdict: allow}}" }
        checkScenarios(
            scenarioFile("{name: n, steps: [\(step("{X: {}, Y: {parent: X}}")), \(step("{X: {parent: Y}}"))]}"),
            gives: [
                "4:121 cycle «{X: {parent: Y}}» the views contain one another in a cycle: `X` in `Y` in `X` | remove one `parent`"
            ]
        )
    }

    @Test("The depth of views is bounded, and a long chain costs little")
    func depth() {
        func chain(_ count: Int) -> String {
            let views = (0..<count).map { "v\($0): {parent: \($0 == 0 ? "W" : "v\($0 - 1)")}" }.joined(separator: ", ")
            return scenarioFile("{name: n, given: {views: {\(views)}}, when: {open: u}, then: {verdict: allow}}")
        }
        #expect(readScenarios(chain(255)).isUsable)
        #expect(readScenarios(chain(256)).diagnostics.map(\.code) == ["nested-too-deeply"])
        #expect(readScenarios(chain(50_000)).diagnostics.map(\.code) == ["nested-too-deeply"])
    }

    @Test("With several managed accounts and no user, a scenario must set one before its first question")
    func severalManagedAccounts() {
        let files = [
            "policy.yaml": """
            demarc: 1
            app: {multiManagedIdentities: true}
            policies: {p: {}}
            accounts: [{account: a, policy: p}, {account: b, policy: p}]
            """
        ]
        let ask = "when: {open: u}, then: {verdict: allow}"
        func isUsable(_ scenario: String, _ defaults: String? = nil) -> Bool {
            readScenarios(scenarioFile(scenario, defaults: defaults), files: files).isUsable
        }
        #expect(!isUsable("{name: n, given: {process: a}, \(ask)}"))
        #expect(isUsable("{name: n, given: {user: b}, \(ask)}"))
        #expect(isUsable("{name: n, given: {user: none}, \(ask)}"))
        #expect(isUsable("{name: n, given: {user: [a, b]}, \(ask)}"))
        #expect(isUsable("{name: n, \(ask)}", "{given: {user: a}}"))
        #expect(isUsable("{name: n, steps: [{given: {user: a}, \(ask)}, {\(ask)}]}"))
        #expect(!isUsable("{name: n, steps: [{\(ask)}, {given: {user: a}, \(ask)}]}"))
    }
}
