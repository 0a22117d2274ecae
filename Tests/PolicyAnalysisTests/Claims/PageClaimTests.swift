import PolicyModel
import Scenarios
import Testing

@testable import PolicyAnalysis

/// Claims about pages that belong to nobody, although a site of the organization shows or data of the organization
/// reaches them.
@Suite("Claims about unmanaged pages") struct PageClaimTests {
    private typealias Row = RepresentativeClaimTests.Row

    // MARK: Sites of the organization that rules call external

    private static let external = TightDocument().setting("managedBrowserToOpenLinksRequired", "false")
        .with {
            $0.rules.append("{id: www, class: external, host: www.contoso.com}")
            $0.views.removeFirst()
            $0.sections = "organizations:\n  contoso: {hosts: [contoso.com]}\n"
        }
    /// No rule names the site.
    private static let byDefault = external.with { $0.rules = ["{id: app, class: internal, host: app.contoso.com}"] }
    /// No site of the organization is internal.
    private static let onlyExternal = external.with { $0.rules.removeFirst() }

    /// External pages open in the managed browser, but frames of the view's own pages do not.
    private static func routed(_ document: TightDocument) -> TightDocument {
        document.setting("managedBrowserToOpenLinksRequired", "true")
    }

    /// Only pages with `http` are external.
    private static let secureOnly = routed(external).with {
        $0.rules = ["{id: secure, class: internal, domain: contoso.com, scheme: https}"]
    }

    /// The last one has no internal site, but its view shows what the host sets.
    private static let externalPages: [Row] =
        [external, byDefault, onlyExternal, routed(external), routed(byDefault), routed(onlyExternal)]
        .flatMap { document -> [Row] in
            [
                Row(
                    claim: "never: {from: site:owned, to: print}",
                    document: document,
                    verdict: .refuted,
                    ways: [.navigate, .setting]
                ),
                Row(
                    claim: "never: {from: organization:contoso, to: 'storage:localStorage@none'}",
                    document: document,
                    verdict: .refuted,
                    ways: [.navigate, .save]
                ),
                Row(
                    claim: "never: {from: view:E, to: print}",
                    document: document,
                    verdict: .refuted,
                    ways: [.setting]
                ),
                Row(
                    claim: "never: {from: view:E, to: apps:unmanaged, via: [copy, save, send]}",
                    document: document,
                    verdict: .refuted,
                    ways: [.copy]
                ),
                Row(
                    claim: "can: {from: view:E, to: 'storage:localStorage@none'}",
                    document: document,
                    verdict: .proven,
                    ways: [.save]
                ),
            ]
        } + [
            Row(
                claim: "never: {from: site:owned, to: view:E}",
                document: onlyExternal,
                verdict: .refuted,
                ways: [.navigate]
            ),
            // What is uploaded there stays with the organization.
            Row(
                claim: "can: {from: native:dana@contoso.com, to: site:owned, via: upload}",
                document: onlyExternal.setting("allowedOutboundDataTransferDestinations", "allApps"),
                verdict: .proven,
                ways: [.navigate, .upload]
            ),
            Row(
                claim: "never: {from: site:owned, to: apps:unmanaged, via: [navigate, copy]}",
                document: routed(external),
                verdict: .refuted,
                ways: [.navigate]
            ),
            // A link in a frame opens in the frame, and not in the browser.
            Row(
                claim: "never: {from: site:owned, to: site:foreign, via: [navigate]}",
                document: routed(external),
                verdict: .refuted
            ),
            // Every page that could have the frame begins with `https`, so a browser does not load it.
            Row(claim: "never: {from: site:owned, to: print}", document: secureOnly, verdict: .proven),
            Row(claim: "never: {from: view:E, to: print}", document: secureOnly, verdict: .proven),
        ]

    // MARK: Pages that other accounts have loaded

    /// The organization's accounts can open no foreign site.
    private static let walled = TightDocument().setting("allowedOutboundDataTransferDestinations", "allApps")
        .with {
            $0.defaultClass = "blocked"
            $0.views.removeFirst()
        }

    private static func uploaded(_ from: String, _ document: TightDocument, _ ways: [Question.Kind] = []) -> Row {
        Row(
            claim: "never: {from: \(from), to: site:foreign}",
            document: document,
            verdict: ways.isEmpty ? .proven : .refuted,
            ways: ways
        )
    }

