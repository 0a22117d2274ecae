import ByteText
import PolicyModel
import RuleIndex
import URLMatching
import URLStandard

/// A URL that shows what a rule set does: which rule or default decides it, and whether its site belongs to the
/// organization.
package struct SiteWitness: Hashable, Sendable {
    /// The canonical URL.
    package var url: String
    /// The id of the deciding internal rule, or nil if the default decides or there is no rule set.
    package var rule: String?

    package init(url: String, rule: String? = nil) {
        self.url = url
        self.rule = rule
    }
}

/// URLs for the classes of a rule set: a site of the organization, foreign sites that are classified as internal, and
/// an external site.
package struct SiteWitnesses: Sendable {
    /// A site of the organization, from the first confined internal rule that has a URL.
    package var owned: SiteWitness?
    /// Sites that the document declares as the organization's, but that rules or the default classify as external: one
    /// for each rule and for the default, or one for each scheme if none of them has `https` or `http`.
    package var ownedExternal: [SiteWitness] = []
    /// Foreign sites that rules or the default classify as internal, ordered by rule id.
    package var foreign: [SiteWitness] = []
    /// A foreign site that is external; one of the web, if there is one.
    package var external: SiteWitness?
    /// The rules for which neither a URL was found nor a proof that there is none, with the reason. If there are any,
    /// the witnesses are only a sample.
    var undecided: [Undecided] = []

    /// A rule that was not decided.
    package struct Undecided: Hashable, Sendable {
        /// The id of the rule, or nil for all rules of the rule set together.
        var rule: String?
        /// The reason.
        var reason: LanguageSearch.Reason

        /// A sentence for display.
        package func words(in ruleSet: String) -> String {
            let subject = rule.map { "The rule `\($0)` of `\(ruleSet)`" } ?? "The rule set `\(ruleSet)`"
            return "\(subject) was sampled: \(reason.rawValue)."
        }
    }

    /// The remaining work for searches.
    var budget = 10 * LanguageSearch.mostWork

    /// URLs of sites that no rule is expected to match.
    private static let freshURLs =
        [FreshNames.url] + ["test", "com", "net", "org"].map { "https://\(FreshNames.below($0))/" }

    /// The maximum number of documents with which a rule about a document's own site is checked.
    private static let mostDocuments = 16

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
        // Only rules about a document's own site depend on the document, and they are checked with each document.
        probe.show(documents.first)
        let internalRules = map.ruleSet.rules.indices
            .filter { map.ruleSet.rules[$0].urlClass == .internal }
            .sorted(on: { map.ruleSet.rules[$0].id })
        let confinedSet = Set(confinedRules)
        let confined = internalRules.filter(confinedSet.contains)
        for rule in confined where owned == nil {
            for text in Self.candidates(of: rule, in: map, documents) where owned == nil {
                owned = Self.decided(text, by: rule, in: map, &probe)
            }
        }
        if owned == nil { findOwned(confined, keeper, in: map, &probe) }
        for rule in internalRules where !confinedSet.contains(rule) {
            let written = map.ruleSet.rules[rule]
            guard written.isAboutSites else {
                findForeign(rule, documents, confined, keeper, in: map, &probe)
                continue
            }
            let others = documents.filter { !keeper.isConfined(written, documents: [$0]) }
            for document in others.prefix(Self.mostDocuments) {
                probe.show(document)
                findForeign(rule, [document], confined, keeper, in: map, &probe)
            }
            probe.show(documents.first)
        }
        findDeclared(keeper, in: map, documents: documents, confined: confinedSet, &probe)
        var isDefaultKnown = false
        for text in Self.freshURLs where !isDefaultKnown {
            guard let found = Self.winner(text, in: map, &probe), found.rule == nil else { continue }
            isDefaultKnown = true
            take(found.url, byDefaultOf: map.ruleSet)
        }
        if !isDefaultKnown { findDefault(keeper, in: map, &probe) }
        for text in Self.freshURLs + Self.externalCandidates(in: map) where !Self.isWeb(external?.url) {
            guard let found = Self.winner(text, in: map, &probe), found.urlClass == .external,
                external == nil || Self.isWeb(found.url),
                keeper.declared == nil || !Self.isOwned(found.url, keeper, confinedSet, map, &probe)
            else { continue }
            external = SiteWitness(url: found.url, rule: found.rule)
        }
        if external == nil { findExternal(keeper, in: map, &probe) }
    }

    /// Finds a foreign site that a rule which is not confined decides.
    private mutating func findForeign(
        _ rule: Int,
        _ documents: [String],
        _ confined: [Int],
        _ keeper: SiteKeeper,
        in map: RuleMap,
        _ probe: inout RuleProbe
    ) {
        for text in Self.foreignCandidates(of: rule, in: map, documents, keeper) {
            guard let decided = Self.decided(text, by: rule, in: map, &probe),
                Self.isForeign(decided.url, by: rule, Set(confined), keeper, in: map, &probe)
            else { continue }
            // Documents of the same site yield the same URL.
            if !foreign.contains(decided) { foreign.append(decided) }
            return
        }
        findForeign(rule, confined, keeper, in: map, &probe)
    }

    // MARK: Querying the index

    /// Whether a URL has a scheme of the web. Only such a link opens in the browser.
    private static func isWeb(_ url: String?) -> Bool {
        url.map { SchemeClasses.web.contains(SchemeMatcher.scheme(of: $0)) } ?? false
    }

    /// Whether a URL that a rule decides belongs to a site outside the organization: no confined rule matches it, and
    /// the rule itself does not spell out its domain.
    static func isForeign(
        _ url: String,
        by rule: Int,
        _ confined: Set<Int>,
        _ keeper: SiteKeeper,
        in map: RuleMap,
        _ probe: inout RuleProbe
    ) -> Bool {
        !isOwned(url, keeper, confined, map, &probe) && !keeper.isSpelledOut(url, by: map.ruleSet.rules[rule])
    }

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
    private static func isOwned(
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
}

extension RuleMap {
    /// The decision for the probe's URL, by the index that decisions use; nil if a match limit leaves it open.
    fileprivate func decision(_ probe: inout RuleProbe) -> (urlClass: URLClass, rule: String?)? {
        let match = compiled.match(probe.url, scratch: &probe.scratch)
        guard let urlClass = match.urlClass else { return nil }
        return (urlClass, match.rank == .max ? nil : compiled.reference(rank: match.rank, entry: 0).id)
    }
}

extension Rule {
    /// Whether the rule matches only by the site of the document that a view shows.
    fileprivate var isAboutSites: Bool { conditions.contains { $0.key == .site } }
}

extension RuleProbe {
    /// Sets the document, so that rules about a document's own site match as they do in a view of that document.
    mutating func show(_ document: String?) {
        let document = document.flatMap { SiteDocument($0) }
        scratch.document = document
        matchers.document = document
    }
}
