import PolicyModel
import RuleIndex
import Testing

@testable import PolicyAnalysis

/// Variants of the planted holes: policies that a red team wrote from the definition of a leak, and for which an audit
/// once gave a wrong result.
@Suite("Variants of the planted holes") struct RelatedHoleTests {
    private typealias Hole = PlantedHoleTests.Hole
    private static let tight = TightDocument()
    private static let dana = "account:dana@contoso.com"
    private static let portal = tight.with { $0.rules = ["{id: portal, class: internal, host: portal.contoso.com}"] }

    static let holes: [PlantedHoleTests.Hole] = opening + sites + device

    /// Holes in what links open.
    private static let opening: [Hole] = [
        Hole(
            name: "a dialer by its scheme that only an unmanaged app handles",
            document: tight.setting("dialerRestrictionLevel", "customApp")
                .setting("customDialerAppProtocol", "fastdial")
                .with { $0.apps.append("{id: com.example.dial, schemes: [fastdial]}") },
            code: .granted,
            source: dana,
            sink: "app:com.example.dial",
            gate: "strict.customDialerAppProtocol: fastdial"
        ),
        Hole(
            name: "a messaging app by its scheme that only another organization's app handles",
            document: tight.setting("protectedMessagingRedirectAppType", "specificApps")
                .setting("messagingRedirectAppUrlScheme", "chatty")
                .with {
                    $0.apps.append("{id: com.fabrikam.chat, managed: true, organization: fabrikam, schemes: [chatty]}")
                },
            code: .granted,
            source: dana,
            sink: "app:com.fabrikam.chat",
            gate: "strict.messagingRedirectAppUrlScheme: chatty"
        ),
        Hole(
            name: "an exempted link that a declared app opens",
            document: tight.setting("exemptedUniversalLinks", "['https://play.example']")
                .with { $0.apps.append("{id: com.example.player, universalLinks: ['https://play.example']}") },
            code: .granted,
            source: dana,
            sink: "app:com.example.player",
            gate: "strict.exemptedUniversalLinks: https://play.example"
        ),
        Hole(
            name: "an exempted link to a host that the document gives the organization, and no rule names",
            document: tight.setting("exemptedUniversalLinks", "['https://contoso.net']")
                .with {
                    // Sites of declared hosts would be another hole in a view without rules, and as external frames.
                    $0.views.removeFirst()
                    $0.defaultClass = "blocked"
                    $0.sections = "organizations:\n  contoso: {hosts: [contoso.com, contoso.net]}\n"
                },
            code: .mislabelledPage,
            source: "site:owned",
            sink: "apps:unmanaged",
            gate: "strict.exemptedUniversalLinks: https://contoso.net"
        ),
        Hole(
            name: "exempted links of which a managed one takes the only internal host",
            document: portal.setting("exemptedUniversalLinks", "['https://*.contoso.com']")
                .setting("managedUniversalLinks", "['https://portal.contoso.com']"),
            code: .granted,
            source: dana,
            sink: "apps:unmanaged",
            gate: "strict.exemptedUniversalLinks: https://*.contoso.com"
        ),
        Hole(
            name: "an exempted link to the public site of an internal domain",
            document: tight.setting("exemptedUniversalLinks", "['https://www.contoso.com']")
                .with { $0.rules.append("{id: public-site, class: external, host: www.contoso.com}") },
            code: .granted,
            source: dana,
            sink: "apps:unmanaged",
            gate: "strict.exemptedUniversalLinks: https://www.contoso.com"
        ),
        Hole(
            name: "an exempted scheme of the web",
            document: tight.setting("exemptedAppProtocols", "[{name: web, value: http}]"),
            code: .granted,
            source: dana,
            sink: "apps:unmanaged",
            gate: "strict.exemptedAppProtocols: http"
        ),
    ]

