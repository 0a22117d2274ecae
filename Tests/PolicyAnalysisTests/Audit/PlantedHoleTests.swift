import PolicyModel
import RuleIndex
import TestSupport
import Testing

@testable import PolicyAnalysis

/// Policies that are tight except for one hole. The table lists what an audit must find; it must find nothing else.
@Suite("Planted holes") struct PlantedHoleTests {
    struct Hole: Sendable, CustomTestStringConvertible {
        var name: String
        var document: TightDocument
        var code: AuditCode
        var source: String
        var sink: String
        var gate: String
        /// The gate of another way from the same source to the same sink.
        var otherGate: String?
        var hasFix = true
        var testDescription: String { name }
    }

    private static let tight = TightDocument()
    private static let pool = tight.with {
        $0.policies = [("pool", [("allowedOutboundClipboardSharingLevel", "allApps")])]
        $0.accounts.append("{account: pool@contoso.com, organization: contoso, policy: pool}")
    }
    private static let dana = "account:dana@contoso.com"

    static let holes: [Hole] = [
        Hole(
            name: "an unmanaged view with the corporate rule set",
            document: tight.with { $0.views[0] = "{id: A, policy: unmanaged, isExternalURL: corporate}" },
            code: .mislabelledPage,
            source: "site:owned",
            sink: "apps:unmanaged",
            gate: "A.policy: unmanaged"
        ),
        Hole(
            name: "a managed view without rules",
            document: tight.with { $0.views[0] = "{id: A, policy: currentIdentity}" },
            code: .mislabelledSite,
            source: dana,
            sink: "site:foreign",
            gate: "A.isExternalURL: not set"
        ),
        Hole(
            name: "the flag with an untagged view",
            document: tight.with {
                $0.app += "\n  treatAllWebViewsAsUnmanaged: true"
                $0.views[0] = "{id: A, isExternalURL: corporate}"
            },
            code: .mislabelledPage,
            source: "site:owned",
            sink: "apps:unmanaged",
            gate: "app.treatAllWebViewsAsUnmanaged: true"
        ),
        Hole(
            name: "default: internal",
            document: tight.with { $0.defaultClass = "internal" },
            code: .mislabelledSite,
            source: dana,
            sink: "site:foreign",
            gate: "corporate.default: internal"
        ),
        rule("regex 'contoso\\.com'", "regex: 'contoso\\.com'", "regex contoso\\.com"),
        rule("edge with a wildcard before the name", "edge: 'https://*contoso.com/*'", "edge https://*contoso.com/*"),
        rule("internal domain: github.io", "domain: github.io", "domain github.io"),
        Hole(
            name: "site: same-site on a shared host",
            document: tight.with {
                $0.rules.append("{id: loose, class: internal, site: same-site}")
                $0.views[1] =
                    "{id: E, policy: currentIdentity, isExternalURL: corporate, document: 'https://contoso.sharepoint.com/d'}"
            },
            code: .mislabelledSite,
            source: dana,
            sink: "site:foreign",
            gate: "corporate.loose: site same-site"
        ),
        rule("internal domain: sharepoint.com", "domain: sharepoint.com", "domain sharepoint.com"),
        Hole(
            name: "customBrowserProtocol",
            document: tight.setting("customBrowserProtocol", "otherbrowser"),
            code: .granted,
            source: dana,
            sink: "browser:custom",
            gate: "strict.customBrowserProtocol: otherbrowser"
        ),
        Hole(
            name: "a browser is not required",
            document: tight.setting("managedBrowserToOpenLinksRequired", nil).setting("managedBrowser", nil),
            code: .byDefault,
            source: dana,
            sink: "browser:system",
            gate: "strict.managedBrowserToOpenLinksRequired: false"
        ),
        Hole(
            name: "an exempted scheme that an unmanaged app handles",
            document: tight.setting("exemptedAppProtocols", "[{name: Notes, value: notes}]"),
            code: .granted,
            source: dana,
            sink: "app:com.example.notes",
            gate: "strict.exemptedAppProtocols: notes"
        ),
        Hole(
            name: "an exempted universal link over an internal rule",
            document: tight.setting("exemptedUniversalLinks", "['https://*.contoso.com']"),
            code: .mislabelledPage,
            source: "site:owned",
            sink: "apps:unmanaged",
            gate: "strict.exemptedUniversalLinks: https://*.contoso.com"
        ),
        Hole(
            name: "a second account of the organization with a looser clipboard",
            document: pool,
            code: .composed,
            source: dana,
            sink: "apps:unmanaged",
            gate: "pool.allowedOutboundClipboardSharingLevel: allApps"
        ),
        Hole(
            name: "the same by saving and opening",
            document: pool.setting("allowedOutboundClipboardSharingLevel", "blocked"),
            code: .composed,
            source: dana,
            sink: "apps:unmanaged",
            gate: "pool.allowedOutboundClipboardSharingLevel: allApps"
        ),
        Hole(
            name: "a managed app with a looser policy",
            document: tight.with {
                $0.policies = [("loose", [("allowedOutboundClipboardSharingLevel", "allApps")])]
                $0.apps.append("{id: com.contoso.reader, managed: true, organization: contoso, policy: loose}")
            },
            code: .composed,
            source: dana,
            sink: "apps:unmanaged",
            gate: "loose.allowedOutboundClipboardSharingLevel: allApps"
        ),
        Hole(
            name: "saveAsBlocked: false",
            document: tight.setting("saveAsBlocked", "false"),
            code: .granted,
            source: dana,
            sink: "storage:other@none",
            gate: "strict.saveAsBlocked: false"
        ),
        Hole(
            name: "the photo library",
            document: tight.setting("allowedDataStorageLocations", "[oneDriveForBusiness, photoLibrary]"),
            code: .granted,
            source: dana,
            sink: "storage:photoLibrary@none",
            gate: "strict.allowedDataStorageLocations: oneDriveForBusiness, photoLibrary"
        ),
        Hole(
            name: "a clipboard exception of 20 characters",
            document: tight.setting("allowedOutboundClipboardSharingExceptionLength", "20"),
            code: .granted,
            source: dana,
            sink: "apps:unmanaged",
            gate: "strict.allowedOutboundClipboardSharingExceptionLength: 20"
        ),
        Hole(
            name: "Edge declared for another organization",
            document: tight.with {
                $0.apps.append(
                    "{id: com.microsoft.msedge, managed: true, organization: fabrikam, schemes: [microsoft-edge-https, microsoft-edge-http]}"
                )
            },
            code: .contradiction,
            source: dana,
            sink: "app:com.microsoft.msedge",
            gate: "com.microsoft.msedge: managed for fabrikam"
        ),
    ]

