import ByteText
import PolicyModel
import RuleIndex
import URLMatching
import URLStandard

/// What the rule sets of a policy say of sites: URLs for each class, and which sites are the organization's own.
struct SiteRegions: Sendable {
    /// The witnesses of each rule set that a view is answered by.
    private(set) var witnesses: [String: SiteWitnesses] = [:]
    private var maps: [(map: RuleMap, confined: [Int], document: SiteDocument?)] = []

    /// Whether what was found is a sample: for some rule no URL was found, or a rule matches more than its witnesses show,
    /// as a regular expression may.
    private(set) var isSampled = false

    /// Whether some site is known to be the organization's.
    var hasOwned: Bool { !isInferred || maps.contains { !$0.confined.isEmpty } }
    /// Whether whose a site is follows from rules, because nobody wrote it.
    let isInferred: Bool

    /// Finds the sites of a policy.
    ///
    /// - Complexity: O(*n* log *n*) in rules and entries of lists.
    init(_ policy: CompiledPolicy, _ keeper: SiteKeeper = SiteKeeper()) {
        let document = policy.document
        isInferred = keeper.declared == nil
        for (position, ruleSet) in document.ruleSets.enumerated() {
            let views = document.views.filter { $0.ruleSet == ruleSet.name }
            let documents = Set(views.compactMap(\.document)).sorted()
            let map = RuleMap(ruleSet, compiled: policy.ruleSets[position])
            if !views.isEmpty {
                let found = SiteWitnesses(map, keeper, documents: documents)
                witnesses[ruleSet.name] = found
                isSampled = isSampled || found.isSampled || !ruleSet.rules.allSatisfy(Self.isExact)
            }
            let confined = ruleSet.rules.indices.filter {
                ruleSet.rules[$0].urlClass == .internal
                    && keeper.isConfined(ruleSet.rules[$0], documents: documents)
            }
            maps.append((map, confined, documents.first.flatMap { SiteDocument($0) }))
        }
    }

    /// The sites of no policy.
    static let none = SiteRegions()

    private init() { isInferred = true }

    /// Whether it is known of every URL, without trying it, if a rule matches it.
    private static func isExact(_ rule: Rule) -> Bool {
        rule.conditions.allSatisfy { condition in
            condition.alternatives.allSatisfy { matcher in
                switch matcher {
                case .regex: return false
                // The document's site is one name, and the view says which.
                case .site: return true
                case .list(let list):
                    let source = AtomSource(rule: 0, condition: 0, list: list)
                    return (0..<list.count).allSatisfy { source.scope(of: $0).isExact }
                case .url, .host, .domain, .scheme, .pattern, .address, .edge, .chrome:
                    return MatcherScope(of: matcher).isExact
                }
            }
        }
    }

    /// A URL of a site of the organization that is also in a scope; nil if none is found.
    func ownedURL(in scope: MatcherScope) -> SiteWitness? {
        for (map, confined, document) in maps {
            var probe = RuleProbe()
            probe.scratch.document = document
            probe.matchers.document = document
            for rule in confined.sorted(by: { map.ruleSet.rules[$0].id < map.ruleSet.rules[$1].id }) {
                for source in map.anchors[rule] {
                    for entry in 0..<min(map.sources[source].count, 256) {
                        let atom = RuleMap.Atom(source: source, entry: entry)
                        guard let both = map.reach(of: atom)?.intersection(scope), probe.take(both.sample),
                            map.matches(rule, &probe) == true
                        else { continue }
                        return SiteWitness(url: probe.form.hrefWithoutFragment.string, rule: map.ruleSet.rules[rule].id)
                    }
                }
            }
        }
        return nil
    }
}
