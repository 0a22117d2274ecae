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
    private static let mail =
        "{id: com.contoso.mail, managed: true, organization: contoso, policy: strict, schemes: [mailto, foo]}"

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

    @Test(
        "A link leads to each app and site that may open, and to no other",
        arguments: systems + external + mislabelled
    )
    func table(row: RepresentativeClaimTests.Row) throws { try row.check() }
}