    private static func rule(_ name: String, _ matcher: String, _ gate: String) -> Hole {
        Hole(
            name: name,
            document: tight.with { $0.rules.append("{id: loose, class: internal, \(matcher)}") },
            code: .mislabelledSite,
            source: dana,
            sink: "site:foreign",
            gate: "corporate.loose: \(gate)"
        )
    }

    @Test("Twenty holes are found, each with its source, sink and gate", arguments: holes)
    func hole(hole: Hole) throws {
        #expect(Self.holes.count == 20)
        try Self.find(hole)
    }

    static func find(_ hole: Hole) throws {
        let audit = try hole.document.audit()
        let found = audit.paths.map(\.line)
        let gates = [hole.gate, hole.otherGate].compactMap(\.self)
        #expect(found == gates.map { "\(hole.code.rawValue) \(hole.source) → \(hole.sink) [\($0)]" })
        #expect(audit.refusedCount == 0)
    }

    @Test(
        "Their fixes close them, and every reported fix was tried",
        arguments: holes + RelatedHoleTests.holes
    )
    func fixes(hole: Hole) throws {
        let audit = try hole.document.audit(findsFixes: true)
        for fix in audit.paths.flatMap(\.fixes) + audit.chokePoints {
            let change = fix.gate.changes(in: try hole.document.document()).first { $0.value == fix.value }
            let patched = try #require(change)
            let after = PolicyAudit(.init(patched.document), .init(findsFixes: false))
            #expect(Set(after.paths.map(\.id)).isDisjoint(with: fix.closes))
        }
        if hole.code != .contradiction, hole.hasFix {
            #expect(audit.paths.allSatisfy { !$0.fixes.isEmpty }, "\(hole.name)")
        }
    }
}

@Suite("Tight policies") struct TightPolicyTests {
    private static let tight = TightDocument()

