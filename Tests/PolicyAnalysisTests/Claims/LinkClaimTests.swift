import PolicyModel
import Scenarios
import Testing

@testable import PolicyAnalysis

/// Claims about links: into the apps that the system opens for them, and from pages.
@Suite("Claims about links") struct LinkClaimTests {
    private typealias Row = RepresentativeClaimTests.Row

    private static let tight = TightDocument()

    // MARK: What the system opens

    private static let calls = tight.setting("dialerRestrictionLevel", "allApps")
        .setting("managedBrowserToOpenLinksRequired", "false")
        .with { $0.apps.append("{id: com.example.voip, schemes: [tel, https]}") }
    private static let everything = tight.setting("allowedOutboundDataTransferDestinations", "allApps")
    private static let mail = managed("com.contoso.mail", "mailto, foo")

    private static func managed(_ app: String, _ schemes: String) -> String {
        "{id: \(app), managed: true, organization: contoso, policy: strict, schemes: [\(schemes)]}"
    }

    private static let systems: [Row] = [
        Row(
            claim: "never: {from: native, to: 'app:com.example.voip'}",
            document: calls,
            verdict: .refuted,
            ways: [.open]
        ),
        Row(
            claim: "never: {from: organization:contoso, to: apps:unmanaged, via: open}",
            document: calls,
            verdict: .refuted,
            ways: [.open]
        ),
        Row(
            claim: "never: {from: native, to: unmanaged, via: open, except: ['system:tel', 'system:telprompt', "
                + "'browser:system']}",
            document: calls,
            verdict: .refuted,
            ways: [.open]
        ),
        // The person may also choose the system's own app.
        Row(
            claim: "never: {from: native, to: system:tel, within: 1}",
            document: calls,
            verdict: .refuted,
            ways: [.open]
        ),
        Row(
            claim: "never: {from: native, to: 'app:com.example.notes', via: open}",
            document: everything,
            verdict: .refuted,
            ways: [.open]
        ),
        Row(
            claim: "never: {from: native, to: 'app:com.example.notes', via: open}",
            document: tight,
            verdict: .proven
        ),
        Row(
            claim: "never: {from: view:E, to: 'app:com.example.notes', via: navigate}",
            document: everything,
            verdict: .refuted,
            ways: [.navigate]
        ),
        Row(
            claim: "never: {from: native, to: 'app:com.example.wiki', via: universalLink}",
            document: everything.setting("managedBrowserToOpenLinksRequired", "false")
                .with { $0.apps.append("{id: com.example.wiki, universalLinks: ['https://e.example/*']}") },
            verdict: .refuted,
            ways: [.universalLink]
        ),
        Row(
            claim: "can: {from: native, to: 'app:com.contoso.mail', via: open}",
            document: everything.with { $0.apps.append(mail) },
            verdict: .proven,
            ways: [.open]
        ),
        Row(
            claim: "can: {from: native, to: 'app:com.contoso.mail', via: open}",
            document: tight.setting("exemptedAppProtocols", "[{name: Foo, value: foo}]").with { $0.apps.append(mail) },
            verdict: .proven,
            ways: [.open]
        ),
    ]

    // MARK: Where the links of a page lead

    private static let custom = tight.setting("managedBrowser", nil).setting("customBrowserProtocol", "brw")

    /// Only a site of the organization is external.
    private static func ownExternal(_ document: TightDocument) -> TightDocument {
        document.with {
            $0.defaultClass = "blocked"
            $0.rules = [
                "{id: app, class: internal, host: app.contoso.com}",
                "{id: www, class: external, host: www.contoso.com}",
            ]
            $0.sections = "organizations:\n  contoso: {hosts: [contoso.com]}\n"
        }
    }

    private static let leaving = "never: {from: view:E, to: unmanaged, via: navigate}"

    private static let external: [Row] = [
        Row(claim: leaving, document: tight, verdict: .proven),
        Row(claim: leaving, document: ownExternal(custom), verdict: .refuted, ways: [.navigate]),
        Row(claim: leaving, document: ownExternal(tight), verdict: .proven),
        Row(
            claim: "can: {from: view:E, to: browser:managed, via: navigate}",
            document: ownExternal(tight),
            verdict: .proven,
            ways: [.navigate]
        ),
        Row(
            claim: "never: {from: view:E, to: site:owned, via: navigate}",
            document: tight,
            verdict: .refuted,
            ways: [.navigate]
        ),
        // A rule about another scheme does not hide the rule about a site of the web.
        Row(
            claim: leaving,
            document: custom.with {
                $0.defaultClass = "blocked"
                $0.rules += [
                    "{id: a, class: external, scheme: [skype]}", "{id: b, class: external, host: news.example}",
                ]
            },
            verdict: .refuted,
            ways: [.navigate]
        ),
    ]

