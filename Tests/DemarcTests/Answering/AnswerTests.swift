import Demarc
import Foundation
import PolicyModel
import Testing
import URLStandard

/// An engine in which the answer to every question depends on the acting account.
private struct AnswerWorld: ~Copyable {
    let engine: PolicyEngine
    var evaluator: Evaluator
    let inner: ViewID
    let outer: ViewID

    init() throws {
        let engine = try DemarcTests.engine(
            """
            demarc: 1
            app: {id: com.contoso.app, multiIdentity: true, multiManagedIdentities: true}
            user: dana@contoso.com
            policies:
              strict:
                managedBrowserToOpenLinksRequired: true
                allowedOutboundDataTransferDestinations: managedApps
                allowedInboundDataTransferSources: managedApps
                allowedOutboundClipboardSharingLevel: managedApps
                saveAsBlocked: true
                printBlocked: true
              open: {}
            accounts:
              - {account: 3ec2c00f, upn: dana@contoso.com, organization: contoso, policy: strict}
              - {account: robin@fabrikam.com, organization: fabrikam, policy: open}
              - {account: dana@example.net}
            apps:
              - {id: com.contoso.scanner, managed: true, organization: contoso, schemes: [contoso-scan]}
              - {id: com.example.notes}
            ruleSets:
              corporate: {default: external, rules: [{id: intranet, class: internal, domain: contoso.com}]}
            views:
              - id: window
                children: [{id: E, policy: currentIdentity, isExternalURL: corporate}, {id: A, policy: unmanaged}]
            """
        )
        engine.openWindow("w")
        let (inner, outer) = (try engine.requireView("E"), try engine.requireView("A"))
        self.engine = engine
        (self.inner, self.outer) = (inner, outer)
        evaluator = engine.makeEvaluator()
    }
}

@Suite("The answer to a question") struct AnswerTests {
    private typealias Lean = @Sendable (inout AnswerWorld, _ user: AccountID?) -> Decision

    private struct Row: Sendable, CustomTestStringConvertible {
        let question: Question
        let lean: Lean
        var testDescription: String { question.words }
    }

    private static let dana = AccountID("dana@contoso.com")
    private static let robin = AccountID("robin@fabrikam.com")
    private static let scanner: AppID = "com.contoso.scanner"
    private static let notes: AppID = "com.example.notes"
    private static let search = "https://search.example/?q=1"

