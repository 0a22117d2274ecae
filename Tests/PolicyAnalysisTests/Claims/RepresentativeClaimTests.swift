import PolicyModel
import Scenarios
import Testing

@testable import PolicyAnalysis

/// Claims about parts of a document that another part must not represent, and about places that are easily forgotten.
@Suite("Claims about one of several") struct RepresentativeClaimTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var claim: String
        var document: TightDocument
        var verdict: ClaimResult.Verdict
        /// The questions of the way that refutes the claim.
        var ways: [Question.Kind] = []
        /// A part of the message.
        var message = ""

        var testDescription: String { claim }

        /// Checks the result, and that a counterexample is a scenario that fails.
        func check() throws {
            let given = document.claim(claim)
            let (result, found) = try given.result()
            #expect(found.verdict == verdict, "\(result)\n\(found.message)")
            #expect(found.message.contains(message), "\(found.message)")
            if !ways.isEmpty { #expect(found.steps.map(\.question.kind) == ways) }
            guard verdict == .refuted else { return }
            #expect(try given.regression(found).outcome == .failed)
        }
    }

    private static let pair = TightDocument().with {
        $0.accounts.append("{account: kim@contoso.com, organization: contoso, policy: strict}")
    }

    // MARK: Accounts

    private static let captured = pair.setting("screenCaptureConfigurationState", nil)
        .setting("allowedOutboundClipboardSharingLevel", "blocked")
        .with { $0.sections = RelatedHoleTests.capture(of: "kim@contoso.com") }

    /// Two policies of another organization: one receives nothing, and the other everything.
    private static let fabrikam = TightDocument().setting("saveAsBlocked", "false")
        .setting("allowedOutboundDataTransferDestinations", "allApps")
        .with {
            $0.policies = [
                ("closed", [("allowedInboundDataTransferSources", "none")]),
                ("open", [("allowedInboundDataTransferSources", "allApps")]),
            ]
            $0.accounts.append("{account: a@fabrikam.com, organization: fabrikam, policy: closed}")
            $0.accounts.append("{account: b@fabrikam.com, organization: fabrikam, policy: open}")
        }

    /// What one account copies is pasted into another one of the same kind, whichever comes first.
    private static func between(_ from: String, _ to: String) -> Row {
        Row(claim: "never: {from: \(from), to: \(to), via: [paste]}", document: pair, verdict: .refuted)
    }

    private static let accounts: [Row] = [
        Row(
            claim: "never: {from: native:kim@contoso.com, to: screenCapture}",
            document: captured,
            verdict: .refuted,
            ways: [.setting]
        ),
        Row(claim: "never: {from: native, to: screenCapture}", document: captured, verdict: .refuted, ways: [.setting]),
        Row(claim: "always: {setting: screenCapture, then: {verdict: block}}", document: captured, verdict: .refuted),
        Row(
            claim: "always: {paste: {from: 'account:dana@contoso.com', into: native}, then: {verdict: allow}}",
            document: captured,
            verdict: .refuted
        ),
        Row(
            claim: "never: {from: native, to: 'storage:oneDriveForBusiness@same'}",
            document: pair,
            verdict: .refuted,
            ways: [.save]
        ),
        Row(claim: "never: {from: native, to: 'storage:box@same'}", document: pair, verdict: .proven),
        between("native", "'account:dana@contoso.com'"), between("native", "'account:kim@contoso.com'"),
        between("native", "native"), between("'account:dana@contoso.com'", "native"),
        between("'account:kim@contoso.com'", "native"), between("'account:kim@contoso.com'", "organization:contoso"),
        Row(
            claim: "never: {from: 'account:dana@contoso.com', to: 'storage:oneDriveForBusiness@other'}",
            document: fabrikam,
            verdict: .refuted,
            ways: [.save]
        ),
        Row(
            claim: "never: {from: 'account:dana@contoso.com', to: 'account:a@fabrikam.com'}",
            document: fabrikam,
            verdict: .proven
        ),
    ]

    // MARK: Apps

    private static let listed = TightDocument().setting("apps", "[com.contoso.scanner, com.contoso.tasks]")
    private static let stranger = TightDocument().with {
        $0.apps.append("{id: com.b, managed: true, organization: fab}")
    }

    private static let apps: [Row] = [
        Row(
            claim: "never: {from: organization:contoso, to: unmanaged}",
            document: listed,
            verdict: .sampled,
            message: "com.contoso.scanner and 1 more that policies list"
        ),
        Row(
            claim: "never: {from: native, to: 'app:com.contoso.tasks'}",
            document: listed,
            verdict: .refuted,
            ways: [.send]
        ),
        Row(
            claim: "never: {from: 'app:com.contoso.tasks', to: print}",
            document: listed,
            verdict: .sampled,
            message: "com.contoso.tasks"
        ),
        Row(
            claim: "never: {from: 'app:com.contoso.other', to: print}",
            document: listed,
            verdict: .vacuous,
            message: "managed for no organization"
        ),
        Row(
            claim: "never: {from: 'app:com.b', to: print}",
            document: stranger,
            verdict: .vacuous,
            message: "no account of the document belongs to `fab`"
        ),
        Row(
            claim: "never: {from: 'app:com.b', to: print}",
            document: TightDocument().setting("apps", "[com.b]")
                .with { $0.accounts.append("{account: f@fabrikam.com, organization: fabrikam, policy: strict}") },
            verdict: .vacuous,
            message: "it is unknown for which organization"
        ),
    ]

    // MARK: Foreign pages and frames

    private static let framed = TightDocument().with { $0.views.removeFirst() }
    private static let copied = framed.setting("allowedOutboundClipboardSharingLevel", "allApps")
    private static let briefly = framed.setting("allowedOutboundClipboardSharingExceptionLength", "20")
    private static let sent = framed.setting("allowedOutboundDataTransferDestinations", "allApps")

    private static let mislabelled = TightDocument().with { $0.defaultClass = "internal" }

    private static let frames: [Row] = [
        Row(
            claim: "never: {from: native, to: site:foreign, via: [navigate]}",
            document: mislabelled,
            verdict: .refuted,
            ways: [.navigate]
        ),
        Row(
            claim: "never: {from: native, to: site:foreign, within: 1}",
            document: mislabelled,
            verdict: .refuted,
            ways: [.navigate]
        ),
        Row(
            claim: "never: {from: native, to: site:foreign, except: [paste, upload]}",
            document: mislabelled,
            verdict: .refuted,
            ways: [.navigate]
        ),
        Row(
            claim: "can: {from: native, to: site:foreign, via: [navigate]}",
            document: mislabelled,
            verdict: .proven,
            ways: [.navigate]
        ),
        Row(
            claim: "never: {from: native, to: site:foreign, capacity: content}",
            document: mislabelled,
            verdict: .refuted,
            ways: [.navigate, .paste]
        ),
        Row(claim: "never: {from: native, to: site:foreign}", document: framed, verdict: .proven),
        Row(
            claim: "never: {from: native, to: site:foreign}",
            document: copied,
            verdict: .refuted,
            ways: [.navigate, .paste]
        ),
        Row(
            claim: "never: {from: native, to: site:foreign}",
            document: briefly,
            verdict: .refuted,
            ways: [.navigate, .paste]
        ),
        Row(claim: "never: {from: native, to: site:foreign, capacity: content}", document: briefly, verdict: .proven),
        Row(
            claim: "never: {from: native, to: site:foreign}",
            document: sent,
            verdict: .refuted,
            ways: [.navigate, .upload]
        ),
        Row(
            claim: "never: {from: view:E, to: site:foreign, within: 2}",
            document: sent,
            verdict: .refuted,
            ways: [.navigate, .upload]
        ),
        Row(
            claim: "never: {from: native, to: site:foreign}",
            document: sent.with {
                $0.views[0] = $0.views[0].replacing("currentIdentity", with: "currentIdentityBlockUpload")
            },
            verdict: .proven
        ),
        Row(
            claim: "never: {from: native, to: site:foreign, via: paste}",
            document: TightDocument().setting("allowedOutboundClipboardSharingLevel", "allApps")
                .with { $0.views.removeLast() },
            verdict: .refuted,
            ways: [.navigate, .paste]
        ),
    ]

    // MARK: Documents of views

    private static let near = TightDocument().with {
        $0.rules.append("{id: near, class: internal, site: same-site}")
        $0.views[1] = "{id: E, policy: currentIdentity, isExternalURL: corporate}"
    }
    private static let navigation = "navigate: {view: E, url: {domain: x.example}}, then: {verdict: route}"
    private static let own = "documents of views"

    private static let documents: [Row] = [
        Row(
            claim: "never: {from: organization:contoso, to: site:foreign}",
            document: near,
            verdict: .sampled,
            message: own
        ),
        Row(claim: "never: {from: view:E, to: browser:system}", document: near, verdict: .sampled, message: own),
        Row(claim: "never: {from: native, to: print}", document: near, verdict: .proven),
        Row(claim: "always: {\(navigation)}", document: near, verdict: .sampled, message: own),
        Row(
            claim: "{given: {views: {E: {document: 'https://contoso.com/'}}}, always: {\(navigation)}}",
            document: near,
            verdict: .proven
        ),
        Row(
            claim: "{given: {views: {E: {document: 'https://x.example/'}}}, always: {\(navigation)}}",
            document: near,
            verdict: .refuted,
            ways: [.navigate]
        ),
        Row(claim: "always: {setting: print, then: {verdict: block}}", document: near, verdict: .proven),
    ]

    // MARK: Schemes of browsers

    private static let browser = sent.setting("managedBrowser", nil).setting("customBrowserProtocol", "brw")

    private static let schemes: [Row] = ["scheme: brw", "scheme: brw, host: a.example", "scheme: brws"].map { urls in
        Row(
            claim: "always: {open: {url: {\(urls)}}, then: {verdict: allow}}",
            document: browser,
            verdict: .refuted,
            ways: [.open]
        )
    }

    // MARK: URLs without a host

    private static func ruled(_ rule: String) -> TightDocument {
        TightDocument().with { $0.rules = ["{id: own, \(rule)}"] }
    }

    private static func blocked(
        _ question: String,
        _ verdict: ClaimResult.Verdict,
        _ document: TightDocument = TightDocument()
    ) -> Row {
        Row(
            claim: "always: {navigate: {view: E, \(question)}, then: {verdict: block}}",
            document: document,
            verdict: verdict
        )
    }

    /// Rules see the origin of a `blob:` URL. Every view loads `about:blank`.
    private static let hostless: [Row] = [
        blocked("url: {scheme: blob}", .refuted), blocked("url: {scheme: blob}, frame: sub", .refuted),
        blocked("url: {scheme: blob}", .proven, ruled("class: blocked, domain: contoso.com")),
        blocked("url: {scheme: blob}", .refuted, ruled("class: internal, edge: 'https://w*.contoso.com/*'")),
        blocked("url: {scheme: blob}", .sampled, ruled("class: blocked, edge: 'https://w*.contoso.com/*'")),
        blocked("url: {scheme: about}", .refuted), blocked("url: {scheme: [about, file]}, frame: sub", .refuted),
        blocked("url: {scheme: file}", .proven),
    ]

    @Test(
        "What represents a part decides as the part does, or else the result is a sample",
        arguments: accounts + apps + frames + documents + schemes + hostless
    )
    func table(row: Row) throws { try row.check() }
}
