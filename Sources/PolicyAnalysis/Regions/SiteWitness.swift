import ByteText
import PolicyModel
import RuleIndex
import URLMatching
import URLStandard

/// A URL that shows what a rule set does: which rule or default decides it, and whether its site is the organization's.
struct SiteWitness: Hashable, Sendable {
    /// The canonical URL.
    var url: String
    /// The id of the internal rule that lets it in; nil where the default does, or no rule is asked.
    var rule: String?
}

/// URLs for the classes that a rule set makes: a site of the organization, foreign sites that are let in as internal, and a
/// site that is external.
struct SiteWitnesses: Sendable {
    /// A site of the organization: the first confined internal rule with a URL.
    var owned: SiteWitness?
    /// Sites that the document says are the organization's, and that rules call external.
    var ownedExternal: [SiteWitness] = []
    /// Foreign sites that rules or the default call internal, in the order of rule ids.
    var foreign: [SiteWitness] = []
    /// A foreign site that is external.
    var external: SiteWitness?
    /// The rules for which neither a URL was found nor a proof that there is none, with the reason: then the witnesses are a
    /// sample.
    var undecided: [Undecided] = []

    /// A rule of which not everything is known.
    struct Undecided: Hashable, Sendable {
        /// The id of the rule; nil for all rules of the rule set together.
        var rule: String?
        /// Why.
        var reason: LanguageSearch.Reason
    }

    private var searchCount = 0

    /// Whether for some rule no URL was found, and no proof that there is none.
    var isSampled: Bool { !undecided.isEmpty }

    /// A site that no rule can mean.
    static let freshURL = "https://\(freshHost)/"
    static let freshHost = "demarc-x.example"

