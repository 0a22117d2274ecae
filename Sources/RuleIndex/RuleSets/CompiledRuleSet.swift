import ByteText
public import PolicyModel
import URLMatching
import URLStandard

/// A rule set in the form that answers questions: immutable, flat, and shared by any number of threads.
public final class CompiledRuleSet: Sendable {
    /// The rule set it was compiled from.
    public let source: RuleSet
    /// The rules, the one that is heard first at rank 0.
    let ranked: [RankedRule]
    /// The class of each rule, by rank.
    let classes: [URLClass]
    let defaultClass: URLClass
    /// The transitions offered where a navigation is blocked, each once: a decision has room for as many reasons as there
    /// are kinds of them.
    package let transitions: [RuleSet.Transition]
    let hosts: NameTable
    let urls: NameTable
    let urlEnds: URLEnds
    let addresses: AddressTable
    let schemes: SchemeTable
    let literals: LiteralTable
    /// The rules and values that no table reaches, the strongest first: they are asked of every URL.
    let unindexed: [Posting]
    /// The schemes that rules name, beyond those every web view loads.
    private let namedSchemes: Set<String>

    /// Compiles a rule set.
    ///
    /// - Complexity: O(*n* log *n*) in the number of rules and list entries.
    public convenience init(_ source: RuleSet) {
        var plan = RulePlan()
        for (rank, rule) in source.rules.sorted(by: Rule.isHeardBefore).enumerated() {
            plan.add(rule, rank: UInt32(rank))
        }
        self.init(source, plan)
    }

    private init(_ source: RuleSet, _ plan: consuming RulePlan) {
        self.source = source
        ranked = plan.ranked
        defaultClass = source.defaultClass
        transitions = source.transitions.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        classes = plan.ranked.map(\.rule.urlClass)
        hosts = plan.hosts.build()
        urls = plan.urls.build()
        urlEnds = plan.urlEnds
        addresses = AddressTable(plan.addresses)
        schemes = SchemeTable(plan.schemes)
        literals = plan.literals.build()
        unindexed = plan.unindexed
        namedSchemes = plan.namedSchemes
    }

    /// Whether a rule names this scheme, with `scheme` or in a `url`.
    ///
    /// - Complexity: O(1), but it makes a string; only URLs that web views do not load by themselves get here.
    public func names(scheme: Span<UInt8>) -> Bool {
        !namedSchemes.isEmpty && namedSchemes.contains(scheme.string)
    }
}
