package import PolicyModel
package import URLMatching
package import URLStandard

/// Matches rules against an origin whose paths and queries are not known: the URLs in a tunnel.
extension CompiledRuleSet {
    /// Evaluates every rule that some URL of an origin could reach.
    ///
    /// A rule whose match depends on the path or query is evaluated both as matching and as not matching.
    ///
    /// - Parameters:
    ///   - url: A URL with the path `/`, without query and fragment.
    ///   - scratch: The buffers for matching.
    /// - Returns: The certain and the possible answers.
    /// - Complexity: That of a look-up, plus O(*n*) in the number of values that name a whole URL or that no host
    ///   reaches.
    package func matchOrigin(of url: borrowing URLRecord, scratch: inout MatchScratch) -> OriginMatch {
        scratch.matchers.regex.renew()
        scratch.form.become(matchingFormOf: url)
        scratch.matchers.pathIsUnknown = true
        defer { scratch.matchers.pathIsUnknown = false }
        return matchOrigin(scratch.form, &scratch.matchers)
    }

    /// The same for a URL in matching form.
    func matchOrigin(_ form: borrowing URLRecord, _ scratch: inout MatcherScratch) -> OriginMatch {
        var search = Search(isFinal: false)
        let scheme = schemes.isEmpty ? Reach.nothing : schemes.reach(of: form.specialScheme)
        let address = IPAddress(hostOf: form)
        search.note(scheme)
        hosts.forEachReach(of: form.hostRange, dots: form.hostDots, in: form.href) { search.note(ofHost: $0) }
        if let address { addresses.forEachReach(of: address) { search.note($0) } }

        var check = ConditionalCheck(rank: search.rank, entry: search.entry, form)
        check.check(unindexed, unindexed.indices, of: unretainedRules, form, &scratch)
        check.check(schemes.postings, scheme.conditional, of: unretainedRules, form, &scratch)
        checkNames(of: form, form, &check, &scratch)
        if let address { checkAddress(address, form, &check, &scratch) }
        // A path may contain any literal that a rule requires.
        check.check(literals.postings, literals.postings.indices, of: unretainedRules, form, &scratch)
        for rank in ranksOfURLs where rank < check.rank {
            let (outcome, urlClass) = unretainedRules[Int(rank)].with { rule in
                (rule.rule.outcome(for: form, scratch: &scratch), rule.rule.urlClass)
            }
            let posting = Posting(rank: rank, entry: 0, isComplete: false, coversSubdomains: false)
            check.note(outcome, urlClass, of: posting)
        }
        search.set(rank: check.rank, entry: check.entry)
        return OriginMatch(certain: match(search), limits: check.limits)
    }

    /// The ranks of the rules that are reached through whole URLs.
    static func ranksOfURLs(_ ranked: [RankedRule]) -> [UInt32] {
        ranked.indices.filter { ranked[$0].anchor?.alternatives.contains(where: \.isWholeURL) ?? false }.map {
            UInt32($0)
        }
    }
}

extension Matcher {
    fileprivate var isWholeURL: Bool {
        switch self {
        case .url: true
        case .list(let list): list.format == .urls
        case .host, .domain, .scheme, .pattern, .edge, .chrome, .address, .regex, .site: false
        }
    }
}

/// The answers of rules for the URLs of an origin.
package struct OriginMatch: Sendable {
    /// The answer for a URL that is matched by none of the rules that match only some URLs.
    package let certain: RuleMatch
    private let limits: ReachedLimits

    init(certain: RuleMatch, limits: ReachedLimits) {
        self.certain = certain
        self.limits = limits
    }

    /// The rule that assigns a class to some URL, or the default; nil if neither does.
    package func match(of urlClass: URLClass) -> RuleMatch? {
        if let rank = limits.strongest(urlClass, above: certain.rank) {
            return RuleMatch(urlClass: urlClass, rank: rank)
        }
        return certain.urlClass == urlClass ? certain : nil
    }

    /// Whether a rule matches, for a rule set that has only one rule.
    var outcomeOfAnyRule: MatchOutcome {
        if certain.rank != RuleMatch.noRank { return .matched }
        return limits.isEmpty ? .notMatched : .limitReached
    }
}
