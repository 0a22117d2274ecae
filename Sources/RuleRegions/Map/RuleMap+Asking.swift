import ByteText
package import PolicyModel
import RuleIndex
package import URLMatching
package import URLStandard

/// The buffers for matching rules against URLs.
package struct RuleProbe: ~Copyable {

    package init() {}
    package var url = URLRecord()
    package var form = URLRecord()
    package var matchers = MatcherScratch()
    package var scratch = MatchScratch()
    /// How often a rule has been matched.
    package var count = 0

    /// Parses a URL into the form that matchers see. Returns false if the text is not a URL.
    package mutating func take(_ text: String) -> Bool { take(text.utf8.span) }

    /// Parses the bytes of a URL. Returns false if they are not a URL.
    package mutating func take(_ text: Span<UInt8>) -> Bool { form.become(matchingFormOf: text, parsedInto: &url) }
}

extension URLRecord {
    /// Becomes the form of a URL that matchers see.
    ///
    /// - Parameters:
    ///   - text: The bytes of the URL.
    ///   - url: Filled with the URL.
    /// - Returns: False if the text is not a URL, or has no such form.
    mutating func become(matchingFormOf text: Span<UInt8>, parsedInto url: inout URLRecord) -> Bool {
        do {
            try url.parse(text)
        } catch {
            return false
        }
        become(matchingFormOf: url)
        return !isEmpty
    }
}

extension CompiledRuleSet {
    /// The class of the probe's URL, and the rule that decides it, by the index that decisions use.
    ///
    /// - Returns: The class is nil if a match limit leaves it open; the rule is then the strongest one that matches for
    ///   certain. The rule is nil if the default decides.
    package func decision(_ probe: inout RuleProbe) -> (urlClass: URLClass?, rule: RuleReference?) {
        let match = self.match(probe.url, scratch: &probe.scratch)
        let rule = match.rank == RuleMatch.noRank ? nil : reference(rank: match.rank, entry: 0)
        return (match.urlClass, rule)
    }
}

/// Evaluates rules by the meaning of their matchers, except that lists are looked up and not scanned.
extension RuleMap {
    /// Whether a rule matches the probe's URL, or nil if a match limit leaves it open.
    package func matches(_ rule: Int, _ probe: inout RuleProbe) -> Bool? {
        probe.count += 1
        let source = ruleSet.rules[rule]
        let matched = all(source.conditions, of: rule, isException: false, &probe)
        guard matched != false, !source.exceptions.isEmpty else { return matched }
        guard let isTaken = all(source.exceptions, of: rule, isException: true, &probe) else { return nil }
        return isTaken ? false : matched
    }

    /// The URLs among the given texts that a rule matches, in canonical form; at most `limit`.
    func matching(_ texts: [String], _ rule: Int, limit: Int, _ probe: inout RuleProbe) -> [String] {
        var found: [String] = []
        for text in texts where found.count < limit && probe.take(text) && matches(rule, &probe) == true {
            let canonical = probe.form.hrefWithoutFragment.string
            if !found.contains(canonical) { found.append(canonical) }
        }
        return found
    }

    private func all(
        _ conditions: [Condition],
        of rule: Int,
        isException: Bool,
        _ probe: inout RuleProbe
    ) -> Bool? {
        var isCertain = true
        for (position, condition) in conditions.enumerated() {
            var outcome = MatchOutcome.notMatched
            for (number, matcher) in condition.alternatives.enumerated() where outcome != .matched {
                if case .list(let list) = matcher {
                    let source = listSource(rule: rule, condition: position, value: number, isException: isException)
                    outcome = outcome.or(source.map { finds(list, $0, probe.form) } ?? .notMatched)
                } else {
                    probe.matchers.regex.renew()
                    outcome = outcome.or(matcher.matches(form: probe.form, scratch: &probe.matchers))
                }
            }
            if outcome == .notMatched { return false }
            if outcome == .limitReached { isCertain = false }
        }
        return isCertain ? true : nil
    }

    /// How many entries of a list for one host, or for any host, are tried.
    private static let mostEntries = 2_000

    /// Whether an entry of a list matches; the limit is reached if too many entries are about the same hosts.
    private func finds(_ list: EntryList, _ source: Int, _ form: borrowing URLRecord) -> MatchOutcome {
        let wide = wideEntries(of: source)
        for entry in wide.prefix(Self.mostEntries) where list.entry(at: entry, matchesForm: form) { return .matched }
        var isComplete = wide.count <= Self.mostEntries
        if !form.hostRange.isEmpty {
            var candidates: [Int] = []
            let scope = MatcherScope(host: .name(form.host.array, .exact))
            let isEach = forEachAtom(above: scope, limit: Self.mostEntries) { atom in
                if atom.source == source { candidates.append(atom.entry) }
            }
            if !isEach { isComplete = false }
            for entry in candidates where list.entry(at: entry, matchesForm: form) { return .matched }
        }
        return isComplete ? .notMatched : .limitReached
    }
}

/// Whether one rule matches everything that another rule's value matches: true only if this is certain.
extension RuleMap {
    /// What a rule can match through one of its values, given its other conditions; nil if it can match nothing.
    package func reach(of atom: Atom) -> MatcherScope? { refined(scope(of: atom), by: sources[atom.source]) }

