import ByteText
import PolicyModel
import RuleIndex
import URLMatching
import URLStandard

/// URLs that a rule may decide. Each is checked with the index before it is used.
extension SiteWitnesses {
    static func candidates(of rule: Int, in map: RuleMap, _ documents: [String]) -> [String] {
        var texts: [String] = []
        for source in map.anchors[rule] {
            let count = map.sources[source].count
            for entry in 0..<min(count, 8) {
                let atom = RuleMap.Atom(source: source, entry: entry)
                guard let scope = map.reach(of: atom) else { continue }
                texts += map.candidates(in: scope, for: [rule]) + map.texts(ofValue: atom)
            }
        }
        return texts + documents
    }

    /// The maximum number of entries of a list for which a foreign site is searched.
    private static let mostEntries = 256

    static func foreignCandidates(
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
                    texts.append("https://\(FreshNames.below(String(decoding: name, as: UTF8.self)))/")
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
                return ["https://\(FreshNames.below(String(decoding: name[range], as: UTF8.self)))/"]
            }
        case .scheme(let scheme): return ["\(scheme.scheme)://\(FreshNames.host)/"]
        case .url, .host, .domain, .address, .list: return []
        }
    }

    /// Example texts for a text with wildcards, each wildcard replaced by an unowned label.
    private static func starred(_ text: String) -> [String] {
        let rest = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        let scheme = rest.count == 2 && !rest[0].contains("*") && !rest[0].contains("{") ? String(rest[0]) : "https"
        let body = rest.last.map(String.init) ?? text
        return [FreshNames.label, FreshNames.host, FreshNames.prefix].map { fill in
            let slash = body.firstIndex(of: "/") ?? body.endIndex
            let host = body[..<slash].replacing("*", with: fill).replacing(":port", with: "")
            let path = body[slash...].replacing("*", with: FreshNames.label)
            return "\(scheme)://\(host)\(path.isEmpty ? "/" : path)"
        }
    }

    static func externalCandidates(in map: RuleMap) -> [String] {
        map.ruleSet.rules.indices
            .filter { map.ruleSet.rules[$0].urlClass == .external }
            .sorted(on: { map.ruleSet.rules[$0].id })
            .prefix(8)
            .flatMap { candidates(of: $0, in: map, []) }
    }
}

extension RuleMap {
    /// URLs of unnamed sites, for a rule that may match every host.
    fileprivate static func everyURL(of rule: Rule) -> [String] {
        rule.conditions.flatMap { condition in
            condition.alternatives.prefix(8).flatMap { texts(of: $0).flatMap { urls(of: $0) } }
        } + [FreshNames.url]
    }
}