    /// Finds URLs for a rule set; each was asked of the index that decisions use.
    ///
    /// - Parameters:
    ///   - map: The values of the rules.
    ///   - keeper: Tells which rules are confined.
    ///   - documents: The documents of the views that the rule set answers for.
    /// - Complexity: O(*n* log *n*) in the rules, and some hundred look-ups for each rule that is not confined.
    init(_ map: RuleMap, _ keeper: SiteKeeper, documents: [String]) {
        var probe = RuleProbe()
        // One document is enough: views of other documents have the same rules about their own.
        let document = documents.first.flatMap { SiteDocument($0) }
        probe.scratch.document = document
        probe.matchers.document = document
        let internalRules = map.ruleSet.rules.indices
            .filter { map.ruleSet.rules[$0].urlClass == .internal }
            .sorted { map.ruleSet.rules[$0].id < map.ruleSet.rules[$1].id }
        let confined = internalRules.filter { keeper.isConfined(map.ruleSet.rules[$0], documents: documents) }
        let confinedSet = Set(confined)
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
            // One that rules mean only by the default is the organization's all the same.
            if found.urlClass == .internal, owned == nil { owned = witness }
        }
        for text in [Self.freshURL] + Self.externalCandidates(in: map) where external == nil {
            guard let found = Self.winner(text, in: map, &probe) else { continue }
            let isOwned = Self.isOwned(found.url, keeper, confinedSet, map, &probe)
            if found.urlClass == .external, !(keeper.declared != nil && isOwned) {
                external = SiteWitness(url: found.url, rule: found.rule)
            }
            if text == Self.freshURL, found.urlClass == .internal, found.rule == nil {
                foreign.append(SiteWitness(url: found.url, rule: nil))
            }
        }
        if external == nil { findExternal(keeper, in: map, &probe) }
    }

    // MARK: By automata

    /// How many rules are searched for; of what is left over nothing is known.
    private static let mostSearches = 64

    /// Looks for a site of the organization where no URL that was made from the rules was one.
    private mutating func findOwned(_ confined: [Int], _ keeper: SiteKeeper, in map: RuleMap, _ probe: inout RuleProbe)
    {
        for rule in confined.prefix(Self.mostSearches) where owned == nil {
            let language = RuleLanguage(of: map.ruleSet.rules[rule], in: map.ruleSet)
            let outcome = Self.search(language, isForeign: false, keeper, &probe) { text, probe in
                Self.decided(text, by: rule, in: map, &probe) != nil
            }
            switch outcome {
            case .found(let url): owned = Self.decided(url, by: rule, in: map, &probe)
            case .empty: break
            case .undecided(let reason):
                undecided.append(Undecided(rule: map.ruleSet.rules[rule].id, reason: reason))
            }
        }
        if owned != nil { undecided = [] }
    }

    /// Looks for a foreign site that a rule which is not confined decides.
    private mutating func findForeign(
        _ rule: Int,
        _ confined: [Int],
        _ keeper: SiteKeeper,
        in map: RuleMap,
        _ probe: inout RuleProbe
    ) {
        let id = map.ruleSet.rules[rule].id
        guard searchCount < Self.mostSearches else {
            undecided.append(Undecided(rule: id, reason: .tooMany))
            return
        }
        searchCount += 1
        let owners = confined.prefix(Self.mostSearches).map { map.ruleSet.rules[$0] }
        let confinedSet = Set(confined)
        let language = RuleLanguage(of: map.ruleSet.rules[rule], in: map.ruleSet, without: owners)
        let outcome = Self.search(language, isForeign: true, keeper, &probe) { text, probe in
            guard let found = Self.decided(text, by: rule, in: map, &probe) else { return false }
            return !Self.isOwned(found.url, keeper, confinedSet, map, &probe)
        }
        switch outcome {
        case .found(let url): foreign.append(SiteWitness(url: url, rule: id))
        case .empty: break
        case .undecided(let reason): undecided.append(Undecided(rule: id, reason: reason))
        }
    }

    /// Looks for an external site where some rule, or the default, should make one.
    private mutating func findExternal(_ keeper: SiteKeeper, in map: RuleMap, _ probe: inout RuleProbe) {
        for rule in map.ruleSet.rules.filter({ $0.urlClass == .external }).prefix(Self.mostSearches)
        where external == nil {
            let language = RuleLanguage(of: rule, in: map.ruleSet)
            let outcome = Self.search(language, isForeign: true, keeper, &probe) { text, probe in
                Self.winner(text, in: map, &probe).map { $0.urlClass == .external } ?? false
            }
            switch outcome {
            case .found(let url): external = SiteWitness(url: url, rule: rule.id)
            case .empty: break
            case .undecided(let reason): undecided.append(Undecided(rule: rule.id, reason: reason))
            }
        }
        // Every other rule would have to match all there is.
        if external == nil, map.ruleSet.defaultClass == .external {
            undecided.append(Undecided(rule: nil, reason: .allRefused))
        }
    }

    private enum Found {
        case found(String)
        case empty
        case undecided(LanguageSearch.Reason)
    }

    private static func search(
        _ language: RuleLanguage,
        isForeign: Bool,
        _ keeper: SiteKeeper,
        _ probe: inout RuleProbe,
        _ isTaken: (String, inout RuleProbe) -> Bool
    ) -> Found {
        var url: String?
        let outcome = language.first(isForeign: isForeign, keeper) { text in
            // What the parser writes otherwise is another URL.
            guard probe.take(text), probe.form.hrefWithoutFragment.string == text, isTaken(text, &probe) else {
                return false
            }
            url = text
            return true
        }
        switch outcome {
        case .found: return url.map { .found($0) } ?? .empty
        case .empty: return .empty
        case .undecided(let reason): return .undecided(reason)
        }
    }

    // MARK: Asking the index

    private static func decided(
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

    private static func winner(
        _ text: String,
        in map: RuleMap,
        _ probe: inout RuleProbe
    ) -> (url: String, urlClass: URLClass, rule: String?)? {
        guard probe.take(text), let found = map.decision(&probe) else { return nil }
        return (probe.form.hrefWithoutFragment.string, found.urlClass, found.rule)
    }

    /// Whether a site is one that a confined rule means, though another rule decides.
    private static func isOwned(
        _ url: String,
        _ keeper: SiteKeeper,
        _ confined: Set<Int>,
        _ map: RuleMap,
        _ probe: inout RuleProbe
    ) -> Bool {
        guard probe.take(url) else { return true }
        if let owns = keeper.owns(probe.form.host.array) { return owns }
        // Only rules that speak of the host, or of a domain above it, can be confined and match.
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
            for entry in 0..<min(map.sources[source].count, 4096) {
                let scope = map.sources[source].scope(of: entry)
                if case .name(let name, let reach) = scope.host, reach != .exact {
                    let host = "demarc-x." + String(decoding: name, as: UTF8.self)
                    texts.append("https://\(host)/")
                }
            }
        }
        return texts + candidates(of: rule, in: map, []) + RuleMap.everyURL(of: map.ruleSet.rules[rule])
    }

    private static func foreignTexts(of matcher: Matcher, _ documents: [String], _ keeper: SiteKeeper) -> [String] {
        switch matcher {
        case .regex(let regex): return keeper.regexes.foreignURLs(of: regex, keeper)
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

    /// What a text with wildcards may be: each a label of somebody else's.
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
    /// What decides the URL that was taken, by the index that decisions use; nil where a limit leaves it open.
    fileprivate func decision(_ probe: inout RuleProbe) -> (urlClass: URLClass, rule: String?)? {
        let match = compiled.match(probe.url, scratch: &probe.scratch)
        guard let urlClass = match.urlClass else { return nil }
        return (urlClass, match.rank == .max ? nil : compiled.reference(rank: match.rank, entry: 0).id)
    }

    /// URLs of sites that nobody means, for a rule that may match every host.
    fileprivate static func everyURL(of rule: Rule) -> [String] {
        rule.conditions.flatMap { condition in
            condition.alternatives.prefix(8).flatMap { texts(of: $0).flatMap { urls(of: $0) } }
        } + [SiteWitnesses.freshURL]
    }
}
