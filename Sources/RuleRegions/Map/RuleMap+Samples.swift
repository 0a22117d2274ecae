import ByteText
import PolicyModel
package import URLMatching

/// URLs that rules may match, generated from their own matchers. Callers check each URL with the rule first.
extension RuleMap {
    /// URLs of a scope that the given rules may match together.
    package func candidates(in scope: MatcherScope, for rules: [Int]) -> [String] {
        var scope = scope
        var tails: [String] = []
        // Each rule has its share, so that the texts of one do not leave out those of the other.
        let (share, limit) = rules.count == 1 ? (12, 48) : (4, 32)
        for rule in rules {
            var own: [String] = []
            for condition in ruleSet.rules[rule].conditions where condition.key != .list {
                let scopes = condition.alternatives.prefix(8).map { MatcherScope(of: $0) }
                let narrower = scopes.compactMap { $0.intersection(scope) }
                scope = narrower.first(where: \.hasRules) ?? narrower.first ?? scope
                for matcher in condition.alternatives.prefix(2) { own += Self.texts(of: matcher) }
            }
            tails += own.prefix(share)
        }
        let sample = scope.sample
        let origin = sample.hasSuffix("/") ? String(sample.dropLast()) : sample
        let isOpen = scope.path == .any && scope.query == nil
        var found = [sample]
        if case .name(let name, .domain) = scope.host {
            var below = scope
            below.host = .name(name, .subdomains)
            found.append(below.sample)
        }
        if isOpen {
            found.append(origin + "/demarc")
            for tail in tails { found += Self.attach(tail, to: origin) }
        } else if scope.query == nil {
            // The path is known; what a condition requires of the query is not part of the scope.
            found += tails.compactMap { tail in tail.firstIndex(of: "?").map { sample + tail[$0...] } }
        }
        if scope.schemes == nil { found.append("http" + sample.dropFirst(5)) }
        for text in tails { found += Self.urls(of: text) }
        found = Array(found.prefix(limit))
        guard isOpen, scope.schemes == nil else { return found }
        // Last, because most expressions with `http` match a URL with `https`, too.
        let plain = "http\(origin.dropFirst(5))"
        for tail in tails where tail.hasPrefix("http://") { found += Self.attach(tail, to: plain) }
        return found
    }

    /// URLs that a rule actually matches, from some of its values, in canonical form.
    ///
    /// - Parameters:
    ///   - rule: The position of the rule.
    ///   - limit: How many values to try. No further value is tried once there are as many URLs.
    ///   - most: The maximum number of URLs for one value.
    ///   - probe: The buffers for matching.
    /// - Returns: The URLs.
    package func samples(of rule: Int, limit: Int, ofValue most: Int = 2, _ probe: inout RuleProbe) -> [String] {
        var found: [String] = []
        for source in anchors[rule] {
            let count = sources[source].count
            guard count > 0 else { continue }
            let step = max(1, count / limit)
            for entry in stride(from: 0, to: count, by: step).prefix(limit) where found.count < limit {
                let atom = Atom(source: source, entry: entry)
                guard let scope = reach(of: atom) else { continue }
                let tried = candidates(in: scope, for: [rule]) + texts(ofValue: atom)
                for text in matching(tried, rule, limit: most, &probe) where !found.contains(text) {
                    found.append(text)
                }
            }
        }
        return found
    }

    /// URLs that a value may match and that its scope does not represent.
    func texts(ofValue atom: Atom) -> [String] {
        if let matcher = matcher(of: atom) { return Self.texts(of: matcher).flatMap { Self.urls(of: $0) } }
        return entry(of: atom).map { Self.entrySamples($0) } ?? []
    }

    /// URLs that two values may both match, although their `*` are inside labels: each `*` of one is replaced by what
    /// the other has in the same label. `w*.contoso.com` and `*1.contoso.com` have `w1.contoso.com` in common.
    package func commonTexts(of atom: Atom, _ other: Atom) -> [String] {
        guard let one = entry(of: atom), let two = entry(of: other) else { return [] }
        return Self.entrySamples(one, filledFrom: two) + Self.entrySamples(two, filledFrom: one)
    }

    /// The entry of the managed browser's list format that a value is, whether it is written in the rule or in a list.
    private func entry(of atom: Atom) -> LinkPattern? {
        if case .edge(let pattern)? = matcher(of: atom) { return pattern }
        guard let list = sources[atom.source].list, list.format == .edge else { return nil }
        return try? LinkPattern(list.entry(at: atom.entry).string, as: .browser)
    }

