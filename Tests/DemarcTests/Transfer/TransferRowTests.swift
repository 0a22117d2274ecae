import Demarc
import Diagnostics
import PolicyModel
import Testing

/// Each row of the tables by hand, with the settings that its reasons name and the lines where these are written.
@Suite("Transfer, row by row") struct TransferRowTests {
    private static let yaml = """
        demarc: 1
        app:
          id: com.contoso.notes
          multiIdentity: true
          multiManagedIdentities: true
        user: none
        policies:
          strict:
            allowedOutboundDataTransferDestinations: managedApps
            allowedInboundDataTransferSources: managedApps
            saveAsBlocked: true
            allowedDataStorageLocations: [sharePoint, localStorage, photoLibrary]
            blockDataIngestionIntoOrganizationDocuments: true
            allowedDataIngestionLocations: [sharePoint, camera]
            disableProtectionOfManagedOutboundOpenInData: true
          closed:
            allowedOutboundDataTransferDestinations: none
            allowedInboundDataTransferSources: none
          filtered:
            allowedOutboundDataTransferDestinations: managedApps
            allowedInboundDataTransferSources: managedApps
            filterOpenInToOnlyManagedApps: true
          open: {protectInboundDataFromUnknownSources: true}
        accounts:
          - {account: dana, upn: dana@contoso.example, organization: contoso, policy: strict}
          - {account: kim, organization: contoso, policy: filtered}
          - {account: robin, organization: fabrikam, policy: closed}
          - {account: lee, organization: tailspin, policy: open}
          - {account: home}
        """

    private static let apps = [
        AppDeclaration(id: "com.contoso.mail", isManaged: true, organization: "contoso"),
        AppDeclaration(id: "com.fabrikam.mail", isManaged: true, organization: "fabrikam", policy: "closed"),
        AppDeclaration(id: "com.fabrikam.chat", isManaged: true, organization: "fabrikam"),
        AppDeclaration(id: "com.tailspin.mail", isManaged: true, organization: "tailspin", policy: "open"),
        AppDeclaration(id: "com.contoso.scanner", isMDMManaged: true),
        AppDeclaration(id: "com.example.game"),
    ]

    private let engine: PolicyEngine

    init() throws {
        var document = try document(Self.yaml)
        document.apps = Self.apps
        engine = PolicyEngine(document)
        engine.setDeviceEnrolled(true)
    }

    /// The verdict, then each code with its setting and the line where that is written.
    private func text(_ decision: Decision, _ evaluator: borrowing Evaluator) -> String {
        let reasons = evaluator.reasons(of: decision).map { reason in
            let line = reason.location.map { ":\($0.line)" } ?? ""
            return reason.code.rawValue + (reason.setting.map { " (\($0)\(line))" } ?? "")
        }
        let account = evaluator.account(of: decision).map { " to \($0)" } ?? ""
        return "\(decision.verdict.rawValue)\(account): \(reasons.joined(separator: ", "))"
    }

