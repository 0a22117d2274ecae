import ByteText
package import URLStandard

/// Matchers made from their stored values instead of an author's text, as a compiled policy restores them.
///
/// The texts were canonical when they were stored. A text that is not canonical, because the file was forged, equals no
/// part of any URL, so its matcher never matches.
extension ExactURLMatcher {
    /// Makes the matcher of a URL in canonical form.
    package init(canonical url: String) {
        self.init(canonical: url, record: (try? URLRecord(parsing: url.utf8.span)) ?? URLRecord())
    }
}

extension HostMatcher {
    /// Makes the matcher of a host in canonical form.
    package init(canonical host: String) { self.host = host }
}

extension DomainMatcher {
    /// Makes the matcher of a domain in canonical form.
    package init(canonical domain: String) { self.domain = domain }
}

extension SchemeMatcher {
    /// Makes the matcher of a scheme in lower case.
    package init(canonical scheme: String) { self.scheme = scheme }
}

extension PatternMatcher {
    /// Makes the matcher of patterns in canonical form; all patterns must be given.
    ///
    /// - Throws: ``MatcherError`` if a pattern is not valid. Patterns that are rejected in a document because they
    ///   could never match are not rejected again here.
    package init(canonical components: URLPatternInit, ignoreCase: Bool) throws(MatcherError) {
        pattern = try URLPattern(canonical: components, ignoreCase: ignoreCase)
    }
}

extension URLPattern {
    /// Canonical patterns may be longer than an author's text: characters are percent-encoded, host names are in ASCII,
    /// and groups have braces. None of this turns one byte into four.
    fileprivate init(canonical components: URLPatternInit, ignoreCase: Bool) throws(MatcherError) {
        let length = URLPatternComponent.allCases.reduce(0) { $0 + (components[$1]?.utf8.count ?? 0) }
        guard length <= 4 * Self.byteLimit else {
            throw MatcherError(.tooLong, "the pattern is longer than \(4 * Self.byteLimit) bytes")
        }
        do throws(URLPatternError) {
            compiled = try CompiledURLPattern(components, origins: [:], text: nil, ignoreCase)
        } catch {
            throw error.error
        }
    }
}

/// The forms in which rules see a URL with an opaque host.
///
/// Keys that name a host see it as the receiving app will read it. `url`, `pattern` and `regex` are matched both
/// against that form and against the URL as it is written. All rules are evaluated once for each reading, and the
/// stricter class counts, so that a rule written for one form cannot be evaded with the other.
package struct OpaqueHostForms: Sendable {
    /// Whether the host parser of special schemes accepts the host. If it does not, `blocked` and `external` rules see
    /// the host in lower case, their exceptions that name a host do not hold, and `internal` rules that name a host do
    /// not match.
    package let isReadable: Bool
    /// Whether the URL as it is written differs from the form in which rules see it.
    package let differs: Bool
}

extension MatchScratch {
    /// Makes the forms in which rules see a URL.
    ///
    /// - Parameter url: A URL that is not in matching form.
    /// - Returns: The properties of an opaque host; nil if the host is of another kind.
    /// - Complexity: O(*n*) in the bytes of the URL; allocates only if a buffer must grow.
    package mutating func prepareForms(of url: borrowing URLRecord) -> OpaqueHostForms? {
        form.become(matchingFormOf: url)
        guard url.hostKind == .opaque else { return nil }
        written.become(writtenFormOf: url)
        matchers.written.become(writtenFormOf: url)
        return OpaqueHostForms(
            isReadable: form.hostKind != .opaque,
            differs: !form.host.isEqual(to: written.host)
        )
    }
}

extension Matcher {
    /// Whether the matcher is checked on both forms of a URL with an opaque host.
    package var readsWrittenForm: Bool {
        switch self {
        case .url, .pattern, .regex: true
        case .list(let list): list.format == .urls
        case .host, .domain, .scheme, .edge, .chrome, .address, .site: false
        }
    }

    /// Whether the matcher names a host, or may: a `regex` can match any part of a URL.
    package var namesHost: Bool {
        switch self {
        case .url, .host, .domain, .edge, .address, .regex: true
        case .scheme, .site: false
        case .pattern(let matcher): !matcher.takesAnyHost
        case .chrome(let filter): filter.namesHost
        case .list(let list): list.namesHost
        }
    }
}
