import URLStandard

/// Matchers made from what they hold instead of from what an author wrote: how a compiled policy brings them back.
///
/// The texts were canonical when they were written to it. One that is not, because somebody has made the file up, equals
/// no part of a URL, so its matcher never matches.
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
    /// Makes the matcher of patterns in canonical form, all of them given.
    ///
    /// - Throws: ``MatcherError`` where a pattern is none. What an author is refused because it could never match is not
    ///   looked for again.
    package init(canonical components: URLPatternInit, ignoreCase: Bool) throws(MatcherError) {
        pattern = try URLPattern(canonical: components, ignoreCase: ignoreCase)
    }
}

extension URLPattern {
    /// Canonical patterns may be longer than what an author may write: characters have been percent-encoded, names of hosts
    /// are in ASCII, and groups have braces. None of it makes four bytes of one.
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
