import Diagnostics
import PolicyModel
import Testing

@testable import Scenarios

@Suite("Given situations") struct ScenarioGivenTests {
    private static let search = "https://search.example/"
    private static let dana = AccountID("dana@contoso.com")

    @Test(
        "A situation determines who acts",
        arguments: [
            (ScenarioGiven(), "route"),
            (ScenarioGiven(user: [.noUser]), "allow"),
            (ScenarioGiven(user: [AccountID("dana@example.net")]), "allow"),
            (ScenarioGiven(user: [AccountID("3EC2C00F")]), "route"),
            (ScenarioGiven(user: [dana, AccountID("dana@example.net")]), "route"),
            (ScenarioGiven(user: [.noUser], process: [dana]), "allow"),
            (ScenarioGiven(user: [.noUser], task: [dana]), "route"),
            (ScenarioGiven(user: [dana], task: [.noUser]), "allow"),
        ] as [(ScenarioGiven, String)]
    )
    func identities(given: ScenarioGiven, verdict: String) throws {
        let result = try Samples.result([.init(.go(Self.search), (.verdict, verdict))], given: given)
        #expect(result.outcome == .passed, "\(result)")
    }

    @Test("A step can change the situation, and the change lasts")
    func changes() throws {
        let result = try Samples.result([
            .init(.go(Self.search), (.verdict, "route")),
            .init(.go(Self.search), given: ScenarioGiven(user: [.noUser]), (.verdict, "allow")),
            .init(.go(Self.search), (.verdict, "allow")),
            .init(.go(Self.search), given: ScenarioGiven(task: [Self.dana]), (.verdict, "route")),
            .init(.switchIdentity(to: .noUser), (.verdict, "notAllowed")),
            .init(.switchIdentity(to: .noUser, at: .task), (.verdict, "success")),
            .init(.go(Self.search), (.verdict, "allow")),
            .init(
                .switchIdentity(to: AccountID("nobody@a.example"), at: .task),
                (.verdict, "failed")
            ),
            .init(
                .switchIdentity(to: AccountID("nobody@a.example"), window: "w"),
                (.verdict, "notAllowed")
            ),
        ])
        #expect(result.outcome == .passed, "\(result)")
    }

    @Test("A situation applies to old and new views")
    func views() throws {
        let external = ScenarioGiven(views: [.init(id: "E", page: .external)])
        let tagged = ScenarioGiven(views: [.init(id: "A", policy: .currentIdentity)])
        let attached = ScenarioGiven(views: [
            .init(id: "box", policy: .currentIdentity, parent: "window"), .init(id: "inner", parent: "box"),
            .init(id: "deep"), .init(id: "deeper", policy: .unmanaged, parent: "box"),
        ])
        let url = "https://docs.contoso.com/"
        for (given, view, page) in [
            (ScenarioGiven(), "A", "unmanaged"), (tagged, "A", "managed"), (attached, "inner", "managed"),
            (attached, "deep", "unmanaged"), (attached, "deeper", "unmanaged"), (external, "E", "managed"),
        ] {
            let result = try Samples.result(
                [.init(.go(url, in: view), (.verdict, "allow"), (.page, page))],
                given: given
            )
            #expect(result.outcome == .passed, "\(view): \(result)")
        }
        let container = try Samples.result([.init(.go(url, in: "box"), (.verdict, "allow"))], given: attached)
        #expect(container.error?.code == "not-a-web-view")
    }

    @Test("A view can be attached below a view of an earlier step")
    func laterViews() throws {
        let result = try Samples.result([
            .init(
                .go(Self.search, in: "E"),
                given: ScenarioGiven(views: [.init(id: "box", parent: "window")]),
                (.verdict, "route")
            ),
            .init(
                .go("https://docs.contoso.com/", in: "inner"),
                given: ScenarioGiven(views: [.init(id: "inner", parent: "box")]),
                (.verdict, "allow")
            ),
        ])
        #expect(result.outcome == .passed, "\(result)")
    }

    @Test(
        "A situation determines whether the managed browser is installed",
        arguments: [
            (nil, nil, "managedBrowser"), (nil, [], "installBrowser"),
            (nil, ["com.microsoft.msedge"], "managedBrowser"),
            (["com.microsoft.msedge"], nil, "managedBrowser"), (["com.microsoft.msedge"], [], "installBrowser"),
            // If a policy declares apps but not the browser, the browser cannot be listed.
            (["com.contoso.scanner"], ["com.contoso.scanner"], "managedBrowser"),
        ] as [([String]?, [String]?, String)]
    )
    func installed(declared: [String]?, installed: [String]?, to destination: String) throws {
        let policy = Samples.policy.replacing("policy: strict}", with: "organization: contoso, policy: strict}")
        var document = try document(policy)
        document.apps = declared?.map { id in
            AppDeclaration(id: AppID(id), isManaged: true, organization: "contoso")
        }
        let scenario = Scenario(
            name: "sample",
            location: Samples.place(1),
            policy: 0,
            given: ScenarioGiven(installed: installed?.map { AppID($0) }),
            steps: [.init(.go(Self.search), (.to, destination))]
        )
        var runner = ScenarioRunner(ScenarioFile(path: "s", policies: [.init(document: document)], scenarios: []))
        let result = runner.run(scenario)
        #expect(result.outcome == .passed, "\(result)")
    }

