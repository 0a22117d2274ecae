import Diagnostics
import PolicyModel
import Testing

@testable import Scenarios

@Suite("Running a scenario") struct ScenarioRunnerTests {
    private static let search = "https://search.example/"

    @Test("An account that acts after signing out is an error")
    func signedOut() throws {
        let account = AccountID("dana@example.net")
        let result = try Samples.result([
            .init(.signOut(account), (.verdict, "success")),
            .init(.go("https://a/"), given: ScenarioGiven(user: [account]), (.verdict, "allow")),
        ])
        #expect(result.outcome == .error)
        #expect(result.error?.code == "identity-refused")
        #expect(result.error?.message == "user: the account is not signed in, so it cannot act")
    }

    @Test(
        "An unknown name is an error",
        arguments: [
            (ScenarioGiven(), Question.go("https://a/", in: "F"), "unknown-view", "has `E`, `A`"),
            (ScenarioGiven(), .go("https://a/", in: "window"), "not-a-web-view", "`E`, `A`"),
            (ScenarioGiven(), .go("https://a/", in: nil), "missing-view", "`E`, `A`"),
            (
                ScenarioGiven(user: [AccountID("dana@contoso.con")]), .go("https://a/"), "unknown-account",
                "dana@contoso.com"
            ),
            (ScenarioGiven(process: [AccountID("robin")]), .go("https://a/"), "unknown-account", "process: "),
            (ScenarioGiven(task: [AccountID("robin")]), .go("https://a/"), "unknown-account", "task: "),
            (
                ScenarioGiven(), .pasteCopied(into: .native()), "empty-pasteboard",
                "no earlier step copied anything"
            ),
            (ScenarioGiven(), .copy(ClipboardItem(), from: .view("B")), "unknown-view", "from: "),
            (ScenarioGiven(), .upload(from: .native(), into: "B"), "unknown-view", "into: "),
            (ScenarioGiven(), .copy(ClipboardItem(), from: .account(AccountID("robin"))), "unknown-account", "from: "),
            (ScenarioGiven(), .save(to: .box, of: AccountID("robin")), "unknown-account", "account: "),
            (ScenarioGiven(), .setting(.print, of: .account(AccountID("robin"))), "unknown-account", "account: "),
            (
                ScenarioGiven(views: [.init(id: "B", parent: "E")]), .go("https://a/"), "view-refused",
                "its parent is a web view"
            ),
            (ScenarioGiven(views: [.init(id: "B", parent: "C")]), .go("https://a/"), "unknown-view", "views.B.parent"),
            (
                ScenarioGiven(views: [.init(id: "window", page: .external)]), .go("https://a/"), "view-refused",
                ""
            ),
        ]
    )
    func errors(given: ScenarioGiven, question: Question, code: String, message: String) throws {
        let result = try Samples.result([.init(question, (.verdict, "allow"))], given: given)
        #expect(result.outcome == .error)
        let error = try #require(result.error)
        #expect(error.code == code)
        #expect(message.isEmpty || error.message.contains(message), "\(error.message)")
        #expect(error.location?.path == "scenarios.yaml")
    }

    @Test("Access belongs to an account, whichever name a step uses for it")
    func access() throws {
        let policy = """
            demarc: 1
            app: {multiIdentity: true, multiManagedIdentities: true}
            user: dana@contoso.com
            policies: {p: {pinRequired: true, periodOnlineBeforeAccessCheck: PT30M}}
            accounts:
              - {account: 3ec2c00f, upn: dana@contoso.com, organization: contoso, policy: p}
              - {account: erin@contoso.com, organization: contoso, policy: p}
            """
        var given = ScenarioGiven()
        given.now = Instant(secondsSince1970: 1_800_000_000)
        given.access = AccessState()
        given.access?.pinSetAt = .known(Instant(secondsSince1970: 1_700_000_000))
        let unlock = Scenario.Step(.unlock(by: [.pin]), (.verdict, "allow"))
        let names: [AccountID?] = [nil, AccountID("3ec2c00f"), AccountID("DANA@contoso.com")]
        let erin = AccountID("erin@contoso.com")
        let result = try Samples.result(
            [unlock] + names.map { Scenario.Step(.launch(of: $0), (.verdict, "allow")) } + [
                .init(.launch(of: erin), (.verdict, "challenge")),
                .init(.switchIdentity(to: erin), (.verdict, "success")),
                .init(.launch(), (.verdict, "challenge")),
                .init(.launch(of: names[1]), (.verdict, "allow")),
            ],
            given: given,
            policy: policy
        )
        #expect(result.outcome == .passed, "\(result)")
    }

