import PolicyModel
import Scenarios
import Testing

@testable import PolicyAnalysis

/// Claims that except one of several, and claims about what another app or a short text takes along.
@Suite("Claims that except one of several") struct ExceptedClaimTests {
    private typealias Row = RepresentativeClaimTests.Row

    // MARK: Accounts

    /// Two accounts whose policy lets them print.
    private static let pool = TightDocument().with {
        $0.policies = [("pool", [("printBlocked", "false")])]
        $0.accounts += ["pool1", "pool2"].map { "{account: \($0)@contoso.com, organization: contoso, policy: pool}" }
    }
    private static let print = "from: 'account:dana@contoso.com', to: print"

    /// Two accounts of another organization that open everything.
    private static let fabrikam = TightDocument().setting("saveAsBlocked", "false")
        .setting("allowedOutboundDataTransferDestinations", "allApps")
        .with {
            $0.policies = [("open", [("allowedInboundDataTransferSources", "allApps")])]
            $0.accounts += ["f1", "f2"].map { "{account: \($0)@fabrikam.com, organization: fabrikam, policy: open}" }
        }
    private static let opened = "from: 'account:dana@contoso.com', to: native, via: openFrom"
    private static let pasting = "from: 'account:dana@contoso.com', to: native, via: paste"
    private static let outsiders = ["dana@home.example", "f1@fabrikam.com", "f2@fabrikam.com"]
        .map { "'account:\($0)'" }

    /// Every view shows the organization's sites as unmanaged.
    private static let unmanagedViews = TightDocument()
        .setting("allowedOutboundDataTransferDestinations", "allApps")
        .with { $0.views = $0.views.map { $0.replacing("currentIdentity", with: "unmanaged") } }

    private static let accounts: [Row] = [
        Row(claim: "never: {\(print)}", document: pool, verdict: .refuted),
        Row(claim: "never: {\(print), except: ['account:pool1@contoso.com']}", document: pool, verdict: .refuted),
        Row(claim: "never: {\(print), except: ['account:pool2@contoso.com']}", document: pool, verdict: .refuted),
        Row(claim: "can: {\(print), except: ['account:pool1@contoso.com']}", document: pool, verdict: .proven),
        Row(
            claim: "never: {\(print), except: ['account:pool1@contoso.com', 'account:pool2@contoso.com']}",
            document: pool,
            verdict: .proven
        ),
        Row(
            claim: "never: {\(opened), except: [\(outsiders[0]), \(outsiders[1])]}",
            document: fabrikam,
            verdict: .refuted,
            ways: [.save, .openFrom]
        ),
        Row(
            claim: "never: {\(pasting), except: ['account:pool1@contoso.com', 'account:pool2@contoso.com']}",
            document: pool,
            verdict: .proven
        ),
        Row(claim: "never: {\(pasting), except: ['account:pool1@contoso.com']}", document: pool, verdict: .refuted),
        // People may add any account of their own, which is none that a policy manages.
        Row(
            claim: "never: {\(opened), except: [\(outsiders.joined(separator: ", "))]}",
            document: fabrikam,
            verdict: .proven
        ),
        Row(
            claim: "never: {from: 'account:dana@contoso.com', to: unmanaged, via: openFrom, except: [native]}",
            document: fabrikam,
            verdict: .refuted,
            ways: [.save, .openFrom]
        ),
    ]

    // MARK: Apps

    private static let listed = TightDocument().setting("apps", "[com.contoso.scanner, com.contoso.tasks]")
    private static let others = "except: ['app:com.contoso.scanner']"

    private static let apps: [Row] = [
        Row(
            claim: "never: {from: native, to: organization:contoso, via: send, \(others)}",
            document: listed,
            verdict: .refuted,
            ways: [.send]
        ),
        Row(
            claim: "never: {from: native, to: apps:unmanaged, via: [send, paste], \(others)}",
            document: listed,
            verdict: .sampled,
            message: "com.contoso.tasks"
        ),
    ]

    // MARK: What every app reads

    private static let shared = TightDocument().setting("allowedDataStorageLocations", "[photoLibrary]")
    private static let copied = TightDocument().setting("allowedOutboundClipboardSharingLevel", "allApps")
        .with { $0.accounts.append("{account: f1@fabrikam.com, organization: fabrikam, policy: strict}") }
    private static let stranger = copied.with {
        $0.apps += ["{id: com.b, managed: true, organization: fabrikam}", "{id: com.c, mdmManaged: true}"]
    }

    private static func every(
        _ rest: String,
        _ document: TightDocument,
        _ verdict: ClaimResult.Verdict = .refuted
    ) -> Row {
        Row(claim: "never: {from: 'account:dana@contoso.com', \(rest)}", document: document, verdict: verdict)
    }

    /// An exception takes only the excepted app's part away.
    private static let everyApp: [Row] = [
        every("to: apps:unmanaged, capacity: content, \(others)", shared),
        every("to: 'app:com.example.game', capacity: content, \(others)", shared),
        every("to: apps:unmanaged, via: copy, \(others)", copied),
        every("to: unmanaged, via: copy, except: ['apps:otherOrganization']", stranger),
        every("to: apps:unmanaged, via: copy, except: ['apps:mdm']", stranger),
        every("to: unmanaged, via: copy, except: ['apps:unmanaged']", copied, .proven),
        every("to: 'app:com.contoso.scanner', via: copy, \(others)", copied, .proven),
    ]

