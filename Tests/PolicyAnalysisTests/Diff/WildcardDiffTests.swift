import PolicyModel
import RuleIndex
import TestSupport
import Testing

@testable import PolicyAnalysis

/// Edits of rules whose values are no products of conditions on the parts of a URL.
@Suite("Comparing policies with wildcards and expressions") struct WildcardDiffTests {
    private static func diff(
        _ old: [String],
        _ new: [String],
        defaultClass: String = "external"
    ) throws -> PolicyDiff {
        func policy(_ rules: [String]) throws -> CompiledPolicy {
            CompiledPolicy(try TightDocument(defaultClass: defaultClass, rules: rules).document())
        }
        return PolicyDiff(from: try policy(old), to: try policy(new))
    }

    private static let values = [
        "edge: 'https://w*.fabrikam.com/*'", "pattern: {hostname: '(w|x).fabrikam.com'}",
        "pattern: {hostname: fabrikam.com, port: '8*'}", "regex: '^https://(r1|r2|r3)\\.example/.*download'",
        "edge: 'https://*.w*.fabrikam.com/x/*'", #"regex: '^https://(?=r1)(r1|r2)\.example/x'"#,
    ]

    @Test("A rule whose class changes is asked about, and the direction is right", arguments: TestSize.rows(values))
    func changed(value: String) throws {
        let rules = ["external", "internal", "blocked"].map { ["{id: r, class: \($0), \(value)}"] }
        let rows: [(old: Int, new: Int, effect: OutcomeEffect, comparison: PolicyDiff.Comparison)] = [
            (0, 1, .wider, .incomparable), (2, 1, .wider, .morePermissive), (1, 2, .narrower, .lessPermissive),
        ]
        for row in rows {
            let diff = try Self.diff(rules[row.old], rules[row.new])
            #expect(diff.groups.contains { $0.question == .navigate && $0.effect == row.effect }, "\(diff.groups)")
            #expect(diff.comparison == row.comparison && diff.reachesEachRule, "\(value): \(row)")
        }
    }

