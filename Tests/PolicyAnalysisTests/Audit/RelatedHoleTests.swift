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
            name: "phone numbers for managed apps, and an unmanaged app that handles them",
            document: tight.with { $0.apps.append("{id: com.example.dial, schemes: [tel]}") },
            code: .contradiction,
            source: dana,
            sink: "app:com.example.dial",
            gate: "com.example.dial: unmanaged; strict.dialerRestrictionLevel: managedApps"
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
                .with { $0.sections = "organizations:\n  contoso: {hosts: [contoso.com, contoso.net]}\n" },
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
            name: "an app that only a policy lists",
            document: tight.setting("apps", "[com.contoso.scanner]"),
            code: .unknown,
            source: dana,
            sink: "app:com.contoso.scanner",
            gate: "com.contoso.scanner: managed for contoso",
            hasFix: false
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
