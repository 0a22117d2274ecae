import RuleRegions
import URLMatching

/// Whether regular expressions match no canonical URL.
struct RegexEmptiness {
    /// The remaining work for automata. If it is used up, nothing is known about further expressions.
    private var budget: Int
    private var known: [String: Bool] = [:]

    init(budget: Int) { self.budget = budget }

    /// Whether it is proven that an expression matches no canonical URL.
    ///
    /// - Complexity: Some matches, and one ``LanguageSearch`` if none of them succeeds.
    mutating func isEmpty(_ matcher: RegexMatcher, _ tree: RegexTree, _ asker: inout RegexAsker) -> Bool {
        if let known = known[matcher.pattern] { return known }
        let isEmpty = !Self.matchesSample(matcher, tree, &asker) && hasNoURL(tree)
        known[matcher.pattern] = isEmpty
        return isEmpty
    }

    /// PERF: nearly all expressions match one of these, and no automaton is needed.
    private static func matchesSample(
        _ matcher: RegexMatcher,
        _ tree: RegexTree,
        _ asker: inout RegexAsker
    ) -> Bool {
        let texts = HostTexts(tree).found.flatMap(\.ownURLs) + tree.samples(limit: 4).flatMap { RuleMap.urls(of: $0) }
        return asker.first(of: texts, matcher, rule: nil, notWithin: nil) != nil
    }

    private mutating func hasNoURL(_ tree: RegexTree) -> Bool {
        guard let languages = RegexLanguages(tree), let shape = CanonicalURLShape.every.automaton,
            let dots = CanonicalURLShape.dotSegments, let addresses = CanonicalURLShape.unseenAddresses
        else { return false }
        let search = LanguageSearch(
            wanted: [shape] + languages.wanted,
            unwanted: [dots, addresses] + languages.unwanted
        )
        // The automata accept a superset, so a text that is found proves nothing.
        return search.first(budget: &budget) { _ in true } == .empty
    }
}
