import PolicyModel
import RuleIndex
import URLMatching

/// Sites that the document declares as the organization's, but that rules or the default classify as external.
///
/// 1. The rules divide the URLs of the declared hosts into pieces, and one URL of each piece is decided.
/// 2. If these do not represent every URL, because an expression or a wildcard decides, automata search for a URL of
///    each external rule that has none yet, or prove that there is none; and so for an internal URL if none is known.
extension SiteWitnesses {
    /// The maximum number of rules for which such a site is kept. What a view does with a site depends on the class and
    /// not on the rule, so more of them only name more rules.
    static let mostDeciders = 256

    /// What a site is kept for: its decider, and its scheme unless that is `https` or `http`, which views always load.
    private struct Kept: Hashable {
        var rule: String?
        var scheme: String?
    }

    /// Finds these sites, and a site of the organization if no confined rule has one.
    ///
    /// - Complexity: O(*n*) in the rules and the entries of lists, and some look-ups for each entry that has a declared
    ///   host; at most some ten thousand.
    mutating func findDeclared(
        _ keeper: SiteKeeper,
        in map: RuleMap,
        documents: [String],
        confined: Set<Int>,
        _ probe: inout RuleProbe
    ) {
        guard let declared = keeper.declared else { return }
        var isExact = true
        var kept: Set<Kept> = []
        for url in keeper.declaredURLs {
            // An expression may differ only at a port or a query that no rule names.
            for text in [url, url + "?demarc", url.dropLast() + ":8443/"] { takeDeclared(text, in: map, &kept, &probe) }
        }
        for condition in keeper.declaredConditions {
            let known = RepresentativeURLs(
                [condition],
                [map.ruleSet],
                documents: documents,
                schemes: .all([]),
                meeting: declared
            )
            for url in known.urls { takeDeclared(url, in: map, &kept, &probe) }
            if !known.isExact { isExact = false }
        }
        if !isExact { searchDeclared(declared, keeper, in: map, confined: confined, &probe) }
    }

    private mutating func takeDeclared(
        _ text: String,
        in map: RuleMap,
        _ kept: inout Set<Kept>,
        _ probe: inout RuleProbe
    ) {
        guard let found = Self.winner(text, in: map, &probe) else { return }
        let witness = SiteWitness(url: found.url, rule: found.rule)
        let scheme = SchemeMatcher.scheme(of: found.url)
        let isWeb = SchemeClasses.web.contains(scheme)
        // A site that is internal only by the default still belongs to the organization.
        if found.urlClass == .internal, isWeb, owned == nil { owned = witness }
        guard found.urlClass == .external, !kept.contains(Kept(rule: found.rule, scheme: nil)) else { return }
        guard ownedExternal.count < Self.mostDeciders else {
            let cut = Undecided(rule: found.rule, reason: .tooMany)
            if !undecided.contains(cut) { undecided.append(cut) }
            return
        }
        guard kept.insert(Kept(rule: found.rule, scheme: isWeb ? nil : scheme)).inserted else { return }
        ownedExternal.append(witness)
    }
}

extension Rule {
    /// Whether the rule may match a URL with one of some hosts.
    ///
    /// - Parameter meets: Whether one of these is in a scope.
    /// - Returns: Whether it may.
    /// - Complexity: O(*n*) in the values and the entries of lists.
    func mayMeet(_ meets: (HostScope) -> Bool) -> Bool {
        conditions.allSatisfy { condition in
            condition.alternatives.contains { matcher in
                if case .regex(let regex) = matcher, let anchors = regex.hostAnchors, !anchors.isEmpty {
                    return anchors.contains { meets(HostScope($0)) }
                }
                guard let list = matcher.list else { return meets(MatcherScope(of: matcher).host) }
                return list.scopes.contains { meets($0.host) }
            }
        }
    }
}
