import PolicyModel
import URLMatching

/// URLs that no product of parts yields: they are searched among URLs that combine conditions, and then with automata.
extension RepresentativeURLs {
    /// The maximum number of expressions for which a URL is searched, and of URLs that are compared with them.
    private static let mostExpressions = 64
    private static let mostCompared = 1_000

    /// Searches for URLs of a set.
    ///
    /// - Parameters:
    ///   - map: The set as the only rule of a rule set.
    ///   - budget: The work that is left for automata.
    /// - Returns: Whether automata prove that the set is empty.
    mutating func search(_ map: RuleMap, budget: inout Int) -> Bool {
        var probe = RuleProbe()
        var urls = map.samples(of: 0, limit: 8, &probe)
        if urls.isEmpty {
            switch map.search(0, budget: &budget) {
            case .found(let bytes): urls = [String(decoding: bytes, as: UTF8.self)]
            case .empty: return true
            case .undecided: break
            }
        }
        keep(alone(urls)) { _ in true }
        return false
    }

    /// Searches for a URL of a set for each expression that none of the URLs so far matches. A rule with the
    /// expression, or with an exception of it, may decide such a URL in another way.
    mutating func searchExpressions(in conditions: [Condition], budget: inout Int) {
        // PERF: each search reads the whole set again, and a list may have a million entries.
        let entries = conditions.flatMap(\.alternatives).reduce(0) { $0 + ($1.list?.count ?? 0) }
        let most = Self.mostExpressions / (1 + entries / 10_000)
        var seen: Set<RegexMatcher> = []
        var open = Array(told.expressions.filter { seen.insert($0).inserted }.prefix(most))
        var probe = RuleProbe()
        for url in urls.prefix(Self.mostCompared) {
            guard !open.isEmpty, probe.take(url) else { continue }
            var left: [RegexMatcher] = []
            for expression in open {
                probe.matchers.regex.renew()
                let outcome = Matcher.regex(expression).matches(form: probe.form, scratch: &probe.matchers)
                if outcome != .matched { left.append(expression) }
            }
            open = left
        }
        for expression in open where budget > 0 {
            let condition = Condition(key: .regex, alternatives: [.regex(expression)])
            _ = search(URLSet(conditions + [condition]).map, budget: &budget)
        }
    }
}
