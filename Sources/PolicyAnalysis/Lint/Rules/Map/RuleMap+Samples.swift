import PolicyModel
import URLMatching

/// URLs that rules may match, generated from their own matchers. Callers check each URL with the rule first.
extension RuleMap {
    /// The maximum number of URLs to generate for one request.
    private static let sampleLimit = 24

    /// URLs of a scope that the given rules may match together.
    func candidates(in scope: MatcherScope, for rules: [Int]) -> [String] {
        var scope = scope
        var tails: [String] = []
        for rule in rules {
            for condition in ruleSet.rules[rule].conditions where condition.key != .list {
                let scopes = condition.alternatives.prefix(8).map { MatcherScope(of: $0) }
                if let narrower = scopes.lazy.compactMap({ $0.intersection(scope) }).first { scope = narrower }
                for matcher in condition.alternatives.prefix(2) { tails += Self.texts(of: matcher) }
            }
        }
        let sample = scope.sample
        var found = [sample]
        if case .name(let name, .domain) = scope.host {
            var below = scope
            below.host = .name(name, .subdomains)
            found.append(below.sample)
        }
        if scope.path == .any, scope.query == nil {
            let origin = sample.hasSuffix("/") ? String(sample.dropLast()) : sample
            found.append(origin + "/demarc")
            for tail in tails.prefix(6) { found += Self.attach(tail, to: origin) }
        }
        if scope.schemes == nil { found.append("http" + sample.dropFirst(5)) }
        for text in tails.prefix(6) { found += Self.urls(of: text) }
        return Array(found.prefix(Self.sampleLimit))
    }

    /// URLs that a rule actually matches, from some of its values, in canonical form.
    func samples(of rule: Int, limit: Int, _ probe: inout RuleProbe) -> [String] {
        var found: [String] = []
        for source in anchors[rule] {
            let count = sources[source].count
            guard count > 0 else { continue }
            let step = max(1, count / limit)
            for entry in stride(from: 0, to: count, by: step).prefix(limit) where found.count < limit {
                let atom = Atom(source: source, entry: entry)
                guard let scope = reach(of: atom) else { continue }
                var texts = candidates(in: scope, for: [rule])
                if let matcher = matcher(of: atom) { texts += Self.texts(of: matcher).flatMap { Self.urls(of: $0) } }
                for text in matching(texts, rule, limit: 2, &probe) where !found.contains(text) { found.append(text) }
            }
        }
        return found
    }

    /// Texts that match a regular expression, or a URLPattern that is not an exact set.
    static func texts(of matcher: Matcher) -> [String] {
        switch matcher {
        case .regex(let matcher): RegexTree(matcher.pattern)?.samples(limit: 4) ?? []
        case .pattern(let matcher): patternSamples(matcher.pattern)
        case .chrome(let filter): filterSamples(filter)
        case .url, .host, .domain, .scheme, .edge, .address, .site, .list: []
        }
    }

    /// The URLs that a text may represent.
    static func urls(of text: String) -> [String] {
        if text.hasPrefix("http://") || text.hasPrefix("https://") { return [text] }
        let isWithScheme = text.prefix(12).contains("://")
        let joint = text.hasPrefix("/") ? "" : "/"
        return (isWithScheme ? [text] : [])
            + [
                "https://demarc.example\(joint)\(text)", "https://\(text)", "https://demarc.example\(text)",
                "https:\(text)",
            ]
    }

    /// A URL with the path and query that a condition requires.
    private static func attach(_ text: String, to origin: String) -> [String] {
        guard let scheme = text.range(ofText: "://") else {
            return text.hasPrefix("/") ? [origin + text] : [origin + "/" + text, origin + text]
        }
        let rest = text[scheme...]
        guard let slash = rest.firstIndex(of: "/") else { return [] }
        return [origin + rest[slash...]]
    }

    /// A URL with all parameters that a filter requires; none if the filter requires no parameters.
    private static func filterSamples(_ filter: URLFilter) -> [String] {
        guard filter.hasQuery, let mark = filter.text.firstIndex(of: "?") else { return [] }
        let query = filter.text[filter.text.index(after: mark)...].prefix { $0 != "#" }
        return [MatcherScope(of: filter).sample + "?" + query.replacing("*", with: "")]
    }

    private static func patternSamples(_ pattern: URLPattern) -> [String] {
        func plain(_ component: URLPatternComponent, wildcard: String) -> String {
            var result = ""
            var isName = false
            for character in pattern[component].replacing("{*.}?", with: "") {
                switch character {
                case "*": result += wildcard
                case ":":
                    isName = true
                    result += "a"
                case "{", "}", "?", "+", "\\": isName = false
                default:
                    if isName, character.isLetter || character.isNumber || character == "_" { continue }
                    isName = false
                    result.append(character)
                }
            }
            return result
        }
        let scheme = pattern[.protocol] == "*" ? "https" : plain(.protocol, wildcard: "https")
        let port = UInt16(pattern[.port]).map { ":\($0)" } ?? ""
        let search = pattern[.search] == "*" || pattern[.search].isEmpty ? "" : "?" + plain(.search, wildcard: "a")
        let path = plain(.pathname, wildcard: "a")
        let host = plain(.hostname, wildcard: "a")
        return [host, "a." + host].map { "\(scheme)://\($0)\(port)\(path.hasPrefix("/") ? "" : "/")\(path)\(search)" }
    }
}

extension String {
    /// The index after a run of characters, or nil if the text does not contain it.
    fileprivate func range(ofText run: String) -> Index? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(run) { return index(start, offsetBy: run.count) }
            formIndex(after: &start)
        }
        return nil
    }
}
