import ByteText
package import URLStandard

/// Matches URLs whose host is a domain or any subdomain of it, on every scheme and port.
///
/// `domain: contoso.com` matches `https://a.b.contoso.com/`, never `https://notcontoso.com/`.
public struct DomainMatcher: Hashable, Sendable {
    /// The domain in ASCII form, in lower case, without a dot at either end.
    public let domain: String

    /// Reads a domain.
    ///
    /// - Parameter text: A domain, which may be international. A single label such as `localhost` or `com` is accepted.
    /// - Throws: ``MatcherError`` for anything more or less than a domain, such as `*.contoso.com`,
    ///   `https://contoso.com` or `.contoso.com`, and for an IP address, which has no subdomains.
    /// - Complexity: O(*n*) in the length of the text.
    public init(_ text: String) throws(MatcherError) {
        var record = URLRecord()
        try HostText.parse(text.utf8.span, for: .domain, into: &record)
        domain = QuotedText.decode(record.host)
    }

    /// Whether the host of a URL in matching form is within the domain.
    package func matches(form: borrowing URLRecord) -> Bool { form.host.isWithin(domain: domain.utf8.span) }
}

/// Matches URLs with exactly one host, on every scheme and port.
///
/// `host: www.contoso.com` does not match `https://contoso.com/` or `https://a.www.contoso.com/`.
public struct HostMatcher: Hashable, Sendable {
    /// The host as a canonical URL contains it: a domain in ASCII form, an IPv4 address in dotted decimal (even if it
    /// was given as IPv4-mapped IPv6), or an IPv6 address in brackets.
    public let host: String

    /// Reads a host.
    ///
    /// - Parameter text: A domain, which may be international (`bücher.example`), an IPv4 address in dotted decimal, or
    ///   an IPv6 address in brackets.
    /// - Throws: ``MatcherError`` for anything more or less than that: a scheme, a port, a path, `*`, a dot at either end.
    /// - Complexity: O(*n*) in the length of the text.
    public init(_ text: String) throws(MatcherError) {
        var record = URLRecord()
        try HostText.parse(text.utf8.span, for: .host, into: &record)
        host = QuotedText.decode(record.host)
    }

    /// Whether a URL in matching form has this host.
    package func matches(form: borrowing URLRecord) -> Bool { form.host.isEqual(to: host.utf8.span) }
}
