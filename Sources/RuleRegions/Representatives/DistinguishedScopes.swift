import ByteText
package import PolicyModel
import RuleIndex
import URLMatching
import URLStandard

/// The conditions that distinguish URLs, as products of conditions on each part.
package struct DistinguishedScopes {
    /// The conditions.
    package private(set) var scopes: [MatcherScope] = []
    /// For each condition, whether a host that the receiving app may read in several ways may be treated differently:
    /// it is part of a rule that names a host and does so, or it names an app's scheme. Rules that block the URL inside
    /// a link to an app hide what they say about the link's own scheme, but there is no URL inside a link with such a
    /// host.
    private(set) var areReadable: [Bool] = []
    /// The regular expressions, which are no products.
    private(set) var expressions: [RegexMatcher] = []
    /// Texts of URLs that match and do not come from the product of URL parts: samples for expressions, and single
    /// URLs without a host.
    private(set) var texts: [String] = []
    /// The hosts of the URLs in question, or nil for every host. Conditions on other hosts are left out.
    private let hosts: HostSet?

    /// - Parameter hosts: The hosts of the URLs in question, or nil for every host.
    package init(meeting hosts: HostSet? = nil) { self.hosts = hosts }

    /// Adds the conditions and exceptions of the rules of a rule set.
    package mutating func add(_ ruleSet: RuleSet) {
        let blocking = ruleSet.rules.filter { $0.urlClass == .blocked }.map(\.priority).min()
        // The default is weaker than every rule.
        let weakestBlock = ruleSet.defaultClass == .blocked ? Int.min : blocking
        for rule in ruleSet.rules {
            let isReadableOnly = Self.dependsOnReading(rule, weakestBlock)
            for condition in rule.allConditions { add(condition, isReadableOnly: isReadableOnly) }
        }
    }

    /// Whether a rule may have another effect on a host with several readings than on the same host with one; URLs are
    /// blocked at the priority `weakestBlock` or above, or never if it is nil.
    private static func dependsOnReading(_ rule: Rule, _ weakestBlock: Int?) -> Bool {
        // An exception that names a host does not hold for a host with several readings.
        if Self.nameHosts(rule.exceptions) { return true }
        guard Self.nameHosts(rule.conditions) else { return false }
        switch rule.urlClass {
        case .internal: return true
        // It does not keep weaker rules from blocking such a host.
        case .external: return weakestBlock.map { $0 < rule.priority } ?? false
        case .blocked: return false
        }
    }

    /// Whether a value of some conditions names a host.
    package static func nameHosts(_ conditions: [Condition]) -> Bool {
        conditions.contains { $0.alternatives.contains(where: \.namesHost) }
    }

    /// Adds a condition.
    mutating func add(_ condition: Condition, isReadableOnly: Bool = false) {
        for matcher in condition.alternatives { add(matcher, isReadableOnly) }
    }

    /// Adds scopes about which nothing else is known.
    mutating func add(_ others: [MatcherScope]) { for scope in others { add(scope, false) } }

    private mutating func add(_ scope: MatcherScope, _ isReadableOnly: Bool) {
        guard isMet(scope.host) else { return }
        scopes.append(scope)
        areReadable.append(isReadableOnly || Self.namesAppScheme(scope))
    }

    /// The schemes that filters of browsers name by themselves.
    private static let standardSchemes = Set(URLFilter.standardSchemes)

    private static func namesAppScheme(_ scope: MatcherScope) -> Bool {
        scope.schemes.map { !$0.isSubset(of: standardSchemes) } ?? false
    }

    private func isMet(_ host: HostScope) -> Bool { hosts?.meets(host) ?? true }

    private mutating func add(_ matcher: Matcher, _ isReadableOnly: Bool) {
        if case .regex(let expression) = matcher { expressions.append(expression) }
        // As browsers write them: of `https:contoso.com`, other software reads another host, so that it is ambiguous.
        let samples = RuleMap.texts(of: matcher).flatMap { RuleMap.urls(of: $0) }
        texts += Set(samples.compactMap { URLRecord($0)?.hrefString }).sorted()
        if case .url(let url) = matcher, let host = URLRecord(url.url)?.hostKind, host != .domain {
            // The text itself is needed if it has no host, or a host in another spelling.
            texts += [url.url, url.urlAsRead].compactMap(\.self)
        }
        guard case .list(let list) = matcher else {
            for scope in Self.scopes(of: matcher) { add(scope, isReadableOnly) }
            return
        }
        // PERF: entry by entry, because of a million entries only a few may have the hosts in question.
        for (entry, scope) in list.scopes.enumerated() {
            guard isMet(scope.host) else { continue }
            if !list.isHostList { texts += Self.texts(of: list, entry, scope) }
            if list.format != .urls || scope.isExact { add(scope, isReadableOnly) }
        }
    }

    /// Texts of an entry that its scope does not represent.
    private static func texts(of list: EntryList, _ entry: Int, _ scope: MatcherScope) -> [String] {
        let text = list.entry(at: entry).string
        switch list.format {
        case .urls:
            guard let host = URLRecord(text)?.hostKind, host != .domain else { return [] }
            return [text]
        case .edge:
            guard !scope.isExact, let pattern = try? LinkPattern(text, as: .browser) else { return [] }
            return RuleMap.texts(of: .edge(pattern))
        case .domains, .hosts, .adblockDomains, .chrome: return []
        }
    }

    /// The scopes of a matcher; for a list, one for each entry.
    static func scopes(of matcher: Matcher) -> [MatcherScope] {
        switch matcher {
        case .list(let list):
            return list.format == .urls ? list.scopes.filter(\.isExact) : Array(list.scopes)
        // Expressions are handled separately, and sites come from the documents.
        case .regex, .site: return []
        // One URL without a host is in no product, and is asked as it is written.
        case .url: return [MatcherScope(of: matcher)].filter(\.isExact)
        case .host, .domain, .scheme, .address, .edge, .pattern, .chrome: return [MatcherScope(of: matcher)]
        }
    }

    /// The scopes that rules about the document's own site distinguish.
    static func scopes(ofDocument document: String) -> [MatcherScope] {
        let page = MatcherScope(ofURL: document)
        guard case .name(let name, _) = page.host else { return [page] }
        var found = [page, MatcherScope(schemes: page.schemes, host: page.host, port: page.port)]
        if let range = RegistrableDomain.range(in: name.span), !range.isEmpty {
            found.append(MatcherScope(schemes: page.schemes, host: .name(Array(name[range]), .domain)))
        }
        return found
    }
}