    private static let foreign = "{from: view:E, to: site:foreign, via: navigate}"
    private static let wide = tight.with { $0.defaultClass = "internal" }

    private static let mislabelled: [Row] = [
        Row(claim: "never: \(foreign)", document: wide, verdict: .refuted, ways: [.navigate]),
        Row(claim: "can: \(foreign)", document: wide, verdict: .proven, ways: [.navigate]),
        Row(
            claim: "never: {from: view:E, to: site:foreign, within: 1}",
            document: wide,
            verdict: .refuted,
            ways: [.navigate]
        ),
        Row(
            claim: "never: \(foreign)",
            document: tight.with { $0.views[1] = "{id: E, policy: currentIdentity}" },
            verdict: .refuted,
            ways: [.navigate]
        ),
        // Rules call the sites of strangers internal, and block the rest.
        Row(
            claim: "never: \(foreign)",
            document: tight.with {
                $0.defaultClass = "blocked"
                $0.rules = ["{id: code, class: internal, domain: github.io}"]
                $0.views[1] = "{id: E, policy: unmanaged, isExternalURL: corporate}"
            },
            verdict: .refuted,
            ways: [.navigate]
        ),
        Row(claim: "never: \(foreign)", document: tight, verdict: .proven),
    ]

    // MARK: Other hosts with another scheme

    private static func rules(_ document: TightDocument, _ rules: [String], app: String) -> TightDocument {
        document.with {
            $0.apps.append(app)
            $0.defaultClass = "blocked"
            $0.rules = rules
        }
    }

    private static let voip = "{id: com.example.voip, schemes: [skype]}"
    private static let calling = "{from: view:E, to: 'app:com.example.voip', via: navigate}"
    private static let secondInternal = rules(
        everything,
        [
            "{id: a, class: internal, host: app.contoso.com, scheme: https}",
            "{id: b, class: internal, host: wiki.contoso.com}",
        ],
        app: voip
    )
    private static let secondExternal = rules(
        everything,
        [
            "{id: a, class: external, host: one.example, scheme: https}",
            "{id: b, class: external, host: two.example}",
        ],
        app: voip
    )
    private static let noneOther = rules(
        everything,
        [
            "{id: a, class: internal, host: app.contoso.com, scheme: https}",
            "{id: b, class: external, host: two.example, scheme: [http, https]}",
        ],
        app: voip
    )

    private static let plainBrowser = managed("com.contoso.browser", "microsoft-edge-http")
    private static let browsing = "{from: view:E, to: browser:managed, via: navigate}"
    private static let plainForeign = rules(
        tight,
        [
            "{id: app, class: internal, host: app.contoso.com}",
            "{id: x, class: external, host: x.example, scheme: https}",
            "{id: y, class: external, host: y.example, scheme: http}",
        ],
        app: plainBrowser
    )
    private static let plainOwned = rules(
        tight,
        [
            "{id: app, class: internal, host: app.contoso.com}",
            "{id: both, class: external, host: [web.contoso.com, www.contoso.com]}",
            "{id: no, class: blocked, host: web.contoso.com, scheme: http, priority: 1}",
        ],
        app: plainBrowser
    )
    .with { $0.sections = "organizations:\n  contoso: {hosts: [contoso.com]}\n" }

    private static let schemes: [Row] = [
        Row(claim: "never: \(calling)", document: secondInternal, verdict: .refuted, ways: [.navigate]),
        Row(claim: "can: \(calling)", document: secondInternal, verdict: .proven, ways: [.navigate]),
        Row(claim: "never: \(calling)", document: secondExternal, verdict: .refuted, ways: [.navigate]),
        Row(claim: "never: \(calling)", document: noneOther, verdict: .proven),
        Row(claim: "never: \(browsing)", document: plainForeign, verdict: .refuted, ways: [.navigate]),
        Row(claim: "can: \(browsing)", document: plainForeign, verdict: .proven, ways: [.navigate]),
        Row(claim: "can: \(browsing)", document: plainOwned, verdict: .proven, ways: [.navigate]),
    ]

    // MARK: Which app gets what is routed to a browser

