import ByteText
import PolicyModel
import RuleIndex
import URLMatching
import URLStandard

/// The conditions that distinguish URLs, as products of conditions on each part.
struct DistinguishedScopes {
    /// The conditions.
    private(set) var scopes: [MatcherScope] = []
    /// For each condition, whether it is part of an internal rule that names a host. Such a rule does not match a host
    /// that the receiving app may read in several ways.
    private(set) var areReadable: [Bool] = []
    /// The regular expressions, which are no products.
    private(set) var expressions: [RegexMatcher] = []
    /// Texts of URLs that match and do not come from the product of URL parts: samples for expressions, and single
    /// URLs without a host.
    private(set) var texts: [String] = []

    /// Adds the conditions and exceptions of rules.
    mutating func add(_ rules: some Sequence<Rule>) {
        for rule in rules {
            let conditions = rule.conditions + rule.exceptions
            // An exception that names a host cannot be ruled out for a host with several readings, either.
            let isReadableOnly =
                rule.urlClass == .internal && conditions.contains { $0.alternatives.contains(where: \.namesHost) }
            for condition in conditions { add(condition, isReadableOnly: isReadableOnly) }
        }
    }

    /// Adds a condition.
    mutating func add(_ condition: Condition, isReadableOnly: Bool = false) {
        for matcher in condition.alternatives { add(matcher, isReadableOnly) }
    }

    /// Adds scopes about which nothing else is known.
    mutating func add(_ others: [MatcherScope]) {
        scopes += others
        areReadable += others.map { _ in false }
    }

    private mutating func add(_ matcher: Matcher, _ isReadableOnly: Bool) {
        if case .regex(let expression) = matcher { expressions.append(expression) }
        texts += RuleMap.texts(of: matcher).flatMap { RuleMap.urls(of: $0) }
        if case .url(let url) = matcher, let host = URLRecord(url.url)?.hostKind, host != .domain {
            // The text itself is needed if it has no host, or a host in another spelling.
            texts += [url.url, url.urlAsRead].compactMap(\.self)
        }
        for scope in Self.scopes(of: matcher) {
            scopes.append(scope)
            areReadable.append(isReadableOnly)
        }
        if case .list(let list) = matcher, list.format == .urls { addTexts(of: list) }
    }

    private mutating func addTexts(of list: EntryList) {
        for entry in 0..<list.count {
            let text = list.entry(at: entry).string
            if let host = URLRecord(text)?.hostKind, host != .domain { texts.append(text) }
        }
    }

    /// The scopes of a matcher; for a list, one for each entry.
    static func scopes(of matcher: Matcher) -> [MatcherScope] {
        switch matcher {
        case .list(let list):
            let source = AtomSource(rule: 0, condition: 0, list: list)
            let scopes = (0..<list.count).map { source.scope(of: $0) }
            return list.format == .urls ? scopes.filter(\.isExact) : scopes
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
