import Diagnostics
import PolicyFiles
import PolicyModel
import RuleIndex
import Scenarios
import TestSupport
import Testing

@testable import PolicyAnalysis

/// `organizations` defines who owns a site; rules are used only if it does not.
@Suite("Organization hosts in a policy") struct OrganizationHostTests {
    private static func document(_ hosts: String?, _ rule: String, default defaultClass: String = "external")
        -> TightDocument
    {
        TightDocument().with {
            $0.rules = ["{id: r, class: internal, \(rule)}"]
            $0.defaultClass = defaultClass
            $0.views = ["{id: E, policy: currentIdentity, isExternalURL: corporate}"]
            if let hosts { $0.app += "\norganizations: {contoso: {hosts: \(hosts)}}" }
        }
    }

    private static let rows: [(hosts: String?, rule: String, lines: [String], why: Comment)] = [
        (nil, "domain: contoso.com", [], "a rule spells the domain out"),
        ("[contoso.com]", "domain: contoso.com", [], "and so does the document"),
        (
            "[contoso.net]", "domain: contoso.com",
            ["DM105 account:dana@contoso.com → site:foreign [corporate.r: domain contoso.com]"],
            "the rule lets in what is not the organization's"
        ),
        (
            "[docs.contoso.com]", "domain: contoso.com",
            ["DM105 account:dana@contoso.com → site:foreign [corporate.r: domain contoso.com]"],
            "only a part of the domain is"
        ),
        (
            nil, "domain: github.io",
            ["DM105 account:dana@contoso.com → site:foreign [corporate.r: domain github.io]"],
            "anybody has a site there"
        ),
        ("[contoso.github.io]", "host: contoso.github.io", [], "the organization's own"),
        ("[10.0.0.0/8]", "address: 10.1.0.0/16", [], "a part of a network of its own"),
        (
            "[10.1.0.0/16]", "address: 10.0.0.0/8",
            ["DM105 account:dana@contoso.com → site:foreign [corporate.r: address 10.0.0.0/8]"],
            "a private network of which only a part is its own"
        ),
        ("[contoso.com]", "regex: '^https://([a-z]+\\.)?contoso\\.com/'", [], "an expression within the domain"),
        (
            "[contoso.net]", "regex: '^https://([a-z]+\\.)?contoso\\.com/'",
            ["DM105 account:dana@contoso.com → site:foreign [corporate.r: regex ^https://([a-z]+\\.)?contoso\\.com/]"],
            "an expression that spells out another domain"
        ),
    ]

    @Test("Declared hosts replace those inferred from rules", arguments: rows.indices)
    func table(row: Int) throws {
        let (hosts, rule, lines, why) = Self.rows[row]
        // Declared hosts that the default makes external would be another path.
        let audit = try Self.document(hosts, rule, default: "blocked").audit()
        #expect(audit.paths.map(\.line) == lines, why)
        #expect(audit.isInferred == (hosts == nil) && audit.refusedCount == 0)
        #expect(audit.claim.contains("sites inferred") == (hosts == nil), "\(audit.claim)")
    }

    @Test(
        "An internal rule that decides nothing, because of another one with a smaller id, leaves the audit exact",
        arguments: [
            ("domain: foreign.example", "host: a.foreign.example"), ("host: foreign.example", "host: foreign.example"),
            ("domain: foreign.example", "url: 'https://foreign.example/'"),
            ("domain: foreign.example", #"regex: '^https://x\.foreign\.example/'"#),
            ("host: foreign.example", "host: foreign.example, scheme: [https, http]"),
            ("host: foreign.example, scheme: [https, http]", "host: foreign.example, scheme: [https, http]"),
            ("domain: [foreign.example, y.example]", "domain: [y.example, foreign.example]"),
        ]
    )
    func covered(deciding: String, covered: String) throws {
        let audit = try Self.document("[contoso.com]", deciding)
            .with { $0.rules = ["{id: a, class: internal, \(deciding)}", "{id: d, class: internal, \(covered)}"] }
            .audit()
        #expect(audit.isExact && audit.sampled.isEmpty, "\(audit.sampled)")
        let sites = audit.paths.filter { $0.code == .mislabelledSite }
        #expect(sites.flatMap(\.gates).map(\.name) == ["a"], "\(sites.map(\.line))")
    }

    @Test("An internal rule of which another one covers only a part has its own path")
    func partlyCovered() throws {
        let audit = try Self.document("[contoso.com]", "host: foreign.example")
            .with {
                $0.rules = [
                    "{id: a, class: internal, host: foreign.example}",
                    "{id: d, class: internal, host: [foreign.example, other.example]}",
                ]
            }
            .audit()
        #expect(audit.isExact && Set(audit.paths.flatMap(\.gates).map(\.name)).isSuperset(of: ["a", "d"]))
    }

    @Test(
        "A declared host that rules call external is found, with a page or a frame that a view shows as unmanaged",
        arguments: [("false", Frame.top), ("true", .sub)]
    )
    func external(isBrowserRequired: String, frame: Frame) throws {
        let document = Self.document("[contoso.com, contoso.net]", "domain: contoso.com")
            .setting("managedBrowserToOpenLinksRequired", isBrowserRequired)
        let paths = try document.audit().paths
        let frames = paths.filter { $0.code == .mislabelledPage }.compactMap { path -> Frame? in
            guard case .navigate(_, _, let frame, _, _)? = path.steps.first?.request.question else { return nil }
            return frame
        }
        #expect(Set(frames) == [frame], "\(paths.map(\.line))")
        #expect(
            paths.contains { $0.code == .mislabelledPage && $0.gates.map(\.words) == ["corporate.default: external"] },
            "\(paths.map(\.line))"
        )
        #expect(paths.allSatisfy { !$0.steps.isEmpty })
    }

