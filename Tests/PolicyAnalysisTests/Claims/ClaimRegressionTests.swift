import PolicyModel
import Scenarios
import Testing

@testable import PolicyAnalysis

/// Scenarios that are written for refuted claims: each fails until its claim holds, and passes from then on.
@Suite("Scenarios of refuted claims") struct ClaimRegressionTests {
    private static let tight = TightDocument()
    private static let unmanagedView = tight.with {
        $0.views.append("{id: U, policy: unmanaged, isExternalURL: corporate}")
    }
    private static let mislabelled = tight.with { $0.defaultClass = "internal" }
    private static let withoutPaste = mislabelled.with {
        $0.views[1] = $0.views[1].replacing("currentIdentity", with: "currentIdentityBlockUpload")
    }
    private static let personal = "'account:dana@home.example'"

    /// Claims that a document refutes, with changes after which they hold.
    private static let mends: [(claim: String, document: TightDocument, mended: [TightDocument])] = [
        (
            "{from: native, to: browser:system, via: open}",
            tight.setting("managedBrowserToOpenLinksRequired", "false"),
            [tight, tight.setting("managedBrowser", nil).setting("customBrowserProtocol", "good")]
        ),
        (
            "{from: native, to: notifications}", tight.setting("notificationRestriction", "allow"),
            [tight, tight.setting("notificationRestriction", "block")]
        ),
        (
            "{from: native, to: system:tel}", tight.setting("dialerRestrictionLevel", "allApps"),
            [tight, tight.setting("dialerRestrictionLevel", "blocked")]
        ),
        (
            "{from: native, to: site:foreign, via: navigate}",
            tight.setting("managedBrowserToOpenLinksRequired", "false"),
            [tight, tight.with { $0.defaultClass = "blocked" }]
        ),
        (
            "{from: native, to: 'app:com.example.unheard', via: send}",
            tight.setting("allowedOutboundDataTransferDestinations", "allApps"),
            [tight, tight.setting("allowedOutboundDataTransferDestinations", "none")]
        ),
        (
            "{from: native, to: \(personal), via: paste}",
            tight.setting("allowedOutboundClipboardSharingLevel", "allApps"),
            [tight, tight.setting("allowedOutboundClipboardSharingLevel", "blocked")]
        ),
        (
            "{from: native, to: \(personal), via: [save, openFrom]}", tight.setting("saveAsBlocked", "false"), [tight]
        ),
        ("{from: native, to: site:foreign, capacity: content}", mislabelled, [withoutPaste]),
        ("{from: native, to: site:foreign, via: paste}", mislabelled, [withoutPaste]),
        (
            "{from: site:owned, to: print}", unmanagedView,
            [unmanagedView.with { $0.views[2] = $0.views[2].replacing("unmanaged", with: "currentIdentity") }]
        ),
    ]

    @Test("A counterexample passes as a scenario once its claim holds, whatever closed it", arguments: mends.indices)
    func mended(row: Int) throws {
        let (text, document, mended) = Self.mends[row]
        let given = document.claim("never: \(text)")
        let claim = try given.result().claim
        #expect(claim.verdict == .refuted, "\(text): \(claim.message)")
        #expect(try given.regression(claim).outcome == .failed, "\(text)")
        for (number, other) in mended.enumerated() {
            let after = other.claim("never: \(text)")
            let found = try after.result().claim
            #expect(found.verdict == .proven, "\(text), \(number): \(found.message)")
            let rerun = try after.regression(claim)
            #expect(rerun.outcome == .passed, "\(text), \(number): \(rerun)")
        }
    }

    @Test("A claim that notifications can show everything is refuted by a scenario")
    func notifications() throws {
        let given = Self.tight.claim("can: {from: native, to: notifications}")
        let claim = try given.result().claim
        #expect(claim.verdict == .refuted)
        #expect(try given.regression(claim).outcome == .failed)
        let open = Self.tight.setting("notificationRestriction", "allow")
        #expect(try ClaimCase(policy: open.text, claims: given.claims).regression(claim).outcome == .passed)
    }

    private static let written: [(always: String, isWritten: Bool)] = [
        ("config: {key: k}, then: {conflict: false}", true),
        ("launch: {at: '2026-11-23T12:00:00Z'}, then: {challenges: [pin]}", true),
        ("launch: {at: '2026-11-23T12:00:00Z'}, then: {challenges: []}", true),
        ("open: {url: 'https://a.example/'}, then: {to: {not: system}}", true),
        ("pin: {candidate: '1234'}, then: {verdict: block}", false),
    ]

    @Test(
        "What refutes a claim is written with the types of its expectations, and never with a PIN",
        arguments: written
    )
    func types(always: String, isWritten: Bool) throws {
        let policy = """
            demarc: 1
            policies: {w: {pinRequired: true}}
            accounts: [{account: d@contoso.com, policy: w}]
            appConfigurations: [{settings: {k: "1"}}, {settings: {k: "2"}}]

            """
        let claim = ClaimCase(policy: policy, claims: "  - always: {\(always)}\n")
        let found = try claim.result().claim
        #expect(found.verdict == .refuted, "\(always): \(found.message)")
        guard isWritten else {
            #expect(found.scenario == nil && found.message.contains("it would contain a PIN"))
            return
        }
        #expect(try claim.regression(found).outcome == .failed)
    }
}
