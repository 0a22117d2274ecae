import Demarc
import PolicyModel
import Testing

@testable import QuestionAnswering

/// A live engine of a host, and its asker.
struct LiveWorld: ~Copyable {
    static let yaml = """
        demarc: 1
        app: {multiIdentity: true}
        policies:
          strict: {printBlocked: true, managedBrowserToOpenLinksRequired: true, appDataEncryptionType: whenDeviceLocked}
        accounts:
          - {account: 3ec2c00f, upn: dana@contoso.com, policy: strict}
          - {account: home}
        ruleSets:
          corporate:
            default: external
            rules: [{id: intranet, class: internal, domain: contoso.com}]
        views:
          - id: W
            children: [{id: E, policy: currentIdentity, isExternalURL: corporate}, {id: A}]
        """

    let engine: PolicyEngine
    var evaluator: Evaluator
    var asker: QuestionAsker

    init() throws {
        let result = PolicyDocumentReader(files: MemoryFiles([String: String]()))
            .load(text: Self.yaml, path: "policy.yaml")
        engine = PolicyEngine(try #require(result.document, "\(result.diagnostics)"))
        evaluator = engine.makeEvaluator()
        asker = QuestionAsker(engine)
    }

    mutating func ask(_ json: String) throws(AskingError) -> QuestionAsker.Asked {
        try asker.ask(Array(json.utf8), with: &evaluator)
    }

    /// The verdict, or the error on one line.
    mutating func verdict(_ json: String) -> String {
        do throws(AskingError) {
            return try ask(json).answers.map(\.verdictName).joined(separator: " ")
        } catch {
            return "\(error.kind.rawValue) \(error.code) \(error.field ?? "-")"
        }
    }
}

/// Questions in JSON to an engine that a host keeps.
@Suite("Questions to a live engine") struct QuestionAskerTests {
    @Test(
        "A question that cannot be asked is refused with kind, code and field",
        arguments: [
            ("", "malformed question.malformed -"), (#"{"when": "#, "malformed question.malformed -"),
            (#"{"when": {}}"#, "invalid missing-key when"), (#"{"when": {"fly": {}}}"#, "invalid unknown-key when.fly"),
            (#"{"when": {"navigate": {"url": "a", "view": "Z"}}}"#, "unanswerable unknown-view view"),
            (#"{"when": {"navigate": {"url": "a", "view": "W"}}}"#, "unanswerable not-a-web-view view"),
            (#"{"when": {"navigate": {"url": "a"}}}"#, "unanswerable missing-view view"),
            (#"{"window": "left", "when": {"setting": "print"}}"#, "unanswerable unknown-window window"),
            (
                #"{"when": {"switchIdentity": {"to": "home", "window": "left"}}}"#,
                "unanswerable unknown-window window"
            ),
            (
                #"{"when": {"switchIdentity": {"to": "unset", "window": "left"}}}"#,
                "unanswerable unknown-window window"
            ),
            (
                #"{"user": "kim", "when": {"switchIdentity": {"to": "home", "window": "right"}}}"#,
                "unanswerable unknown-user user"
            ),
            (#"{"user": "kim", "when": {"setting": "print"}}"#, "unanswerable unknown-user user"),
            (#"{"when": {"paste": {"from": "pasteboard", "into": "E"}}}"#, "unanswerable empty-pasteboard from"),
            (
                #"{"requests": [{"when": {"setting": "print"}}, {"when": {"navigate": {"url": "a", "view": "Z"}}}]}"#,
                "unanswerable unknown-view requests[1].view"
            ),
            (#"{"requests": [{"when": {"signIn": "home"}}]}"#, "stateful question.stateful -"),
            (#"{"given": {"user": "kim"}, "when": {"setting": "print"}}"#, "invalid unknown-name given.user"),
        ]
    )
    func refused(json: String, expected: String) throws {
        var world = try LiveWorld()
        world.engine.openWindow("right")
        #expect(world.verdict(json) == expected)
        #expect(!world.engine.isOpen("left"), "a question opens no window")
    }

    @Test(
        "`user` overrides every identity level, with and without a given situation",
        arguments: [
            (#"{"user": "dana@contoso.com", "given": {"task": "none"}, "when": {"setting": "print"}}"#, "block"),
            (#"{"user": null, "given": {"task": "dana@contoso.com"}, "when": {"setting": "print"}}"#, "allow"),
            (
                #"{"user": "dana@contoso.com", "given": {"process": "none"}, "when": {"setting": "fileEncryption"}}"#,
                "block"
            ),
            (#"{"user": "dana@contoso.com", "when": {"setting": "fileEncryption"}}"#, "block"),
            (#"{"user": "dana@contoso.com", "when": {"setting": "print"}}"#, "block"),
        ]
    )
    func user(json: String, verdict: String) throws {
        var world = try LiveWorld()
        world.engine.switchIdentity(to: .noUser, at: .process)
        world.engine.switchIdentity(to: .noUser)
        #expect(world.verdict(json) == verdict)
    }

    @Test("A message is one line, whatever it quotes")
    func messages() throws {
        var world = try LiveWorld()
        for json in [
            #"{"wh\n": {"navigate": {"view": "E"}}}"#, #"{"when": {"navigate": {"url": "a", "view": "\u2028"}}}"#,
        ] {
            do throws(AskingError) {
                _ = try world.ask(json)
                Issue.record("it was answered")
            } catch {
                #expect(!error.message.isEmpty)
                #expect(error.description.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{2028}" })
            }
        }
    }

    @Test("A text that is too long, and a batch that is too large, are refused")
    func tooLarge() throws {
        var world = try LiveWorld()
        let long = #"{"ref": ""# + String(repeating: "a", count: QuestionAsker.byteLimit) + #"", "when": {}}"#
        #expect(world.verdict(long) == "tooLarge question.tooLarge -")
        let request = #"{"when": {"setting": "print"}}"#
        let batch = { (count: Int) in
            #"{"requests": ["# + Array(repeating: request, count: count).joined(separator: ",") + "]}"
        }
        #expect(world.verdict(batch(1_001)) == "tooMany question.tooMany -")
        #expect(world.verdict(batch(1_000)).hasPrefix("allow "))
    }

    @Test("An evaluator of another engine is refused")
    func foreignEvaluator() throws {
        var world = try LiveWorld()
        var other = try LiveWorld().engine.makeEvaluator()
        do throws(AskingError) {
            _ = try world.asker.ask(Array(#"{"when": {"setting": "print"}}"#.utf8), with: &other)
            Issue.record("it was answered")
        } catch {
            #expect(error.code == "foreign-evaluator")
        }
    }

    @Test("The answer has the form that every host writes")
    func form() throws {
        var world = try LiveWorld()
        world.engine.switchIdentity(to: AccountID("dana@contoso.com"))
        let json = #"{"ref": [1, "x"], "when": {"navigate": {"url": "https://contoso.com/", "view": "E"}}}"#
        let asked = try world.ask(json)
        #expect(
            asked.json
                == #"{"ref":[1,"x"],"request":{"navigate":{"view":"E","url":"https://contoso.com/","frame":"top"}},"#
                + #""user":"dana@contoso.com","verdict":"allow","to":"view","url":"https://contoso.com/","#
                + #""route":null,"page":"managed","class":"internal","rule":"intranet","#
                + #""reasons":[{"code":"rule.internal","rule":"intranet","#
                + #""setting":null,"at":"policy.yaml:11:13"},{"code":"view.currentIdentity","rule":null,"setting":"policy","#
                + #""at":"policy.yaml:14:32"}],"decidedBy":0}"#
        )
        #expect(asked.view == world.engine.view(named: "E"))
        #expect(asked.decision?.verdict == .allow)
    }

    @Test(
        "`ref` comes back with the type and the spelling that were sent",
        arguments: [
            "0.5", "-0", "0", "1E5", "1e+5", "-12", "1.10", "1e400", "123456789012345678901234567890",
            "true", "false", #""0.5""#, #""null""#, #"[0.50,{"n":-0.0,"none":null}]"#,
        ]
    )
    func ref(text: String) throws {
        var world = try LiveWorld()
        let asked = try world.ask(#"{"ref": "# + text + #", "when": {"setting": "print"}}"#)
        #expect(asked.json.hasPrefix(#"{"ref":"# + text + #","request":"#), "\(asked.json)")
    }

    @Test("Identity questions change the engine one after the other")
    func identities() throws {
        var world = try LiveWorld()
        let printing = #"{"when": {"setting": "print"}}"#
        #expect(world.verdict(printing) == "allow")
        #expect(world.verdict(#"{"when": {"switchIdentity": "dana@contoso.com"}}"#) == "success")
        #expect(world.engine.effectiveIdentity() == AccountID("dana@contoso.com"))
        #expect(world.verdict(printing) == "block")
        #expect(world.verdict(#"{"when": {"signOut": "dana@contoso.com"}}"#) == "success")
        #expect(!world.engine.isSignedIn(AccountID("dana@contoso.com")))
        #expect(world.verdict(#"{"when": {"switchIdentity": "dana@contoso.com"}}"#) == "failed")
        #expect(world.verdict(#"{"user": "dana@contoso.com", "when": {"setting": "print"}}"#) == "block")
        #expect(world.verdict(#"{"when": {"signIn": "dana@contoso.com"}}"#) == "success")
        #expect(world.verdict(#"{"when": {"signIn": "kim@contoso.com"}}"#) == "failed")
    }

    @Test("A task's identity belongs to one asker")
    func tasks() throws {
        var world = try LiveWorld()
        let printing = #"{"when": {"setting": "print"}}"#
        #expect(
            world.verdict(#"{"when": {"switchIdentity": {"to": "dana@contoso.com", "level": "task"}}}"#) == "success"
        )
        #expect(world.verdict(printing) == "block")
        #expect(try world.ask(printing).json.contains(#""user":"dana@contoso.com""#))
        #expect(world.verdict(#"{"when": {"switchIdentity": "home"}}"#) == "notAllowed")
        var other = QuestionAsker(world.engine)
        #expect(try other.ask(Array(printing.utf8), with: &world.evaluator).answers[0].verdict == .allow)
        #expect(world.verdict(#"{"when": {"switchIdentity": {"to": "unset", "level": "task"}}}"#) == "success")
        #expect(world.verdict(printing) == "allow")
    }

    @Test("A window that was closed stays closed when a question names it")
    func closedWindow() throws {
        var world = try LiveWorld()
        let switching = #"{"when": {"switchIdentity": {"to": "dana@contoso.com", "window": "left"}}}"#
        let printing = #"{"window": "left", "when": {"setting": "print"}}"#
        #expect(world.engine.openWindow("left"))
        #expect(world.verdict(switching) == "success")
        #expect(world.verdict(printing) == "block")
        world.engine.closeWindow("left")
        #expect(world.verdict(switching) == "unanswerable unknown-window window")
        #expect(world.engine.openWindow("left"))
        #expect(world.verdict(printing) == "allow")
    }

    @Test("A copied item is kept for a later paste, unless its batch failed")
    func pasteboard() throws {
        var world = try LiveWorld()
        let paste = #"{"when": {"paste": {"from": "pasteboard", "into": "A"}}}"#
        let copy = #"{"when": {"copy": {"from": "E", "characters": 40}}}"#
        #expect(
            world.verdict(#"{"requests": [\#(copy), \#(paste), {"when": {"upload": {"from": "E", "into": "Z"}}}]}"#)
                == "unanswerable unknown-view requests[2].into"
        )
        #expect(world.verdict(paste) == "unanswerable empty-pasteboard from")
        #expect(world.verdict(#"{"requests": [\#(copy), \#(paste)]}"#) == "plain allow")
        #expect(world.verdict(paste) == "allow")
    }

    @Test("A given situation does not change the engine")
    func given() throws {
        var world = try LiveWorld()
        let json = #"{"given": {"user": "dana@contoso.com"}, "when": {"setting": "print"}}"#
        #expect(world.verdict(json) == "block")
        #expect(try world.ask(json).json.contains(#""user":"dana@contoso.com""#))
        #expect(world.engine.effectiveIdentity() == nil)
        #expect(world.verdict(#"{"when": {"setting": "print"}}"#) == "allow")
    }

    @Test("Views that the host adds can be used, and removed views cannot")
    func views() throws {
        var world = try LiveWorld()
        let json = #"{"when": {"navigate": {"url": "https://contoso.com/", "view": "popup"}}}"#
        #expect(world.verdict(json) == "unanswerable unknown-view view")
        let popup = try world.engine.addView(named: "popup", window: WindowID("left"))
        world.engine.switchIdentity(to: AccountID("dana@contoso.com"), at: .window(WindowID("left")))
        #expect(world.verdict(json) == "allow")
        #expect(try world.ask(json).json.contains(#""user":"dana@contoso.com""#))
        try world.engine.removeView(popup)
        #expect(world.verdict(json) == "unanswerable unknown-view view")
    }

    @Test("A new policy is used, also with a given situation")
    func reload() throws {
        var world = try LiveWorld()
        var document = world.engine.policy.document
        document.policies["strict"]?.printBlocked = false
        let json = #"{"given": {"user": "dana@contoso.com"}, "when": {"setting": "print"}}"#
        #expect(world.verdict(json) == "block")
        world.engine.reload(document)
        #expect(world.verdict(json) == "allow")
    }

    @Test("An allowed navigation takes effect when the host reports it")
    func navigation() throws {
        var world = try LiveWorld()
        world.engine.switchIdentity(to: AccountID("dana@contoso.com"))
        let asked = try world.ask(#"{"when": {"navigate": {"url": "https://contoso.com/", "view": "E"}}}"#)
        world.engine.switchIdentity(to: .noUser)
        let copy = #"{"when": {"copy": {"from": "E"}}}"#
        #expect(try !world.ask(copy).json.contains("page.loadedFor"))
        try world.engine.didNavigate(#require(asked.view), #require(asked.decision))
        #expect(try world.ask(copy).json.contains("page.loadedFor"))
    }
}
