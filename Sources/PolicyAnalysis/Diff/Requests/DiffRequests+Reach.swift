import PolicyModel
import RuleIndex
import RuleRegions
import URLMatching

/// Edited rules whose URLs are no products of conditions on their parts.
extension DiffRequests {
    /// The maximum number of edited rules of which URLs are asked, of URLs of each, and of URLs for one of its values.
    static let mostRules = 256
    private static let mostSamples = 16
    private static let mostOfValue = 8

    /// URLs of edited rules, several of each: two versions of an expression may agree about most of them. If none is
    /// generated for a rule that matches none of the URLs so far, one is searched. Without one, nothing would be asked
    /// about the rule.
    ///
    /// A rule whose only condition is known exactly is left out: its URLs are among those of the product.
    ///
    /// - Parameters:
    ///   - edited: The edited rules, before and after.
    ///   - urls: The URLs so far.
    /// - Returns: The URLs that were found.
    /// - Complexity: O(*n*·*m*) in the rules of which no URL is generated and the URLs, and one ``LanguageSearch`` for
    ///   each of these rules that matches no URL.
    mutating func further(_ edited: [Rule], beyond urls: [String]) -> [String] {
        let sampled = edited.filter { !$0.conditions.isEmpty && !$0.isProduct }
        if sampled.count > Self.mostRules { reachesEachRule = false }
        let maps = sampled.prefix(Self.mostRules).map { RuleMap(alone: $0) }
        var probe = RuleProbe()
        var found: [String] = []
        var open: [RuleMap] = []
        for map in maps {
            let samples = map.samples(of: 0, limit: Self.mostSamples, ofValue: Self.mostOfValue, &probe)
            if samples.isEmpty { open.append(map) }
            found += samples
        }
        for url in urls where !open.isEmpty && probe.take(url) {
            open.removeAll { $0.matches(0, &probe) == true }
        }
        var budget = 3 * LanguageSearch.mostWork
        for map in open {
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
            case .policy, .account, .app, .appSetting, .targetedApps, .user, .ambiguousURLs, .organizations:
                !edit.isOfLaunch
            }
        }
    }
}

extension PolicyEdit {
    /// Whether the edit is of a rule whose URLs are no products of conditions on their parts, in one of the documents.
    func isOfSampledRule(in documents: [PolicyDocument]) -> Bool {
        guard case .rule(let name, let id) = subject else { return false }
        let rules = documents.flatMap(\.ruleSets).filter { $0.name == name }.flatMap(\.rules)
        return rules.contains { $0.id == id && !$0.isProduct }
    }
}

extension Rule {
    /// Whether the rule has one condition whose URLs are products of conditions on their parts, without exceptions.
    var isProduct: Bool {
        guard conditions.count == 1, exceptions.isEmpty else { return false }
        return conditions[0].alternatives.allSatisfy { matcher in
            guard let list = matcher.list else { return MatcherScope(of: matcher).isExact }
            return list.isHostList || list.scopes.allSatisfy(\.isExact)
        }
    }
}