    /// Holes in who owns a site.
    private static let sites: [Hole] = [
        Hole(
            name: "an unmanaged view whose default is internal",
            document: tight.with {
                $0.views[0] = "{id: A, policy: unmanaged, isExternalURL: wide}"
                $0.moreRuleSets = "  wide: {default: internal}\n"
            },
            code: .mislabelledPage,
            source: "site:owned",
            sink: "apps:unmanaged",
            gate: "A.policy: unmanaged",
            // As a managed view, it would allow every site.
            hasFix: false
        ),
        declared("an unmanaged view without rules", "A.policy: unmanaged") { _ in },
        declared("a view without rules and the flag", "app.treatAllWebViewsAsUnmanaged: true") {
            $0.app += "\n  treatAllWebViewsAsUnmanaged: true"
            $0.views[0] = "{id: A}"
        },
        Hole(
            name: "site: same-site for two documents of which one is on a shared host",
            document: tight.with {
                $0.rules.append("{id: loose, class: internal, site: same-site}")
                $0.views.append(
                    "{id: F, policy: currentIdentity, isExternalURL: corporate, document: 'https://zz.zendesk.com/d'}"
                )
            },
            code: .mislabelledSite,
            source: dana,
            sink: "site:foreign",
            gate: "corporate.loose: site same-site"
        ),
        rule("an expression that looks ahead and nothing else", #"^(?=.*contoso\.com)https://"#),
        rule("an expression that looks ahead for the end of the name, and begins anywhere", #"contoso\.com(?=/|$)"#),
        rule("an expression that must not go on with a letter", #"^https://contoso\.com(?![a-z])"#),
        rule("an expression that takes one host out of every", #"^(?!https://www\.)https://"#),
    ]

    /// A view without rules that shows a site of declared hosts. As a managed view, it would allow every site.
    private static func declared(_ name: String, _ gate: String, _ change: (inout TightDocument) -> Void) -> Hole {
        Hole(
            name: "\(name), and declared hosts",
            document: tight.with { $0.sections = "organizations:\n  contoso: {hosts: [contoso.com]}\n" }.with(change),
            code: .mislabelledPage,
            source: "site:owned",
            sink: "apps:unmanaged",
            gate: gate,
            hasFix: false
        )
    }

    /// A configuration that lets the screen of an account be captured.
    static func capture(of account: String) -> String {
        """
        appConfigurations:
          - {accounts: [\(account)], settings: {com.microsoft.intune.mam.screencapturecontrol: Disabled}}

        """
    }

    /// Holes that come from the device, app configurations and other apps.
    private static let device: [Hole] = [
        Hole(
            name: "a screen that an app configuration lets be captured",
            document: tight.setting("screenCaptureConfigurationState", nil).with {
                $0.sections =
                    "appConfigurations:\n  - {settings: {com.microsoft.intune.mam.screencapturecontrol: Disabled}}\n"
            },
            code: .composed,
            source: dana,
            sink: "screenCapture",
            gate: "appConfigurations: com.microsoft.intune.mam.screencapturecontrol: Disabled",
            hasFix: false
        ),
        Hole(
            name: "a screen that an app configuration of one account lets be captured",
            document: tight.setting("screenCaptureConfigurationState", nil).with {
                $0.accounts.append("{account: kim@contoso.com, organization: contoso, policy: strict}")
                $0.sections = capture(of: "kim@contoso.com")
            },
            code: .composed,
            source: "account:kim@contoso.com",
            sink: "screenCapture",
            gate: "appConfigurations: com.microsoft.intune.mam.screencapturecontrol: Disabled",
            hasFix: false
        ),
        Hole(
            name: "files that lie in an account's places, and that another account may open",
            document: tight.setting("allowedOutboundDataTransferDestinations", "none")
                .setting("allowedOutboundClipboardSharingLevel", "blocked")
                .with {
                    $0.policies = [("pool", [("printBlocked", "false")])]
                    $0.accounts.append("{account: pool@contoso.com, organization: contoso, policy: pool}")
                },
            code: .composed,
            source: dana,
            sink: "print",
            gate: "pool.printBlocked: false"
        ),
        Hole(
            name: "an app that only a policy lists",
            document: tight.setting("apps", "[com.contoso.scanner]"),
            code: .unknown,
            source: dana,
            sink: "app:com.contoso.scanner",
            gate: "com.contoso.scanner: managed for contoso",
            hasFix: false
        ),
        viewer("the viewer of the system where the organization's browser is not installed") {
            $0.apps.append(Self.edge)
        },
        viewer("the viewer of the system, and no app is declared") { $0.apps = [] },
        viewer("the viewer of the system, and no browser is declared") { _ in },
        Hole(
            name: "a dialer by its scheme, which an unmanaged app handles too",
            document: tight.setting("dialerRestrictionLevel", "customApp")
                .setting("customDialerAppProtocol", "fastdial")
                .with {
                    $0.apps.append("{id: com.example.dial, schemes: [fastdial]}")
                    $0.apps.append(
                        "{id: com.contoso.dial, managed: true, organization: contoso, policy: strict, schemes: [fastdial]}"
                    )
                },
            code: .contradiction,
            source: dana,
            sink: "app:com.example.dial",
            gate: "com.example.dial: unmanaged; strict.customDialerAppProtocol: fastdial",
            // A link with the scheme leads there too.
            otherGate: "com.example.dial: unmanaged; strict.allowedOutboundDataTransferDestinations: managedApps"
        ),
        Hole(
            name: "open-in without protection for apps of device management",
            document: tight.setting("disableProtectionOfManagedOutboundOpenInData", "true")
                .with { $0.apps.append("{id: com.example.reader, mdmManaged: true}") },
            code: .granted,
            source: dana,
            sink: "app:com.example.reader",
            gate: "com.example.reader: installed by device management; device.mdmEnrolled: true; "
                + "strict.disableProtectionOfManagedOutboundOpenInData: true"
        ),
    ]

    private static let edge =
        "{id: com.microsoft.msedge, managed: true, organization: contoso, policy: strict, schemes: [microsoft-edge-http, microsoft-edge-https]}"

    private static func viewer(_ name: String, _ change: (inout TightDocument) -> Void) -> Hole {
        Hole(
            name: name,
            document: tight.with { $0.app += "\n  safariViewControllerBlockedOverride: true" }.with(change),
            code: .composed,
            source: dana,
            sink: "browser:system",
            gate: "app.safariViewControllerBlockedOverride: true"
        )
    }

    @Test(
        "If the policy asks for a managed app, a number leaks only to an app that handles the twin too",
        arguments: ["", ", tel-intunemam"]
    )
    func dialer(twin: String) throws {
        let document = Self.tight.with {
            $0.apps.append("{id: com.example.dial, schemes: [tel\(twin)]}")
            $0.apps.append(
                "{id: com.contoso.dial, managed: true, organization: contoso, policy: strict, schemes: [tel-intunemam]}"
            )
        }
        #expect(try Self.ends(of: document) == (twin.isEmpty ? [] : ["DM106 app:com.example.dial"]))
    }

    /// The codes of the paths with the sinks.
    private static func ends(of document: TightDocument) throws -> Set<String> {
        Set(try document.audit().paths.map { "\($0.code.rawValue) \($0.sink.selector)" })
    }

    /// An app of the organization and another app, each with its schemes or links, and whether something gets to the
    /// other one.
    private static let shared: [(own: String, other: String, leaks: Bool)] = [
        ("schemes: [scan]", "schemes: [scan]", true),
        ("schemes: [scan, scan-intunemam]", "schemes: [scan]", false),
        ("schemes: [scan-intunemam]", "schemes: [scan-intunemam]", true),
        ("schemes: [ms-outlook, ms-outlook-intunemam]", "schemes: [ms-outlook]", false),
        ("schemes: [ms-outlook, ms-outlook-intunemam]", "schemes: [ms-outlook-intunemam]", true),
        ("schemes: [microsoft-edge-https, microsoft-edge-http]", "schemes: [microsoft-edge-https]", true),
        ("universalLinks: ['https://e.example/*']", "universalLinks: ['https://e.example/*']", true),
    ]

    @Test("An app that the system may open instead of the organization's is found", arguments: shared.indices)
    func sharedHandlers(row: Int) throws {
        let (own, other, leaks) = Self.shared[row]
        let alone = Self.tight.setting("managedUniversalLinks", "['https://e.example/*']").with {
            $0.apps.append("{id: com.contoso.own, managed: true, organization: contoso, policy: strict, \(own)}")
        }
        let both = alone.with { $0.apps.append("{id: com.example.other, \(other)}") }
        #expect(try Self.ends(of: alone) == [])
        #expect(try Self.ends(of: both) == (leaks ? ["DM106 app:com.example.other"] : []), "\(other)")
        let diff = PolicyDiff(from: CompiledPolicy(try alone.document()), to: CompiledPolicy(try both.document()))
        #expect(Set(diff.opens.map(\.sink.selector)) == (leaks ? ["app:com.example.other"] : []))
        #expect(!leaks || diff.comparison != .equivalent)
    }

    @Test("A viewer of the system is reported beside a browser that is not the organization's")
    func viewerAndBrowser() throws {
        let browser = Self.tight.with { $0.apps.append("{id: com.microsoft.msedge, schemes: [microsoft-edge-https]}") }
        let contradiction =
            "DM106 \(Self.dana) → app:com.microsoft.msedge [com.microsoft.msedge: unmanaged]"
        #expect(try browser.audit().paths.map(\.line) == [contradiction])
        let both = browser.with { $0.app += "\n  safariViewControllerBlockedOverride: true" }
        let viewer = "DM103 \(Self.dana) → browser:system [app.safariViewControllerBlockedOverride: true]"
        #expect(Set(try both.audit().paths.map(\.line)) == [contradiction, viewer])
    }

    @Test(
        "An exempted scheme leads to each app outside, and no app of the organization is missing for it",
        arguments: [[], ["{id: com.contoso.mail, managed: true, organization: contoso, policy: strict}"]]
    )
    func exemptedScheme(own: [String]) throws {
        let document = Self.tight.setting("exemptedAppProtocols", "[{name: Notes, value: notes}]")
            .with { $0.apps += ["{id: com.example.other, schemes: [notes]}"] + own }
        let paths = try document.audit().paths
        let path = try #require(paths.first)
        #expect(paths.count == 1 && path.code == .granted, "\(paths.map(\.line))")
        #expect(path.gates.map(\.words) == ["strict.exemptedAppProtocols: notes"])
        #expect(([path.sink] + path.alsoTo).map(\.selector) == ["app:com.example.notes", "app:com.example.other"])
    }

    @Test("A path that needs a state of the device names the apps that are there")
    func deviceWords() throws {
        let dialer = try #require(Self.holes.first { $0.name.hasPrefix("a dialer by its scheme, which") })
        let step = try #require(try dialer.document.audit().paths.first?.steps.last)
        #expect(!step.request.words.contains("installed"))
        let viewer = try #require(Self.holes.first { $0.sink == "browser:system" && $0.code == .composed })
        let alone = try #require(try viewer.document.audit().paths.first?.steps.last)
        #expect(alone.request.words.hasSuffix(" where no other app is installed"))
    }

    private static func rule(_ name: String, _ regex: String) -> Hole {
        Hole(
            name: name,
            document: tight.with { $0.rules.append("{id: loose, class: internal, regex: '\(regex)'}") },
            code: .mislabelledSite,
            source: dana,
            sink: "site:foreign",
            gate: "corporate.loose: regex \(regex)"
        )
    }

    @Test("Only these holes are found, each with its source, sink and gate", arguments: holes)
    func hole(hole: PlantedHoleTests.Hole) throws { try PlantedHoleTests.find(hole) }
}
