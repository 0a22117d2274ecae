import PolicyModel
import RuleIndex
import TestSupport
import Testing

@testable import PolicyAnalysis
@testable import RuleRegions

/// The shorter ways of asking agree with the full answer, in any order of questions.
///
/// The oracle is an engine that has answered nothing else before: every request gets its own.
@Suite("Asking about flows") struct FlowAskingTests {
    private static let documents = TestSize.count(100, thorough: 400, exhaustive: 4000)
    private static let requests = 25

    @Test("A claim asks questions in proportion to the pairs of accounts, and not to the triples")
    func questionCount() throws {
        func count(accounts: Int) throws -> Int {
            let document = TightDocument().setting("saveAsBlocked", "false")
                .with {
                    $0.policies = (0..<accounts).map { number in
                        ("p\(number)", [("allowedOutboundClipboardSharingExceptionLength", "\(number + 1)")])
                    }
                    $0.accounts = (0..<accounts).map { number in
                        "{account: u\(number)@contoso.com, organization: contoso, policy: p\(number)}"
                    }
                }
            let policy = CompiledPolicy(try document.document())
            let asking = FlowAsking(policy)
            let organization = try #require(FlowOrganization.all(of: policy).first)
            _ = FlowGraph(organization, asking, PolicySites(policy)[organization.name], FlowExtent(isComplete: true))
            return asking.count
        }
        let (few, many) = (try count(accounts: 8), try count(accounts: 16))
        #expect(many < 5 * few, "\(few) and \(many)")
    }

    @Test("An outcome is the answer of a fresh engine without its reasons, whatever was asked before", arguments: 0..<4)
    func outcomes(part: Int) {
        var (asked, withPages, withRoute) = (0, 0, 0)
        for seed in stride(from: part, to: Self.documents, by: 4) {
            var world = RandomWorld(seed: UInt64(seed))
            var document = world.document
            document.app.safariViewControllerBlockedOverride = seed % 3 == 0
            let policy = CompiledPolicy(document)
            let asking = FlowAsking(policy)
            for number in 0..<Self.requests {
                let (user, question, pages, isEnrolled) = world.request()
                var request = FlowRequest(world: .document, user: user, question: question)
                (request.pages, request.isEnrolled) = (pages, isEnrolled)
                if number % 5 == 4 { request.installed = [] }
                let step = FlowAsking(policy).ask(request)
                #expect(asking.outcome(of: request) == FlowOutcome(step), "seed \(seed): \(request)")
                #expect(asking.ask(request) == step, "seed \(seed): \(request)")
                #expect(asking.contains(request) == (step != nil), "seed \(seed): \(request)")
                asked += 1
                if !pages.isEmpty { withPages += 1 }
                if step?.route != nil { withRoute += 1 }
            }
        }
        #expect(withPages > asked / 4 && withRoute > 0, "\(withPages) and \(withRoute) of \(asked)")
    }

    @Test("A question about something that the world does not contain has no outcome")
    func missing() throws {
        let document = RandomWorld(seed: 1).document
        let asking = FlowAsking(CompiledPolicy(document))
        let user = try #require(document.accounts.accounts.first?.id)
        let stranger = AccountID("nobody@elsewhere.example")
        let requests = [
            FlowRequest(world: .document, user: stranger, question: .open("https://contoso.com/")),
            FlowRequest(world: .document, user: user, question: .navigate(to: "https://contoso.com/", in: "nowhere")),
            FlowRequest(world: .document, user: user, question: .copy(ClipboardItem(), from: .view("nowhere"))),
            FlowRequest(world: .document, user: user, question: .appSharing(of: stranger)),
        ]
        for request in requests {
            #expect(!asking.contains(request) && asking.ask(request) == nil, "\(request)")
            #expect(asking.outcome(of: request).verdict == nil, "\(request)")
        }
    }

    @Test("The gate of a tag is the view's, and the gate of a default is the rule set's")
    func declarations() throws {
        let asking = FlowAsking(CompiledPolicy(try TightDocument().document()))
        for (view, gate) in [("A", "A.policy: unmanaged"), ("E", "corporate.default: external")] {
            let request = FlowRequest(
                world: .document,
                user: AccountID("dana@contoso.com"),
                question: .navigate(to: "https://elsewhere.example/", in: view)
            )
            let reasons = try #require(asking.ask(request)).reasons
            let gates = reasons.compactMap { asking.gate(ofSettingBehind: $0)?.words }
            #expect(gates.contains(gate), "\(reasons.map(\.code.rawValue)): \(gates)")
        }
    }

    @Test(
        "In the world of another app, the apps are managed that policies of accounts list for its organization alone",
        arguments: [
            ("com.contoso.scanner", true), ("com.fabrikam.scanner", false), ("com.example.both", false),
            ("com.example.unused", false),
        ] as [(AppID, Bool)]
    )
    func listed(app: AppID, isManaged: Bool) throws {
        let policy = try compiledPolicy(
            """
            demarc: 1
            app: {multiIdentity: true, multiManagedIdentities: true}
            policies:
              p: {allowedOutboundDataTransferDestinations: managedApps, apps: [com.example.unused]}
              q: {allowedOutboundDataTransferDestinations: none, apps: [com.contoso.scanner, com.example.both]}
              r: {allowedOutboundDataTransferDestinations: none, apps: [com.fabrikam.scanner, com.example.both]}
            accounts:
              - {account: dana@contoso.com, organization: contoso, policy: q}
              - {account: fab@fabrikam.com, organization: fabrikam, policy: r}
            apps: [{id: com.contoso.mail, managed: true, organization: contoso, policy: p}]
            """
        )
        let send = FlowRequest(
            world: .app("com.contoso.mail"),
            user: FlowAsking.appAccount,
            question: .send(to: app, ownedBy: .account(FlowAsking.appAccount))
        )
        #expect((FlowAsking(policy).ask(send)?.verdict == .allow) == isManaged)
    }

    @Test(
        "Only another app is named by its id",
        arguments: [
            (.document, nil, "this app"), (.completed, nil, "this app"),
            (.app("com.contoso.crm"), "com.contoso.crm", "com.contoso.crm"),
        ] as [(FlowRequest.World, AppID?, String)]
    )
    func worlds(world: FlowRequest.World, otherApp: AppID?, name: String) {
        #expect(world.otherApp == otherApp && world.name == name)
    }
}
