import Demarc
import PolicyModel
import RuleIndex
import Testing

/// What is recorded when an item is copied, and what happens if the situation has changed when it is pasted.
@Suite("Owners of clipboard items") struct ClipboardOwnerTests {
    private static let closed = ["dana": "allowedOutboundClipboardSharingLevel: blocked"]
    private let dana = Place<ViewID>.account(AccountID("dana"))

    @Test(
        "The record names the owner of the item",
        arguments: [
            ("stranger", nil, ClipboardOwner(app: "host", isManaged: true)),
            ("home", nil, ClipboardOwner(app: "host")),
            ("", nil, ClipboardOwner(app: "host")),
            ("notice", nil, ClipboardOwner(app: "host")),
            ("app:plain", nil, ClipboardOwner(app: "plain")),
            ("app:unlisted", nil, ClipboardOwner(app: "unlisted")),
            ("app:silent", nil, ClipboardOwner(app: "silent", organization: "contoso", isManaged: true)),
            ("app:host", "kim", owner("kim")),
            ("page", nil, owner("dana")),
            ("page", "kim", owner("kim")),
            ("page", "home", ClipboardOwner(app: "host")),
            ("DANA", nil, owner("dana")),
        ] as [(String, String?, ClipboardOwner)]
    )
    func record(place: String, identity: String?, expected: ClipboardOwner) throws {
        let engine = try ClipboardTests.engine([:])
        let evaluator = engine.makeEvaluator()
        let place = ClipboardTests.place(place, in: engine)
        #expect(evaluator.owner(of: place, identity: identity.map { AccountID($0) }) == expected)
    }

    private static func owner(_ name: String) -> ClipboardOwner {
        ClipboardOwner(account: AccountID(name), app: "host", organization: "contoso", isManaged: true)
    }