    /// Every question that is a decision, with the corresponding method of the evaluator.
    private static let rows: [Row] = [
        Row(question: .navigate(to: search, in: "E")) {
            $0.evaluator.navigation(to: search, in: $0.inner, identity: $1)
        },
        Row(question: .navigate(to: "not a URL", in: "E")) {
            $0.evaluator.navigation(to: "not a URL", in: $0.inner, identity: $1)
        },
        Row(question: .navigate(to: search, in: "E", frame: .sub, answer: .internal)) {
            $0.evaluator.navigation(to: search, in: $0.inner, frame: .sub, answer: .internal, identity: $1)
        },
        Row(question: .navigate(to: "https://contoso.com/#a", in: "E", isSameDocument: true)) {
            $0.evaluator.navigation(
                to: "https://contoso.com/#a".utf8.span,
                in: $0.inner,
                isSameDocument: true,
                identity: $1
            )
        },
        Row(question: .open(search)) { $0.evaluator.open(search.utf8.span, identity: $1) },
        Row(question: .open("x-a:b", isKnownManagedAppScheme: true)) {
            $0.evaluator.open("x-a:b".utf8.span, isKnownManagedAppScheme: true, identity: $1)
        },
        Row(question: .canOpen("contoso-scan:1")) { $0.evaluator.canOpen("contoso-scan:1".utf8.span, identity: $1) },
        Row(question: .connection(to: "search.example", port: 443, in: "E")) {
            $0.evaluator.connection(to: "search.example".utf8.span, port: 443, in: $0.inner, identity: $1)
        },
        Row(question: .universalLink(search)) { $0.evaluator.universalLink(search.utf8.span, identity: $1) },
        Row(question: .incoming("https-intunemam://https%3A%2F%2Fa.example%2F", from: notes)) {
            $0.evaluator.openIncoming(
                "https-intunemam://https%3A%2F%2Fa.example%2F".utf8.span,
                from: notes,
                identity: $1
            )
        },
        Row(question: .copy(ClipboardItem(.image), from: .view("E"))) {
            $0.evaluator.copy(ClipboardItem(.image), from: .view($0.inner), identity: $1)
        },
        Row(question: .paste(from: .view("E"), into: .view("A"))) {
            $0.evaluator.paste(ClipboardItem(), from: .view($0.inner), into: .view($0.outer), identity: $1)
        },
        Row(question: .paste(ClipboardItem(.file), from: .externalFrame("E"), into: .native())) {
            $0.evaluator.paste(
                ClipboardItem(.file),
                from: .externalFrame($0.inner),
                into: .native("w"),
                identity: $1
            )
        },
        Row(question: .pasteCopied(into: .app(notes))) {
            let copied = AnswerTests.copied($0)
            return $0.evaluator.paste(copied.item, ownedBy: copied.owner, into: .app(notes), identity: $1)
        },
        Row(question: .upload(from: .account(dana), into: "A")) {
            $0.evaluator.upload(from: .account(dana), into: $0.outer, identity: $1)
        },
        Row(question: .upload(from: .native(), into: "E", isExternalFrame: true)) {
            $0.evaluator.upload(from: .native("w"), into: $0.inner, isExternalFrame: true, identity: $1)
        },
        Row(question: .save(to: .box)) { $0.evaluator.save(to: .box, ownedBy: $1, in: "w") },
        Row(question: .save(to: .oneDriveForBusiness, of: robin, ownedBy: .account(dana))) { world, _ in
            world.evaluator.save(to: .oneDriveForBusiness, of: robin, ownedBy: dana, in: "w")
        },
        Row(question: .save(to: .localStorage, ownedBy: .place(.view("E")))) {
            $0.evaluator.save(to: .localStorage, from: .view($0.inner), identity: $1)
        },
        Row(question: .openFrom(.camera, of: robin)) {
            $0.evaluator.open(from: .camera, of: robin, receivedBy: $1, in: "w")
        },
        Row(question: .openFrom(.sharePoint, receivedBy: dana)) { world, _ in
            world.evaluator.open(from: .sharePoint, receivedBy: dana, in: "w")
        },
        Row(question: .send(to: notes)) { $0.evaluator.send(to: notes, ownedBy: $1, in: "w") },
        Row(question: .send(to: scanner, via: .openIn, ownedBy: .account(dana))) { world, _ in
            world.evaluator.send(to: scanner, via: .openIn, ownedBy: dana, in: "w")
        },
        Row(question: .send(to: notes, ownedBy: .place(.native()))) {
            $0.evaluator.send(to: notes, from: .native("w"), identity: $1)
        },
        Row(question: .receive(from: notes)) { $0.evaluator.receive(from: notes, into: $1, in: "w") },
        Row(question: .receive(from: scanner, into: dana, ownedBy: robin)) { world, _ in
            world.evaluator.receive(from: scanner, into: dana, ownedBy: robin, in: "w")
        },
        Row(question: .appSharing()) { $0.evaluator.appSharing(of: $1, in: "w") },
        Row(question: .setting(.print)) { $0.evaluator.setting(.print, for: $1, in: "w") },
        Row(question: .setting(.notifications, of: .account(robin))) { world, _ in
            world.evaluator.setting(.notifications, for: robin, in: "w")
        },
        Row(question: .setting(.print, of: .place(.view("E")))) {
            $0.evaluator.setting(.print, at: .view($0.inner), identity: $1)
        },
    ]

    private static func copied(_ world: borrowing AnswerWorld) -> CopiedItem {
        CopiedItem(ClipboardItem(characters: 7), ownedBy: world.evaluator.owner(of: .view(world.inner)))
    }

