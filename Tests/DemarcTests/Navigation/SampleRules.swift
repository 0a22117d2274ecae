/// The rule set of a view in the table's tests.
struct SampleRules {
    enum Kind {
        /// The view has no rule set.
        case none
        /// The view names a rule set that the policy does not contain.
        case missing
        /// A rule gives `rule` to ``SampleURL/isRuled`` URLs, and the others get `default`. Without a `rule`, the
        /// default applies to all.
        case ruled(rule: String?, default: String)
        /// An internal rule whose pattern exceeds the match limit, and an external default.
        case limit
    }

    var kind: Kind
    var blocksSubresources = false
    var transitions: [String] = []

    /// The name of the rule set, or nil if the view has none.
    var name: String? {
        let suffix = "\(blocksSubresources ? "-resources" : "")\(transitions.map { "-\($0)" }.joined())"
        return switch kind {
        case .none: nil
        case .missing: "missing"
        case .ruled(let rule, let standard): "\(rule ?? "no")-rule-\(standard)-default\(suffix)"
        case .limit: "limit\(suffix)"
        }
    }

    static let all: [SampleRules] = {
        var all = [SampleRules(kind: .none), SampleRules(kind: .missing)]
        for blocksSubresources in [false, true] {
            all.append(SampleRules(kind: .limit, blocksSubresources: blocksSubresources))
            for (rule, standard) in [
                ("internal", "external"), ("external", "internal"), (nil, "internal"), (nil, "external"),
            ] {
                all.append(
                    SampleRules(kind: .ruled(rule: rule, default: standard), blocksSubresources: blocksSubresources)
                )
            }
            for (rule, standard) in [("blocked", "internal"), (nil, "blocked"), ("internal", "blocked")] {
                for transitions in [[], ["privateWindow"], ["privateWindow", "personalAccount"]] {
                    all.append(
                        SampleRules(
                            kind: .ruled(rule: rule, default: standard),
                            blocksSubresources: blocksSubresources,
                            transitions: transitions
                        )
                    )
                }
            }
        }
        return all
    }()

    /// One rule set for each answer that rules can give.
    static let fewest: [SampleRules] = [
        SampleRules(kind: .none), SampleRules(kind: .missing),
        SampleRules(kind: .ruled(rule: "internal", default: "external")),
        SampleRules(kind: .ruled(rule: "external", default: "internal")),
        SampleRules(kind: .ruled(rule: "blocked", default: "internal"), blocksSubresources: true),
    ]

    /// The rule set as written in a policy document.
    var yaml: String {
        guard let name else { return "" }
        var lines = ["  \(name):"]
        if blocksSubresources { lines.append("    subresources: block") }
        if !transitions.isEmpty { lines.append("    transitions: [\(transitions.joined(separator: ", "))]") }
        let standard: String
        var rules = ["      - {id: names, class: internal, scheme: [named, named-otherwise], host: never.example}"]
        switch kind {
        case .none, .missing: return ""
        case .limit:
            standard = "external"
            rules.append("      - {id: costly, class: internal, regex: '^https://[^/]*/(a|aa)+$'}")
        case .ruled(let rule, let ruleSetDefault):
            standard = ruleSetDefault
            if let rule {
                rules.append("      - {id: by-host, class: \(rule), host: ruled.example}")
                rules.append("      - {id: by-scheme, class: \(rule), scheme: named}")
            }
        }
        return (lines + ["    default: \(standard)", "    rules:"] + rules).joined(separator: "\n")
    }
}