    @Test("Content of several accounts is managed without an owner, so it cannot be pasted anywhere")
    func severalAccounts() throws {
        let engine = try ClipboardTests.engine([:])
        engine.showAccounts([AccountID("dana"), AccountID("home")])
        var evaluator = engine.makeEvaluator()
        let owner = evaluator.owner(of: .native())
        #expect(owner == ClipboardOwner(app: "host", isManaged: true))
        let line = "block - - - [clipboard.ownerUnknown]"
        #expect(evaluator.paste(ClipboardItem(), ownedBy: owner, into: .native()).line == line)
        #expect(evaluator.paste(ClipboardItem(), ownedBy: owner, into: .account(AccountID("home"))).line == line)
        #expect(
            evaluator.paste(ClipboardItem(), from: .native(), into: .native()).line
                == "block - - - [identity.lockDown clipboard.outbound.blocked clipboard.inbound.blocked]"
        )
        #expect(
            evaluator.copy(ClipboardItem(), from: .native()).line
                == "protected - - - [identity.lockDown clipboard.outbound.blocked]"
        )
    }

    @Test("The owner of a copy is who owned the content when it was decided, even if somebody else acts by now")
    func ownerOfCopy() throws {
        let engine = try ClipboardTests.engine([:])
        engine.switchIdentity(to: AccountID("dana"))
        var evaluator = engine.makeEvaluator()
        let copy = evaluator.copy(ClipboardItem(), from: .native())
        engine.switchIdentity(to: AccountID("home"))
        let owner = try evaluator.owner(of: copy)
        #expect(owner == Self.owner("dana"))
        #expect(evaluator.owner(of: .native()) == ClipboardOwner(app: "host"))
        let next = evaluator.copy(ClipboardItem(), from: .native(), identity: AccountID("kim"))
        let nextOwner = try evaluator.owner(of: next)
        #expect(nextOwner == Self.owner("kim"))
        #expect(throws: StaleDecision.self) { _ = try evaluator.owner(of: copy) }
        // A decision that is not a copy has no owner, so that what is recorded for it goes nowhere.
        let paste = evaluator.paste(ClipboardItem(), from: .native(), into: .native())
        let noOwner = try evaluator.owner(of: paste)
        #expect(noOwner == ClipboardOwner(isManaged: true))
    }

    @Test("The owner of a copy is who acted in its task, even if it is read in another task's scope")
    func ownerOfCopyInTask() throws {
        let engine = try ClipboardTests.engine([:])
        engine.switchIdentity(to: AccountID("home"))
        var evaluator = engine.makeEvaluator()
        let inside = engine.withTaskIdentity(AccountID("dana")) { evaluator.copy(ClipboardItem(), from: .native()) }
        let insideOwner = try evaluator.owner(of: inside)
        #expect(insideOwner == Self.owner("dana"))
        engine.switchIdentity(to: AccountID("dana"))
        let outside = evaluator.copy(ClipboardItem(), from: .native())
        let outsideOwner = try engine.withTaskIdentity(AccountID("home")) { try evaluator.owner(of: outside) }
        #expect(outsideOwner == Self.owner("dana"))
    }

    @Test("A text whose length is not known has no exception for short texts")
    func unknownLength() throws {
        let setting = "allowedOutboundClipboardSharingLevel: blocked, allowedOutboundClipboardSharingExceptionLength: 5"
        let engine = try ClipboardTests.engine(["dana": setting])
        var evaluator = engine.makeEvaluator()
        for (item, verdict) in [
            (ClipboardItem(), .protected), (ClipboardItem(.text), .protected), (ClipboardItem(text: "12345"), .plain),
            (ClipboardItem(characters: 6), .protected), (ClipboardItem.oneCharacter, .plain),
        ] as [(ClipboardItem, Verdict)] {
            #expect(evaluator.copy(item, from: dana).verdict == verdict, "\(item)")
        }
    }

    @Test("An owner that is gone, no longer managed, or in another organization is unknown")
    func changes() throws {
        let engine = try ClipboardTests.engine(Self.closed)
        var evaluator = engine.makeEvaluator()
        let owner = evaluator.owner(of: dana)
        #expect(
            evaluator.paste(ClipboardItem(), ownedBy: owner, into: .native()).line
                == "allow - - - [clipboard.sameAccount]"
        )
        for accounts in [
            "[{account: kim, organization: contoso, policy: p}, {account: home}]",
            "[{account: dana, organization: contoso}, {account: home}]",
            "[{account: dana, organization: fabrikam, policy: p}, {account: home}]",
            "[{account: dana, policy: p}, {account: home}]",
        ] {
            engine.reload(try document("demarc: 1\napp: {id: host}\npolicies: {p: {}}\naccounts: \(accounts)"))
            for place in ["home", "dana", "kim"] where engine.policy.document.accounts[AccountID(place)] != nil {
                let decision = evaluator.paste(ClipboardItem(), ownedBy: owner, into: .account(AccountID(place)))
                #expect(decision.line == "block - - - [clipboard.ownerUnknown]", "\(accounts) into \(place)")
            }
        }
    }

    @Test("An account that became managed after the copy is pasted as managed")
    func managedSince() throws {
        let engine = try ClipboardTests.engine(Self.closed)
        var evaluator = engine.makeEvaluator()
        let owner = ClipboardOwner(account: AccountID("home"), app: "host")
        #expect(evaluator.paste(ClipboardItem(), ownedBy: owner, into: .account(AccountID("home"))).verdict == .allow)
        engine.reload(
            try document(
                """
                demarc: 1
                app: {id: host}
                policies: {p: {allowedOutboundClipboardSharingLevel: blocked}}
                accounts: [{account: home, policy: p}, {account: sam}]
                """
            )
        )
        let decision = evaluator.paste(ClipboardItem(), ownedBy: owner, into: .account(AccountID("sam")))
        #expect(decision.line == "block - - - [clipboard.outbound.blocked]")
    }

    @Test("An item without an app counts as this app's only if the engine does not know its own app")
    func unknownApp() throws {
        let blocked = "block - - - [clipboard.outbound.blocked clipboard.inbound.blocked]"
        for (knowsHost, line) in [(true, blocked), (false, "allow - - - [clipboard.sameAccount]")] {
            let engine = try ClipboardTests.engine(Self.closed, host: knowsHost)
            var evaluator = engine.makeEvaluator()
            let owner = ClipboardOwner(account: AccountID("dana"))
            #expect(evaluator.paste(ClipboardItem(), ownedBy: owner, into: dana).line == line)
            #expect(
                evaluator.paste(ClipboardItem(), ownedBy: evaluator.owner(of: dana), into: dana).verdict == .allow
            )
        }
        // The app id that the host sets takes precedence over the document.
        let engine = try ClipboardTests.engine(Self.closed)
        engine.setHostApp("other")
        var evaluator = engine.makeEvaluator()
        let owner = ClipboardOwner(account: AccountID("dana"), app: "host")
        #expect(evaluator.paste(ClipboardItem(), ownedBy: owner, into: dana).line == blocked)
    }

    @Test("Places use the identity levels: task, window, host")
    func levels() throws {
        let engine = try ClipboardTests.engine(Self.closed)
        engine.switchIdentity(to: AccountID("home"), at: .window("private"))
        var evaluator = engine.makeEvaluator()
        func line(_ window: WindowID?) -> String {
            evaluator.paste(ClipboardItem(), from: dana, into: .native(window)).line
        }
        #expect(line(nil) == "allow - - - [clipboard.sameAccount]")
        #expect(line("unheard of") == "block - - - [window.unknown]")
        engine.openWindow("unheard of")
        #expect(line("unheard of") == "allow - - - [clipboard.sameAccount]")
        #expect(line("private") == "block - - - [clipboard.outbound.blocked]")
        engine.withTaskIdentity(AccountID("home")) { #expect(line(nil) == "block - - - [clipboard.outbound.blocked]") }
        engine.withTaskIdentity(AccountID("dana")) { #expect(line("private") == "allow - - - [clipboard.sameAccount]") }
    }
}
