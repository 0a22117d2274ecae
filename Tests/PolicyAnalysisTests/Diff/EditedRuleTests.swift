import Diagnostics
import PolicyModel
import RuleIndex
import TestSupport
import Testing
import URLMatching

@testable import PolicyAnalysis

/// One edited rule beside others that leave many places to hide what it changes.
@Suite("Comparing policies with one edited rule") struct EditedRuleTests {
    /// Rules that both policies have, and one rule before and after.
    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var rules: [String] = []
        /// A list that both policies have, of domains that are internal.
        var domains: [String] = []
        /// The lines of the edited list, and their format; or the edited rule, which is absent before.
        var old: [String] = []
        var new: [String] = []
        var format = ListFormat.urls
        var rule: String?
        /// What a changed question says.
        var shows: String
        /// Whether everything can be compared.
        var isExact = true
    }

    private static func rule(_ id: String, _ urlClass: URLClass, _ lines: [String], _ format: ListFormat) throws -> Rule
    {
        var rule = try TightDocument().document().ruleSets[0].rules[0]
        (rule.id, rule.urlClass) = (id, urlClass)
        let list = try EntryList.read(lines.joined(separator: "\n").utf8.span, format: format).list
        rule.conditions = [Condition(key: .list, alternatives: [.list(list)])]
        return rule
    }

    private static func policies(_ row: Row) throws -> (old: CompiledPolicy, new: CompiledPolicy) {
        let before = TightDocument().with { $0.rules += row.rules }
        var (old, new) = (try before.document(), try before.with { $0.rules += row.rule.map { [$0] } ?? [] }.document())
        if row.rule == nil {
            old.ruleSets[0].rules.append(try rule("edited", .blocked, row.old, row.format))
            new.ruleSets[0].rules.append(try rule("edited", .blocked, row.new, row.format))
        }
        if !row.domains.isEmpty {
            let ours = try rule("ours", .internal, row.domains, .domains)
            old.ruleSets[0].rules.append(ours)
            new.ruleSets[0].rules.append(ours)
        }
        return (CompiledPolicy(old), CompiledPolicy(new))
    }

    private static let rows = [
        Row(
            testDescription: "the last of more hosts than are combined",
            rules: (0..<2_100).map { "{id: r\($0), class: internal, host: h\($0).example}" },
            rule: "{id: last, class: blocked, host: last.example}",
            shows: "https://last.example/"
        ),
        Row(
            testDescription: "a line before seventy for the same host",
            old: (1...70).map { "https://docs.example/p\($0)" },
            new: ["https://docs.example/secret"] + (1...70).map { "https://docs.example/p\($0)" },
            shows: "https://docs.example/secret"
        ),
        Row(
            testDescription: "a line after seventy without a host",
            rules: ["{id: app, class: internal, scheme: x-app}"],
            old: (1...70).map { "x-app:\($0)" },
            new: (1...71).map { "x-app:\($0)" },
            shows: "x-app:71"
        ),
        Row(
            testDescription: "a line after twelve hundred domains",
            old: (1...1_200).map { "d\($0).example" },
            new: (1...1_200).map { "d\($0).example" } + ["last.example"],
            format: .domains,
            shows: "https://last.example/"
        ),
        Row(
            testDescription: "a rule that no URL matches, and about which a tunnel says too little",
            rules: ["{id: here, class: internal, host: a.example}"],
            rule: "{id: both, class: blocked, edge: 'https://a.example/x', url: 'https://a.example/y'}",
            shows: "connect E to a.example:443"
        ),
        Row(
            testDescription: "a path on the hosts of a list that is walked",
            domains: (1...2_001).map { "d\($0).example" } + ["hr.example.com"],
            rule: "{id: path, class: external, edge: 'https://*.example.com/x', priority: 9}",
            shows: "https://hr.example.com/x"
        ),
        Row(
            testDescription: "an opaque host that an expression spells in capitals",
            rules: ["{id: app, class: internal, scheme: x-app}"],
            rule: "{id: caps, class: blocked, regex: '^x-app://CONTOSO\\.com/'}",
            shows: "x-app://CONTOSO.com/",
            isExact: false
        ),
        Row(
            testDescription: "a filter with a repeated key",
            rule: "{id: keys, class: blocked, chrome: 'contoso.com/?k=1&k=2'}",
            shows: "k=1&k=2",
            isExact: false
        ),
    ]

    @Test("What the edited rule changes is shown, in either direction", arguments: TestSize.rows(rows))
    func shown(row: Row) throws {
        let (old, new) = try Self.policies(row)
        for (old, new) in [(old, new), (new, old)] {
            let diff = PolicyDiff(from: old, to: new)
            let questions = diff.groups.flatMap(\.witnesses).map(\.request.question.words)
            #expect(questions.contains { $0.contains(row.shows) }, "\(questions)")
            #expect(diff.noOps.isEmpty && diff.edits.count == 1)
            #expect(diff.isExact == row.isExact)
        }
    }
}
