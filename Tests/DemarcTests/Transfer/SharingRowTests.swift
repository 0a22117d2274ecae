import Demarc
import PolicyModel
import Testing

/// Each row of the tables by hand, with the settings in its reasons and the lines where they are written.
@Suite("Sharing, row by row") struct SharingRowTests {
    private let engine: PolicyEngine

    init() throws { engine = try TransferRows.engine() }

    private static let only = "send.outbound.managedApps (allowedOutboundDataTransferDestinations:9)"
    private static let onlyOfKim = "send.outbound.managedApps (allowedOutboundDataTransferDestinations:20)"

    @Test(
        "Sending to each app follows its row",
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
            // Device management does not protect data that is handed over in other ways.
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
    func sending(app: String, method: SharingMethod, sender: String, expected: String) throws {
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.send(to: AppID(app), via: method, ownedBy: AccountID(sender))
        #expect(try TransferRows.text(decision, evaluator) == expected)
    }

    @Test(
        "Receiving from each app follows its row",
        arguments: [
            ("com.contoso.mail", "stranger", "block: identity.unknown"),
            // Into an account that accepts every source: whatever comes in becomes the organization's.
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
            // From another organization's app as well: only the receiver's policy determines what it accepts.
            (
                "com.fabrikam.mail", "lee",
                """
                allowAsOrganizationData: receive.inbound.allApps (allowedInboundDataTransferSources), \
                receive.inbound.protected (protectInboundDataFromUnknownSources:23)
                """
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
            // The sender would not give the data to the unmanaged account, so there is no account to switch to.
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
            // Into an unmanaged account.
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
    func receiving(app: String, account: String, expected: String) throws {
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.receive(from: AppID(app), into: AccountID(account))
        #expect(try TransferRows.text(decision, evaluator) == expected)
    }

    @Test("Received data belongs to the organization only on an enrolled device")
    func notEnrolled() {
        engine.setDeviceEnrolled(false)
        var evaluator = engine.makeEvaluator()
        let received = evaluator.receive(from: "com.example.game", into: AccountID("lee"))
        #expect(received.transferLine == "allow receive.inbound.allApps")
        let sent = evaluator.send(to: "com.contoso.scanner", via: .openIn, ownedBy: AccountID("dana"))
        #expect(sent.transferLine == "allowEncrypted send.outbound.managedApps send.openIn.encrypted")
    }
}