    private static let kiosk = custom.with { $0.apps.append("{id: com.example.kiosk, schemes: [brw, brws]}") }
    private static let ownKiosk = custom.with { $0.apps.append(managed("com.contoso.kiosk", "brw, brws")) }
    private static let edge = tight.with {
        $0.apps.append(managed("com.microsoft.msedge", "microsoft-edge-http, microsoft-edge-https"))
    }
    // It declares none of the schemes of the managed browser, and so handles each of them.
    private static let plainEdge = tight.with { $0.apps.append(managed("com.microsoft.msedge", "foo")) }

    private static let unnamedEdge = tight.with {
        $0.apps.append("{id: com.microsoft.msedge, managed: true, organization: contoso}")
    }
    /// No browser is the organization's, and an app handles no scheme of browsers.
    private static let browsers = tight.with {
        $0.apps += ["a", "b"].map { "{id: \($0).edge, schemes: [microsoft-edge-http, microsoft-edge-https]}" }
        $0.apps.append("{id: a.reader, schemes: [microsoft-edge-https-intunemam]}")
    }

    /// The system chooses which of two apps opens a scheme.
    private static let scan = tight.with {
        $0.apps += [managed("com.contoso.scan", "scan"), "{id: com.example.scan, schemes: [scan]}"]
    }

    private static let routed: [Row] = [
        Row(
            claim: "never: {from: native, to: 'app:com.example.kiosk', via: open}",
            document: kiosk,
            verdict: .refuted,
            ways: [.open]
        ),
        Row(
            claim: "never: {from: view:E, to: 'app:com.example.kiosk', via: navigate}",
            document: kiosk,
            verdict: .refuted,
            ways: [.navigate]
        ),
        Row(
            claim: "can: {from: native, to: 'app:com.contoso.kiosk', via: open}",
            document: ownKiosk,
            verdict: .proven,
            ways: [.open]
        ),
        Row(
            claim: "can: {from: view:E, to: 'app:com.contoso.kiosk', via: navigate}",
            document: ownKiosk,
            verdict: .proven,
            ways: [.navigate]
        ),
        Row(
            claim: "can: {from: view:E, to: 'app:com.microsoft.msedge', via: navigate}",
            document: edge,
            verdict: .proven,
            ways: [.navigate]
        ),
        Row(
            claim: "can: {from: native, to: 'app:com.microsoft.msedge', via: open}",
            document: plainEdge,
            verdict: .proven,
            ways: [.open]
        ),
        Row(
            claim: "never: {from: view:E, to: 'app:com.microsoft.msedge', via: navigate}",
            document: plainEdge,
            verdict: .refuted,
            ways: [.navigate]
        ),
        Row(
            claim: "never: {from: native, to: 'app:com.example.scan', via: open}",
            document: scan,
            verdict: .refuted,
            ways: [.open]
        ),
        // A person may have either browser.
        Row(
            claim: "never: {from: native, to: 'app:a.edge', via: open}",
            document: browsers,
            verdict: .refuted,
            ways: [.open]
        ),
        Row(
            claim: "never: {from: native, to: 'app:b.edge', via: open}",
            document: browsers,
            verdict: .refuted,
            ways: [.open]
        ),
        Row(
            claim: "never: {from: view:E, to: 'app:b.edge', via: navigate}",
            document: browsers,
            verdict: .refuted,
            ways: [.navigate]
        ),
        Row(claim: "never: {from: native, to: 'app:a.reader'}", document: browsers, verdict: .proven),
        // Links end in the managed browser, but what else gets there may go on.
        Row(claim: "never: {from: native, to: unmanaged, via: open}", document: unnamedEdge, verdict: .proven),
        Row(
            claim: "never: {from: native, to: unmanaged}",
            document: unnamedEdge,
            verdict: .sampled,
            message: "the policy of the app com.microsoft.msedge is not declared"
        ),
        Row(claim: "never: {from: 'app:com.microsoft.msedge', to: print}", document: unnamedEdge, verdict: .sampled),
        // The browser of a route is no other app's.
        Row(
            claim: "never: {from: view:E, to: 'app:com.example.notes', via: navigate}",
            document: plainEdge,
            verdict: .proven
        ),
    ]

    @Test(
        "A link leads to each app and site that may open, and to no other",
        arguments: systems + external + mislabelled + schemes + routed
    )
    func table(row: RepresentativeClaimTests.Row) throws { try row.check() }
}
