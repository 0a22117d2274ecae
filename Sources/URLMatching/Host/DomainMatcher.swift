package import URLStandard

/// Matches URLs whose host is a domain or any subdomain of it, on every scheme and port.
///
/// `domain: contoso.com` matches `https://a.b.contoso.com/`, never `https://notcontoso.com/`.
public struct DomainMatcher: Hashable, Sendable {
    /// The domain in ASCII form, in lower case, without a dot at either end.
    public let domain: String

    /// Reads a domain.
    ///
    /// - Parameter text: A domain, which may be international. A single label such as `localhost` or `com` is one.
    /// - Throws: ``MatcherError`` for anything more or less than that, such as `*.contoso.com`, `https://contoso.com`,
    ///   `.contoso.com`; and for an IP address, which has no subdomains.
    /// - Complexity: O(*n*) in the length of the text.
    public init(_ text: String) throws(MatcherError) {
        var record = URLRecord()
        try HostText.parse(text.utf8.span, for: .domain, into: &record)
        domain = QuotedText.decode(record.host)
    }

    /// Whether the host of a URL in matching form is within the domain.
    package func matches(form: borrowing URLRecord) -> Bool { form.host.isWithin(domain: domain.utf8.span) }
}
