import Diagnostics
import PolicyModel
import RuleIndex
import Testing

@testable import PolicyAnalysis

@Suite("Evaded rules") struct EvadedRuleTests {
    /// The evaded rules, if a rule is added to a rule set that makes everything else of contoso.com internal.
    private static func evaded(_ rule: String, in document: TightDocument) throws -> [EvadedRule] {
        let document = try document.with { $0.rules.append("{id: tested, \(rule)}") }.document()
        let audit = PolicyAudit(
            CompiledPolicy(document),
            PolicyAudit.Options(findsFixes: false, findsEvasions: true)
        )
        let evaded = try #require(audit.evadedRules)
        #expect(evaded.allSatisfy { $0.rule.id == "tested" })
        for escape in evaded.flatMap(\.escapes) { #expect(escape.step.isLooser(than: evaded[0].step)) }
        return evaded
    }

    /// The kinds of rewrites that evade such a rule.
    private static func kinds(_ rule: String, defaultClass: String = "external") throws -> [URLRewrite.Kind] {
        let document = TightDocument().with { $0.defaultClass = defaultClass }
        return try evaded(rule, in: document).flatMap(\.escapes).map(\.rewrite.kind)
    }

    private static let rows: [(rule: String, kinds: [URLRewrite.Kind], why: Comment)] = [
        ("class: blocked, domain: hr.contoso.com", [], "whatever is behind the host"),
        ("class: blocked, host: hr.contoso.com", [], "whatever is behind the host"),
        ("class: external, address: 10.0.0.0/8", [], "what is no rule's is external already"),
        ("class: blocked, domain: hr.example", [], "a host that the default keeps outside is blocked in every form"),
        (
            "class: blocked, edge: 'https://hr.contoso.com/pay'",
            [.encodedPath, .doubledSlash, .pathParameter, .cleartext], "a path"
        ),
        (
            "class: blocked, edge: 'https://hr.contoso.com/pay/*'",
            [.encodedPath, .doubledSlash, .pathParameter, .cleartext], "a folder"
        ),
        (
            #"class: external, regex: '^https://hr\.contoso\.com/a\?id=1$'"#,
            [.encodedPath, .doubledSlash, .pathParameter, .encodedQuery, .queryCase, .cleartext], "all of the URL"
        ),
        (#"class: blocked, regex: '^https?://hr\.contoso\.com/'"#, [], "an expression that asks for the host alone"),
        (
            #"class: blocked, regex: '(?i)^https?://hr\.contoso\.com/[a-z]*\?id=1'"#,
            [.doubledSlash, .pathParameter, .encodedQuery], "any case"
        ),
        ("class: blocked, chrome: 'hr.contoso.com/pay'", [.encodedPath, .doubledSlash], "a prefix of the path"),
    ]

    @Test(
        "A rule is escaped if the engine allows a rewritten URL, but not if it normalizes the rewrite",
        arguments: rows.indices
    )
    func escaped(row: Int) throws {
        let (rule, kinds, why) = Self.rows[row]
        #expect(try Self.kinds(rule) == kinds, why)
    }

    @Test("A rule is evaded under a permissive default, but not under an equally strict default")
    func defaults() throws {
        let rule = "class: external, edge: 'https://evil.example/a'"
        #expect(try Self.kinds(rule, defaultClass: "internal").first == .encodedPath)
        #expect(try Self.kinds(rule) == [])
    }

    private static let unmanaged = TightDocument().with {
        $0.views = ["{id: U, policy: unmanaged, isExternalURL: corporate}"]
    }

    private static let viewer = unmanaged.with { $0.app += "\n  safariViewControllerBlockedOverride: true" }

    private static let browsers: [(document: TightDocument, user: String?, why: Comment)] = [
        (unmanaged, "dana@contoso.com", "the page leaves the managed browser for an unmanaged view"),
        (
            TightDocument().with {
                $0.app += "\n  treatAllWebViewsAsUnmanaged: true"
                $0.views = ["{id: U, isExternalURL: corporate}"]
            }, "dana@contoso.com", "the app treats the view as unmanaged"
        ),
        (
            unmanaged.setting("managedBrowserToOpenLinksRequired", "false").setting("managedBrowser", nil), nil,
            "external pages open in the same unmanaged view"
        ),
        (
            unmanaged.setting("managedBrowser", nil).setting("customBrowserProtocol", "example-browser"), nil,
            "the required browser is as unmanaged as the view"
        ),
        (
            unmanaged.with {
                let changes = [(name: "managedBrowserToOpenLinksRequired", value: "false")]
                $0.policies.append((name: "open", changes: changes))
                $0.accounts.insert("{account: ann@contoso.com, organization: contoso, policy: open}", at: 0)
            }, "dana@contoso.com", "only the second account's policy requires a browser"
        ),
        (
            viewer.with {
                $0.accounts.insert("{account: ann@acme.example, organization: acme, policy: strict}", at: 0)
                $0.apps.append("{id: com.microsoft.msedge, managed: true, organization: contoso}")
            }, "dana@contoso.com", "only the second organization has a managed browser"
        ),
        (
            viewer.with { $0.apps.append("{id: com.microsoft.msedge, managed: true, organization: acme}") }, nil,
            "an unmanaged viewer shows the link, because the managed browser is another organization's"
        ),
    ]

    @Test(
        "A rule that sends links to a managed browser is evaded if an unmanaged view opens the rewritten URL",
        arguments: browsers.indices
    )
    func requiredBrowser(row: Int) throws {
        let (document, user, why) = Self.browsers[row]
        let evaded = try Self.evaded("class: external, edge: 'https://hr.contoso.com/pay'", in: document)
        let kinds: [URLRewrite.Kind] =
            user == nil ? [] : [.encodedPath, .doubledSlash, .pathParameter, .cleartext]
        #expect(evaded.flatMap(\.escapes).map(\.rewrite.kind) == kinds, why)
        #expect(evaded.first?.step.request.user.canonical == user, why)
    }

    @Test("Evaded rules are searched only on request")
    func option() throws { #expect(try TightDocument().audit().evadedRules == nil) }

    @Test("Evaded rules are warnings at the rule, with the URL")
    func diagnostic() throws {
        let document = try TightDocument().with {
            $0.rules.append("{id: pay, class: blocked, edge: 'https://hr.contoso.com/pay'}")
        }
        .document()
        let audit = PolicyAudit(CompiledPolicy(document), PolicyAudit.Options(findsEvasions: true))
        let finding = try #require(audit.evadedRules?.first).diagnostic
        #expect(finding.code == "DM170" && finding.severity == .warning && finding.places.first != nil)
        #expect(finding.message.contains("https://hr.contoso.com/%70ay"), "\(finding.message)")
        #expect(audit.json(of: "p").contains(#""kind":"doubledSlash""#))
    }
}