    @Test("Pages last: an external page stays unmanaged until the next page")
    func pages() throws {
        let policy = Samples.policy.replacing("policy: strict}", with: "policy: open}")
        let blank = Question.go("about:blank")
        let result = try Samples.result(
            [
                .init(.go(Self.search), (.page, "unmanaged"), (.reasons, "page.external")),
                .init(blank, (.verdict, "allow"), (.page, "unmanaged")),
                .init(.go("https://docs.contoso.com/"), (.page, "managed")),
                .init(blank, (.page, "managed")),
                .init(.navigate(to: Self.search, in: "E", frame: .sub), (.page, "unmanaged")),
                .init(blank, (.page, "managed")),
                .init(
                    blank,
                    given: ScenarioGiven(views: [.init(id: "E", page: .external)]),
                    (.page, "unmanaged")
                ),
            ],
            policy: policy
        )
        #expect(result.outcome == .passed, "\(result)")
    }

    @Test("Accounts are signed in initially, except those that sign in first")
    func signedIn() throws {
        let goes = Scenario.Step(.go(Self.search), (.verdict, "route"))
        let stays = Scenario.Step(.go(Self.search), (.verdict, "allow"))
        let signIn = Scenario.Step(.signIn(Self.dana), (.verdict, "success"))
        let signOut = Scenario.Step(.signOut(AccountID("3ec2c00f")), (.verdict, "success"))
        let act = Question.switchIdentity(to: Self.dana)
        for (user, steps) in [
            // No account acts until the only managed account has signed in.
            (nil, [stays, .init(act, (.verdict, "failed")), signIn, .init(act, (.verdict, "success")), goes]),
            // An account that acts from the start has signed in.
            ([Self.dana], [goes, signIn, goes]),
            // So has an account that signs out first.
            (nil, [goes, signOut, .init(act, (.verdict, "failed")), signIn, .init(act, (.verdict, "success")), goes]),
            (nil, [goes, .init(.signIn(AccountID("nobody@a.example")), (.verdict, "failed"))]),
        ] as [(ScenarioGiven.Identity?, [Scenario.Step])] {
            let result = try Samples.result(steps, given: ScenarioGiven(user: user))
            #expect(result.outcome == .passed, "\(result)")
        }
    }

    @Test("A fact that is stated to be missing is missing: in a question for it alone, in a step from then on")
    func missingFacts() throws {
        let policy = """
            demarc: 1
            policies: {p: {minimumRequiredOsVersion: "16", periodOfflineBeforeAccessCheck: PT12H}}
            accounts: [{account: dana@contoso.com, policy: p}]
            """
        let now = Instant(secondsSince1970: 1_800_000_000)
        var known = ScenarioGiven(now: now, device: DeviceFacts(), access: AccessState())
        known.device?.osVersion = .reading("17")
        known.access?.lastCheckIn = .known(now)
        var noVersion = DeviceFacts()
        noVersion.state(.osVersion, as: .missing)
        var noCheckIn = AccessState()
        noCheckIn.state(.lastCheckIn, as: .missing)
        let launch = Question.launch()
        let opens = Scenario.Step(launch, (.verdict, "allow"))
        let result = try Samples.result(
            [
                opens,
                .init(.launch(device: noVersion), (.verdict, "block")),
                // What a launch states stays as stated.
                .init(.wait(.zero), (.verdict, "block")),
                .init(.launch(access: noCheckIn), (.verdict, "block")),
                .init(.unlock(by: [.pin], device: noVersion), (.verdict, "block")),
                opens,
                .init(launch, given: ScenarioGiven(device: noVersion), (.verdict, "block")),
                .init(launch, (.verdict, "block")),
                .init(launch, given: known, (.verdict, "allow")),
                .init(launch, given: ScenarioGiven(access: noCheckIn), (.verdict, "block")),
                .init(launch, given: known, (.verdict, "allow")),
            ],
            given: known,
            policy: policy
        )
        #expect(result.outcome == .passed, "\(result)")
    }

    @Test("The pasteboard lasts: an item keeps its owner")
    func pasteboard() throws {
        let text = ClipboardItem(characters: 40)
        let paste = Question.pasteCopied(into: .view("A"))
        let result = try Samples.result(
            [
                .init(.copy(text, from: .view("E")), (.verdict, "protected")),
                .init(paste, (.verdict, "block")),
                .init(paste, given: ScenarioGiven(user: [.noUser]), (.verdict, "block")),
                .init(.copy(ClipboardItem(.image), from: .native()), (.verdict, "plain")),
                .init(paste, (.verdict, "allow")),
            ],
            policy: Samples.policy.replacing(
                "displayName: open",
                with: "allowedOutboundClipboardSharingLevel: managedApps"
            )
        )
        #expect(result.outcome == .passed, "\(result)")
    }
}
