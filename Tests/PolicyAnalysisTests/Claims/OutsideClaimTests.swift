import PolicyModel
import Scenarios
import Testing

@testable import PolicyAnalysis

/// Claims about data on its way through a place that is not the organization's, and about the organization's sites.
@Suite("Claims about what leaves by a detour") struct OutsideClaimTests {
    private typealias Row = RepresentativeClaimTests.Row

    private static let personal = "account:dana@home.example"

    /// Two organizations and a personal account, with one app of each kind.
    private static let tight = TightDocument().with {
        $0.accounts.insert("{account: fab@fabrikam.com, organization: fabrikam, policy: strict}", at: 1)
        $0.apps += [
            "{id: com.contoso.mail, managed: true, organization: contoso, policy: strict}",
            "{id: com.fabrikam.mail, managed: true, organization: fabrikam, policy: strict}",
        ]
    }

    // MARK: Pasting outside

    private static let copied = tight.setting("allowedOutboundClipboardSharingLevel", "allApps")
    private static let briefly = tight.setting("allowedOutboundClipboardSharingExceptionLength", "20")
    private static let mail = tight.with {
        $0.policies = [("loose", [("allowedOutboundClipboardSharingLevel", "allApps")])]
        $0.apps[1] = "{id: com.contoso.mail, managed: true, organization: contoso, policy: loose}"
    }

    private static let pasting: [Row] = [
        Row(claim: "never: {from: native:dana@contoso.com, to: '\(personal)'}", document: tight, verdict: .proven),
        Row(
            claim: "never: {from: native:dana@contoso.com, to: '\(personal)'}",
            document: copied,
            verdict: .refuted,
            ways: [.copy, .paste]
        ),
        Row(
            claim: "never: {from: native:dana@contoso.com, to: '\(personal)'}",
            document: briefly,
            verdict: .refuted,
            ways: [.copy, .paste]
        ),
        Row(
            claim: "never: {from: native:dana@contoso.com, to: '\(personal)', capacity: content}",
            document: briefly,
            verdict: .proven
        ),
        Row(
            claim: "never: {from: organization:contoso, to: organization:fabrikam}",
            document: copied,
            verdict: .refuted,
            ways: [.copy, .paste]
        ),
        Row(
            claim: "never: {from: native:dana@contoso.com, to: unmanaged, via: [paste]}",
            document: copied,
            verdict: .refuted,
            ways: [.copy, .paste]
        ),
        Row(
            claim: "never: {from: native:dana@contoso.com, to: 'app:com.fabrikam.mail', via: [paste]}",
            document: copied,
            verdict: .refuted,
            ways: [.copy, .paste]
        ),
        Row(
            claim: "can: {from: native:dana@contoso.com, to: '\(personal)'}",
            document: copied,
            verdict: .proven,
            ways: [.copy, .paste]
        ),
        Row(
            claim: "can: {from: native:dana@contoso.com, to: '\(personal)'}",
            document: tight,
            verdict: .refuted,
            ways: [.copy, .paste]
        ),
        // What another app protects cannot be pasted here.
        Row(claim: "never: {from: 'app:com.contoso.mail', to: '\(personal)'}", document: tight, verdict: .proven),
    ]

    // MARK: Opening what was saved outside

    private static let saved = tight.setting("saveAsBlocked", "false")
    private static let photos = tight.setting("allowedDataStorageLocations", "[photoLibrary]")

    private static let storage: [Row] = [
        Row(
            claim: "never: {from: native:dana@contoso.com, to: '\(personal)'}",
            document: saved,
            verdict: .refuted,
            ways: [.save, .openFrom]
        ),
        Row(
            claim: "never: {from: native:dana@contoso.com, to: '\(personal)', within: 1}",
            document: saved,
            verdict: .proven
        ),
        Row(
            claim: "never: {from: native:dana@contoso.com, to: '\(personal)', except: [save]}",
            document: saved,
            verdict: .proven
        ),
        Row(
            claim: "never: {from: native:dana@contoso.com, to: '\(personal)'}",
            document: photos,
            verdict: .refuted,
            ways: [.save, .openFrom]
        ),
        Row(
            claim: "never: {from: native:dana@contoso.com, to: apps:unmanaged}",
            document: photos,
            verdict: .refuted,
            ways: [.save]
        ),
        Row(
            claim: "never: {from: native:dana@contoso.com, to: 'app:com.example.notes'}",
            document: photos,
            verdict: .refuted,
            ways: [.save]
        ),
        Row(
            claim: "never: {from: native:dana@contoso.com, to: unmanaged, except: ['storage:photoLibrary']}",
            document: photos,
            verdict: .proven
        ),
        Row(
            claim: "never: {from: native:dana@contoso.com, to: 'account:fab@fabrikam.com'}",
            document: photos,
            verdict: .proven
        ),
        Row(
            claim: "never: {from: native:dana@contoso.com, to: 'account:fab@fabrikam.com'}",
            document: photos.setting("blockDataIngestionIntoOrganizationDocuments", "false"),
            verdict: .refuted,
            ways: [.save, .openFrom]
        ),
    ]

