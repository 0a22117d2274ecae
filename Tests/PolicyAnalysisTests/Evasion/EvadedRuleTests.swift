import Diagnostics
import PolicyModel
import RuleIndex
import Testing

@testable import PolicyAnalysis

@Suite("Evaded rules") struct EvadedRuleTests {
    /// The kinds of rewrites that evade a rule in a rule set that makes everything else of contoso.com internal.
    private static func kinds(_ rule: String, defaultClass: String = "external") throws -> [URLRewrite.Kind] {
        let document = try TightDocument().with {
            $0.defaultClass = defaultClass
            $0.rules.append("{id: tested, \(rule)}")
        }
        .document()
        let audit = PolicyAudit(
            CompiledPolicy(document),
            PolicyAudit.Options(findsFixes: false, findsEvasions: true)
        )
        let evaded = try #require(audit.evadedRules)
        #expect(evaded.allSatisfy { $0.rule.id == "tested" })
        for escape in evaded.flatMap(\.escapes) { #expect(escape.step.isLooser(than: evaded[0].step)) }
        return evaded.flatMap(\.escapes).map(\.rewrite.kind)
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
