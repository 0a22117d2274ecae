import Demarc
import PolicyModel
import Testing

/// Each row of the table by hand, with the settings in its reasons and the lines where they are written.
@Suite("Saving, row by row") struct SavingRowTests {
    private let engine: PolicyEngine

    init() throws { engine = try TransferRows.engine() }

    @Test(
        "Saving to each place follows its row",
        arguments: [
            (.sharePoint, "stranger", "dana", "block: identity.unknown"),
            (.sharePoint, "dana", "stranger", "block: identity.unknown"),
            // Row 1, for data of another organization, of an unmanaged account, and of no account.
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
            // Row 7: an explicit "no account" counts as no account.
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
            // Row 8: any account of the organization for most locations, the same account for the app's own storage.
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
    func saving(location: SaveLocation, account: String?, owner: String, expected: String) throws {
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.save(to: location, of: account.map { AccountID($0) }, ownedBy: AccountID(owner))
        #expect(try TransferRows.text(decision, evaluator) == expected)
    }

    @Test("The sentence about an account is true of the app's own storage, which no colleague may use")
    func ownStorage() throws {
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.save(to: .localStorage, of: AccountID("kim"), ownedBy: AccountID("dana"))
        let reason = try #require(evaluator.reasons(of: decision).last)
        #expect(reason.code == .saveLocationAccount)
        #expect(reason.message.hasSuffix("to the app's own storage, only under the account that owns the data."))
    }
}
