import PolicyModel
public import URLMatching
public import URLStandard

/// Evaluates the rules one after the other: the definition of their meaning, without the index.
///
/// Tests compare the index with it.
extension CompiledRuleSet {
    /// The answer of the rules for a URL, found without the index. It is always the same as that of
    /// ``match(_:scratch:)``, except for the list entry that is named.
    ///
    /// Each regular expression is searched as if it were alone. A look-up whose expressions and literals together
    /// exceed the allowance of ``RegexLimits`` treats some rules as uncertain that are certain here.
    ///
    /// - Complexity: O(*n*) in the number of rules.
    public func matchLinearly(_ url: borrowing URLRecord, scratch: inout MatchScratch) -> RuleMatch {
        // Which searches a look-up makes depends on its path, and so does the allowance that they leave for others.
        scratch.matchers.regex.renewWithoutLimit()
        let forms = url.isInMatchingForm ? nil : scratch.prepareForms(of: url)
        guard let forms else {
            scratch.form.become(matchingFormOf: url)
            return matchConsideringLimits(form: scratch.form, scratch: &scratch.matchers)
        }
        return strictest(of: forms, &scratch) { rules, scratch in
            rules.matchConsideringLimits(form: scratch.form, isReadable: forms.isReadable, scratch: &scratch.matchers)
        }
    }

    /// Evaluates each rule whose regex reached its limit both as matching and as not matching.
    ///
    /// Rules of a lower rank than the first certain match cannot decide; of the rules before it, any uncertain one
    /// might. The answer is `blocked` if any of these readings gives it, their common class if they agree, and
    /// otherwise no answer.
    ///
    /// If the host cannot be read, no `internal` rule that names a host matches. In a `blocked` or `external` rule, a
    /// condition that names a host is compared with the raw text only, and exceptions of the rule do not count if one
    /// names a host. An `external` rule that names a host does not prevent a weaker rule, or the default, from blocking.
    func matchConsideringLimits(
        form: borrowing URLRecord,
        isReadable: Bool = true,
        scratch: inout MatcherScratch
    ) -> RuleMatch {
        var possible: [UInt32] = []
        var certain: UInt32?
        var firstExternal: UInt32?
        for rank in ranked.indices where isReadable || !ranked[rank].isReadableOnly {
            let rule = ranked[rank]
            let hasExceptions = isReadable || !rule.exemptsHost
            let outcome = rule.rule.outcome(for: form, hasExceptions: hasExceptions, scratch: &scratch)
            if outcome == .limitReached { possible.append(UInt32(rank)) }
            guard outcome == .matched else { continue }
            if !isReadable, rule.namesHost, rule.rule.urlClass == .external {
                firstExternal = firstExternal ?? UInt32(rank)
                continue
            }
            certain = UInt32(rank)
            break
        }
        let certainClass = certain.map { ranked[Int($0)].rule.urlClass } ?? source.defaultClass
        if let blocking = possible.first(where: { ranked[Int($0)].rule.urlClass == .blocked }), certainClass != .blocked
        {
            return RuleMatch(urlClass: .blocked, rank: blocking)
        }
        let rank = (certainClass == .blocked ? certain : firstExternal ?? certain) ?? RuleMatch.noRank
        let urlClass = rank == firstExternal ? .external : certainClass
        // After the first such `external` rule, rules can only block.
        let agrees = possible.allSatisfy { $0 > rank || ranked[Int($0)].rule.urlClass == urlClass }
        return RuleMatch(urlClass: agrees || urlClass == .blocked ? urlClass : nil, rank: rank)
    }
}

extension Condition {
    /// Whether any value of the key matches `form`, a URL in the form that matchers read.
    func outcome(for form: borrowing URLRecord, scratch: inout MatcherScratch) -> MatchOutcome {
        var outcome = MatchOutcome.notMatched
        for matcher in alternatives where outcome != .matched {
            outcome = outcome.or(matcher.matches(form: form, scratch: &scratch))
        }
        return outcome
    }
}

extension Rule {
    /// Whether the rule matches `form`: every condition matches, and not every exception.
    ///
    /// This defines the meaning of a rule; the index only determines faster which rules need no check.
    func outcome(
        for form: borrowing URLRecord,
        hasExceptions: Bool = true,
        scratch: inout MatcherScratch
    ) -> MatchOutcome {
        let matched = Self.all(conditions, for: form, scratch: &scratch)
        guard matched != .notMatched, hasExceptions, !exceptions.isEmpty else { return matched }
        return matched.and(Self.all(exceptions, for: form, scratch: &scratch).negated)
    }

    private static func all(
        _ conditions: [Condition],
        for form: borrowing URLRecord,
        scratch: inout MatcherScratch
    ) -> MatchOutcome {
        var outcome = MatchOutcome.matched
        for condition in conditions where outcome != .notMatched {
            outcome = outcome.and(condition.outcome(for: form, scratch: &scratch))
        }
        return outcome
    }
}
