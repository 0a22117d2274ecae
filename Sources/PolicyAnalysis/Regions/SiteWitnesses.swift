import ByteText
import PolicyModel
import RuleIndex
import URLMatching
import URLStandard

/// A URL that shows what a rule set does: which rule or default decides it, and whether its site belongs to the
/// organization.
struct SiteWitness: Hashable, Sendable {
    /// The canonical URL.
    var url: String
    /// The id of the deciding internal rule, or nil if the default decides or there is no rule set.
    var rule: String?
}

/// URLs for the classes of a rule set: a site of the organization, foreign sites that are classified as internal, and
/// an external site.
struct SiteWitnesses: Sendable {
    /// A site of the organization, from the first confined internal rule that has a URL.
    var owned: SiteWitness?
    /// Sites that the document declares as the organization's, but that rules classify as external.
    var ownedExternal: [SiteWitness] = []
    /// Foreign sites that rules or the default classify as internal, ordered by rule id.
    var foreign: [SiteWitness] = []
    /// A foreign site that is external.
    var external: SiteWitness?
    /// The rules for which neither a URL was found nor a proof that there is none, with the reason. If there are any,
    /// the witnesses are only a sample.
    var undecided: [Undecided] = []

    /// A rule that was not decided.
    struct Undecided: Hashable, Sendable {
        /// The id of the rule, or nil for all rules of the rule set together.
        var rule: String?
        /// The reason.
        var reason: LanguageSearch.Reason

        /// A sentence for display.
        func words(in ruleSet: String) -> String {
            let subject = rule.map { "The rule `\($0)` of `\(ruleSet)`" } ?? "The rule set `\(ruleSet)`"
            return "\(subject) was sampled: \(reason.rawValue)."
        }
    }

    /// The remaining work for searches.
    var budget = 10 * LanguageSearch.mostWork

    /// Whether, for some rule, neither a URL was found nor a proof that there is none.
    var isSampled: Bool { !undecided.isEmpty }

    /// A site that no rule matches, unless a rule matches all of `example`.
    static let freshURL = "https://\(freshHost)/"
    /// The host of the fresh URL.
    static let freshHost = "demarc-x.example"
    /// The fresh URL and alternatives.
    private static let freshURLs = [freshURL] + ["test", "com", "net", "org"].map { "https://demarc-x.\($0)/" }

    /// Finds URLs for a rule set. Each is checked with the index that decisions use.
    ///
    /// - Parameters:
    ///   - map: The values of the rules.
    ///   - keeper: Determines the owner of a site.
    ///   - confinedRules: The internal rules that are confined.
    ///   - documents: The documents of the views that use the rule set.
    /// - Complexity: O(*n* log *n*) in the rules, and some hundred look-ups for each rule that is not confined.
    init(_ map: RuleMap, _ keeper: SiteKeeper, confined confinedRules: [Int], documents: [String]) {
        var probe = RuleProbe()
        // One document is enough: views of other documents have the same rules about their own site.
        let document = documents.first.flatMap { SiteDocument($0) }
        probe.scratch.document = document
        probe.matchers.document = document
        let internalRules = map.ruleSet.rules.indices
            .filter { map.ruleSet.rules[$0].urlClass == .internal }
            .sorted { map.ruleSet.rules[$0].id < map.ruleSet.rules[$1].id }
        let confinedSet = Set(confinedRules)
        let confined = internalRules.filter(confinedSet.contains)
        for rule in confined where owned == nil {
            for text in Self.candidates(of: rule, in: map, documents) where owned == nil {
                owned = Self.decided(text, by: rule, in: map, &probe)
            }
        }
        if owned == nil { findOwned(confined, keeper, in: map, &probe) }
        for rule in internalRules where !confinedSet.contains(rule) {
            var found: SiteWitness?
            for text in Self.foreignCandidates(of: rule, in: map, documents, keeper) where found == nil {
                guard let decided = Self.decided(text, by: rule, in: map, &probe) else { continue }
                if !Self.isOwned(decided.url, keeper, confinedSet, map, &probe) { found = decided }
            }
            if let found { foreign.append(found) } else { findForeign(rule, confined, keeper, in: map, &probe) }
        }
        for text in keeper.declaredURLs {
            guard let found = Self.winner(text, in: map, &probe) else { continue }
            let witness = SiteWitness(url: found.url, rule: found.rule)
            if found.urlClass == .external { ownedExternal.append(witness) }
            // A site that is internal only by the default still belongs to the organization.
            if found.urlClass == .internal, owned == nil { owned = witness }
        }
        var isDefaultKnown = false
        for text in Self.freshURLs where !isDefaultKnown {
            guard let found = Self.winner(text, in: map, &probe), found.rule == nil else { continue }
            isDefaultKnown = true
            take(found.url, byDefaultOf: map.ruleSet)
        }
        if !isDefaultKnown { findDefault(keeper, in: map, &probe) }
        for text in Self.freshURLs + Self.externalCandidates(in: map) where external == nil {
            guard let found = Self.winner(text, in: map, &probe), found.urlClass == .external,
                keeper.declared == nil || !Self.isOwned(found.url, keeper, confinedSet, map, &probe)
            else { continue }
            external = SiteWitness(url: found.url, rule: found.rule)
        }
        if external == nil { findExternal(keeper, in: map, &probe) }
    }