    @Test(
        "saving",
        arguments: [
            (.sharePoint, "stranger", "dana", "block: identity.unknown"),
            (.sharePoint, "dana", "stranger", "block: identity.unknown"),
            // Row 1, for another organization's data, an unmanaged account's and nobody's.
            (
                .sharePoint, "robin", "dana",
                "block: save.place.inbound (allowedInboundDataTransferSources:18)"
            ),
            (.dropbox, "dana", "home", "block: save.place.inbound (allowedInboundDataTransferSources:10)"),
            (.other, "dana", "", "block: save.place.inbound (allowedInboundDataTransferSources:10)"),
            // Rows 2 to 4.
            (.other, "lee", "home", "allow: identity.unmanaged"),
            (.other, nil, "home", "allow: identity.unmanaged"),
            (.localStorage, "robin", "robin", "block: save.outbound.none (allowedOutboundDataTransferDestinations:17)"),
            (.dropbox, "home", "lee", "allow: save.outbound.allApps (allowedOutboundDataTransferDestinations)"),
            (.dropbox, "home", "kim", "allow: save.allowed (saveAsBlocked)"),
            // Row 5: the same organization is not enough.
            (.accountDocument, "dana", "dana", "allow: save.restricted (saveAsBlocked:11), save.accountDocument"),
            (
                .accountDocument, "kim", "dana",
                "block: save.restricted (saveAsBlocked:11), save.location.unlisted (allowedDataStorageLocations:12)"
            ),
            // Row 6.
            (
                .box, "dana", "dana",
                "block: save.restricted (saveAsBlocked:11), save.location.unlisted (allowedDataStorageLocations:12)"
            ),
            // Row 7: an account that is said to be nobody is none.
            (
                .photoLibrary, nil, "dana",
                "allow: save.restricted (saveAsBlocked:11), save.photoLibrary.allowed (allowedDataStorageLocations:12)"
            ),
            (
                .photoLibrary, "", "dana",
                "allow: save.restricted (saveAsBlocked:11), save.photoLibrary.allowed (allowedDataStorageLocations:12)"
            ),
            (
                .photoLibrary, "dana", "dana",
                "block: save.restricted (saveAsBlocked:11), save.photoLibrary.account (allowedDataStorageLocations:12)"
            ),
            (
                .photoLibrary, "home", "dana",
                "block: save.restricted (saveAsBlocked:11), save.photoLibrary.account (allowedDataStorageLocations:12)"
            ),
            // Row 8: the organization's for most, and the same account's for the app's own storage.
            (
                .sharePoint, "kim", "dana",
                "allow: save.restricted (saveAsBlocked:11), save.location.listed (allowedDataStorageLocations:12)"
            ),
            (
                .sharePoint, "lee", "dana",
                "block: save.restricted (saveAsBlocked:11), save.location.account (allowedDataStorageLocations:12)"
            ),
            (
                .sharePoint, nil, "dana",
                "block: save.restricted (saveAsBlocked:11), save.location.account (allowedDataStorageLocations:12)"
            ),
            (
                .localStorage, "DANA@contoso.example", "dana",
                "allow: save.restricted (saveAsBlocked:11), save.location.listed (allowedDataStorageLocations:12)"
            ),
            (
                .localStorage, "kim", "dana",
                "block: save.restricted (saveAsBlocked:11), save.location.account (allowedDataStorageLocations:12)"
            ),
        ] as [(SaveLocation, String?, String, String)]
    )
    func saving(location: SaveLocation, account: String?, owner: String, expected: String) {
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.save(to: location, of: account.map { AccountID($0) }, ownedBy: AccountID(owner))
        #expect(text(decision, evaluator) == expected)
    }

    @Test(
        "opening",
        arguments: [
            (.camera, "stranger", "dana", "block: identity.unknown"),
            (.camera, nil, "stranger", "block: identity.unknown"),
            // Row 1.
            (
                .sharePoint, "robin", "dana",
                "block: openFrom.place.outbound (allowedOutboundDataTransferDestinations:17)"
            ),
            (.box, "dana", "home", "block: openFrom.place.outbound (allowedOutboundDataTransferDestinations:9)"),
            (.box, "dana", "", "block: openFrom.place.outbound (allowedOutboundDataTransferDestinations:9)"),
            // Rows 2 to 4.
            (.box, "lee", "home", "allow: identity.unmanaged"),
            (.other, nil, "", "allow: identity.unmanaged"),
            (.localStorage, "robin", "robin", "block: openFrom.inbound.none (allowedInboundDataTransferSources:18)"),
            (.dropbox, "home", "lee", "allow: openFrom.inbound.allApps (allowedInboundDataTransferSources)"),
            (
                .dropbox, "home", "kim",
                "allow: openFrom.allowed (blockDataIngestionIntoOrganizationDocuments)"
            ),
            // Row 5: the same organization is enough, another account is not.
            (
                .localStorage, "kim", "dana",
                "allow: openFrom.restricted (blockDataIngestionIntoOrganizationDocuments:13), openFrom.organization"
            ),
            (
                .accountDocument, "dana", "dana",
                "allow: openFrom.restricted (blockDataIngestionIntoOrganizationDocuments:13), openFrom.organization"
            ),
            (
                .localStorage, "home", "dana",
                """
                block: openFrom.restricted (blockDataIngestionIntoOrganizationDocuments:13), \
                openFrom.location.unlisted (allowedDataIngestionLocations:14)
                """
            ),
            // Row 6.
            (
                .camera, nil, "dana",
                """
                allow: openFrom.restricted (blockDataIngestionIntoOrganizationDocuments:13), \
                openFrom.location.listed (allowedDataIngestionLocations:14)
                """
            ),
            (
                .camera, "home", "dana",
                """
                allow: openFrom.restricted (blockDataIngestionIntoOrganizationDocuments:13), \
                openFrom.location.listed (allowedDataIngestionLocations:14)
                """
            ),
            (
                .sharePoint, "kim", "dana",
                """
                allow: openFrom.restricted (blockDataIngestionIntoOrganizationDocuments:13), \
                openFrom.location.listed (allowedDataIngestionLocations:14)
                """
            ),
            // Row 7.
            (
                .sharePoint, "home", "dana",
                """
                block: openFrom.restricted (blockDataIngestionIntoOrganizationDocuments:13), \
                openFrom.location.account (allowedDataIngestionLocations:14)
                """
            ),
            (
                .photoLibrary, nil, "dana",
                """
                block: openFrom.restricted (blockDataIngestionIntoOrganizationDocuments:13), \
                openFrom.location.unlisted (allowedDataIngestionLocations:14)
                """
            ),
        ] as [(OpenLocation, String?, String, String)]
    )
    func opening(location: OpenLocation, account: String?, receiver: String, expected: String) {
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.open(
            from: location,
            of: account.map { AccountID($0) },
            receivedBy: AccountID(receiver)
        )
        #expect(text(decision, evaluator) == expected)
    }