    static let documents: [(name: String, document: TightDocument)] = [
        ("one policy", tight),
        ("no app is declared", tight.with { $0.apps = [] }),
        (
            "two accounts of one policy",
            tight.with {
                $0.accounts.append("{account: kim@contoso.com, organization: contoso, policy: strict}")
            }
        ),
        (
            "two organizations",
            tight.with {
                $0.accounts.append("{account: lee@fabrikam.com, organization: fabrikam, policy: strict}")
            }
        ),
        (
            "a managed app under the same policy",
            tight.with {
                $0.apps.append("{id: com.contoso.reader, managed: true, organization: contoso, policy: strict}")
            }
        ),
        (
            "the managed browser of the organization",
            tight.with {
                $0.apps.append(
                    "{id: com.microsoft.msedge, managed: true, organization: contoso, policy: strict, schemes: [microsoft-edge-https, microsoft-edge-http]}"
                )
            }
        ),
        (
            "the managed browser of the organization, for one of its two schemes",
            tight.with {
                $0.apps.append(
                    "{id: com.microsoft.msedge, managed: true, organization: contoso, policy: strict, schemes: [microsoft-edge-https]}"
                )
            }
        ),
        (
            "rules that spell their hosts out",
            tight.with {
                $0.rules = [
                    "{id: tenant, class: internal, host: contoso.sharepoint.com}",
                    "{id: pages, class: internal, host: contoso.github.io}",
                    "{id: office, class: internal, address: 10.20.0.0/16}",
                    "{id: shop, class: internal, domain: contoso.co.uk}",
                ]
            }
        ),
        (
            "an expression that is anchored",
            tight.with {
                $0.rules = ["{id: own, class: internal, regex: '^https://([a-z0-9-]+\\.)?contoso\\.com/'}"]
            }
        ),
        ("everything that no rule matches is blocked", tight.with { $0.defaultClass = "blocked" }),
        (
            "the document's own site",
            tight.with {
                $0.rules = ["{id: own, class: internal, site: same-site}"]
            }
        ),
        (
            "expressions that look ahead, and expressions of lines",
            tight.with {
                $0.rules = [
                    #"{id: a, class: internal, regex: '^https://(?:[^./]+\.){0,3}contoso\.com(?::\d+)?(?=/|$)'}"#,
                    #"{id: b, class: internal, regex: '(?m)^https://contoso\.de/'}"#,
                    #"{id: c, class: internal, regex: '^https://([a-z0-9-]+\.)*contoso\.net(?![\w.-])'}"#,
                    #"{id: d, class: internal, regex: '^(?=https://[^/?]*\.contoso\.org/).*login'}"#,
                ]
            }
        ),
        (
            "patterns whose host begins with a group",
            tight.with {
                $0.rules = [
                    "{id: a, class: internal, pattern: 'https://(www|hr).contoso.com/*'}",
                    "{id: b, class: internal, pattern: {hostname: '{:sub.}?contoso.de'}}",
                ]
            }
        ),
        (
            "a rule about a document's site on hosts of the organization",
            tight.with {
                $0.rules.append("{id: own, class: internal, site: same-site, domain: contoso.de}")
                $0.rules.append("{id: but, class: internal, domain: contoso.net, unless: {site: same-site}}")
            }
        ),
        (
            "a rule about a document's site, and no view with a document",
            tight.with {
                $0.rules.append("{id: own, class: internal, site: same-site}")
                $0.views[1] = "{id: E, policy: currentIdentity, isExternalURL: corporate}"
            }
        ),
        (
            "documents of the organization's own, each of another site",
            tight.with {
                $0.rules = ["{id: own, class: internal, site: same-site}"]
                $0.views.append(
                    "{id: F, policy: currentIdentity, isExternalURL: corporate, document: 'https://contoso.de/d'}"
                )
            }
        ),
        (
            "a managed link that no app opens, beside an app that opens every web page",
            tight.setting("managedUniversalLinks", "['https://app.contoso.com']").with {
                $0.apps.append("{id: com.example.browser, schemes: [http, https]}")
            }
        ),
        (
            "nothing may be copied or saved at all",
            tight.setting("allowedOutboundClipboardSharingLevel", "blocked")
                .setting("allowedDataStorageLocations", "[]")
        ),
    ]

    /// Rows whose rules compare URLs with a view's document, and that are therefore samples.
    private static let ofDocuments = [
        "the document's own site", "a rule about a document's site, and no view with a document",
        "documents of the organization's own, each of another site",
    ]

    @Test(
        "They have nothing above a note, and the claim says that nothing leaks",
        arguments: TestSize.rows(Array(documents.indices))
    )
    func tight(number: Int) throws {
        let (name, document) = Self.documents[number]
        let audit = try document.audit()
        #expect(audit.paths.map(\.line) == [], "\(name)")
        #expect(audit.claim.hasPrefix("No path leads out of the organization"))
        // The host may set another document than the policy does.
        let assumesDocuments = Self.ofDocuments.contains(name)
        #expect(audit.isExact == !assumesDocuments && audit.assumesDocuments == assumesDocuments, "\(name)")
        #expect(audit.sampled.isEmpty == audit.isExact)
        #expect(audit.assumptions.contains { $0.contains("documents") } == assumesDocuments)
    }
}