    // MARK: What lies in the organization's places

    /// Dana's data cannot be moved, but another account may open what lies in her places.
    private static let lying = TightDocument().setting("allowedOutboundDataTransferDestinations", "none")
        .setting("allowedOutboundClipboardSharingLevel", "blocked")
        .with {
            $0.policies = [("pool", [("printBlocked", "false")])]
            $0.accounts.append("{account: pool@contoso.com, organization: contoso, policy: pool}")
        }

    private static let files: [Row] = [
        Row(
            claim: "never: {from: 'account:dana@contoso.com', to: 'account:pool@contoso.com'}",
            document: lying,
            verdict: .refuted,
            ways: [.openFrom]
        ),
        Row(
            claim: "never: {from: 'account:dana@contoso.com', to: print}",
            document: lying,
            verdict: .refuted,
            ways: [.openFrom, .setting]
        ),
        Row(
            claim: "never: {from: 'account:dana@contoso.com', to: 'account:pool@contoso.com', except: [openFrom]}",
            document: lying,
            verdict: .proven
        ),
        Row(
            claim: "never: {from: 'account:dana@contoso.com', to: print}",
            document: lying.setting("allowedInboundDataTransferSources", "none"),
            verdict: .proven
        ),
        Row(claim: "never: {from: 'account:dana@contoso.com', to: '\(personal)'}", document: lying, verdict: .proven),
    ]

    // MARK: Sites of the organization

    private static let printed = tight.setting("printBlocked", "false")
    private static let unmanaged = tight.with {
        $0.views.append("{id: U, policy: unmanaged, isExternalURL: corporate}")
    }

    /// All sites count as internal, and the only view shows them as unmanaged.
    private static let wide = tight.setting("allowedOutboundDataTransferDestinations", "allApps")
        .with {
            $0.defaultClass = "internal"
            $0.views = ["{id: A, policy: unmanaged, isExternalURL: corporate}"]
        }

    private static let sites: [Row] = [
        Row(claim: "never: {from: site:owned, to: unmanaged}", document: tight, verdict: .proven),
        Row(
            claim: "never: {from: site:owned, to: print}",
            document: printed,
            verdict: .refuted,
            ways: [.navigate, .setting]
        ),
        Row(
            claim: "never: {from: site:owned, to: unmanaged}",
            document: copied,
            verdict: .refuted,
            ways: [.navigate, .copy]
        ),
        Row(
            claim: "never: {from: site:owned, to: unmanaged, except: [navigate]}",
            document: copied,
            verdict: .proven
        ),
        Row(
            claim: "never: {from: organization:contoso, to: view:U}",
            document: unmanaged,
            verdict: .refuted,
            ways: [.navigate]
        ),
        Row(
            claim: "never: {from: site:owned, to: print}",
            document: unmanaged,
            verdict: .refuted,
            ways: [.navigate, .setting]
        ),
        Row(
            claim: "never: {from: native:dana@contoso.com, to: site:foreign}",
            document: wide,
            verdict: .refuted,
            ways: [.navigate, .upload]
        ),
        Row(
            claim: "never: {from: site:owned, to: apps:unmanaged, via: [navigate, copy]}",
            document: tight.with { $0.sections = "organizations:\n  contoso: {hosts: [contoso.com]}\n" },
            verdict: .refuted
        ),
        Row(
            claim: "never: {from: view:E, to: system:tel, via: navigate}",
            document: tight.setting("dialerRestrictionLevel", "allApps").with { $0.defaultClass = "blocked" },
            verdict: .refuted,
            ways: [.navigate]
        ),
        Row(claim: "never: {from: native, to: view:U}", document: unmanaged, verdict: .proven),
        Row(claim: "can: {from: site:owned, to: view:E}", document: tight, verdict: .proven, ways: [.navigate]),
        Row(
            claim: "can: {from: site:owned, to: native}",
            document: tight,
            verdict: .proven,
            ways: [.navigate, .copy, .paste]
        ),
    ]

    @Test(
        "A detour outside, or through a view, refutes a claim as a direct way does",
        arguments: pasting + storage + files + sites
    )
    func table(row: RepresentativeClaimTests.Row) throws { try row.check() }

    @Test("What another app copies unprotected can be pasted into a personal account")
    func otherApp() throws {
        let claim = try Self.mail.claim("never: {from: 'app:com.contoso.mail', to: '\(Self.personal)'}").result().claim
        #expect(claim.verdict == .refuted && claim.steps.map(\.question.kind) == [.copy, .paste])
        #expect(claim.message.hasSuffix("no scenario can follow it, because it goes through another app"))
    }
}