    @Test("A claim about declared hosts is not marked as inferred")
    func claims() throws {
        let claim = "never: {from: organization:contoso, to: unmanaged}"
        let inferred = try Self.document(nil, "domain: contoso.com").claim(claim).result().claim
        #expect(inferred.verdict == .proven && inferred.isInferred)
        let declared = try Self.document("[contoso.com]", "domain: contoso.com").claim(claim).result().claim
        #expect(declared.verdict == .proven && !declared.isInferred)
    }

    @Test("A compiled policy keeps the hosts")
    func compiled() throws {
        let document = try Self.document("[contoso.net, 10.0.0.0/8]", "domain: contoso.com").document()
        #expect(document.organizations.map(\.hosts) == [["contoso.net", "10.0.0.0/8"]])
        let policy = CompiledPolicy(document)
        let opened = try CompiledPolicy(opening: policy.compiledFile())
        #expect(opened.document.organizations == document.organizations)
    }

    private static let findings: [(text: String, code: String)] = [
        ("[]", "wrong-type"), ("{contosso: {hosts: [contoso.com]}}", "unknown-name"), ("{contoso: {}}", "missing-key"),
        ("{contoso: {hosts: []}}", "missing-value"), ("{contoso: {hosts: contoso.com}}", "wrong-type"),
        ("{contoso: {hosts: [co.uk]}}", "unknown-value"), ("{contoso: {hosts: [github.io]}}", "unknown-value"),
        ("{contoso: {hosts: ['*.contoso.com']}}", "wildcard"),
        ("{contoso: {hosts: ['10.0.0.7/24']}}", "host-bits-set"), ("{contoso: {hosts: [10/8]}}", "address-spelling"),
        ("{contoso: {host: [contoso.com]}}", "unknown-key"),
    ]

    @Test("The help for an unknown organization names each known one once")
    func unknownName() {
        let document = TightDocument().with {
            $0.accounts += ["kim", "lee"].map { "{account: \($0)@contoso.com, organization: contoso, policy: strict}" }
            $0.apps.append("{id: com.fabrikam.reader, managed: true, organization: fabrikam, policy: strict}")
            $0.app += "\norganizations: {woodgrove: {hosts: [woodgrove.com]}}"
        }
        let loaded = PolicyDocumentReader(requiresUser: false).load(text: document.text, path: "policy.yaml")
        let found = loaded.diagnostics.first { $0.code == "unknown-name" }
        #expect(found?.help == "write `contoso` or `fabrikam`", "\(loaded.diagnostics)")
    }

    @Test("Invalid hosts are refused with their place", arguments: findings.indices)
    func refused(row: Int) {
        let (text, code) = Self.findings[row]
        let document = TightDocument().with { $0.app += "\norganizations: \(text)" }
        let loaded = PolicyDocumentReader(requiresUser: false).load(text: document.text, path: "policy.yaml")
        #expect(loaded.document == nil, "\(text)")
        let found = loaded.diagnostics.first { $0.code == code }
        #expect(found?.location?.line == 5, "\(text): \(loaded.diagnostics.map { "\($0.code) \($0.message)" })")
    }
}