    @Test("An installed app must be declared if the policy lists apps; questions may name any app")
    func apps() throws {
        let step = Scenario.Step(.send(to: "com.contoso.scanner"), (.verdict, "allow"))
        #expect(try Samples.result([step]).outcome != .error)
        var document = try document(Samples.policy)
        document.apps = [AppDeclaration(id: "com.contoso.scaner")]
        var scenario = Scenario(name: "sample", location: Samples.place(1), policy: 0, steps: [step])
        var runner = ScenarioRunner(ScenarioFile(path: "s", policies: [.init(document: document)], scenarios: []))
        let asking = runner.run(scenario)
        #expect(asking.outcome != .error)
        scenario.given.installed = ["com.contoso.scanner"]
        let result = runner.run(scenario)
        #expect(result.error?.code == "unknown-app")
        #expect(result.error?.message.contains("did you mean `com.contoso.scaner`?") == true)
        // This app does not need to declare itself.
        var own = scenario
        own.given.app = "com.contoso.scanner"
        let ownResult = runner.run(own)
        #expect(ownResult.outcome != .error)
        // A declared app may be repeated.
        scenario.given.installed = ["com.contoso.scaner", "com.contoso.scaner"]
        let repeated = runner.run(scenario)
        #expect(repeated.outcome != .error)
    }

    @Test("If several accounts could act, the scenario names one")
    func severalUsers() throws {
        let policy = """
            demarc: 1
            app: {multiIdentity: true, multiManagedIdentities: true}
            policies: {strict: {managedBrowserToOpenLinksRequired: true}}
            accounts:
              - {account: dana@contoso.com, policy: strict}
              - {account: robin@fabrikam.com, policy: strict}
            """
        let step = Scenario.Step(.go(Self.search, in: nil), (.verdict, "allow"))
        let unclear = try Samples.result([step], policy: policy)
        #expect(unclear.error?.code == "missing-user")
        #expect(unclear.error?.message.contains("`dana@contoso.com`, `robin@fabrikam.com`") == true)
        let given = ScenarioGiven(user: [AccountID("robin@fabrikam.com")])
        #expect(try Samples.result([step], given: given, policy: policy).outcome == .passed)
    }

    @Test(
        "A failure names the parts that differ",
        arguments: [
            ([(.verdict, "block"), (.to, "managedBrowser")], ["verdict"]),
            ([(.verdict, nil)], ["verdict"]),
            ([(.to, nil)], ["to"]),
            ([(.route, "https://search.example/"), (.page, nil), (.page, "managed")], ["route", "page"]),
            ([(.rule, "intranet"), (.class, "internal"), (.value, "allow")], ["rule", "class", "value"]),
            ([(.account, "dana@contoso.com")], ["account"]),
            ([(.reasons, "brow"), (.reasons, "browser.")], ["reason", "reason"]),
            ([(.reasons, nil)], ["reason"]),
            (
                [
                    (.verdict, "route"), (.reasons, "browser"), (.reasons, "browser.required"),
                    (.reasons, "rule.default"),
                ],
                []
            ),
            ([(.rule, nil), (.value, nil), (.account, nil), (.page, nil), (.class, "external")], []),
            ([(.url, "https://search.example/")], []),
            ([(.url, nil)], ["url"]),
            ([(.route, "microsoft-edge-https://search.example/"), (.to, "managedBrowser")], []),
        ] as [([(Answer.Part, String?)], [String])]
    )
    func differences(expected: [(Answer.Part, String?)], differences: [String]) throws {
        var step = Scenario.Step(.go(Self.search))
        step.expected = expected.map { ScenarioExpectation(part: $0.0, value: $0.1, location: Samples.place(3)) }
        let result = try Samples.result([step])
        #expect(result.steps.map { $0.unmet.map(\.part.expectationName) } == [differences])
        #expect(result.outcome == (differences.isEmpty ? .passed : .failed))
        #expect(result.error == nil)
    }