    private static let only = "send.outbound.managedApps (allowedOutboundDataTransferDestinations:9)"
    private static let onlyOfKim = "send.outbound.managedApps (allowedOutboundDataTransferDestinations:20)"

    @Test(
        "sending",
        arguments: [
            ("com.contoso.mail", .direct, "stranger", "block: identity.unknown"),
            ("com.example.game", .direct, "home", "allow: identity.unmanaged"),
            ("com.example.game", .url, "lee", "allow: send.outbound.allApps (allowedOutboundDataTransferDestinations)"),
            // Nothing leaves, not even to an app of the organization.
            (
                "com.fabrikam.mail", .openIn, "robin",
                "block: send.outbound.none (allowedOutboundDataTransferDestinations:17)"
            ),
            (
                "com.contoso.mail", .direct, "dana",
                "allow: send.outbound.sameOrganization (allowedOutboundDataTransferDestinations:9)"
            ),
            ("com.fabrikam.mail", .direct, "dana", "block: \(only)"),
            ("com.nobody.declares.it", .url, "dana", "block: \(only)"),
            // What is handed over by other ways isn't looked after by device management.
            ("com.contoso.scanner", .direct, "dana", "block: \(only)"),
            (
                "com.contoso.scanner", .openIn, "dana",
                "allow: \(only), send.openIn.unprotected (disableProtectionOfManagedOutboundOpenInData:15)"
            ),
            (
                "com.example.game", .openIn, "dana",
                "allowEncrypted: \(only), send.openIn.encrypted (filterOpenInToOnlyManagedApps)"
            ),
            (
                "com.contoso.scanner", .shareExtension, "kim",
                "block: \(onlyOfKim), send.openIn.filtered (filterOpenInToOnlyManagedApps:22)"
            ),
        ] as [(String, SharingMethod, String, String)]
    )
    func sending(app: String, method: SharingMethod, sender: String, expected: String) {
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.send(to: AppID(app), via: method, ownedBy: AccountID(sender))
        #expect(text(decision, evaluator) == expected)
    }

