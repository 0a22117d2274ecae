public import URLStandard

/// One value of one matcher key, ready to use.
///
/// ``matches(_:scratch:)`` defines the meaning of every key as plainly as possible. The index of a compiled policy
/// computes the same results for many rules at once, and is tested against it.
public enum Matcher: Hashable, Sendable {
    /// `url`
    case url(ExactURLMatcher)
    /// `host`
    case host(HostMatcher)
    /// `domain`
    case domain(DomainMatcher)
    /// `scheme`
    case scheme(SchemeMatcher)
    /// `pattern`
    case pattern(PatternMatcher)
    /// `edge`
    case edge(LinkPattern)
    /// `chrome`
    case chrome(URLFilter)
    /// `address`
    case address(AddressMatcher)
    /// `regex`
    case regex(RegexMatcher)
    /// `site`
    case site(SiteMatcher)
    /// `list`
    case list(EntryList)

    /// Makes the matcher of a key that takes one text.
    ///
    /// - Parameters:
    ///   - key: Any key except ``MatcherKey/list``, whose entries are read by
    ///     ``EntryList/read(_:format:side:badLineLimit:)``.
    ///   - text: The value as the author wrote it.
    /// - Throws: ``MatcherError``, with code ``MatcherError/Code/unsupportedKey`` for ``MatcherKey/list``.
    public init(key: MatcherKey, text: String) throws(MatcherError) {
        switch key {
        case .url: self = .url(try ExactURLMatcher(text))
        case .host: self = .host(try HostMatcher(text))
        case .domain: self = .domain(try DomainMatcher(text))
        case .scheme: self = .scheme(try SchemeMatcher(text))
        case .edge: self = .edge(try LinkPattern(text, as: .browser))
        case .chrome: self = .chrome(try URLFilter(text))
        case .address: self = .address(try AddressMatcher(text))
        case .regex: self = .regex(try RegexMatcher(text))
        case .site: self = .site(try SiteMatcher(text))
        case .pattern: self = .pattern(try PatternMatcher(text))
        case .list: throw MatcherError(.unsupportedKey, "`list` needs a file and its format")
        }
    }

    /// The key that this is a value of.
    public var key: MatcherKey {
        switch self {
        case .url: .url
        case .host: .host
        case .domain: .domain
        case .scheme: .scheme
        case .pattern: .pattern
        case .edge: .edge
        case .chrome: .chrome
        case .address: .address
        case .regex: .regex
        case .site: .site
        case .list: .list
        }
    }

    /// The value in canonical form, if it has one, or as its author wrote it; nil for ``list(_:)``.
    package var text: String? {
        switch self {
        case .url(let matcher): matcher.url
        case .host(let matcher): matcher.host
        case .domain(let matcher): matcher.domain
        case .scheme(let matcher): matcher.scheme
        case .pattern(let matcher): matcher.pattern.description
        case .edge(let matcher): matcher.text
        case .chrome(let matcher): matcher.text
        case .address(let matcher): "\(matcher.network)/\(matcher.prefixLength)"
        case .regex(let matcher): matcher.pattern
        case .site(let matcher): matcher.relation.rawValue
        case .list: nil
        }
    }

    /// The list, if the matcher is one.
    package var list: EntryList? { if case .list(let list) = self { list } else { nil } }

    /// Whether the URL matches.
    ///
    /// - Parameters:
    ///   - url: Any record. Credentials, dots after the host and the IPv6 spelling of an IPv4 host are ignored. An
    ///     opaque host is read as the receiving app reads it; ``url(_:)``, ``pattern(_:)``, ``regex(_:)`` and lists of
    ///     URLs are also tried on the URL as it is written. An empty record matches nothing.
    ///   - scratch: The caller's own, reused for each URL; it holds the document that ``site(_:)`` compares with.
    /// - Returns: ``MatchOutcome/limitReached`` only for ``regex(_:)`` and ``pattern(_:)``.
    /// - Complexity: The same as the matcher's. A list is scanned from its first entry to its last.
    public func matches(_ url: borrowing URLRecord, scratch: inout MatchScratch) -> MatchOutcome {
        scratch.matchers.regex.renew()
        if url.isInMatchingForm { return matches(form: url, scratch: &scratch.matchers) }
        let forms = scratch.prepareForms(of: url)
        let outcome = matches(form: scratch.form, scratch: &scratch.matchers)
        guard let forms, forms.differs, readsWrittenForm else { return outcome }
        return outcome.or(matches(form: scratch.written, scratch: &scratch.matchers))
    }

    /// The matcher for one side of an allow and a block list; only filters differ, see ``URLFilter/Side``.
    public func with(side: URLFilter.Side) -> Matcher {
        switch self {
        case .chrome(let filter): return .chrome(filter.with(side: side))
        case .list(var entries) where entries.format == .chrome:
            entries.side = side
            return .list(entries)
        case .list, .url, .host, .domain, .scheme, .pattern, .edge, .address, .regex, .site: return self
        }
    }

