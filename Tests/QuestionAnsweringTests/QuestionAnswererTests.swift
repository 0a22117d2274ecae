import Demarc
import PolicyModel
import Testing

@testable import QuestionAnswering

/// Questions in JSON whose engine keeps no state between them.
@Suite("Questions without kept state") struct QuestionAnswererTests {
    /// One managed account in an app that starts without an identity.
    private static func engine(_ head: String = "", path: String = "policy.yaml") throws -> PolicyEngine {
        let yaml = """
            demarc: 1
            \(head)
            app: {id: com.contoso.app, multiIdentity: true}
            policies:
              strict: {printBlocked: true, managedBrowserToOpenLinksRequired: true, saveAsBlocked: true}
            accounts:
              - {account: dana@contoso.com, policy: strict}
              - {account: home}
            ruleSets:
              corporate:
                default: external
                rules: [{id: intranet, class: internal, domain: contoso.com}]
            views: [{id: document, policy: currentIdentity, isExternalURL: corporate}]
            """
        let result = PolicyDocumentReader(files: MemoryFiles([String: String]())).load(text: yaml, path: path)
        return PolicyEngine(try #require(result.document, "\(result.diagnostics)"))
    }

    private static let questions = [
        #"{"navigate": {"url": "https://news.example/", "view": "document"}}"#,
        #"{"connection": {"host": "news.example", "port": 443, "view": "document"}}"#,
        #"{"open": {"url": "https://news.example/"}}"#, #"{"universalLink": {"url": "https://news.example/"}}"#,
        #"{"save": {"to": "localStorage"}}"#, #"{"setting": "print"}"#, #"{"setting": "fileEncryption"}"#,
        #"{"setting": {"name": "fileEncryption", "in": "document"}}"#,
        #"{"appSharing": {}}"#, #"{"upload": {"from": "native", "into": "document"}}"#,
    ]

    /// The acting account and what the question is answered with, or the refusal.
    private static func outcome(_ answerer: QuestionAnswerer, _ members: String, _ question: String) -> String {
        let reply = answerer.reply(to: Array("{\(members)\"when\": \(question)}".utf8), limit: 1)
        guard case .answers(let json, _) = reply else { return "\(reply)" }
        return json
    }

    @Test("A place has the folders of its file only if they are shown")
    func folders() throws {
        let engine = try Self.engine(path: "/etc/demarc/policy.yaml")
        for (shows, place) in [(true, #""/etc/demarc/policy.yaml:"#), (false, #""policy.yaml:"#)] {
            let answerer = QuestionAnswerer(engine, showsFolders: shows)
            let ref = #""ref": {"at": "/etc/ref"}, "#
            let outcome = Self.outcome(answerer, ref, #"{"navigate": {"url": "https://a.example/"}}"#)
            #expect(outcome.contains(#""at":"# + place), "\(outcome)")
            #expect(outcome.contains(#""at":"/etc/ref""#), "\(outcome)")
            let (json, answered) = try answerer.classification(of: "https://a.example/")
            #expect(json.contains(#""at":"# + place), "\(json)")
            #expect(answered.answer.reasons.contains { $0.location?.path == "/etc/demarc/policy.yaml" })
        }
    }

    @Test("Without `user`, the policy's account acts, as it does with an empty `given`", arguments: questions)
    func policyDeterminesUser(question: String) throws {
        for head in ["", "user: dana@contoso.com", "user: home", "user: none"] {
            let answerer = QuestionAnswerer(try Self.engine(head))
            let outcome = Self.outcome(answerer, "", question)
            #expect(outcome.hasPrefix("{"), "\(outcome)")
            #expect(outcome == Self.outcome(answerer, #""given": {}, "#, question), "\(head)")
        }
    }

    @Test(
        "An answered question has whether it was about a given state",
        arguments: [("", false), (#""given": {}, "#, true)]
    )
    func givenState(members: String, hasGiven: Bool) throws {
        let answerer = QuestionAnswerer(try Self.engine())
        let text = "{\(members)\"when\": \(Self.questions[0])}"
        guard case .answers(_, let answered) = answerer.reply(to: Array(text.utf8), limit: 1) else {
            Issue.record("refused")
            return
        }
        #expect(answered.map(\.hasGiven) == [hasGiven])
        #expect(try !answerer.classification(of: "https://news.example/").answered.hasGiven)
    }

    @Test(
        "The account of the policy routes, whatever the engine's identity levels say",
        arguments: [
            ("", nil, "route", "dana@contoso.com"), ("", AccountID("home"), "route", "dana@contoso.com"),
            ("user: none", AccountID("dana@contoso.com"), "allow", nil),
            ("user: home", AccountID("dana@contoso.com"), "allow", "home"),
        ] as [(String, AccountID?, String, String?)]
    )
    func levels(head: String, level: AccountID?, verdict: String, user: String?) throws {
        let engine = try Self.engine(head)
        if let level { #expect(engine.switchIdentity(to: level) == .success) }
        let answerer = QuestionAnswerer(engine)
        guard
            case .answers(_, let answered) = answerer.reply(
                to: Array("{\"when\": \(Self.questions[0])}".utf8),
                limit: 1
            )
        else {
            Issue.record("refused")
            return
        }
        #expect(answered.map(\.answer.verdictName) == [verdict])
        #expect(answered.map(\.user?.canonical) == [user])
        let (json, classified) = try answerer.classification(of: "https://news.example/")
        // The only view is named, in the answer and in the log.
        #expect(json.contains(#""view":"document""#))
        #expect(classified.question == .navigate(to: "https://news.example/", in: "document"))
        #expect(classified.answer.verdictName == verdict)
        #expect(classified.user?.canonical == user)
    }
}
