import Demarc
import PolicyModel
import Testing

/// A later query about a decision returns facts of that decision, or is refused.
@Suite("Stale decisions") struct StaleDecisionTests {
    private struct Question: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let ask: @Sendable (inout Evaluator, Views) -> Decision

        init(_ name: String, _ ask: @escaping @Sendable (inout Evaluator, Views) -> Decision) {
            testDescription = name
            self.ask = ask
        }
    }

    private struct Views {
        let page: ViewID
        let tagged: ViewID
        let notice: ViewID
    }

    /// Everything that an evaluator knows about a decision.
    private struct Facts: Equatable {
        let explanation: Explanation
        let route: String?
        let wrapped: String?
        let account: AccountID?
        let reasons: [Reason]

        init(_ decision: Decision, _ evaluator: inout Evaluator) throws {
            explanation = try evaluator.explanation(of: decision)
            route = try evaluator.route(of: decision)
            wrapped = try evaluator.wrappedRoute(of: decision)
            account = try evaluator.account(of: decision)
            reasons = try evaluator.reasons(of: decision)
            // Reasons that are shared with an earlier decision are this decision's reasons, too.
            let shared = try evaluator.sharedReasons(of: decision)
            #expect(shared == reasons)
        }
    }

    private let engine: PolicyEngine
    private let views: Views

    init() throws {
        engine = try DemarcTests.engine(
            """
            demarc: 1
            user: dana
            app:
              multiIdentity: true
              multiManagedIdentities: true
              queriesSchemes: [tel, tel-intunemam, mailto, ms-outlook]
            policies:
              strict:
                managedBrowserToOpenLinksRequired: true
                allowedOutboundDataTransferDestinations: managedApps
                allowedInboundDataTransferSources: managedApps
                allowedOutboundClipboardSharingLevel: managedApps
                managedUniversalLinks: ['https://links.contoso.example/*']
                saveAsBlocked: true
                printBlocked: true
                notificationRestriction: blockOrganizationalData
              other: {allowedOutboundClipboardSharingLevel: blocked}
            accounts:
              - {account: dana, organization: contoso, policy: strict}
              - {account: kim, organization: fabrikam, policy: other}
              - {account: home}
            ruleSets:
              corporate:
                default: external
                rules:
                  - {id: intranet, class: internal, domain: contoso.example}
                  - {id: hr, class: internal, host: hr.contoso.example, priority: 1}
                  - {id: partner, class: external, domain: partner.example}
                  - {id: bets, class: blocked, domain: bets.example}
            views:
              - {id: page, isExternalURL: corporate}
              - {id: tagged, policy: currentIdentityBlockUpload, isExternalURL: corporate}
              - {id: notice, policy: unmanaged}
            """
        )
        views = Views(
            page: try engine.requireView("page"),
            tagged: try engine.requireView("tagged"),
            notice: try engine.requireView("notice")
        )
    }

    private static func navigation(_ url: String, tagged: Bool = false) -> Question {
        Question("navigation to \(url)") { $0.navigation(to: url, in: tagged ? $1.tagged : $1.page) }
    }

    private static let dana = AccountID("dana")
    private static let kim = AccountID("kim")

    /// Every kind of question, and several of a kind if different facts explain them.
    private static let questions: [Question] = [
        navigation("https://www.contoso.example/a"),
        navigation("https://hr.contoso.example/b"),
        navigation("https://www.partner.example/c?d"),
        navigation("https://www.bets.example/"),
        navigation("https://elsewhere.example/"),
        navigation("https://www.contoso.example/", tagged: true),
        navigation("tel:+4912345"),
        navigation("https://"),
        Question("open mail") { evaluator, _ in evaluator.open("mailto:kim@fabrikam.example".utf8.span) },
        Question("open a link") { evaluator, _ in evaluator.open("https://www.contoso.example/a".utf8.span) },
        Question("open a number") { evaluator, _ in evaluator.open("tel:+4912345".utf8.span) },
        Question("can open") { evaluator, _ in evaluator.canOpen("mailto:robin@fabrikam.example".utf8.span) },
        Question("cannot open") { evaluator, _ in evaluator.canOpen("sms:1".utf8.span) },
        Question("universal link") { evaluator, _ in
            evaluator.universalLink("https://links.contoso.example/x".utf8.span)
        },
        Question("incoming") { evaluator, _ in
            evaluator.openIncoming("tel-intunemam://tel%3A1".utf8.span, from: nil)
        },
        Question("copy") { $0.copy(ClipboardItem(), from: .view($1.page)) },
        Question("paste") { evaluator, _ in
            evaluator.paste(ClipboardItem(), from: .account(dana), into: .account(kim))
        },
        Question("paste back") { $0.paste(ClipboardItem(), from: .account(kim), into: .view($1.notice)) },
        Question("paste of a recorded owner") { evaluator, views in
            let owner = evaluator.owner(of: .account(kim))
            return evaluator.paste(ClipboardItem(), ownedBy: owner, into: .view(views.page))
        },
        Question("upload") { $0.upload(from: .account(dana), into: $1.tagged) },
        Question("save") { evaluator, _ in evaluator.save(to: .box) },
        Question("save from a view") { $0.save(to: .localStorage, from: .view($1.notice)) },
        Question("open from") { evaluator, _ in evaluator.open(from: .camera) },
        Question("send") { evaluator, _ in evaluator.send(to: "com.example.game", via: .openIn) },
        Question("send from a view") { $0.send(to: "com.example.game", from: .view($1.tagged)) },
        Question("receive") { evaluator, _ in evaluator.receive(from: "com.example.game", into: dana) },
        Question("receive for nobody") { evaluator, _ in evaluator.receive(from: "com.example.game", into: .noUser) },
        Question("app sharing") { evaluator, _ in evaluator.appSharing() },
        Question("setting") { evaluator, _ in evaluator.setting(.print) },
        Question("finer setting") { evaluator, _ in evaluator.setting(.notifications) },
        Question("setting in a view") { $0.setting(.spotlight, at: .view($1.tagged)) },
    ]

    /// The answer of an evaluator that has answered nothing else.
    private func fresh(_ question: Question) throws -> Facts {
        var evaluator = engine.makeEvaluator()
        let decision = question.ask(&evaluator, views)
        return try Facts(decision, &evaluator)
    }

    private func expectStale(_ decision: Decision, _ evaluator: inout Evaluator, _ why: Comment) {
        #expect(throws: StaleDecision.self, why) { _ = try evaluator.explanation(of: decision) }
        #expect(throws: StaleDecision.self, why) { _ = try evaluator.reasons(of: decision) }
        #expect(throws: StaleDecision.self, why) { _ = try evaluator.url(of: decision) }
        #expect(throws: StaleDecision.self, why) { _ = try evaluator.parsingError(of: decision) }
        #expect(throws: StaleDecision.self, why) { _ = try evaluator.account(of: decision) }
        #expect(throws: StaleDecision.self, why) { _ = try evaluator.route(of: decision) }
        #expect(throws: StaleDecision.self, why) { _ = try evaluator.wrappedRoute(of: decision) }
        var bytes: [UInt8] = []
        #expect(throws: StaleDecision.self, why) { _ = try evaluator.appendRoute(of: decision, to: &bytes) }
        #expect(throws: StaleDecision.self, why) { _ = try evaluator.appendWrappedRoute(of: decision, to: &bytes) }
        #expect(bytes.isEmpty, why)
    }

    @Test("In every order of two questions, the first decision is stale and the second has its own facts")
    func pairs() throws {
        for second in Self.questions {
            let expected = try fresh(second)
            for first in Self.questions {
                var evaluator = engine.makeEvaluator()
                let earlier = first.ask(&evaluator, views)
                _ = try evaluator.sharedReasons(of: earlier)
                let later = second.ask(&evaluator, views)
                let why: Comment = "\(first.testDescription), then \(second.testDescription)"
                expectStale(earlier, &evaluator, why)
                let facts = try Facts(later, &evaluator)
                #expect(facts == expected, why)
            }
        }
    }

    @Test("The explanations of the questions differ")
    func differences() throws {
        var facts: [Facts] = []
        for question in Self.questions { facts.append(try fresh(question)) }
        for (index, left) in facts.enumerated() {
            for right in facts[(index + 1)...] { #expect(left != right, "\(left.explanation)") }
        }
        #expect(Set(facts.compactMap(\.route)).count >= 3)
        #expect(Set(facts.flatMap { $0.reasons.compactMap(\.rule?.id) }).count == 4)
        #expect(facts.contains { $0.account == AccountID("home") })
        #expect(facts.contains { $0.wrapped != nil })
    }

    @Test("A decision of another evaluator is refused, even after the same number of questions")
    func otherEvaluators() throws {
        var one = engine.makeEvaluator()
        var other = engine.makeEvaluator()
        for question in Self.questions {
            let decision = question.ask(&one, views)
            let same = question.ask(&other, views)
            // The decisions are equal, but each can only be explained by its own evaluator.
            #expect(decision == same)
            expectStale(decision, &other, "of another evaluator")
            expectStale(same, &one, "of another evaluator")
            _ = try Facts(decision, &one)
        }
    }

    @Test("A resting evaluator answers for no decision, and questions without a decision change nothing")
    func resting() throws {
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.navigation(to: "https://www.partner.example/", in: views.page)
        let facts = try Facts(decision, &evaluator)
        engine.reload(try document("{demarc: 1, user: none, app: {multiIdentity: true}}"))
        let (owner, isAllowed) = (evaluator.owner(of: .native()), evaluator.isAppSharingAllowed())
        #expect(!owner.isManaged && isAllowed)
        let same = try Facts(decision, &evaluator)
        #expect(same == facts)
        evaluator.rest()
        expectStale(decision, &evaluator, "after a rest")
        #expect(decision.reasonCodes == facts.reasons.map(\.code))
    }

    @Test("An evaluator with a new policy answers for no decision of the old one")
    func taking() throws {
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.navigation(to: "https://www.partner.example/", in: views.page)
        let facts = try Facts(decision, &evaluator)
        evaluator.takeLatest()
        let same = try Facts(decision, &evaluator)
        #expect(same == facts, "nothing has changed")
        engine.reload(try document("demarc: 1"))
        let hasImplicitAccount = evaluator.hasImplicitAccount
        #expect(hasImplicitAccount)
        expectStale(decision, &evaluator, "under the policy before")
    }

    @Test("A page can be reported after any later decision, unless a later page is reported")
    func reporting() async throws {
        var evaluator = engine.makeEvaluator()
        let early = evaluator.navigation(to: "https://www.contoso.example/", in: views.notice)
        let decision = evaluator.navigation(to: "https://www.contoso.example/", in: views.page)
        for question in Self.questions { _ = question.ask(&evaluator, views) }
        evaluator.rest()
        let (engine, page) = (engine, views.page)
        try await Task.detached { try engine.didNavigate(page, decision) }.value
        try engine.didNavigate(views.notice, early)
        try engine.didNavigate(views.page, decision)
        var asking = engine.makeEvaluator()
        let later = asking.navigation(to: "https://hr.contoso.example/", in: page)
        try engine.didNavigate(page, later)
        #expect(throws: ViewTreeError.outdatedNavigation) { try engine.didNavigate(page, decision) }
    }

    @Test("A decision is small")
    func size() {
        #expect(MemoryLayout<Decision>.size <= 56)
    }
}
