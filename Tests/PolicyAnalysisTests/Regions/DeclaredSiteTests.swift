import PolicyModel
import RuleIndex
import Scenarios
import Testing
import URLMatching

@testable import PolicyAnalysis
@testable import RuleRegions

/// Sites that the document declares as the organization's, where a rule or the default makes some URLs external.
@Suite("Declared sites that rules make external") struct DeclaredSiteTests {
    private static let ours = "{id: ours, class: internal, domain: contoso.com}"

    /// External pages open in the app, and nothing else lets data of the organization's sites out.
    private static func document(
        _ rules: [String],
        _ defaultClass: String,
        hosts: String = "contoso.com"
    ) -> TightDocument {
        TightDocument().setting("managedBrowserToOpenLinksRequired", "false")
            .with {
                $0.rules = rules
                $0.defaultClass = defaultClass
                $0.views = ["{id: E, policy: currentIdentity, isExternalURL: corporate}"]
                $0.app += "\norganizations: {contoso: {hosts: [\(hosts)]}}"
            }
    }

    private static let claim =
        "never: {from: site:owned, to: 'apps:unmanaged', via: [navigate, copy, paste]}"

    private static let external: [(rules: [String], default: String, decider: String)] = [
        ([ours, "{id: r, class: external, edge: 'https://contoso.com/payroll/*'}"], "blocked", "corporate.r"),
        ([ours, "{id: r, class: external, scheme: http}"], "blocked", "corporate.r"),
        ([ours, #"{id: r, class: external, regex: '^https://contoso\.com/secret'}"#], "blocked", "corporate.r"),
        ([ours, "{id: r, class: external, chrome: 'contoso.com/x?v=1'}"], "blocked", "corporate.r"),
        ([ours, "{id: r, class: external, host: [www.contoso.com, hr.contoso.com]}"], "blocked", "corporate.r"),
        ([ours, "{id: r, class: external, domain: [www.contoso.com]}"], "blocked", "corporate.r"),
        ([ours, "{id: r, class: external, edge: 'https://*.contoso.com/*'}"], "blocked", "corporate.r"),
        ([ours, "{id: r, class: external, edge: 'https://w*.contoso.com/*'}"], "blocked", "corporate.r"),
        ([ours, "{id: r, class: external, pattern: {hostname: '(w|x).contoso.com'}}"], "blocked", "corporate.r"),
        ([ours, "{id: r, class: external, pattern: {hostname: contoso.com, port: '8*'}}"], "blocked", "corporate.r"),
        ([ours, "{id: r, class: external, chrome: '*?v=0'}"], "blocked", "corporate.r"),
        ([ours, "{id: r, class: external, chrome: '*/p0?v=*'}"], "blocked", "corporate.r"),
        ([ours, "{id: r, class: external, regex: '/p7/'}"], "blocked", "corporate.r"),
        (
            [ours, #"{id: r, class: external, regex: '^https://(?!([^/]+\.)?contoso\.com/)'}"#], "blocked",
            "corporate.r"
        ),
        (["{id: ours, class: internal, host: contoso.com}"], "external", "corporate.default"),
        (["{id: ours, class: internal, domain: contoso.com, scheme: https}"], "external", "corporate.default"),
    ]

    @Test("An external URL of the organization's sites is found, with what decides", arguments: external.indices)
    func found(row: Int) throws {
        let (rules, defaultClass, decider) = Self.external[row]
        let document = Self.document(rules, defaultClass)
        let paths = try document.audit().paths.filter { $0.code == .mislabelledPage }
        #expect(paths.contains { $0.gates.contains { $0.words.hasPrefix(decider) } }, "\(rules): \(paths.map(\.line))")
        let claim = try document.claim(Self.claim).result().claim
        #expect(claim.verdict == .refuted, "\(rules): \(claim.verdict) \(claim.message)")
    }

    private static let internalRows: [(rules: [String], default: String, url: String?, why: Comment)] = [
        (["{id: r, class: internal, regex: '/intranet/'}"], "blocked", "/intranet/", "an expression"),
        (
            ["{id: r, class: internal, regex: '^https?://[^/]+/intranet/'}"], "external", "/intranet/",
            "an expression among external URLs"
        ),
        (["{id: r, class: internal, pattern: {pathname: '/intranet/*'}}"], "blocked", "/intranet/", "a pattern"),
        (
            [
                "{id: r, class: internal, regex: '/intranet/'}", "{id: d, class: blocked, domain: contoso.com}",
            ], "blocked", nil, "a rule that wins"
        ),
    ]

    @Test("A site of the organization that only an expression makes internal is found", arguments: internalRows.indices)
    func unconfined(row: Int) throws {
        let (rules, defaultClass, path, why) = Self.internalRows[row]
        let document = Self.document(rules, defaultClass)
            .with { $0.views = ["{id: V, policy: unmanaged, isExternalURL: corporate}"] }
        let sites = PolicySites(CompiledPolicy(try document.document()))["contoso"]
        let owned = try #require(sites.witnesses["corporate"]).owned
        #expect(!sites.isSampled, why)
        guard let path else {
            #expect(owned == nil, why)
            return
        }
        let url = try #require(owned?.url, why)
        #expect(url.hasPrefix("http") && url.contains("contoso.com") && url.contains(path), "\(why): \(url)")
        // The view shows the site as unmanaged, so its text leaves.
        let paths = try document.audit().paths
        #expect(paths.contains { $0.code == .mislabelledPage }, why)
    }

    private static let proven: [(rules: [String], why: Comment)] = [
        ([ours], "nothing is external"),
        ([ours, "{id: r, class: external, domain: fabrikam.com}"], "another domain"),
        ([ours, #"{id: r, class: external, regex: '^https://www\.fabrikam\.com/'}"#], "an expression about others"),
        ([ours, "{id: r, class: external, chrome: 'fabrikam.com/x?v=1'}"], "a filter for another host"),
        (
            [
                "{id: ours, class: internal, domain: contoso.com, priority: 1}",
                #"{id: r, class: external, regex: '^https://[a-z.]*contoso\.com/secret'}"#,
            ],
            "automata prove that the stronger rule takes all of them"
        ),
    ]

    @Test("If no URL of the organization's sites is external, the claim is proven", arguments: proven.indices)
    func holds(row: Int) throws {
        let (rules, why) = Self.proven[row]
        let claim = try Self.document(rules, "blocked").claim(Self.claim).result().claim
        #expect(claim.verdict == .proven, "\(why): \(claim.verdict) \(claim.message)")
    }

    @Test("If nobody can tell whether a URL is external, the result is a sample that names the rule")
    func undecided() throws {
        let document = Self.document(
            [Self.ours, #"{id: r, class: external, regex: '^https://([ab]+)\.contoso\.com/(?=.)\1z$'}"#],
            "blocked"
        )
        let claim = try document.claim(Self.claim).result().claim
        #expect(claim.verdict == .sampled, "\(claim.verdict) \(claim.message)")
        let sites = PolicySites(CompiledPolicy(try document.document()))
        #expect(sites.undecided.map { $0.undecided.rule } == ["r"])
    }

    @Test("One site is kept for each rule, whatever the number of its hosts and of declared hosts")
    func oneEach() throws {
        let rules = [
            "{id: a, class: external, host: [a.contoso.com, b.contoso.com, a.contoso.net]}",
            "{id: b, class: external, domain: fabrikam.com}",
        ]
        let document = Self.document(rules, "external", hosts: "contoso.com, contoso.net, 10.0.0.0/8")
        let sites = PolicySites(CompiledPolicy(try document.document()))["contoso"]
        let witnesses = try #require(sites.witnesses["corporate"])
        let found = witnesses.ownedExternal.filter { $0.url.hasPrefix("http") }
        #expect(Set(found.map(\.rule)) == ["a", nil] && found.count == 2, "\(found)")
        #expect(!sites.isSampled)
    }

    @Test("The URLs of a host do not contain those of a longer host")
    func longerHost() throws {
        let document = try Self.document(
            [
                #"{id: r, class: internal, regex: '^https://contoso\.com\.'}"#,
                "{id: d, class: blocked, domain: contoso.com}",
            ],
            "external"
        )
        .document()
        let ruleSet = document.ruleSets[0]
        let rule = try #require(ruleSet.rules.first { $0.id == "r" })
        var budget = LanguageSearch.mostWork
        let outcome = RuleLanguage(of: rule, in: ruleSet).first(isForeign: false, SiteKeeper(), budget: &budget) { _ in
            true
        }
        guard case .found(let url) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(String(decoding: url, as: UTF8.self).hasPrefix("https://contoso.com."))
    }
}