    private static let personalPages: [Row] = [
        uploaded("native:dana@contoso.com", walled, [.navigate, .upload]),
        uploaded("native:dana@contoso.com", walled.with { $0.accounts.removeLast() }, [.navigate, .upload]),
        uploaded(
            "native:dana@contoso.com",
            walled.with { $0.views[0] = $0.views[0].replacing("currentIdentity", with: "unmanaged") },
            [.navigate, .upload]
        ),
        uploaded(
            "native:dana@contoso.com",
            walled.setting("allowedOutboundDataTransferDestinations", "managedApps")
                .setting("allowedOutboundClipboardSharingLevel", "allApps"),
            [.navigate, .paste]
        ),
        uploaded(
            "native:dana@contoso.com",
            walled.with {
                $0.views[0] = $0.views[0].replacing("currentIdentity", with: "currentIdentityBlockUpload")
            }
        ),
        uploaded(
            "native:dana@contoso.com",
            walled.setting("allowedOutboundDataTransferDestinations", "managedApps")
        ),
        Row(
            claim: "never: {from: organization:contoso, to: unmanaged, via: upload}",
            document: walled,
            verdict: .refuted,
            ways: [.navigate, .upload]
        ),
    ]

    // MARK: Links where no other app exists

    private static let alone = TightDocument().with {
        $0.apps = []
        $0.sections = "apps: []\n"
    }

    private static let links: [Row] = [
        Row(claim: "never: {from: view:E, to: browser:managed}", document: alone, verdict: .proven),
        Row(
            claim: "can: {from: view:E, to: browser:managed}",
            document: alone.with { $0.sections = "" },
            verdict: .proven,
            ways: [.copy, .paste, .open]
        ),
    ]

    @Test("Where no other app exists, no link of a page opens in the managed browser")
    func missingBrowser() throws {
        let claim = try Self.alone.claim("can: {from: view:E, to: browser:managed}").result().claim
        #expect(claim.verdict == .refuted, "\(claim.message)")
    }

    // MARK: Views that are alike

    /// Two views that nothing but their names tells apart, and that show a foreign site as the organization's.
    private static let alike = TightDocument().with {
        $0.rules.append("{id: partner, class: internal, domain: partner.example}")
        $0.views = ["E", "F"].map { "{id: \($0), policy: currentIdentity, isExternalURL: corporate}" }
        $0.sections = "organizations:\n  contoso: {hosts: [contoso.com]}\n"
    }
    private static let printing = alike.setting("printBlocked", "false")

    private static let alikeViews: [Row] =
        ["E", "F"].flatMap { view in
            [
                Row(
                    claim: "never: {from: view:\(view), to: site:foreign, via: [upload]}",
                    document: alike,
                    verdict: .refuted,
                    ways: [.navigate, .upload]
                ),
                Row(
                    claim: "can: {from: view:\(view), to: site:owned, via: [upload]}",
                    document: alike,
                    verdict: .proven,
                    ways: [.navigate, .upload]
                ),
                Row(
                    claim: "never: {from: site:owned, to: print, except: [view:\(view)]}",
                    document: printing,
                    verdict: .refuted,
                    ways: [.navigate, .setting]
                ),
            ]
        } + [
            Row(
                claim: "never: {from: site:owned, to: site:foreign, via: [navigate, upload], capacity: content}",
                document: alike,
                verdict: .refuted,
                ways: [.navigate, .navigate, .upload]
            ),
            Row(
                claim: "never: {from: view:E, to: site:foreign, via: [upload]}",
                document: alike.with { $0.views.removeLast() },
                verdict: .proven
            ),
            Row(
                claim: "never: {from: site:owned, to: print, except: [view:E, view:F]}",
                document: printing,
                verdict: .proven
            ),
        ]

    @Test(
        "What one view shows is moved into another one that is like it, whatever their names are",
        arguments: alikeViews
    )
    func likeness(row: RepresentativeClaimTests.Row) throws { try row.check() }

    // MARK: Views that are tagged as unmanaged

    /// No policy protects the organization's site.
    private static let tagged = TightDocument().with {
        $0.views = ["{id: V, policy: unmanaged}"]
        $0.sections = "organizations:\n  contoso: {hosts: [contoso.com]}\n"
    }

    private static let taggedViews: [Row] = [
        Row(
            claim: "never: {from: site:owned, to: notifications}",
            document: tagged,
            verdict: .refuted,
            ways: [.navigate, .setting]
        ),
        Row(
            claim: "never: {from: view:V, to: notifications}",
            document: tagged,
            verdict: .refuted,
            ways: [.setting]
        ),
        Row(
            claim: "can: {from: site:owned, to: notifications}",
            document: tagged,
            verdict: .proven,
            ways: [.navigate, .setting]
        ),
        Row(claim: "never: {from: native, to: notifications}", document: tagged, verdict: .proven),
    ]

    @Test("The only gate of what a tag lets out is the tag")
    func tag() throws {
        let claim = try Self.tagged.claim("never: {from: site:owned, to: print}").result().claim
        #expect(claim.verdict == .refuted && claim.gates.count == 1, "\(claim.gates)")
        #expect(claim.gates.first?.hasPrefix("V.policy: unmanaged (policy.yaml:") == true, "\(claim.gates)")
    }

    @Test(
        "What an unmanaged page shows or takes is followed, whoever has loaded the page",
        arguments: externalPages + personalPages + taggedViews + links
    )
    func table(row: RepresentativeClaimTests.Row) throws { try row.check() }
}