    /// Texts that match a regular expression, or another matcher that is not an exact set.
    package static func texts(of matcher: Matcher) -> [String] {
        switch matcher {
        case .regex(let matcher):
            RegexTree(matcher.pattern).map { $0.samples(limit: max(4, min($0.alternativeCount, 8))) } ?? []
        case .pattern(let matcher): patternSamples(matcher.pattern)
        case .chrome(let filter): filterSamples(filter)
        case .edge(let pattern): entrySamples(pattern)
        case .url, .host, .domain, .scheme, .address, .site, .list: []
        }
    }

    /// The URLs that a text may represent.
    package static func urls(of text: String) -> [String] {
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

    /// What replaces a `*` inside a label.
    private static let labelFills = ["a", "demarc-x", ""]

    /// URLs of an entry with a `*` inside a label of the host; none for every other entry, whose scope is exact.
    private static func entrySamples(_ pattern: LinkPattern) -> [String] {
        guard case .wildcards = pattern.hostScope, let (text, takesMore) = pattern.hostText else { return [] }
        let host = String(decoding: text, as: UTF8.self)
        return labelFills.map { sample(of: pattern, host: host.replacing("*", with: $0), takesMore: takesMore) }
    }

    /// URLs of an entry, with the literal text of another entry's labels in place of `*`.
    private static func entrySamples(_ pattern: LinkPattern, filledFrom other: LinkPattern) -> [String] {
        guard case .wildcards = pattern.hostScope, let (text, takesMore) = pattern.hostText,
            let (otherText, _) = other.hostText
        else { return [] }
        // Both names end at the same label, so the labels are paired from the right.
        let fills = labels(of: otherText).reversed().map { $0.replacing("*", with: "") }
        let filled = labels(of: text).reversed().enumerated()
            .map { position, label in label.replacing("*", with: position < fills.count ? fills[position] : "a") }
        return [sample(of: pattern, host: filled.reversed().joined(separator: "."), takesMore: takesMore)]
    }

    private static func labels(of host: [UInt8]) -> [String] {
        host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    private static func sample(of pattern: LinkPattern, host: String, takesMore: Bool) -> String {
        var scope = MatcherScope(of: pattern)
        scope.host = .name(Array(host.utf8), takesMore ? .subdomains : .exact)
        return scope.sample
    }

    /// How many URLs of a URLPattern to generate.
    private static let mostPatternSamples = 4

    private static func patternSamples(_ pattern: URLPattern) -> [String] {
        var found: [String] = []
        for choice in 0..<mostPatternSamples {
            for url in patternSamples(pattern, choice) where !found.contains(url) { found.append(url) }
        }
        return found
    }

    /// URLs with a host that a URLPattern matches, if the host itself matches.
    package static func samples(of pattern: URLPattern, onHost host: String) -> [String] {
        (0..<mostPatternSamples).flatMap { patternSamples(pattern, $0, onHosts: [host]) }
    }

    private static func patternSamples(_ pattern: URLPattern, _ choice: Int) -> [String] {
        let host = PatternTexts.text(
            of: pattern[.hostname].replacing("{*.}?", with: ""),
            choice,
            labelFills
        )
        return patternSamples(pattern, choice, onHosts: [host, "a." + host])
    }

    private static func patternSamples(_ pattern: URLPattern, _ choice: Int, onHosts hosts: [String]) -> [String] {
        func text(_ written: String, _ fills: [String]) -> String { PatternTexts.text(of: written, choice, fills) }
        let scheme = pattern[.protocol] == "*" ? "https" : text(pattern[.protocol], ["https", "s", ""])
        let search = pattern[.search]
        let query = search == "*" || search.isEmpty ? "" : "?" + text(search, labelFills)
        let path = text(pattern[.pathname], labelFills)
        let rest = "\(port(of: pattern, choice))\(path.hasPrefix("/") ? "" : "/")\(path)\(query)"
        return hosts.map { "\(scheme)://\($0)\(rest)" }
    }

    /// A port that a URLPattern matches, with its colon; empty for the port of the scheme.
    private static func port(of pattern: URLPattern, _ choice: Int) -> String {
        let written = pattern[.port]
        guard written != "*", !written.isEmpty else { return "" }
        let numbers = (0..<8).map { PatternTexts.text(of: written, $0, ["", "0", "443", "080"]) }
            .filter { UInt16($0) != nil }
        return numbers.isEmpty ? "" : ":" + numbers[choice % numbers.count]
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