    @Test("The answer equals that of the evaluator's method", arguments: rows, [nil, robin, .noUser] as [AccountID?])
    private func sameAsMethod(row: Row, user: AccountID?) throws {
        var world = try AnswerWorld()
        let copied = Self.copied(world)
        let answer = try world.evaluator.answer(row.question, as: user, in: "w", pasteboard: copied, explains: true)

        let decision = row.lean(&world, user)
        #expect(answer.verdict == decision.verdict)
        #expect(answer.destination == decision.destination)
        #expect(answer.page == decision.page)
        #expect(answer.urlClass == decision.urlClass)
        #expect(answer.reasons.map(\.code) == decision.reasonCodes)
        let explanation = try world.evaluator.explanation(of: decision)
        #expect(answer.reasons == explanation.reasons)
        #expect(answer.route == explanation.route)
        #expect(answer.account == explanation.account)
        #expect(answer.value == decision.value)
        #expect(answer.overridden == explanation.overridden)
        let parsingError = world.evaluator.parsingError
        #expect(answer.parsingError == parsingError)
        #expect(answer.url == explanation.url)
        let decidedBy = try #require(answer.decidedBy)
        #expect(answer.reasons.indices.contains(decidedBy))
        #expect(decision.decidedBy == decidedBy)
        #expect(explanation.decidedBy == decidedBy)
        #expect(explanation.answer.decidedBy == decidedBy)
        #expect(explanation.answer.parsingError == parsingError)
    }

    @Test(
        "The deciding reason is named even if it is not the first",
        arguments: [
            (.navigate(to: "blob:https://search.example/1", in: "E"), .browserUnroutable),
            (.navigate(to: "https://search.example/", in: "E"), .defaultExternal),
            (.save(to: .box, ownedBy: .account(dana)), .saveLocationUnlisted),
            (.send(to: notes, via: .openIn, ownedBy: .account(dana)), .sendOpenInFiltered),
        ] as [(Question, ReasonCode)]
    )
    func deciding(question: Question, code: ReasonCode) throws {
        let engine = try engine(
            """
            demarc: 1
            policies:
              strict:
                allowedOutboundDataTransferDestinations: managedApps
                managedBrowserToOpenLinksRequired: true
                saveAsBlocked: true
                filterOpenInToOnlyManagedApps: true
            accounts: [{account: dana@contoso.com, policy: strict}]
            apps: [{id: com.example.notes}]
            ruleSets: {corporate: {default: external}}
            views: [{id: E, policy: currentIdentity, isExternalURL: corporate}]
            """
        )
        let answer = try engine.answer(question, as: Self.dana)
        #expect(answer.decidingReason?.code == code)
    }

