import Demarc
import PolicyModel
import Testing

/// Each row of the table by hand, with the settings in its reasons and the lines where they are written.
@Suite("Opening, row by row") struct OpenFromRowTests {
    private let engine: PolicyEngine

    init() throws { engine = try TransferRows.engine() }

    @Test(
        "Opening data from each place follows its row",
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
    func opening(location: OpenLocation, account: String?, receiver: String, expected: String) throws {
        var evaluator = engine.makeEvaluator()
        let decision = evaluator.open(
            from: location,
            of: account.map { AccountID($0) },
            receivedBy: AccountID(receiver)
        )
        #expect(try TransferRows.text(decision, evaluator) == expected)
    }
}
