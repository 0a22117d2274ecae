import ByteText
import PolicyModel
import RuleIndex
import RuleRegions
import URLMatching
import URLStandard

/// The URLs from which the texts for readers may be generated.
struct WitnessCandidates {
    /// The maximum number of values of a rule, or of its `unless`, to try, and of URLs that `unless` takes from it.
    private static let mostOfRule = 2

    /// URLs that rules decide, or that `unless` takes from them. Those whose path matters to the rules come first.
    let named: [WitnessCandidate]
    /// The URL that no rule names.
    let unnamed: WitnessCandidate?

    /// Finds the candidates for a view.
    ///
    /// - Complexity: O(*n*) in the number of rules: a few URLs of each are classified in all templates of paths.
    init(in view: ViewDeclaration, _ map: RuleMap) {
        var probe = RuleProbe()
        probe.scratch.document = view.document.flatMap { SiteDocument($0) }
        probe.matchers.document = probe.scratch.document
        var found: [WitnessCandidate] = []
        for rule in map.ruleSet.rules.indices.sorted(on: { map.ruleSet.rules[$0].id }) {
            for url in map.samples(of: rule, limit: Self.mostOfRule, &probe) {
                if let candidate = WitnessCandidate(url, of: rule, map, &probe) { found.append(candidate) }
            }
            for url in Self.exempted(from: rule, map, &probe) {
                if let candidate = WitnessCandidate(url, of: nil, map, &probe) { found.append(candidate) }
            }
        }
        // Most of what readers change in a canonical URL is its path, so rules for whole hosts must not use up the
        // limit.
        named = found.filter(\.isAboutPath) + found.filter { !$0.isAboutPath }
        unnamed = WitnessCandidate(FreshNames.url, of: nil, map, &probe)
    }

    /// URLs that `unless` takes from a rule, in canonical form.
    ///
    /// Another rule or the default decides them, so no sample of a rule represents them, although the rest of their
    /// host is decided differently.
    private static func exempted(from rule: Int, _ map: RuleMap, _ probe: inout RuleProbe) -> [String] {
        var found: [String] = []
        for scope in exemptedScopes(of: rule, map) where found.count < mostOfRule {
            for text in map.candidates(in: scope, for: [rule]) where found.count < mostOfRule {
                guard scope.intersection(MatcherScope(ofURL: text)) != nil, probe.take(text),
                    map.matches(rule, &probe) == false
                else { continue }
                let canonical = probe.form.hrefWithoutFragment.string
                if !found.contains(canonical) { found.append(canonical) }
            }
        }
        return found
    }

    /// What the first values of a rule have in common with the first values of its `unless`.
    private static func exemptedScopes(of rule: Int, _ map: RuleMap) -> [MatcherScope] {
        let exceptions = map.ruleSet.rules[rule].exceptions
        guard !exceptions.isEmpty else { return [] }
        var found: [MatcherScope] = []
        for source in map.anchors[rule] {
            for entry in 0..<min(map.sources[source].count, mostOfRule) {
                let value = map.scope(of: RuleMap.Atom(source: source, entry: entry))
                for choice in 0..<mostOfRule {
                    var common: MatcherScope? = value
                    for exception in exceptions {
                        guard let reach = common, let own = scope(exception.alternatives, choice) else { break }
                        common = reach.intersection(own)
                    }
                    if let common { found.append(common) }
                }
            }
        }
        return found
    }

    /// What one of the values of a condition matches; the last value if there are fewer, and nil if there is none.
    private static func scope(_ values: [Matcher], _ choice: Int) -> MatcherScope? {
        guard let last = values.indices.last else { return nil }
        let value = values[min(choice, last)]
        guard case .list(let list) = value else { return MatcherScope(of: value) }
        return list.isEmpty ? nil : list.scope(of: min(choice, list.count - 1))
    }
}

/// A URL from which texts for readers may be generated.
struct WitnessCandidate {
    /// The rule from which it was generated, or nil if no rule was.
    let rule: Int?
    let url: String
    let parts: ConfusionTemplate.Parts
    /// A path of the same host that no rule names.
    let rest: ConfusionTemplate.Parts
    /// The templates of paths that lead to the URL, and whose texts the rules classify differently than the URL.
    let escapes: Set<String>
    /// The templates that lead from the path of the URL to the rest of its host, and whose texts the rules classify
    /// differently than the rest.
    let exits: Set<String>

    /// Whether the path of the URL matters to the rules.
    var isAboutPath: Bool { !escapes.isEmpty || !exits.isEmpty }

    /// Creates a candidate. The result is nil if the text is not a URL or has no host.
    init?(_ url: String, of rule: Int?, _ map: RuleMap, _ probe: inout RuleProbe) {
        guard let parts = ConfusionTemplate.Parts(url), let other = ConfusionTemplate.Parts(FreshNames.url),
            probe.take(url)
        else { return nil }
        let rest = parts.withPath(FreshNames.path)
        let urlClass = map.compiled.decision(&probe).urlClass
        var exits: Set<String> = []
        if probe.take(rest.url) {
            let restClass = map.compiled.decision(&probe).urlClass
            // PERF: a rule for a whole host decides the rest as well, so that no exit is tried.
            if restClass != urlClass { exits = Self.templates(from: parts, to: rest, unlike: restClass, map, &probe) }
        }
        escapes = Self.templates(from: other, to: parts, unlike: urlClass, map, &probe)
        (self.rule, self.url, self.parts, self.rest, self.exits) = (rule, url, parts, rest, exits)
    }

    /// The templates of paths whose texts the rules classify differently than the URL to which they lead.
    private static func templates(
        from first: ConfusionTemplate.Parts,
        to second: ConfusionTemplate.Parts,
        unlike urlClass: URLClass?,
        _ map: RuleMap,
        _ probe: inout RuleProbe
    ) -> Set<String> {
        var found: Set<String> = []
        for template in ConfusionTemplate.inPaths {
            guard let text = template.filled(first, second), probe.take(text) else { continue }
            if map.compiled.decision(&probe).urlClass != urlClass { found.insert(template.name) }
        }
        return found
    }
}