    /// The hosts under which an index can place the matcher, which must still be checked; nil if any host may match,
    /// and for keys that have tables of their own.
    package var hostAnchors: [HostAnchor]? {
        switch self {
        case .edge(let matcher): matcher.anchor.map { [$0] }
        case .chrome(let matcher): matcher.anchor.map { [$0] }
        case .pattern(let matcher): matcher.hostAnchors
        case .regex(let matcher): matcher.hostAnchors
        case .url, .host, .domain, .scheme, .address, .site, .list: nil
        }
    }

    /// The schemes and ports of the URLs that match, as precisely as they can be distinguished.
    package var originKinds: OriginKinds {
        switch self {
        case .edge(let matcher): matcher.originKinds
        case .chrome(let matcher): matcher.originKinds
        case .pattern(let matcher): matcher.originKinds
        case .url, .host, .domain, .scheme, .address, .regex, .site, .list: .all
        }
    }

    /// Whether every URL matches that has ``originKinds`` and for which one of ``hostAnchors`` holds.
    package var asksForOriginOnly: Bool {
        switch self {
        case .edge(let matcher): matcher.asksForOriginOnly
        case .chrome(let matcher): matcher.asksForOriginOnly
        case .pattern(let matcher): matcher.asksForOriginOnly
        case .url, .host, .domain, .scheme, .address, .regex, .site, .list: false
        }
    }

    /// The literals that every matching URL contains outside its fragment, ignoring case; nil if they are not known.
    package var requiredLiterals: RequiredLiterals? {
        switch self {
        case .regex(let matcher): matcher.requiredLiterals
        case .pattern(let matcher): matcher.requiredLiterals
        case .url, .host, .domain, .scheme, .edge, .chrome, .address, .site, .list: nil
        }
    }

    /// The literals that every matching URL contains in its path or query, ignoring case: several choices, each of which
    /// is enough to find it.
    package var literalsBehindHost: [RequiredLiterals] {
        switch self {
        case .edge(let matcher): RequiredLiterals.choices(of: matcher.path)
        case .chrome(let matcher):
            ([matcher.path] + matcher.tokens.map(\.text)).flatMap { RequiredLiterals.choices(of: $0) }
        case .pattern(let matcher): matcher.literalsBehindHost.map { [$0] } ?? []
        case .url, .host, .domain, .scheme, .address, .regex, .site, .list: []
        }
    }

    /// How often a check reads the query of a URL, at most.
    package var queryReads: Int {
        switch self {
        case .chrome(let matcher): matcher.tokens.count
        case .url, .host, .domain, .scheme, .pattern, .edge, .address, .regex, .site, .list: 1
        }
    }

    /// Whether a URL that is already in matching form matches.
    package func matches(form: borrowing URLRecord, scratch: inout MatcherScratch) -> MatchOutcome {
        guard !form.isEmpty else { return .notMatched }
        if scratch.pathIsUnknown { return matches(originOf: form, scratch: &scratch) }
        switch self {
        case .url(let matcher):
            if scratch.readsWritten { return MatchOutcome(matcher.matches(form: scratch.written)) }
            return MatchOutcome(matcher.matches(form: form))
        case .host(let matcher): return MatchOutcome(matcher.matches(form: form))
        case .domain(let matcher): return MatchOutcome(matcher.matches(form: form))
        case .scheme(let matcher): return MatchOutcome(matcher.matches(form: form))
        case .edge(let matcher): return MatchOutcome(matcher.matches(form: form))
        case .chrome(let matcher): return MatchOutcome(matcher.matches(form: form))
        case .address(let matcher): return MatchOutcome(matcher.matches(form: form))
        case .regex(let matcher):
            if scratch.readsWritten { return matcher.matches(form: scratch.written, scratch: &scratch.regex) }
            return matcher.matches(form: form, scratch: &scratch.regex)
        case .site(let matcher): return MatchOutcome(matcher.matches(form: form, document: scratch.document))
        case .pattern(let matcher):
            if scratch.readsWritten { return matcher.matches(form: scratch.written, scratch: &scratch.regex) }
            return matcher.matches(form: form, scratch: &scratch.regex)
        case .list(let entries):
            if scratch.readsWritten, entries.format == .urls {
                return MatchOutcome(entries.firstEntry(matchingForm: scratch.written) != nil)
            }
            return MatchOutcome(entries.firstEntry(matchingForm: form) != nil)
        }
    }
}

extension EntryList {
    /// An entry that is more than a name, as a matcher; nil for names and URLs.
    package func matcher(at index: Int) -> Matcher? {
        switch format {
        case .domains, .hosts, .adblockDomains, .urls: nil
        case .edge: .edge(edges[index])
        case .chrome: .chrome(filters[index].with(side: side))
        }
    }
}

/// The matcher keys of a rule, named as in the policy document.
public enum MatcherKey: String, CaseIterable, Hashable, Sendable {
    /// The URL equals this one, ignoring the fragment.
    case url
    /// Exactly this host.
    case host
    /// This host or any subdomain of it.
    case domain
    /// The scheme.
    case scheme
    /// A URLPattern.
    case pattern
    /// An entry of the managed-browser list format.
    case edge
    /// An entry of the enterprise URL blocklist filter format.
    case chrome
    /// A PCRE2 pattern over the canonical URL.
    case regex
    /// An IP address or a CIDR block.
    case address
    /// The relation of the URL to the view's document.
    case site
    /// A file of entries.
    case list
}
