import ByteText
package import URLStandard

/// Whether a value matches the URLs of one origin whose path and query are unknown, such as those inside a tunnel.
///
/// If the result depends on the path or query, it is ``MatchOutcome/limitReached``, the unknown value. The given URL
/// has the path `/`, no query and no fragment.
extension Matcher {
    /// Whether all, some or none of the URLs match that have the origin of a URL in matching form.
    ///
    /// A `regex` that may match on the host yields the unknown value; its text is not analyzed to find what holds for
    /// every path.
    @inline(never)
    package func matches(originOf form: borrowing URLRecord, scratch: inout MatcherScratch) -> MatchOutcome {
        switch self {
        case .url(let matcher): return MatchOutcome(some: matcher.url.utf8.span.begins(with: form.href))
        case .host(let matcher): return MatchOutcome(matcher.matches(form: form))
        case .domain(let matcher): return MatchOutcome(matcher.matches(form: form))
        case .scheme(let matcher): return MatchOutcome(matcher.matches(form: form))
        case .address(let matcher): return MatchOutcome(matcher.matches(form: form))
        case .edge(let matcher): return matcher.matches(originOf: form)
        case .chrome(let matcher): return matcher.matches(originOf: form, on: matcher.side)
        case .pattern(let matcher):
            return matcher.pattern.compiled.matches(originOf: form, scratch: &scratch.regex)
        case .regex(let matcher): return matcher.matches(originOf: form)
        case .site(let matcher): return matcher.matches(originOf: form, document: scratch.document)
        case .list(let entries):
            var outcome = MatchOutcome.notMatched
            for index in 0..<entries.count where outcome != .matched {
                outcome = outcome.or(entries.entry(at: index, matchesOriginOf: form))
            }
            return outcome
        }
    }
}

extension MatchOutcome {
    /// The outcome of a value that matches some of the URLs, or none.
    fileprivate init(some isMatch: Bool) { self = isMatch ? .limitReached : .notMatched }
}

extension EntryList {
    /// Whether the entry at an index, from 0 to ``count`` - 1, matches the URLs that have the origin of one in matching form.
    package func entry(at index: Int, matchesOriginOf form: borrowing URLRecord) -> MatchOutcome {
        switch format {
        case .domains, .hosts, .adblockDomains: MatchOutcome(entry(at: index, matchesForm: form))
        case .urls: MatchOutcome(some: entry(at: index).begins(with: form.href))
        case .edge: edges[index].matches(originOf: form)
        case .chrome: filters[index].matches(originOf: form, on: side)
        }
    }
}

extension RegexMatcher {
    fileprivate func matches(originOf form: borrowing URLRecord) -> MatchOutcome {
        guard let anchors = hostAnchors else { return .limitReached }
        for anchor in anchors where anchor.holds(for: form.host) { return .limitReached }
        return .notMatched
    }
}

extension SiteMatcher {
    fileprivate func matches(originOf form: borrowing URLRecord, document: SiteDocument?) -> MatchOutcome {
        guard case .sameDocument = relation else { return MatchOutcome(matches(form: form, document: document)) }
        return MatchOutcome(some: document?.site.isBelow(form) ?? false)
    }
}

extension LinkPattern {
    fileprivate func matches(originOf url: borrowing URLRecord) -> MatchOutcome {
        guard matchesOrigin(of: url) else { return .notMatched }
        // A path after a host begins with a slash, so an empty folder or a prefix of at most one byte matches every
        // path.
        let isAny =
            switch pathRule {
            case .any: true
            case .exact: false
            case .folder: path.isEmpty
            case .prefix: path.count <= 1
            }
        return isAny ? .matched : .limitReached
    }
}

extension URLFilter {
    fileprivate func matches(originOf url: borrowing URLRecord, on side: Side) -> MatchOutcome {
        guard matchesOrigin(of: url, on: side) else { return .notMatched }
        return path.count <= 1 && tokens.isEmpty ? .matched : .limitReached
    }
}