    @Test(
        "What a rule with a host and an expression no longer blocks is found",
        arguments: [
            (#"\.(exe|msi|scr)$"#, #"\.(exe|msi)$"#), (#"\.(exe|msi|scr)$"#, #"\.(msi|scr)$"#),
            ("/(docs|pay|hr)/", "/(docs|pay)/"), ("/(ab|cd|ef|gh|ij|kl)/", "/(ab|cd|ef|gh|ij)/"),
            ("^https?://[a-z.]+/docs", "^https://[a-z.]+/docs"),
        ]
    )
    func alternatives(old: String, new: String) throws {
        func rule(_ regex: String) -> String { "{id: r, class: blocked, domain: fabrikam.com, regex: '\(regex)'}" }
        let games = "{id: games, class: blocked, domain: games.example}"
        let diff = try Self.diff([rule(old)], [rule(new), games])
        #expect(diff.groups.contains { $0.question == .navigate && $0.effect == .wider }, "\(diff.groups)")
        #expect(diff.comparison == .incomparable, "\(diff.comparison)")
        // Another expression may allow more at URLs that were not asked.
        let back = try Self.diff([rule(new)], [rule(old), games])
        #expect(back.comparison == .unknown && back.reachesEachRule && back.mayAllowMore, "\(back.comparison)")
    }

    @Test(
        "An edit that may both allow more and allow less has no direction, whatever the URLs that are asked show",
        arguments: [
            (
                "internal", #"class: blocked, regex: '^https?://contoso\.com/admin'"#,
                #"class: blocked, regex: '^https?://([a-z]+\.)?contoso\.com/admin$'"#
            ),
            (
                "blocked", "class: internal, chrome: 'https://*:443/docs?v=*'",
                "class: internal, chrome: 'https://contoso.com/docs?v=*'"
            ),
            (
                "blocked", "class: internal, pattern: 'https://*/docs/:id'",
                "class: internal, pattern: 'https://contoso.com/docs/:id*'"
            ),
            (
                "external", "class: blocked, domain: fabrikam.com, regex: ['/a$', '/b$']",
                "class: blocked, domain: fabrikam.com, regex: ['/b$', '/c$']"
            ),
        ]
    )
    func undirected(defaultClass: String, old: String, new: String) throws {
        let rules = [old, new].map { ["{id: r, \($0)}"] }
        for (old, new) in [(0, 1), (1, 0)] {
            let diff = try Self.diff(rules[old], rules[new], defaultClass: defaultClass)
            #expect(diff.mayAllowMore && diff.mayAllowLess && !diff.isExact)
            #expect([.unknown, .incomparable].contains(diff.comparison), "\(diff.comparison)")
        }
    }

    @Test("An edit beside an expression that may decide some of its URLs has no direction")
    func besideExpression() throws {
        let beside = #"{id: s, class: internal, priority: 5, regex: '/doc[0-9]+/(q|w|e|r|t|y|u|i|o|p)[a-z]$'}"#
        let old = [beside, "{id: r, class: blocked, domain: fabrikam.com}"]
        let new = [beside, "{id: r, class: external, priority: 10, domain: fabrikam.com}"]
        for (old, new) in [(old, new), (new, old)] {
            let diff = try Self.diff(old, new)
            #expect([.unknown, .incomparable].contains(diff.comparison) && !diff.isExact, "\(diff.comparison)")
        }
    }

    @Test(
        "The direction of an edit that only adds URLs to what a rule blocks or allows is known",
        arguments: [
            (
                "external", ["{id: r, class: blocked, domain: fabrikam.com, regex: ['/a$', '/b$']}"],
                "{id: r, class: blocked, domain: fabrikam.com, regex: ['/b$']}", PolicyDiff.Comparison.lessPermissive
            ),
            ("external", ["{id: r, class: blocked, domain: fabrikam.com, regex: '/a$'}"], nil, .lessPermissive),
            (
                "blocked", ["{id: r, class: internal, domain: fabrikam.com, regex: ['/a$', '/b$']}"],
                "{id: r, class: internal, domain: fabrikam.com, regex: ['/b$']}", .morePermissive
            ),
        ] as [(String, [String], String?, PolicyDiff.Comparison)]
    )
    func directed(defaultClass: String, more: [String], less: String?, comparison: PolicyDiff.Comparison) throws {
        let few = [Self.games] + [less].compactMap(\.self)
        let diff = try Self.diff(few, [Self.games] + more, defaultClass: defaultClass)
        #expect(diff.comparison == comparison && !diff.isComplete, "\(diff.comparison) \(diff.groups)")
        let back = try Self.diff([Self.games] + more, few, defaultClass: defaultClass)
        let turned: PolicyDiff.Comparison = comparison == .lessPermissive ? .morePermissive : .lessPermissive
        #expect(back.comparison == turned, "\(back.comparison) \(back.groups)")
    }

    /// A rule that blocks some letters, of which not every one is asked.
    private static func rule(_ set: String) -> String {
        "{id: r, class: blocked, domain: fabrikam.com, regex: '/x\(set)$'}"
    }
    private static let games = "{id: games, class: blocked, domain: games.example}"

    @Test("If an edited rule may allow more, the other edits do not make the policy less permissive")
    func unseen() throws {
        let (rule, games) = (Self.rule, Self.games)
        let diff = try Self.diff([rule("[a-z]")], [rule("[a-y]"), games])
        #expect(diff.groups.contains { $0.question == .navigate && $0.effect == .narrower }, "\(diff.groups)")
        #expect(diff.comparison == .unknown && diff.reachesEachRule && diff.mayAllowMore, "\(diff.comparison)")
        #expect(try Self.diff([rule("[a-z]")], [rule("[a-z]"), games]).comparison == .lessPermissive)
    }

    @Test(
        "A view that gets a rule set with another expression does not make the policy less permissive",
        arguments: [("[a-y]", true), ("[a-y]", false), ("[a-z]", true), ("[a-z]", false)]
    )
    func exchanged(set: String, isRenamed: Bool) throws {
        let rules = [Self.rule(set), Self.games]
        var (old, new) = (TightDocument(rules: [Self.rule("[a-z]")]), TightDocument(rules: rules))
        if !isRenamed {
            // Both policies have both rule sets.
            let lines = rules.map { "      - \($0)\n" }.joined()
            old.moreRuleSets = "  other:\n    default: external\n    rules:\n" + lines
            new = old
        }
        let name = "isExternalURL: corporate"
        new.views = old.views.map { $0.replacing(name, with: "isExternalURL: other") }
        let text = isRenamed ? new.text.replacing("  corporate:", with: "  other:") : new.text
        let diff = PolicyDiff(from: CompiledPolicy(try old.document()), to: try compiledPolicy(text))
        #expect(diff.groups.contains { $0.question == .navigate && $0.effect == .narrower }, "\(diff.groups)")
        #expect(diff.comparison == (set == "[a-z]" ? .lessPermissive : .unknown), "\(diff.comparison)")
    }

    @Test("If no URL of an edited rule is known, the other edits do not make the policy less permissive")
    func unreached() throws {
        let value = "regex: '^https://(?=.*fabrikam)[^/]+/x'"
        let other = "host: partner.example"
        let diff = try Self.diff(
            ["{id: r, class: external, \(value)}", "{id: s, class: internal, \(other)}"],
            ["{id: r, class: internal, \(value)}", "{id: s, class: blocked, \(other)}"]
        )
        #expect(diff.groups.contains { $0.question == .navigate && $0.effect == .narrower }, "\(diff.groups)")
        #expect(diff.comparison != .lessPermissive && !diff.reachesEachRule && !diff.isExact, "\(diff.comparison)")
    }
}