    /// The part of a scope in which the other conditions of a rule hold.
    func refined(_ scope: MatcherScope, by source: AtomSource) -> MatcherScope? {
        let rule = ruleSet.rules[source.rule]
        guard rule.conditions.count > 1 || !rule.exceptions.isEmpty else { return scope }
        var scope = scope
        for (position, condition) in rule.conditions.enumerated()
        where position != source.condition && condition.key != .list {
            let left = condition.alternatives.lazy.compactMap { MatcherScope(of: $0).intersection(scope) }.prefix(2)
            guard let first = left.first else { return nil }
            if left.count == 1 { scope = first }
        }
        let isTakenAway =
            !rule.exceptions.isEmpty
            && rule.exceptions.allSatisfy { exception in
                exception.alternatives.contains { Self.contains($0, MatcherScope(of: $0), scope) }
            }
        return isTakenAway ? nil : scope
    }

    /// Whether a value matches every URL of a scope, in each form in which rules are evaluated.
    ///
    /// If a scheme is not special, a URL has two forms, and `url`, `pattern` and `regex` are tried on both. Scopes
    /// contain the URLs as other keys see them, which is one form of two: the pattern `*.contoso.com` does not match
    /// the written form of `x://HR.CONTOSO.com/`, and a rule with `host: hr.contoso.com` does.
    private static func contains(_ matcher: Matcher, _ own: MatcherScope, _ scope: MatcherScope) -> Bool {
        own.contains(scope) && (!matcher.readsWrittenForm || scope.isSpecial || !matcher.namesHost)
    }

    /// Whether a rule matches, through one of its values, every URL of a scope that another rule's value reaches.
    package func covers(_ covering: Atom, _ scope: MatcherScope, reachedBy covered: Atom) -> Bool {
        guard contains(covering, scope, reachedBy: covered) || isSameMatcher(covering, covered) else { return false }
        return matches(sources[covering.source], scope, reachedBy: covered)
    }

    /// Whether a rule matches every URL of a scope that another rule's value reaches, if the values of one of its sources
    /// match these.
    package func matches(_ outer: AtomSource, _ scope: MatcherScope, reachedBy covered: Atom) -> Bool {
        let rule = ruleSet.rules[outer.rule]
        let other = ruleSet.rules[sources[covered.source].rule]
        guard rule.exceptions == other.exceptions || exceptions(of: outer.rule, areOutside: scope) else { return false }
        guard rule.conditions.count > 1 else { return true }
        return rule.conditions.indices.allSatisfy { position in
            position == outer.condition
                || rule.conditions[position].alternatives.contains { Self.contains($0, MatcherScope(of: $0), scope) }
                || other.conditions.contains(rule.conditions[position])
        }
    }

    /// Whether a value matches every URL of a scope that another value reaches, in each form.
    private func contains(_ covering: Atom, _ scope: MatcherScope, reachedBy covered: Atom) -> Bool {
        let own = self.scope(of: covering)
        // PERF: most values fail here, before the matcher is copied.
        guard own.contains(scope) else { return false }
        if Self.contains(writtenMatcher(of: covering), own, scope) { return true }
        // A scope of a pattern contains its URLs as they are written, so both are compared with the same text.
        guard case .pattern = writtenMatcher(of: covered) else { return false }
        return own.contains(self.scope(of: covered))
    }

    /// The matcher that a value is written as; for an entry of a list, the list.
    private func writtenMatcher(of atom: Atom) -> Matcher {
        let source = sources[atom.source]
        let alternatives = ruleSet.rules[source.rule].conditions[source.condition].alternatives
        return alternatives[source.list == nil ? atom.entry : source.alternative]
    }

    /// Whether `unless` certainly takes no URL of a scope from a rule: all of its keys would have to hold.
    private func exceptions(of rule: Int, areOutside scope: MatcherScope) -> Bool {
        let exceptions = ruleSet.rules[rule].exceptions
        return exceptions.isEmpty
            || exceptions.indices.contains { position in
                exceptions[position].alternatives.enumerated().allSatisfy { number, matcher in
                    guard case .list = matcher else { return MatcherScope(of: matcher).intersection(scope) == nil }
                    return listSource(rule: rule, condition: position, value: number, isException: true)
                        .map { hasNoEntry(of: $0, for: scope) } ?? false
                }
            }
    }

    /// Whether no entry of a list can match a URL of a scope; only known for one host.
    private func hasNoEntry(of source: Int, for scope: MatcherScope) -> Bool {
        guard case .name(_, .exact) = scope.host, wideEntries(of: source).isEmpty else { return false }
        var hasEntry = false
        let isComplete = forEachAtom(above: scope) { atom in
            if atom.source == source, self.scope(of: atom).intersection(scope) != nil { hasEntry = true }
        }
        return isComplete && !hasEntry
    }

    /// Whether one value matches whatever another value matches, as the matchers are written.
    private func isSameMatcher(_ first: Atom, _ second: Atom) -> Bool {
        guard let matcher = matcher(of: first), let other = self.matcher(of: second) else { return false }
        switch (matcher, other) {
        case (.chrome, .chrome(let filter)) where filter.hasQuery && filter.side == .allow:
            // An allow list asks more of the parameters than a block list with the same filter.
            return matcher == other || matcher == other.with(side: .block)
        // Other matchers that are equal have equal scopes.
        case (.regex, _), (.pattern, _), (.site, _), (.chrome, _), (.url, _): return matcher == other
        case (.edge(let pattern), .edge(let other)): return pattern.covers(other)
        default: return false
        }
    }
}