    @Test(
        "An excluded value is met by another value, or by none",
        arguments: [
            (.verdict, "block", true), (.verdict, "route", false), (.to, "managedBrowser", false),
            (.page, "unmanaged", true), (.account, "dana@contoso.com", true), (.reasons, "identity", true),
            (.reasons, "browser", false),
        ] as [(Answer.Part, String, Bool)]
    )
    func excluded(part: Answer.Part, value: String, isMet: Bool) throws {
        var step = Scenario.Step(.go(Self.search))
        step.expected = [.init(part: part, value: value, isExcluded: true, location: Samples.place(3))]
        let result = try Samples.result([step])
        #expect(result.outcome == (isMet ? .passed : .failed))
        let name = part.expectationName
        #expect(ScenarioJSONReport().object(result).contains(#""expected":{"\#(name)":{"not":"\#(value)"}}"#))
        #expect(result.description.contains("\(name): expected not \(value), got") != isMet)
    }

    @Test("Every field of the answer is reported")
    func fields() throws {
        let casino = try Samples.result([.init(.go("https://casino.example/"), (.verdict, "block"))])
        let answer = try #require(casino.steps[0].answer)
        #expect(answer.parts == [.verdict, .to, .url, .route, .page, .class, .rule, .reasons])
        #expect(
            answer.parts.dropLast().map { answer.text(of: $0) }
                == ["block", nil, "https://casino.example/", nil, nil, "blocked", "gambling"]
        )
        let identity = try Samples.result([
            .init(.switchIdentity(to: .noUser), (.verdict, "success"))
        ])
        #expect(identity.steps[0].answer == Answer(.identity(.success)))
    }

    @Test("A scenario ends at the first failed step")
    func firstFailure() throws {
        let result = try Samples.result([
            .init(.go("https://contoso.com/"), (.verdict, "allow")),
            .init(.go("https://contoso.com/"), (.verdict, "block")),
            .init(.go("https://contoso.com/"), (.verdict, "allow")),
        ])
        #expect(result.outcome == .failed)
        #expect(result.steps.count == 2)
    }

    @Test("A scenario is independent of earlier ones, and has the same result again")
    func independence() throws {
        let leave = Scenario(
            name: "leave",
            location: Samples.place(1),
            policy: 0,
            steps: [.init(.switchIdentity(to: .noUser), (.verdict, "success"))]
        )
        let stay = Scenario(
            name: "stay",
            location: Samples.place(5),
            policy: 0,
            steps: [.init(.go(Self.search), (.verdict, "route"))]
        )
        var runner = ScenarioRunner(try Samples.file([leave, stay]))
        let results = [stay, leave, stay].map { runner.run($0) }
        #expect(results.map(\.outcome) == [.passed, .passed, .passed])
        #expect(results[0] == results[2])
    }

    @Test("A patched policy shares its original's rules")
    func patched() throws {
        let base = try document(Samples.policy)
        var patched = base
        patched.policies["strict"]?.managedBrowserToOpenLinksRequired = false
        let scenario = Scenario(
            name: "patched",
            location: Samples.place(1),
            policy: 1,
            steps: [.init(.go(Self.search), (.verdict, "allow"), (.page, "unmanaged"), (.class, "external"))]
        )
        let policies = [ScenarioFile.Policy(document: base), .init(document: patched, base: 0)]
        var runner = ScenarioRunner(ScenarioFile(path: "s", policies: policies, scenarios: [scenario]))
        let result = runner.run(scenario)
        #expect(result.outcome == .passed, "\(result)")
    }
}