    // MARK: Querying the index

    static func decided(
        _ text: String,
        by rule: Int,
        in map: RuleMap,
        _ probe: inout RuleProbe
    ) -> SiteWitness? {
        guard let found = winner(text, in: map, &probe), found.urlClass == .internal,
            found.rule == map.ruleSet.rules[rule].id
        else { return nil }
        return SiteWitness(url: found.url, rule: found.rule)
    }

    static func winner(
        _ text: String,
        in map: RuleMap,
        _ probe: inout RuleProbe
    ) -> (url: String, urlClass: URLClass, rule: String?)? {
        guard probe.take(text), let found = map.decision(&probe) else { return nil }
        return (probe.form.hrefWithoutFragment.string, found.urlClass, found.rule)
    }

    /// Whether a confined rule matches a site, even if another rule decides it.
    static func isOwned(
        _ url: String,
        _ keeper: SiteKeeper,
        _ confined: Set<Int>,
        _ map: RuleMap,
        _ probe: inout RuleProbe
    ) -> Bool {
        guard probe.take(url) else { return true }
        if let owns = keeper.owns(probe.form.host.array) { return owns }
        // Only rules that name the host or a domain above it can both be confined and match.
        var candidates: Set<Int> = []
        let host = MatcherScope(host: .name(probe.form.host.array, .exact))
        map.forEachAtom(above: host) { atom in candidates.insert(map.sources[atom.source].rule) }
        for atom in map.wide { candidates.insert(map.sources[atom.source].rule) }
        return candidates.contains { confined.contains($0) && map.matches($0, &probe) != false }
    }

    // MARK: Candidates

    private static func candidates(of rule: Int, in map: RuleMap, _ documents: [String]) -> [String] {
        var texts: [String] = []
        for source in map.anchors[rule] {
            let count = map.sources[source].count
            for entry in 0..<min(count, 8) {
                guard let scope = map.reach(of: RuleMap.Atom(source: source, entry: entry)) else { continue }
                texts += map.candidates(in: scope, for: [rule])
            }
        }
        return texts + documents
    }

    /// The maximum number of entries of a list for which a foreign site is searched.
    private static let mostEntries = 256

