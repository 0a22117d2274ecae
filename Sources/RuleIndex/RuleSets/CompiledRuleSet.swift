import ByteText
import Diagnostics
public import PolicyModel
import URLMatching
import URLStandard

/// A rule set in the form that look-ups use: immutable, flat, and shared by any number of threads.
public final class CompiledRuleSet: Sendable {
    /// The rule set it was compiled from.
    public let source: RuleSet
    /// The rules, with the highest-priority rule at rank 0.
    let ranked: [RankedRule]
    /// The same, for the decision path.
    let unretainedRules: [UnretainedReference<RankedRule>]
    let classes: RuleClasses
    /// The transitions offered when a navigation is blocked, each once: a decision has room for as many reasons as
    /// there are kinds of transitions.
    package let transitions: [RuleSet.Transition]
    let hosts: NameTable
    let urls: NameTable
    let urlEnds: URLEnds
    let addresses: AddressTable
    let schemes: SchemeTable
    let literals: LiteralTable
    /// The literals of values that a host with many values does not reach itself; see ``Posting/isFoundByLiteral``.
    let crowds: LiteralTable
    /// The rules and values that are in no table, the strongest first: they are checked for every URL.
    let unindexed: [Posting]
    /// The ranks of the rules that are reached through whole URLs; see ``matchOrigin(of:scratch:)``.
    let ranksOfURLs: [UInt32]
    /// Whether there are rules for which the bytes of a whole URL have to be read.
    let readsWholeURL: Bool
    /// The schemes that rules name, in addition to those that every web view loads.
    package let namedSchemes: Set<String>

    /// Whether a rule reads URLs as written; see `OpaqueHostForms`.
    let readsWrittenForm: Bool

    /// Whether a rule compares a URL with the view's document.
    public let readsDocument: Bool

    /// Whether a `blocked` or `external` rule has an exception that names a host; see ``RankedRule/exemptsHost``.
    let exemptsHosts: Bool

    /// Compiles a rule set.
    ///
    /// - Complexity: O(*n* log *n*) in the number of rules and list entries.
    public convenience init(_ source: RuleSet) {
        var plan = RulePlan(source)
        let hosts = plan.buildHosts()
        let urls = plan.buildURLs()
        self.init(source, plan, hosts: hosts, urls: urls)
    }

    /// Creates a rule set whose tables of names are in a compiled file.
    ///
    /// - Parameters:
    ///   - source: The rule set that was compiled.
    ///   - hosts: The bytes of ``hosts``.
    ///   - urls: The bytes of ``urls``.
    /// - Throws: ``NameTableError`` if they are not tables.
    convenience init(_ source: RuleSet, hosts: SharedSlice, urls: SharedSlice) throws(NameTableError) {
        let ruleCount = UInt32(clamping: source.rules.count)
        let hosts = try NameTable(reading: hosts, ruleCount: ruleCount)
        let urls = try NameTable(reading: urls, ruleCount: ruleCount)
        self.init(source, RulePlan(source, fillsNameTables: false), hosts: hosts, urls: urls)
    }

    private init(_ source: RuleSet, _ plan: consuming RulePlan, hosts: NameTable, urls: NameTable) {
        self.source = source
        ranked = plan.ranked
        unretainedRules = plan.ranked.map(UnretainedReference.init)
        transitions = source.transitions.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        classes = RuleClasses(plan.ranked.map(\.rule.urlClass), default: source.defaultClass)
        self.hosts = hosts
        self.urls = urls
        urlEnds = plan.urlEnds
        addresses = AddressTable(plan.addresses)
        schemes = SchemeTable(plan.schemes)
        literals = plan.literals.build()
        crowds = plan.crowds.build()
        unindexed = plan.unindexed
        ranksOfURLs = Self.ranksOfURLs(plan.ranked)
        readsWholeURL = !urls.isEmpty || !literals.isEmpty
        namedSchemes = plan.namedSchemes
        readsWrittenForm = source.rules.contains { $0.matchers.contains(where: \.readsWrittenForm) }
        exemptsHosts = plan.ranked.contains { $0.exemptsHost && !$0.isReadableOnly }
        readsDocument = source.rules.contains(where: \.comparesWithDocument)
    }

    /// Whether a rule names this scheme: with `scheme`, in a `url`, a `pattern` or a `chrome` filter, or in a list
    /// entry of one of these kinds.
    ///
    /// - Complexity: O(1), but it creates a string; only URLs that web views do not load by themselves get here.
    public func names(scheme: Span<UInt8>) -> Bool {
        !namedSchemes.isEmpty && namedSchemes.contains(scheme.string)
    }
}

extension CompiledRuleSet {
    /// The number of rules, which is also the first rank that no rule has.
    package var ruleCount: Int { ranked.count }

    /// The rule at a rank, as referenced by a reason; a list entry has its own location.
    package func reference(rank: UInt32, entry: UInt32) -> RuleReference {
        let rule = ranked[Int(rank)].rule
        return RuleReference(
            ruleSet: source.name,
            id: rule.id,
            urlClass: rule.urlClass,
            location: location(of: entry, in: rule) ?? rule.location,
            because: rule.because
        )
    }

    private func location(of entry: UInt32, in rule: Rule) -> SourceLocation? {
        guard entry > 0 else { return nil }
        var position = Int(entry) - 1
        for condition in rule.conditions {
            for case (.list(let list), let path) in zip(condition.alternatives, condition.paths) {
                guard position >= list.count else {
                    return SourceLocation(path: path, line: list.line(at: position), column: 1)
                }
                position -= list.count
            }
        }
        return nil
    }
}
