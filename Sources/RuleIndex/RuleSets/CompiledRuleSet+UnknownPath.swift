package import PolicyModel
import URLMatching
import URLStandard

/// What the rules say of an origin, where paths and queries are not known: those of the URLs in a tunnel.
extension CompiledRuleSet {
    /// Asks every rule that some URL of an origin could reach.
    ///
    /// A rule whose match some path or query changes is taken both as matching and as not.
    ///
    /// - Parameter subject: A URL with the path `/`, without query and fragment, and what matching writes to.
    /// - Returns: What is certain, and what may be.
    /// - Complexity: That of a look-up, and O(*n*) in the number of values that name a whole URL or that no host leads to.
    package func matchOrigin(of subject: inout MatchSubject) -> OriginMatch {
        subject.scratch.matchers.regex.renew()
        subject.scratch.form.become(matchingFormOf: subject.url)
        subject.scratch.matchers.pathIsUnknown = true
        defer { subject.scratch.matchers.pathIsUnknown = false }
        return matchOrigin(subject.scratch.form, &subject.scratch.matchers)
    }

    /// The same for a URL in matching form.
    func matchOrigin(_ form: borrowing URLRecord, _ scratch: inout MatcherScratch) -> OriginMatch {
        var search = Search(isFinal: false)
        let scheme = schemes.isEmpty ? Reach.nothing : schemes.reach(of: form.specialScheme)
        let address = IPAddress(hostOf: form)
        search.note(scheme)
        hosts.forEachReach(of: form.hostRange, dots: form.hostDots, in: form.href) { search.note(ofHost: $0) }
        if let address { addresses.search(address, &search) }

        var check = ConditionalCheck(rank: search.rank, entry: search.entry, form)
        check.check(unindexed, unindexed.indices, of: lentRules, form, &scratch)
        check.check(schemes.postings, scheme.conditional, of: lentRules, form, &scratch)
        hosts.forEachReach(of: form.hostRange, dots: form.hostDots, in: form.href) { reach in
            check.check(hosts.postings, reach.conditional, of: lentRules, form, &scratch)
        }
        if let address {
            for prefixLength in addresses.prefixLengths {
                let reach = addresses.reach(of: address, prefixLength: prefixLength)
                check.check(addresses.postings, reach.conditional, of: lentRules, form, &scratch)
            }
        }
        // A path may have whatever literals a rule asks for.
        check.check(literals.postings, literals.postings.indices, of: lentRules, form, &scratch)
        for rank in ranksOfURLs where rank < check.rank {
            let (outcome, urlClass) = lentRules[Int(rank)].with { rule in
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

/// What rules say of the URLs of an origin.
package struct OriginMatch: Sendable {
    /// What they say of a URL that no rule matches which only some match.
    package let certain: RuleMatch
    private let limits: ReachedLimits

    init(certain: RuleMatch, limits: ReachedLimits) {
        self.certain = certain
        self.limits = limits
    }

    /// The rule by which some URL is of a class, or the default; nil where none is.
    package func match(of urlClass: URLClass) -> RuleMatch? {
        if let rank = limits.strongest(urlClass, above: certain.rank) {
            return RuleMatch(urlClass: urlClass, rank: rank)
        }
        return certain.urlClass == urlClass ? certain : nil
    }

    /// Whether a rule matches, of a rule set that has one.
    var outcomeOfAnyRule: MatchOutcome {
        if certain.rank != RuleMatch.noRank { return .matched }
        return limits.isEmpty ? .notMatched : .limitReached
    }
}
