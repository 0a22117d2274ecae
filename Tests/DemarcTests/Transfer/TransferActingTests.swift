import Demarc
import PolicyModel
import Testing

/// Who owns or receives data if the request does not state it.
@Suite("Transfer and acting accounts") struct TransferActingTests {
    private let engine: PolicyEngine

    init() throws { engine = try TransferRows.engine() }

    @Test("The acting account is used if the request names none, and a task comes first")
    func acting() {
        engine.switchIdentity(to: AccountID("dana"))
        var evaluator = engine.makeEvaluator()
        let dana = evaluator.save(to: .box)
        #expect(dana.transferLine == "block save.restricted save.location.unlisted")
        // This does not apply to the place: no account is no account, regardless of the acting account.
        #expect(evaluator.save(to: .sharePoint).transferLine == "block save.restricted save.location.account")
        let sharing = engine.withTaskIdentity(AccountID("robin")) { evaluator.isAppSharingAllowed() }
        #expect(!sharing)
        let home = engine.withTaskIdentity(AccountID("home")) { evaluator.save(to: .box) }
        #expect(home.transferLine == "allow identity.unmanaged")
        let stranger = engine.withTaskIdentity(AccountID("stranger")) {
            [
                evaluator.save(to: .box), evaluator.open(from: .camera), evaluator.send(to: "com.contoso.mail"),
                evaluator.receive(from: "com.contoso.mail"),
                // This app counts as the acting account.
                evaluator.send(to: "com.contoso.notes", ownedBy: AccountID("lee")),
                evaluator.receive(from: "com.contoso.notes", into: AccountID("home")),
            ]
        }
        #expect(stranger.map(\.transferLine) == Array(repeating: "block identity.unknown", count: 6))
        let mayStrangerShare = engine.withTaskIdentity(AccountID("stranger")) { evaluator.isAppSharingAllowed() }
        #expect(!mayStrangerShare)
    }

    @Test("This app sends to itself, and receives from itself, as its acting account")
    func thisApp() {
        var evaluator = engine.makeEvaluator()
        let app: AppID = "com.contoso.notes"
        engine.switchIdentity(to: AccountID("kim"))
        #expect(
            evaluator.send(to: app, ownedBy: AccountID("dana")).transferLine == "allow send.outbound.sameOrganization"
        )
        #expect(
            evaluator.receive(from: app, into: AccountID("dana")).transferLine
                == "allow receive.inbound.sameOrganization"
        )
        engine.switchIdentity(to: AccountID("home"))
        #expect(
            evaluator.send(to: app, ownedBy: AccountID("dana")).transferLine == "block send.outbound.managedApps"
        )
        engine.switchIdentity(to: AccountID("dana"))
        #expect(
            evaluator.receive(from: app, into: AccountID("home")).transferLine
                == "block receive.sender.outbound.restricted"
        )
    }

    @Test("The acting account of the question, or of its window, is the other side if this app is")
    func thisAppInQuestion() {
        var evaluator = engine.makeEvaluator()
        let app: AppID = "com.contoso.notes"
        let (dana, kim, home) = (AccountID("dana"), AccountID("kim"), AccountID("home"))
        engine.switchIdentity(to: dana)
        engine.switchIdentity(to: home, at: .window("left"))
        let isIn = "allow send.outbound.sameOrganization"
        let isOut = "block send.outbound.managedApps"
        #expect(evaluator.send(to: app, ownedBy: dana, identity: kim, in: "left").transferLine == isIn)
        #expect(evaluator.send(to: app, ownedBy: dana, identity: home).transferLine == isOut)
        #expect(evaluator.send(to: app, ownedBy: dana, in: "left").transferLine == isOut)
        #expect(evaluator.send(to: app, from: .account(dana)).transferLine == isIn)
        #expect(evaluator.send(to: app, from: .account(dana), in: "left").transferLine == isOut)
        #expect(evaluator.send(to: app, from: .account(dana), identity: home).transferLine == isOut)
        #expect(
            evaluator.receive(from: app, into: home).transferLine == "block receive.sender.outbound.restricted"
        )
        #expect(evaluator.receive(from: app, into: home, identity: home).transferLine == "allow identity.unmanaged")
        #expect(evaluator.receive(from: app, into: home, in: "left").transferLine == "allow identity.unmanaged")
    }

    @Test("Several accounts at once are under the strictest policy and in no organization")
    func severalAccounts() {
        engine.showAccounts([AccountID("lee"), AccountID("home")])
        var evaluator = engine.makeEvaluator()
        #expect(evaluator.save(to: .sharePoint).transferLine == "block identity.lockDown save.outbound.none")
        // `lee`'s policy for the place accepts data from anywhere; the strictest policy, of the owners, blocks.
        #expect(
            evaluator.save(to: .sharePoint, of: AccountID("lee")).transferLine
                == "block identity.lockDown save.outbound.none"
        )
        #expect(
            evaluator.save(to: .sharePoint, of: AccountID("dana")).transferLine
                == "block identity.lockDown save.place.inbound"
        )
        #expect(evaluator.open(from: .camera).transferLine == "block identity.lockDown openFrom.inbound.none")
        #expect(evaluator.send(to: "com.tailspin.mail").transferLine == "block identity.lockDown send.outbound.none")
        #expect(
            evaluator.receive(from: "com.contoso.mail").transferLine == "block identity.lockDown receive.inbound.none"
        )
        let sharing = [evaluator.isAppSharingAllowed(), evaluator.isAppSharingAllowed(for: AccountID("dana"))]
        #expect(sharing == [false, true])
    }

    @Test("A question about all locations equals single questions")
    func allLocations() {
        var evaluator = engine.makeEvaluator()
        let dana = AccountID("dana")
        let saving = evaluator.saveLocations(of: dana, ownedBy: dana)
        #expect(Set(saving.keys) == Set(SaveLocation.allCases))
        #expect(
            Set(saving.filter { $0.value.verdict == .allow }.keys) == [.sharePoint, .localStorage, .accountDocument]
        )
        let opening = evaluator.openLocations(of: dana, receivedBy: dana)
        #expect(Set(opening.keys) == Set(OpenLocation.allCases))
        #expect(
            Set(opening.filter { $0.value.verdict == .allow }.keys)
                == [.sharePoint, .localStorage, .accountDocument, .camera]
        )
    }
}
