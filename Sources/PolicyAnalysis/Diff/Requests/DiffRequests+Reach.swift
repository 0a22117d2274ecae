import PolicyModel
import RuleIndex
import URLMatching

/// Edited rules of which no URL is known.
extension DiffRequests {
    /// The maximum number of edited rules that are matched with URLs.
    private static let mostRules = 256

    /// URLs of edited rules that match none of the URLs so far. Without one, nothing would be asked about the rule.
    ///
    /// A rule whose only condition is known exactly is not matched: its URLs are among those of the product.
    ///
    /// - Parameters:
    ///   - edited: The edited rules, before and after.
    ///   - urls: The URLs so far.
    /// - Returns: A URL for each such rule, if one was found.
    /// - Complexity: O(*n*·*m*) in the rules and URLs, and one ``LanguageSearch`` for each rule that matches no URL.
    mutating func further(_ edited: [Rule], beyond urls: [String]) -> [String] {
        let sampled = edited.filter { !$0.conditions.isEmpty && !$0.isProduct }
        if sampled.count > Self.mostRules { reachesEachRule = false }
        var open = sampled.prefix(Self.mostRules)
            .map { rule in
                RuleMap(
                    RuleSet(
                        name: "edited",
                        defaultClass: .external,
                        defaultLocation: rule.location,
                        rules: [rule]
                    )
                )
            }
        var probe = RuleProbe()
        for url in urls where !open.isEmpty && probe.take(url) {
            open.removeAll { $0.matches(0, &probe) == true }
        }
        var found: [String] = []
        var budget = 3 * LanguageSearch.mostWork
        for map in open {
            if let url = map.samples(of: 0, limit: 8, &probe).first {
                found.append(url)
                continue
            }
            switch map.search(0, budget: &budget) {
            case .found(let bytes): found.append(String(decoding: bytes, as: UTF8.self))
            case .empty: break
            case .undecided: reachesEachRule = false
            }
        }
        return found
    }
}

/// The documents that views show: rules may compare URLs with them (`site`).
extension DiffRequests {
    /// Whether edits may change a decision by such a rule. The requests are made with the documents that the policies give
    /// their views, but the host may set others.
    static func assumesDocuments(_ old: PolicyDocument, _ new: PolicyDocument, _ edits: [PolicyEdit]) -> Bool {
        let documents = [old, new]
        let ruleSets = documents.flatMap(\.ruleSets).filter { $0.rules.contains(where: \.comparesWithDocument) }
        let names = Set(ruleSets.map(\.name))
        let views = documents.flatMap(\.views).filter { view in view.ruleSet.map(names.contains) ?? false }
        guard !views.isEmpty else { return false }
        let settings = SettingsOfAnswers.views.union(SettingsOfAnswers.allLinks)
        return edits.contains { edit in
            switch edit.subject {
            case .rule(let name, _), .ruleSet(let name): names.contains(name)
            case .view(let id): views.contains { $0.id == id }
            case .setting(_, let setting): settings.contains(setting)
            case .configurations: false
            case .policy, .account, .app, .appSetting, .targetedApps, .user, .other: !edit.isOfLaunch
            }
        }
    }
}

extension Rule {
    /// Whether the rule has one condition whose URLs are products of conditions on their parts, without exceptions.
    fileprivate var isProduct: Bool {
        guard conditions.count == 1, exceptions.isEmpty else { return false }
        return conditions[0].alternatives.allSatisfy { matcher in
            guard case .list(let list) = matcher else { return MatcherScope(of: matcher).isExact }
            let source = AtomSource(rule: 0, condition: 0, list: list)
            return source.isHostList || (0..<list.count).allSatisfy { source.scope(of: $0).isExact }
        }
    }
}