    @Test(
        "receiving",
        arguments: [
            ("com.contoso.mail", "stranger", "block: identity.unknown"),
            // Into an account with every source: what comes becomes the organization's, from wherever.
            (
                "com.example.game", "lee",
                """
                allowAsOrganizationData: receive.inbound.allApps (allowedInboundDataTransferSources), \
                receive.inbound.protected (protectInboundDataFromUnknownSources:23)
                """
            ),
            (
                "com.tailspin.mail", "lee",
                """
                allowAsOrganizationData: receive.inbound.allApps (allowedInboundDataTransferSources), \
                receive.inbound.protected (protectInboundDataFromUnknownSources:23)
                """
            ),
            // Another organization's app, whose policy keeps its data; and one whose policy is not known.
            (
                "com.fabrikam.mail", "lee",
                "block: receive.sender.outbound.restricted (allowedOutboundDataTransferDestinations:17)"
            ),
            (
                "com.fabrikam.chat", "lee",
                """
                allowAsOrganizationData: receive.inbound.allApps (allowedInboundDataTransferSources), \
                receive.inbound.protected (protectInboundDataFromUnknownSources:23)
                """
            ),
            // From managed apps only.
            (
                "com.contoso.mail", "dana",
                "allow: receive.inbound.sameOrganization (allowedInboundDataTransferSources:10)"
            ),
            (
                "com.example.game", "dana",
                """
                switchAccount to home: receive.inbound.managedApps (allowedInboundDataTransferSources:10), \
                receive.switchAccount (multiIdentity:4)
                """
            ),
            (
                "com.tailspin.mail", "dana",
                """
                switchAccount to home: receive.inbound.managedApps (allowedInboundDataTransferSources:10), \
                receive.switchAccount (multiIdentity:4)
                """
            ),
            // The sender would not let the unmanaged account have it, so there is nothing to switch to.
            ("com.fabrikam.chat", "dana", "block: receive.inbound.managedApps (allowedInboundDataTransferSources:10)"),
            ("com.fabrikam.mail", "dana", "block: receive.inbound.managedApps (allowedInboundDataTransferSources:10)"),
            // From nowhere.
            ("com.fabrikam.mail", "robin", "block: receive.inbound.none (allowedInboundDataTransferSources:18)"),
            (
                "com.nobody.declares.it", "robin",
                """
                switchAccount to home: receive.inbound.none (allowedInboundDataTransferSources:18), \
                receive.switchAccount (multiIdentity:4)
                """
            ),
            // Into an account that isn't managed.
            ("com.example.game", "home", "allow: identity.unmanaged"),
            ("com.contoso.scanner", "", "allow: identity.unmanaged"),
            (
                "com.tailspin.mail", "home",
                "allow: identity.unmanaged, receive.sender.outbound.allApps (allowedOutboundDataTransferDestinations)"
            ),
            (
                "com.fabrikam.mail", "home",
                "block: receive.sender.outbound.restricted (allowedOutboundDataTransferDestinations:17)"
            ),
            ("com.contoso.mail", "", "block: receive.sender.unnamed"),
        ] as [(String, String, String)]
    )
    func receiving(app: String, account: String, expected: String) {
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.receive(from: AppID(app), into: AccountID(account))
        #expect(text(decision, evaluator) == expected)
    }

    @Test("what comes in is the organization's only on an enrolled device")
    func notEnrolled() {
        engine.setDeviceEnrolled(false)
        var evaluator = engine.makeEvaluator()
        let received = evaluator.receive(from: "com.example.game", into: AccountID("lee"))
        #expect(received.transferLine == "allow receive.inbound.allApps")
        let sent = evaluator.send(to: "com.contoso.scanner", via: .openIn, ownedBy: AccountID("dana"))
        #expect(sent.transferLine == "allowEncrypted send.outbound.managedApps send.openIn.encrypted")
    }

    // MARK: Who acts

    @Test("who acts is asked where the request names nobody, and a task before the rest")
    func acting() {
        engine.switchIdentity(to: AccountID("dana"))
        var evaluator = engine.makeEvaluator()
        let dana = evaluator.save(to: .box)
        #expect(dana.transferLine == "block save.restricted save.location.unlisted")
        // Not for the place: no account is no account, whoever acts.
        #expect(evaluator.save(to: .sharePoint).transferLine == "block save.restricted save.location.account")
        let sharing = engine.withTaskIdentity(AccountID("robin")) { evaluator.isAppSharingAllowed() }
        #expect(!sharing)
        let home = engine.withTaskIdentity(AccountID("home")) { evaluator.save(to: .box) }
        #expect(home.transferLine == "allow identity.unmanaged")
        let stranger = engine.withTaskIdentity(AccountID("stranger")) {
            [
                evaluator.save(to: .box), evaluator.open(from: .camera), evaluator.send(to: "com.contoso.mail"),
                evaluator.receive(from: "com.contoso.mail"),
                // This app is whoever acts in it.
                evaluator.send(to: "com.contoso.notes", ownedBy: AccountID("lee")),
                evaluator.receive(from: "com.contoso.notes", into: AccountID("home")),
            ]
        }
        #expect(stranger.map(\.transferLine) == Array(repeating: "block identity.unknown", count: 6))
        let mayStrangerShare = engine.withTaskIdentity(AccountID("stranger")) { evaluator.isAppSharingAllowed() }
        #expect(!mayStrangerShare)
    }

    @Test("this app sends to itself, and receives from itself, as whoever acts in it")
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

    @Test("several accounts at once are under the strictest policy, and of no organization")
    func severalAccounts() {
        engine.showAccounts([AccountID("lee"), AccountID("home")])
        var evaluator = engine.makeEvaluator()
        #expect(evaluator.save(to: .sharePoint).transferLine == "block identity.lockDown save.outbound.none")
        // Where `lee` saves, everything may come from anywhere; it is the others who keep it.
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

    @Test("all locations at once are asked one by one")
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