    // MARK: What is pasted here

    /// An app of the organization, from which this app takes nothing but pastes.
    private static let mail = TightDocument().setting("allowedInboundDataTransferSources", "none")
        .with { $0.apps.append("{id: com.contoso.mail, managed: true, organization: contoso, policy: strict}") }
    private static let closed = mail.setting("allowedOutboundClipboardSharingLevel", "blocked")
    private static let briefly = TightDocument().setting("allowedOutboundClipboardSharingExceptionLength", "20")

    private static let pasted: [Row] = [
        Row(
            claim: "never: {from: 'app:com.contoso.mail', to: 'account:dana@contoso.com'}",
            document: mail,
            verdict: .refuted,
            ways: [.paste]
        ),
        Row(
            claim: "never: {from: 'app:com.contoso.mail', to: view:E}",
            document: mail,
            verdict: .refuted,
            ways: [.paste]
        ),
        Row(
            claim: "never: {from: 'app:com.contoso.mail', to: print}",
            document: mail.setting("printBlocked", "false")
                .with {
                    $0.policies = [("quiet", [("printBlocked", "true")])]
                    $0.apps[1] = "{id: com.contoso.mail, managed: true, organization: contoso, policy: quiet}"
                },
            verdict: .refuted,
            ways: [.paste, .setting]
        ),
        Row(
            claim: "never: {from: 'app:com.contoso.mail', to: 'account:dana@contoso.com'}",
            document: closed,
            verdict: .proven
        ),
        Row(claim: "never: {from: 'app:com.contoso.mail', to: view:E, via: paste}", document: closed, verdict: .proven),
        Row(
            claim: "never: {from: native, to: view:A}",
            document: briefly,
            verdict: .refuted,
            ways: [.paste],
            message: "short text"
        ),
        Row(
            claim: "never: {from: native, to: view:A, capacity: content}",
            document: briefly,
            verdict: .proven
        ),
    ]

    // MARK: What is saved and uploaded here

    /// An app that copies nothing, and an account that lets everything out and nothing in.
    private static let saved = mail.setting("allowedOutboundDataTransferDestinations", "allApps")
        .with {
            let quiet: [(name: String, value: String)] = [
                ("allowedOutboundClipboardSharingLevel", "blocked"),
                ("allowedOutboundDataTransferDestinations", "managedApps"),
            ]
            $0.policies = [("quiet", quiet), ("open", [("allowedInboundDataTransferSources", "allApps")])]
            $0.apps[1] = "{id: com.contoso.mail, managed: true, organization: contoso, policy: quiet}"
            $0.accounts.append("{account: f@fabrikam.com, organization: fabrikam, policy: open}")
        }
    private static let loose = saved.with {
        $0.policies[0].changes[1] = ("allowedOutboundDataTransferDestinations", "allApps")
    }

    private static func app(_ end: String, _ document: TightDocument, _ ways: [Question.Kind] = []) -> Row {
        Row(
            claim: "never: {from: 'app:com.contoso.mail', \(end)}",
            document: document,
            verdict: ways.isEmpty ? .proven : .refuted,
            ways: ways
        )
    }

    private static let moved: [Row] = [
        app("to: 'account:dana@home.example'", saved, [.save, .openFrom]),
        app("to: 'storage:oneDriveForBusiness@same'", saved, [.save]),
        app("to: 'storage:box@other', within: 1", loose, [.save]), app("to: 'storage:box@other'", saved, []),
        app("to: view:E, within: 1", saved, [.upload]), app("to: view:A, within: 1", saved, []),
        app("to: view:A, within: 1", loose, [.upload]),
        app("to: site:foreign, via: upload", loose, [.navigate, .upload]),
        app("to: site:foreign, via: upload, within: 2", saved, []),
        app("to: site:owned, via: upload", saved, [.navigate, .upload]),
        app("to: site:owned, via: paste, within: 2", mail, [.navigate, .paste]),
        Row(
            claim: "never: {from: native, to: site:owned, via: upload}",
            document: unmanagedViews,
            verdict: .refuted,
            ways: [.navigate, .upload]
        ),
        Row(
            claim: "never: {from: native, to: organization:contoso, via: upload}",
            document: mail,
            verdict: .refuted,
            ways: [.navigate, .upload]
        ),
        Row(
            claim: "never: {from: native, to: site:owned, via: upload}",
            document: mail,
            verdict: .refuted,
            ways: [.navigate, .upload]
        ),
        app(
            "to: site:foreign, via: upload",
            saved.with { $0.defaultClass = "internal" },
            [.navigate, .upload]
        ),
    ]

    @Test("An audit finds what another app saves where accounts outside may open it")
    func saving() throws {
        let paths = try Self.saved.audit().paths
        let found = paths.filter { $0.steps.map(\.request.question.kind) == [.save, .openFrom] }
        let sources = found.flatMap { [$0.source.selector] + $0.reachedFrom.map(\.source.selector) }
        #expect(sources.contains("app:com.contoso.mail"), "\(paths.map(\.line))")
    }

    @Test(
        "What is excepted represents nothing else, and what another app holds is pasted, saved and uploaded here",
        arguments: accounts + apps + everyApp + pasted + moved
    )
    func table(row: RepresentativeClaimTests.Row) throws { try row.check() }
}
