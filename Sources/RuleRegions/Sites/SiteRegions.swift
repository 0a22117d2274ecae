import ByteText
package import PolicyModel
import RuleIndex
import URLMatching
import URLStandard

/// The sites that the rule sets of a policy define: URLs for each class, and the organization's own sites.
package struct SiteRegions: Sendable {
    /// The witnesses of each rule set that a view uses.
    package private(set) var witnesses: [String: SiteWitnesses] = [:]
    private var maps: [Region] = []

    /// A rule set, its confined rules, and the documents of the views that use it.
    private struct Region {
        let map: RuleMap
        let confined: [Int]
        let documents: [String]
        /// What was found, apart from what other rule sets share; nil if no view uses the rule set.
        let found: SiteWitnesses?

        var document: SiteDocument? { documents.first.flatMap { SiteDocument($0) } }
    }

    /// The rules that compare URLs with the document that a view shows, with their rule sets, as far as that decides who
    /// gets data. They were asked with the documents that the policy gives its views, and the host may set others.
    private(set) var siteRules: [(ruleSet: String, rule: String)] = []
    /// The undecided rules, with their rule sets.
    private(set) var undecided: [(ruleSet: String, undecided: SiteWitnesses.Undecided)] = []
    /// Determines the owner of a site.
    package let keeper: SiteKeeper

    /// Whether the result is only a sample: for some rule, neither a URL was found nor a proof that there is none.
    var isSampled: Bool { !undecided.isEmpty }

    /// Whether some site is known to belong to the organization.
    var hasOwned: Bool { !isInferred || maps.contains { !$0.confined.isEmpty } }
    /// Whether site owners are inferred from rules, because the document does not declare them.
    let isInferred: Bool

    /// Finds the sites of a policy.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - declaration: What the document declares of the organization.
    ///   - known: The sites of a similar policy with the same declaration. What it knows about rules and expressions that
    ///     are the same is reused.
    /// - Complexity: O(*n* log *n*) in rules and entries of lists.
    init(_ policy: CompiledPolicy, _ declaration: OrganizationDeclaration? = nil, reusing known: SiteRegions? = nil) {
        let keeper = known?.keeper ?? SiteKeeper(declaration)
        self.keeper = keeper
        let document = policy.document
        isInferred = keeper.declared == nil
        for (position, ruleSet) in document.ruleSets.enumerated() {
            let views = document.views.filter { $0.ruleSet == ruleSet.name }
            let documents = Set(views.compactMap(\.document)).sorted()
            let map = RuleMap(ruleSet, compiled: policy.ruleSets[position])
            // A list of a million names is traversed only once.
            let similar = known?.maps.first { $0.map.ruleSet.name == ruleSet.name && $0.documents == documents }
            let confined = Self.confined(in: ruleSet, documents, keeper, reusing: similar)
            var found: SiteWitnesses?
            if !views.isEmpty {
                // PERF: most fixes that are tried change a setting and no rule.
                let same = similar.flatMap { $0.map.ruleSet == ruleSet ? $0.found : nil }
                let sites = same ?? SiteWitnesses(map, keeper, confined: confined, documents: documents)
                found = sites
                witnesses[ruleSet.name] = sites
                undecided += sites.undecided.map { (ruleSet.name, $0) }
                siteRules += ruleSet.rules.filter { rule in
                    rule.comparesWithDocument
                        && (rule.urlClass != .internal || !keeper.isConfined(rule, documents: []))
                }
                .map { (ruleSet.name, $0.id) }
            }
            maps.append(Region(map: map, confined: confined, documents: documents, found: found))
        }
        shareOwned()
    }

    /// The confined internal rules of a rule set. What is known of a rule that is the same in a similar rule set holds here
    /// too: whether it is confined depends on nothing else.
    private static func confined(
        in ruleSet: RuleSet,
        _ documents: [String],
        _ keeper: SiteKeeper,
        reusing similar: Region?
    ) -> [Int] {
        let known = similar?.map.ruleSet.rules ?? []
        let knownConfined = Set(similar?.confined ?? [])
        var next = 0
        var confined: [Int] = []
        for (index, rule) in ruleSet.rules.enumerated() {
            // The order is the same; rules that are no longer there are passed over.
            while next < known.count, known[next].id != rule.id { next += 1 }
            guard rule.urlClass == .internal else { continue }
            let isKnown = next < known.count && known[next] == rule
            if isKnown ? knownConfined.contains(next) : keeper.isConfined(rule, documents: documents) {
                confined.append(index)
            }
        }
        return confined
    }

    /// Shares owned sites between rule sets. A rule set may classify a site as internal without spelling it out, and
    /// another rule set may spell it out.
    private mutating func shareOwned() {
        let known = witnesses.sorted(on: { $0.key }).compactMap(\.value.owned?.url)
        for region in maps where witnesses[region.map.ruleSet.name].map({ $0.owned == nil }) ?? false {
            let (map, document) = (region.map, region.document)
            var probe = RuleProbe()
            probe.scratch.document = document
            probe.matchers.document = document
            for url in known where witnesses[map.ruleSet.name]?.owned == nil {
                guard let found = SiteWitnesses.winner(url, in: map, &probe), found.urlClass == .internal else {
                    continue
                }
                witnesses[map.ruleSet.name]?.owned = SiteWitness(url: found.url, rule: found.rule)
            }
        }
    }

    /// The sites without a policy.
    static let none = SiteRegions()

    private init() {
        isInferred = true
        keeper = SiteKeeper()
    }

    /// URLs for each class and each rule of a rule set; without a rule set, a URL that no rule names.
    package func urls(of ruleSet: String?) -> [String] {
        guard let map = maps.first(where: { $0.map.ruleSet.name == ruleSet }) else { return [FreshNames.url] }
        let found = witnesses[map.map.ruleSet.name]
        var urls = [FreshNames.url] + [found?.owned?.url, found?.external?.url].compactMap(\.self)
        urls += (found?.foreign ?? []).map(\.url)
        var probe = RuleProbe()
        probe.scratch.document = map.document
        probe.matchers.document = map.document
        for rule in map.map.ruleSet.rules.indices.prefix(1_000) {
            urls += map.map.samples(of: rule, limit: 2, &probe)
        }
        return urls
    }

    /// The maximum number of rules with which a URL of a class is searched.
    private static let mostSearchedRules = 64

    /// A URL with a scheme to which a rule set gives a class.
    ///
    /// - Parameters:
    ///   - scheme: The scheme.
    ///   - urlClass: The class.
    ///   - ruleSet: The name of the rule set.
    ///   - isDeclared: Whether the document declares its host as the organization's; nil if that does not matter.
    /// - Returns: The URL, checked with the index, or nil if none was found.
    /// - Complexity: Some look-ups for each rule of the class, as far as these are not too many.
    package func url(with scheme: String, _ urlClass: URLClass, by ruleSet: String, isDeclared: Bool? = nil) -> String?
    {
        guard let region = maps.first(where: { $0.map.ruleSet.name == ruleSet }) else { return nil }
        let (map, found) = (region.map, witnesses[ruleSet])
        let written = map.ruleSet.rules
        guard map.ruleSet.defaultClass == urlClass || written.contains(where: { $0.urlClass == urlClass }) else {
            return nil
        }
        func first(of texts: [String], _ probe: inout RuleProbe) -> String? {
            for text in texts {
                guard let found = SiteWitnesses.winner(SchemeClasses.url(text, with: scheme), in: map, &probe),
                    found.urlClass == urlClass,
                    isDeclared == nil || isDeclared == (keeper.owns(probe.form.host.array) ?? false)
                else { continue }
                return found.url
            }
            return nil
        }
        var probe = RuleProbe()
        probe.show(region.documents.first)
        // PERF: with most schemes, one of the sites that are known anyway has the class.
        let known = [found?.owned, found?.external, found?.foreign.first, found?.ownedExternal.first]
            .compactMap { $0?.url }
        if let url = first(of: known + [FreshNames.url], &probe) { return url }
        let rules = written.indices.lazy
            .filter { written[$0].urlClass == urlClass && written[$0].mayMatch(scheme: scheme) }
        for rule in rules.prefix(Self.mostSearchedRules) {
            let texts = SiteWitnesses.candidates(of: rule, in: map, region.documents)
            if let url = first(of: texts, &probe) { return url }
        }
        return nil
    }

    /// URLs with a scheme of the organization's own sites: one for each rule that makes one internal, and for the default.
    ///
    /// - Parameters:
    ///   - ruleSet: The name of the rule set that makes them internal.
    ///   - scheme: `http` or `https`.
    /// - Returns: The URLs, each checked with the index.
    /// - Complexity: Some look-ups for each confined rule and each declared host, as far as these are not too many; and
    ///   O(*n*) in the rules.
    package func ownedURLs(of ruleSet: String, with scheme: String) -> [String] {
        guard let region = maps.first(where: { $0.map.ruleSet.name == ruleSet }) else { return [] }
        let map = region.map
        let rules = region.confined.sorted(on: { map.ruleSet.rules[$0].id })
        var texts = rules.prefix(SiteWitnesses.mostDeciders)
            .flatMap { SiteWitnesses.candidates(of: $0, in: map, region.documents) }
        texts += keeper.declaredURLs.prefix(SiteWitnesses.mostDeciders)
        let confined = Set(rules.map { map.ruleSet.rules[$0].id })
        var probe = RuleProbe()
        probe.show(region.documents.first)
        var urls: [String] = []
        var known: Set<String?> = []
        func take(_ text: String) {
            guard let found = SiteWitnesses.winner(SchemeClasses.url(text, with: scheme), in: map, &probe),
                found.urlClass == .internal,
                found.rule.map(confined.contains) ?? false || keeper.owns(probe.form.host.array) == true,
                known.insert(found.rule).inserted
            else { return }
            urls.append(found.url)
        }
        for text in texts { take(text) }
        // Other rules may decide the plainest hosts with this scheme, and not every host.
        let missed = rules.map { map.ruleSet.rules[$0] }.filter { !known.contains($0.id) }
        let searched =
            keeper.declaredConditions.map { (rule: nil, conditions: [$0]) }
            + missed.map { (rule: $0.id, conditions: $0.conditions) }
        for (rule, conditions) in searched.prefix(Self.mostSearched) where rule == nil || !known.contains(rule) {
            guard RepresentativeURLs.schemes(namedBy: conditions)?.contains(scheme) ?? true else { continue }
            let every = RepresentativeURLs(
                conditions,
                [map.ruleSet],
                documents: region.documents,
                schemes: .web,
                meeting: keeper.declared
            )
            for url in every.urls where SchemeMatcher.scheme(of: url) == scheme { take(url) }
        }
        return urls
    }

    /// The maximum number of URLs for a scope.
    private static let mostURLs = 8
    /// The maximum number of rules and declared hosts whose every class of URLs is asked. Each takes as long as an audit
    /// of the rule set.
    private static let mostSearched = 4

    /// URLs of sites of the organization that are also in a scope: the sites that the document declares, or otherwise
    /// those that a rule spells out and no other rule excludes.
    package func ownedURLs(in scope: MatcherScope) -> [String] {
        var urls = (keeper.declared?.scopes ?? []).compactMap { MatcherScope(host: $0).intersection(scope)?.sample }
        for region in maps {
            let (map, document) = (region.map, region.document)
            var probe = RuleProbe()
            probe.scratch.document = document
            probe.matchers.document = document
            for rule in region.confined.sorted(on: { map.ruleSet.rules[$0].id }) {
                for source in map.anchors[rule] {
                    for entry in 0..<min(map.sources[source].count, 256) {
                        let atom = RuleMap.Atom(source: source, entry: entry)
                        guard let both = map.reach(of: atom)?.intersection(scope), probe.take(both.sample),
                            map.matches(rule, &probe) == true,
                            let found = SiteWitnesses.winner(both.sample, in: map, &probe),
                            keeper.declared != nil || found.urlClass == .internal
                        else { continue }
                        if !urls.contains(found.url) { urls.append(found.url) }
                        guard urls.count < Self.mostURLs else { return urls }
                    }
                }
            }
        }
        return urls
    }
}

extension Rule {
    /// Whether no condition excludes a scheme.
    fileprivate func mayMatch(scheme: String) -> Bool {
        conditions.allSatisfy { condition in
            condition.alternatives.contains { MatcherScope(of: $0).schemes?.contains(scheme) ?? true }
        }
    }
}