    @Test("The encoded answer equals the encoded explanation")
    func encoded() throws {
        var world = try AnswerWorld()
        let answer = try world.evaluator.answer(.navigate(to: Self.search, in: "E"), as: Self.dana, explains: true)
        let decision = world.evaluator.navigation(to: Self.search, in: world.inner, identity: Self.dana)
        let explanation = try world.evaluator.explanation(of: decision)
        let encoded = try #require(
            try JSONSerialization.jsonObject(with: JSONEncoder().encode(explanation)) as? [String: Any]
        )
        #expect(encoded["url"] as? String == Self.search)
        let other = try JSONSerialization.jsonObject(with: JSONEncoder().encode(answer)) as? NSDictionary
        #expect(NSDictionary(dictionary: encoded) == other)
        #expect(encoded["decidedBy"] is Int)
    }

    @Test("Only an answer to a question about a URL has one, and an explanation always says which")
    func urls() throws {
        var world = try AnswerWorld()
        let asked = try world.evaluator.answer(
            .navigate(to: "HTTPS://SEARCH.example:443/a/../?b", in: "E"),
            as: Self.dana
        )
        #expect(asked.url == "https://search.example/?b")
        let invalid = try world.evaluator.answer(.open("https://"), as: Self.dana)
        #expect(invalid.url == nil && invalid.parsingError != nil && invalid.parts.contains(.url))
        let paste = try world.evaluator.answer(.paste(from: .view("E"), into: .view("A")), as: Self.dana)
        #expect(paste.url == nil && !paste.parts.contains(.url))
        let decision = world.evaluator.setting(.print)
        let encoded = try JSONEncoder().encode(try world.evaluator.explanation(of: decision))
        let object = try JSONSerialization.jsonObject(with: encoded) as? [String: Any]
        #expect(object?["url"] is NSNull)
    }

    @Test("An encoded explanation says why the input is not a URL, as the answer does")
    func parsingErrors() throws {
        var world = try AnswerWorld()
        let answer = try world.evaluator.answer(.navigate(to: "http://[b", in: "E"), as: Self.dana)
        let decision = world.evaluator.navigation(to: "http://[b", in: world.inner, identity: Self.dana)
        let explanation = try world.evaluator.explanation(of: decision)
        #expect(answer.parsingError == .ipv6Unclosed && explanation.answer.parsingError == .ipv6Unclosed)
        func error(_ encoded: Data) throws -> NSDictionary {
            let object = try JSONSerialization.jsonObject(with: encoded) as? [String: Any]
            return NSDictionary(dictionary: try #require(object?["error"] as? [String: Any]))
        }
        #expect(try error(JSONEncoder().encode(explanation)) == error(JSONEncoder().encode(answer)))
    }

    @Test("Every kind of question has an answer")
    func everyKind() {
        let kinds = Set(Self.rows.map(\.question.kind)).union(Self.identityQuestions.map(\.question.kind))
        // The tests of app configuration cover `config`, which is not a decision, and the tests of launches cover the
        // rest.
        #expect(kinds.union([.config, .launch, .unlock, .pin, .wait]) == Set(Question.Kind.allCases))
    }

    private static let identityQuestions:
        [(question: Question, method: @Sendable (PolicyEngine) -> SwitchIdentityResult)] = [
            (.signOut(dana), { $0.signOut(dana) }),
            (.signIn(AccountID("nobody@a.example")), { $0.signIn(AccountID("nobody@a.example")) }),
            (.switchIdentity(to: robin), { $0.switchIdentity(to: robin) }),
            (.switchIdentity(to: robin, window: "w"), { $0.switchIdentity(to: robin, at: .window("w")) }),
            (.switchIdentity(to: .noUser, at: .process), { $0.switchIdentity(to: .noUser, at: .process) }),
            (.switchIdentity(to: nil, at: .process), { $0.switchIdentity(to: nil, at: .process) }),
            (.switchIdentity(to: AccountID("nobody@a.example")), { _ in .failed }),
            // A question cannot reach into the task of its caller.
            (.switchIdentity(to: robin, at: .task), { _ in .success }),
            (.switchIdentity(to: AccountID("nobody@a.example"), at: .task), { _ in .failed }),
        ]

    @Test("An identity question changes the engine like the engine's method", arguments: identityQuestions.indices)
    func identities(row: Int) throws {
        let (question, method) = Self.identityQuestions[row]
        let asked = try AnswerWorld()
        let changed = try AnswerWorld()
        let answer = try asked.engine.answer(question)
        #expect(answer == Answer(.identity(method(changed.engine))))
        for window in [nil, "w"] as [WindowID?] {
            let identity = asked.engine.effectiveIdentity(in: window)
            #expect(identity == changed.engine.effectiveIdentity(in: window))
        }
        #expect(asked.engine.isSignedIn(Self.dana) == changed.engine.isSignedIn(Self.dana))
    }

    @Test(
        "A question that names something unknown is refused",
        arguments: [
            (.navigate(to: search, in: "F"), .unknownView, "view", "unknown view `F`; the policy has `E`, `A`"),
            (.navigate(to: search, in: "window"), .notAWebView, "view", "loads no URLs"),
            (.navigate(to: search), .missingView, "view", "name one of `E`, `A`"),
            (.copy(from: .view("F")), .unknownView, "from", "the policy has `window`, `E`, `A`"),
            (.upload(from: .native(), into: "F"), .unknownView, "into", "unknown view `F`"),
            (.paste(from: .view("E"), into: .account(AccountID("x"))), .unknownAccount, "into", "unknown account `x`"),
            (.pasteCopied(into: .native()), .emptyPasteboard, "from", "nothing is on the pasteboard"),
            (.save(to: .box, of: AccountID("x")), .unknownAccount, "account", "unknown account `x`"),
            (.receive(from: scanner, into: AccountID("x")), .unknownAccount, "into", "unknown account `x`"),
        ] as [(Question, QuestionError.Code, String, String)]
    )
    func refused(question: Question, code: QuestionError.Code, field: String, message: String) throws {
        var world = try AnswerWorld()
        let error = #expect(throws: QuestionError.self) { try world.evaluator.answer(question) }
        #expect(error?.code == code)
        #expect(error?.field == field)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test("An acting account that the policy lacks is refused")
    func unknownUser() throws {
        var world = try AnswerWorld()
        let error = #expect(throws: QuestionError.self) {
            try world.evaluator.answer(.open(Self.search), as: AccountID("dana@contoso.con"))
        }
        #expect(error?.code == .unknownUser)
        #expect(error?.message.contains("did you mean `dana@contoso.com`?") == true)
        // This app does not need to be among the apps that the policy declares.
        #expect(try world.evaluator.answer(.send(to: "com.contoso.app")).verdict != nil)
    }

    private static let app: AppID = "com.contoso.app"
    private static let home = AccountID("dana@example.net")
    private static let wrapped = "https-intunemam://https%3A%2F%2Fa.example%2F"

    @Test(
        "This app is whoever acts according to the question: its account, or else its window",
        arguments: [
            (.copy(from: .app(app)), nil, nil, .clipboardOutboundManagedApps),
            (.copy(from: .app(app)), nil, "w", .clipboardUnmanaged),
            (.copy(from: .app(app)), dana, "w", .clipboardOutboundManagedApps),
            (.paste(from: .account(dana), into: .app(app)), nil, "w", .clipboardOutboundManagedApps),
            (.upload(from: .app(app), into: "A"), nil, "w", .uploadUnmanaged),
            (.save(to: .other, ownedBy: .place(.app(app))), nil, "w", .identityUnmanaged),
            (.setting(.print, of: .place(.app(app))), nil, "w", .identityUnmanaged),
            (.send(to: app, ownedBy: .account(dana)), nil, nil, .sendOutboundSameOrganization),
            (.send(to: app, ownedBy: .account(dana)), nil, "w", .sendOutboundManagedApps),
            (.send(to: app, ownedBy: .account(dana)), home, nil, .sendOutboundManagedApps),
            (.send(to: app, ownedBy: .place(.account(dana))), nil, "w", .sendOutboundManagedApps),
            (.send(to: app, ownedBy: .place(.account(dana))), home, nil, .sendOutboundManagedApps),
            (.receive(from: app, into: home), nil, nil, .receiveSenderOutbound),
            (.receive(from: app, into: home), home, nil, .identityUnmanaged),
            (.receive(from: app, into: home), nil, "w", .identityUnmanaged),
            (.incoming(wrapped, from: app), nil, "w", .identityUnmanaged),
            (.incoming(wrapped, from: app), home, nil, .identityUnmanaged),
        ] as [(Question, AccountID?, WindowID?, ReasonCode)]
    )
    func thisApp(question: Question, user: AccountID?, window: WindowID?, code: ReasonCode) throws {
        var world = try AnswerWorld()
        world.engine.switchIdentity(to: Self.dana)
        world.engine.switchIdentity(to: Self.home, at: .window("w"))
        let answer = try world.evaluator.answer(question, as: user, in: window)
        #expect(answer.reasons.map(\.code).contains(code), "\(answer.reasons.map(\.code))")
    }

    @Test("The answer keeps its facts, whatever the evaluator decides later")
    func ownsItsFacts() throws {
        var world = try AnswerWorld()
        let first = try world.evaluator.answer(.navigate(to: Self.search, in: "E"))
        let copy = first
        _ = try world.evaluator.answer(.navigate(to: "https://contoso.com/", in: "E"), as: .noUser)
        #expect(first == copy)
        #expect(first.route == "microsoft-edge-https://search.example/?q=1")
    }
}
