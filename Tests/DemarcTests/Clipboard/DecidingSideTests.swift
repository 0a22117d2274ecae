import Demarc
import PolicyModel
import Testing

/// Which of the two sides of a paste or an upload is named as the one that decided.
@Suite("The side that decides") struct DecidingSideTests {
    /// dana and kim belong to contoso, robin to fabrikam. The owners keep content in their organization, and the
    /// destinations accept nothing.
    private static func engine(_ level: String) throws -> PolicyEngine {
        try DemarcTests.engine(
            """
            demarc: 1
            app: {id: host, multiIdentity: true, multiManagedIdentities: true}
            user: dana
            policies:
              owner:
                allowedOutboundClipboardSharingLevel: \(level)
                allowedOutboundDataTransferDestinations: managedApps
              closed:
                allowedOutboundClipboardSharingLevel: blocked
                allowedOutboundDataTransferDestinations: none
            accounts:
              - {account: dana, organization: contoso, policy: owner}
              - {account: kim, organization: contoso, policy: closed}
              - {account: robin, organization: fabrikam, policy: closed}
            apps:
              - {id: com.contoso.notes, managed: true, organization: contoso, policy: closed}
              - {id: com.fabrikam.notes, managed: true, organization: fabrikam, policy: closed}
            views: [{id: page, policy: currentIdentity}]
            """
        )
    }

    private struct Row: Sendable, CustomTestStringConvertible {
        let question: Question
        let accounts: [AccountID]
        let side: String
        let position: Int

        init(_ question: Question, as accounts: String..., by side: String, at position: Int) {
            self.question = question
            self.accounts = accounts.map { AccountID($0) }
            self.side = side
            self.position = position
        }

        var testDescription: String { question.words }
    }

    private static let (dana, kim, robin) = (AccountID("dana"), AccountID("kim"), AccountID("robin"))

    private static let rows = [
        Row(.paste(from: .account(dana), into: .account(robin)), as: "dana", by: "outbound", at: 0),
        Row(.paste(from: .account(dana), into: .account(kim)), as: "dana", by: "inbound", at: 1),
        Row(.paste(from: .account(dana), into: .app("com.fabrikam.notes")), as: "dana", by: "outbound", at: 0),
        Row(.paste(from: .account(dana), into: .app("com.contoso.notes")), as: "dana", by: "inbound", at: 1),
        Row(.upload(from: .account(dana), into: "page"), as: "robin", by: "outbound", at: 0),
        Row(.upload(from: .account(dana), into: "page"), as: "kim", by: "inbound", at: 1),
        // Several accounts belong to no organization, not even to the one of each of them.
        Row(.paste(from: .account(dana), into: .native()), as: "dana", "kim", by: "outbound", at: 1),
        Row(.paste(from: .native(), into: .account(kim)), as: "dana", "kim", by: "outbound", at: 1),
    ]

    @Test(
        "The owner's side decides if the content may not leave its organization, else the side that accepts nothing",
        arguments: rows,
        ["managedApps", "managedAppsWithPasteIn"]
    )
    private func deciding(row: Row, level: String) throws {
        let engine = try Self.engine(level)
        engine.showAccounts(row.accounts)
        let answer = try engine.answer(row.question)
        #expect(answer.verdict == .block)
        #expect(answer.decidedBy == row.position, "\(answer.reasons.map(\.code))")
        #expect(answer.decidingReason?.code.rawValue.contains(".\(row.side).") == true)
    }

    @Test("An explanation names the same side as the answer, with the same codes in both cases")
    func sameCodes() throws {
        let engine = try Self.engine("managedApps")
        var evaluator = engine.makeEvaluator()
        var explanations: [Explanation] = []
        for (destination, position) in [(Self.robin, 0), (Self.kim, 1)] {
            let decision = evaluator.paste(ClipboardItem(), from: .account(Self.dana), into: .account(destination))
            let explanation = try evaluator.explanation(of: decision)
            #expect(explanation.decidedBy == position)
            #expect(explanation.answer.decidedBy == position)
            explanations.append(explanation)
        }
        #expect(explanations[0].decision.reasonCodes == explanations[1].decision.reasonCodes)
        #expect(explanations[0] != explanations[1])
    }
}