    private static func foreignCandidates(
        of rule: Int,
        in map: RuleMap,
        _ documents: [String],
        _ keeper: SiteKeeper
    ) -> [String] {
        var texts: [String] = []
        for condition in map.ruleSet.rules[rule].conditions {
            for matcher in condition.alternatives.prefix(64) {
                texts += foreignTexts(of: matcher, documents, keeper)
            }
        }
        for source in map.anchors[rule] {
            var left = mostEntries
            for entry in 0..<map.sources[source].count where left > 0 {
                let scope = map.sources[source].scope(of: entry)
                // Of a long list, only names without a single owner are relevant.
                guard case .name(let name, let reach) = scope.host, !keeper.hasOneOwner(name, reach) else { continue }
                left -= 1
                if reach == .exact {
                    texts.append(scope.sample)
                } else {
                    let host = "demarc-x." + String(decoding: name, as: UTF8.self)
                    texts.append("https://\(host)/")
                }
            }
        }
        return texts + candidates(of: rule, in: map, []) + RuleMap.everyURL(of: map.ruleSet.rules[rule])
    }

    private static func foreignTexts(of matcher: Matcher, _ documents: [String], _ keeper: SiteKeeper) -> [String] {
        switch matcher {
        case .regex(let regex):
            guard let tree = RegexTree(regex.pattern) else { return [] }
            let known = HostTexts(tree).found.flatMap { $0.foreignURLs + $0.misspelledURLs }
            guard case .foreign(let url) = keeper.regexes.confinement(of: regex, keeper) else { return known }
            return known + [url]
        case .edge(let pattern): return starred(pattern.text)
        case .pattern(let pattern): return starred(pattern.pattern.description)
        case .chrome(let filter): return starred(filter.text)
        case .site:
            return documents.flatMap { document -> [String] in
                guard case .name(let name, _) = MatcherScope(ofURL: document).host,
                    let range = RegistrableDomain.range(in: name.span)
                else { return [] }
                return ["https://demarc-x.\(String(decoding: name[range], as: UTF8.self))/"]
            }
        case .scheme(let scheme): return ["\(scheme.scheme)://demarc-x.example/"]
        case .url, .host, .domain, .address, .list: return []
        }
    }

    /// Example texts for a text with wildcards, each wildcard replaced by an unowned label.
    private static func starred(_ text: String) -> [String] {
        let rest = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        let scheme = rest.count == 2 && !rest[0].contains("*") && !rest[0].contains("{") ? String(rest[0]) : "https"
        let body = rest.last.map(String.init) ?? text
        return ["demarc-x", "demarc-x.example", "demarc-x."].map { fill in
            let slash = body.firstIndex(of: "/") ?? body.endIndex
            let host = body[..<slash].replacing("*", with: fill).replacing(":port", with: "")
            let path = body[slash...].replacing("*", with: "demarc-x")
            return "\(scheme)://\(host)\(path.isEmpty ? "/" : path)"
        }
    }

    private static func externalCandidates(in map: RuleMap) -> [String] {
        map.ruleSet.rules.indices
            .filter { map.ruleSet.rules[$0].urlClass == .external }
            .sorted { map.ruleSet.rules[$0].id < map.ruleSet.rules[$1].id }
            .prefix(8)
            .flatMap { candidates(of: $0, in: map, []) }
    }
}

extension RuleMap {
    /// The decision for the probe's URL, by the index that decisions use; nil if a match limit leaves it open.
    fileprivate func decision(_ probe: inout RuleProbe) -> (urlClass: URLClass, rule: String?)? {
        let match = compiled.match(probe.url, scratch: &probe.scratch)
        guard let urlClass = match.urlClass else { return nil }
        return (urlClass, match.rank == .max ? nil : compiled.reference(rank: match.rank, entry: 0).id)
    }

    /// URLs of unnamed sites, for a rule that may match every host.
    fileprivate static func everyURL(of rule: Rule) -> [String] {
        rule.conditions.flatMap { condition in
            condition.alternatives.prefix(8).flatMap { texts(of: $0).flatMap { urls(of: $0) } }
        } + [SiteWitnesses.freshURL]
    }
}
