import ByteText
import PolicyModel
import RuleIndex
import URLMatching
import URLStandard

/// If no URL generated from the rules qualifies, automata search for a URL or prove that there is none.
extension SiteWitnesses {
    /// The maximum number of rules of one class to search.
    private static let mostSearches = 64
    /// The maximum number of searches among declared hosts, which have every such host in one automaton.
    private static let mostDeclaredSearches = 16
    /// The number of declared hosts with which the texts of a rule are tried.
    private static let mostSampledHosts = 4

    /// Searches for a site of the organization if no URL generated from the rules is one.
    mutating func findOwned(_ confined: [Int], _ keeper: SiteKeeper, in map: RuleMap, _ probe: inout RuleProbe) {
        for rule in confined.prefix(Self.mostSearches) where owned == nil {
            let language = RuleLanguage(of: map.ruleSet.rules[rule], in: map.ruleSet)
            let outcome = Self.search(language, isForeign: false, keeper, &budget, &probe) { text, probe in
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

    /// Searches for a foreign site that an unconfined rule decides.
    mutating func findForeign(
        _ rule: Int,
        _ confined: [Int],
        _ keeper: SiteKeeper,
        in map: RuleMap,
        _ probe: inout RuleProbe
    ) {
        let id = map.ruleSet.rules[rule].id
        // Automata take away neither long lists nor rules with several conditions.
        guard !Self.isCovered(rule, in: map) else { return }
        let owners = confined.prefix(Self.mostSearches).map { map.ruleSet.rules[$0] }
        let confinedSet = Set(confined)
        let language = RuleLanguage(of: map.ruleSet.rules[rule], in: map.ruleSet, without: owners)
        let outcome = Self.search(language, isForeign: true, keeper, &budget, &probe) { text, probe in
            guard let found = Self.decided(text, by: rule, in: map, &probe) else { return false }
            return Self.isForeign(found.url, by: rule, confinedSet, keeper, in: map, &probe)
        }
        switch outcome {
        case .found(let url): foreign.append(SiteWitness(url: url, rule: id))
        case .empty: break
        case .undecided(let reason): undecided.append(Undecided(rule: id, reason: reason))
        }
    }

    /// Whether a rule certainly decides nothing: other rules match everything that it matches, and win.
    private static func isCovered(_ rule: Int, in map: RuleMap) -> Bool {
        let rules = map.ruleSet.rules
        return map.anchors[rule].allSatisfy { source in
            (0..<map.sources[source].count).allSatisfy { entry in
                let atom = RuleMap.Atom(source: source, entry: entry)
                guard let scope = map.reach(of: atom) else { return true }
                var isCovered = false
                map.forEachAtom(above: map.scope(of: atom)) { other in
                    let source = map.sources[other.source]
                    guard !isCovered, source.isAnchor, rules[source.rule].wins(over: rules[rule]) else { return }
                    isCovered = map.covers(other, scope, reachedBy: atom)
                }
                return isCovered
            }
        }
    }

    /// Searches for an external site among the URLs of the external rules.
    mutating func findExternal(_ keeper: SiteKeeper, in map: RuleMap, _ probe: inout RuleProbe) {
        // Of two rules that match the same, only the first by id decides, so that one is searched first.
        let rules = map.ruleSet.rules.filter { $0.urlClass == .external }.sorted(on: \.id)
        for rule in rules.prefix(Self.mostSearches) where external == nil {
            let language = RuleLanguage(of: rule, in: map.ruleSet)
            let outcome = Self.search(language, isForeign: true, keeper, &budget, &probe) { text, probe in
                Self.winner(text, in: map, &probe).map { $0.urlClass == .external } ?? false
            }
            switch outcome {
            case .found(let url): external = SiteWitness(url: url, rule: rule.id)
            case .empty: break
            case .undecided(let reason): undecided.append(Undecided(rule: rule.id, reason: reason))
            }
        }
    }

    mutating func take(_ url: String, byDefaultOf ruleSet: RuleSet) {
        switch ruleSet.defaultClass {
        case .internal: foreign.append(SiteWitness(url: url, rule: nil))
        case .external: external = SiteWitness(url: url, rule: nil)
        case .blocked: break
        }
    }

    /// Searches for a site that the default decides, if rules matched every URL that was tried.
    mutating func findDefault(_ keeper: SiteKeeper, in map: RuleMap, _ probe: inout RuleProbe) {
        guard map.ruleSet.defaultClass != .blocked else { return }
        let language = RuleLanguage(ofDefaultOf: map.ruleSet)
        let outcome = Self.search(language, isForeign: true, keeper, &budget, &probe) { text, probe in
            guard let found = Self.winner(text, in: map, &probe) else { return false }
            return found.rule == nil
        }
        switch outcome {
        case .found(let url): take(url, byDefaultOf: map.ruleSet)
        case .empty: break
        case .undecided(let reason): undecided.append(Undecided(rule: nil, reason: reason))
        }
    }

    /// Searches for sites of the organization that rules or the default make external, for each decider of which none
    /// is known, and for one that is internal if none is known.
    ///
    /// - Parameters:
    ///   - declared: The declared hosts.
    ///   - keeper: Determines the owner of a host.
    ///   - map: The values of the rules.
    ///   - confined: The internal rules that are confined, which have been searched.
    ///   - probe: The buffers for matching.
    mutating func searchDeclared(
        _ declared: HostSet,
        _ keeper: SiteKeeper,
        in map: RuleMap,
        confined: Set<Int>,
        _ probe: inout RuleProbe
    ) {
        var near = map.ruleSet
        near.rules.removeAll { !$0.mayMeet(declared.meets) }
        if owned == nil {
            let decided = undecided
            let known: Set<String?> = Set(confined.map { map.ruleSet.rules[$0].id })
            searchDeclared(.internal, declared, known, keeper, near, in: map, &probe)
            // One such site is enough.
            if owned != nil { undecided = decided }
        }
        searchDeclared(.external, declared, Set(ownedExternal.map(\.rule)), keeper, near, in: map, &probe)
    }

    /// Searches for sites of the organization in a class.
    ///
    /// - Parameters:
    ///   - urlClass: The class: external, or internal, of which one site of the web is enough.
    ///   - declared: The declared hosts.
    ///   - known: The deciders to leave out: the ids of rules, and nil for the default.
    ///   - keeper: Determines the owner of a host.
    ///   - near: The rule set with only the rules that may match such a host.
    ///   - map: The values of the rules.
    ///   - probe: The buffers for matching.
    private mutating func searchDeclared(
        _ urlClass: URLClass,
        _ declared: HostSet,
        _ known: Set<String?>,
        _ keeper: SiteKeeper,
        _ near: RuleSet,
        in map: RuleMap,
        _ probe: inout RuleProbe
    ) {
        let isDefaultOpen = near.defaultClass == urlClass && !known.contains(nil)
        let rules = near.rules.filter { $0.urlClass == urlClass && !known.contains($0.id) }.sorted(on: \.id)
        let deciders: [Rule?] = (isDefaultOpen ? [nil] : []) + (rules as [Rule?])
        let numbers = Dictionary(map.ruleSet.rules.enumerated().map { ($1.id, $0) }) { first, _ in first }
        let schemes = urlClass == .internal ? Set(SchemeClasses.web) : nil
        let scopes = declared.scopes.map { MatcherScope(schemes: schemes, host: $0) }
        var searches = 0
        for rule in deciders where urlClass == .external || owned == nil {
            guard searches < Self.mostDeclaredSearches, ownedExternal.count < Self.mostDeciders else {
                undecided.append(Undecided(rule: rule?.id, reason: .tooMany))
                return
            }
            if let rule, let number = numbers[rule.id],
                let url = Self.sample(of: rule, number, scopes, keeper, in: map, &probe)
            {
                keep(SiteWitness(url: url, rule: rule.id), in: urlClass)
                continue
            }
            searches += 1
            let every = rule.map { RuleLanguage(of: $0, in: near) } ?? RuleLanguage(ofDefaultOf: near)
            let language = every.restricted(to: scopes)
            let outcome = Self.search(language, isForeign: false, keeper, &budget, &probe) { text, probe in
                guard let found = Self.winner(text, in: map, &probe) else { return false }
                return found.urlClass == urlClass && found.rule == rule?.id
                    && keeper.owns(probe.form.host.array) == true
            }
            switch outcome {
            case .found(let url): keep(SiteWitness(url: url, rule: rule?.id), in: urlClass)
            case .empty: break
            case .undecided(let reason): undecided.append(Undecided(rule: rule?.id, reason: reason))
            }
        }
    }

    /// Keeps a site of the organization in a class.
    private mutating func keep(_ witness: SiteWitness, in urlClass: URLClass) {
        if urlClass == .internal { owned = witness } else { ownedExternal.append(witness) }
    }

    /// A URL of a declared host that a rule decides, from the texts that the rule itself contains.
    ///
    /// PERF: most rules that apply to such a host have one, and need no automaton.
    private static func sample(
        of rule: Rule,
        _ number: Int,
        _ declared: [MatcherScope],
        _ keeper: SiteKeeper,
        in map: RuleMap,
        _ probe: inout RuleProbe
    ) -> String? {
        let scopes = declared.lazy.filter { scope in rule.mayMeet { scope.host.intersection($0) != nil } }
        for scope in scopes.prefix(mostSampledHosts) {
            for text in map.candidates(in: scope, for: [number]) {
                guard let found = winner(text, in: map, &probe), found.rule == rule.id,
                    scope.schemes?.contains(SchemeMatcher.scheme(of: found.url)) ?? true,
                    keeper.owns(probe.form.host.array) == true
                else { continue }
                return found.url
            }
        }
        return nil
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
        _ budget: inout Int,
        _ probe: inout RuleProbe,
        _ isTaken: (String, inout RuleProbe) -> Bool
    ) -> Found {
        var url: String?
        let outcome = language.first(isForeign: isForeign, keeper, budget: &budget) { text in
            // A text that the parser would write differently is not canonical, and so is a different URL.
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
}
