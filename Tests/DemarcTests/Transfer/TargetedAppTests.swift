import Demarc
import Diagnostics
import PolicyModel
import Testing

/// An app in a policy's list is managed for the organization, and nothing else is known about it.
@Suite("Apps that a policy lists") struct TargetedAppTests {
    private static let policy = """
        demarc: 1
        app: {id: com.contoso.notes, queriesSchemes: [mailto, contoso-scan, contoso-scan-intunemam]}
        policies:
          strict:
            allowedOutboundDataTransferDestinations: managedApps
            allowedInboundDataTransferSources: managedApps
            allowedOutboundClipboardSharingLevel: managedApps
            managedBrowserToOpenLinksRequired: true
            apps: [com.contoso.mail, com.contoso.Scan, com.microsoft.msedge]
        """

    private func verdict(_ question: Question, _ yaml: String = policy) throws -> Verdict? {
        var evaluator = try engine(yaml).makeEvaluator()
        return try evaluator.answer(question).verdict
    }

    @Test(
        "Data is sent to, received from and pasted into listed apps only",
        arguments: [
            ("com.contoso.mail", true), ("com.contoso.Mail", true), ("com.contoso.scan", true),
            ("com.example.game", false), ("com.contoso.mail2", false), ("", false),
        ]
    )
    func transfer(app: String, isManaged: Bool) throws {
        let app = AppID(app)
        let expected: Verdict = isManaged ? .allow : .block
        #expect(try verdict(.send(to: app)) == expected)
        #expect(try verdict(.receive(from: app)) == expected)
        #expect(try verdict(.paste(ClipboardItem(), from: .native(), into: .app(app))) == expected)
    }

    // A registry implies that nothing else handles a scheme; a list of apps implies nothing about schemes.
    @Test("Listed apps do not affect schemes, links or installed apps")
    func noRegistry() throws {
        let without = Self.policy.split(separator: "\n").dropLast().joined(separator: "\n")
        for question in [
            .canOpen("mailto:a@b.example"), .canOpen("contoso-scan://x"), .open("mailto:a@b.example"),
            .open("https://a.example/"), .open("contoso-scan://x"), .universalLink("https://a.example/"),
        ] as [Question] {
            #expect(try verdict(question) == verdict(question, without), "\(question)")
        }
        #expect(try verdict(.open("mailto:a@b.example")) == .route)
    }

    @Test("An app's own entry in the document takes precedence")
    func ownEntry() throws {
        let declared = Self.policy + "\napps: [{id: com.contoso.MAIL}, {id: com.contoso.other}]\n"
        #expect(try verdict(.send(to: "com.contoso.mail"), declared) == .block)
        #expect(try verdict(.send(to: "com.contoso.scan"), declared) == .allow)
        #expect(try verdict(.send(to: "com.contoso.other"), declared) == .block)
    }

    private static func accounts(_ first: String, _ second: String) -> String {
        """
        demarc: 1
        app: {multiIdentity: true, multiManagedIdentities: true}
        user: a
        policies:
          p: {allowedOutboundDataTransferDestinations: managedApps, apps: [com.contoso.mail, com.contoso.p]}
          q: {allowedOutboundDataTransferDestinations: managedApps, apps: [com.contoso.mail, com.contoso.q]}
        accounts:
          - {account: a, policy: p\(first)}
          - {account: b, policy: q\(second)}
        """
    }

    @Test(
        "They are managed for the organization of the policy's accounts, and for none if there are two",
        arguments: [
            (", organization: x", ", organization: x", "allow", "allow", "allow"),
            (", organization: x", ", organization: y", "block", "allow", "block"),
            ("", ", organization: y", "block", "allow", "block"),
            ("", "", "block", "allow", "block"),
        ]
    )
    func organizations(first: String, second: String, mail: String, ofOwn: String, ofOther: String) throws {
        let yaml = Self.accounts(first, second)
        #expect(try verdict(.send(to: "com.contoso.mail"), yaml)?.rawValue == mail)
        #expect(try verdict(.send(to: "com.contoso.p"), yaml)?.rawValue == ofOwn)
        #expect(try verdict(.send(to: "com.contoso.q"), yaml)?.rawValue == ofOther)
    }

    @Test("An item copied in a listed app keeps its organization")
    func clipboard() throws {
        let engine = try engine(Self.accounts(", organization: x", ", organization: x"))
        let owner = engine.makeEvaluator().owner(of: .app("com.contoso.p"))
        #expect(owner.isManaged && owner.organization == "x")
        var evaluator = engine.makeEvaluator()
        #expect(evaluator.paste(ClipboardItem(), ownedBy: owner, into: .native()).verdict == .allow)
    }

    @Test("An undeclared app is unmanaged, and questions about it are allowed")
    func undeclared() throws {
        let declared = Self.policy + "\napps: [{id: com.contoso.other, managed: true}]\n"
        #expect(try verdict(.send(to: "com.contoso.others"), declared) == .block)
        #expect(try verdict(.receive(from: "com.contoso.others"), declared) == .block)
        let paste = Question.paste(ClipboardItem(), from: .app("com.contoso.others"), into: .native())
        #expect(try verdict(paste, declared) == .block)
    }
}

@Suite("Ids of apps") struct AppIDTests {
    @Test(
        "Ids are compared ignoring ASCII case",
        arguments: [
            ("com.contoso.mail", "com.Contoso.MAIL", true), ("", "", true), ("a", "b", false), ("a", "ab", false),
            ("com.contoso.mail", "com.contoso.mai", false), ("[", "{", false), ("\u{E4}", "\u{C4}", false),
            ("com.contoso.a1234567", "COM.CONTOSO.A1234567", true),
        ]
    )
    func compared(one: String, other: String, areSame: Bool) {
        #expect((AppID(one) == AppID(other)) == areSame)
        #expect((Set([AppID(one), AppID(other)]).count == 1) == areSame)
    }
}
