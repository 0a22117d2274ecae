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
    private static let outsiders = ["dana@home.example", "f1@fabrikam.com", "f2@fabrikam.com"]
        .map { "'account:\($0)'" }

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
        // People may add any account of their own.
        Row(
            claim: "never: {\(opened), except: [\(outsiders.joined(separator: ", "))]}",
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
        Row(claim: "never: {from: 'app:com.contoso.mail', to: view:E}", document: closed, verdict: .proven),
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

    @Test(
        "What is excepted represents nothing else, and what another app copied can be pasted",
        arguments: accounts + apps + pasted
    )
    func table(row: RepresentativeClaimTests.Row) throws { try row.check() }
}
