import ByteText
package import URLStandard

/// Matches one URL and ignores its fragment.
///
/// Both sides are compared in canonical form: `url: HTTPS://Contoso.com:443/a/../b` matches
/// `https://contoso.com/b#top`.
public struct ExactURLMatcher: Hashable, Sendable {
    /// The canonical URL without its fragment, in the form in which rules see URLs; an opaque host stays as it is
    /// written, but without dots after it.
    public let url: String
    /// The same URL with its opaque host as the receiving app reads it; nil if both are equal.
    package let urlAsRead: String?

    /// Reads a URL.
    ///
    /// - Parameter text: An absolute URL without credentials.
    /// - Throws: ``MatcherError``. Credentials are an error: rules do not see them, but the author of the rule would
    ///   expect them to.
    /// - Complexity: O(*n*) in the length of the text.
    public init(_ text: String) throws(MatcherError) {
        var record = URLRecord()
        try Self.parse(text.utf8.span, into: &record)
        self.init(canonical: QuotedText.decode(record.hrefWithoutFragment), record: record)
    }

    /// Makes the matcher of a URL in canonical form.
    ///
    /// - Parameters:
    ///   - url: The URL without its fragment.
    ///   - record: The same URL, parsed. If it is empty because the text is not a URL, the matcher matches nothing.
    init(canonical url: String, record: borrowing URLRecord) {
        self.url = url
        urlAsRead = Self.textAsRead(of: record)
    }

    /// A URL without its fragment, with its opaque host as the receiving app reads it; nil if that is the same.
    static func textAsRead(of record: borrowing URLRecord) -> String? {
        guard record.hostKind == .opaque else { return nil }
        var form = URLRecord()
        form.become(matchingFormOf: record)
        return form.host.isEqual(to: record.host) ? nil : QuotedText.decode(form.hrefWithoutFragment)
    }

    /// Whether this matcher's URL equals a URL in one of the forms in which rules see it.
    ///
    /// Comparing with both texts is safe. Their hosts differ, and the host of ``urlAsRead`` is in canonical form, so no
    /// URL can equal one text in one form and the other text in the other form.
    package func matches(form: borrowing URLRecord) -> Bool {
        if form.hrefWithoutFragment.isEqual(to: url.utf8.span) { return true }
        guard let urlAsRead else { return false }
        return form.hrefWithoutFragment.isEqual(to: urlAsRead.utf8.span)
    }

    /// Parses a URL and leaves its matching form in the record, reusing the record's buffer; an opaque host only loses
    /// the dots after it.
    static func parse(_ text: Span<UInt8>, into record: inout URLRecord) throws(MatcherError) {
        guard !text.isEmpty else { throw MatcherError(.empty, "the URL is empty") }
        try checkSpaces(text, &record)
        let quoted = { (text: Span<UInt8>) in QuotedText.quote(text) }
        do throws(URLParsingError) {
            try record.parse(text)
        } catch .missingScheme {
            throw MatcherError(
                .invalidURL,
                "\(quoted(text)) has no scheme",
                help: httpsHelp(text)
            )
        } catch {
            throw MatcherError(.invalidURL, "\(quoted(text)) is not a URL: \(error)")
        }
        // `contoso.com:8443/x` parses as a URL of the scheme `contoso.com`, and would never match anything.
        if !record.isSpecial, record.hostKind == .none, looksLikeHostAndPort(record) {
            throw MatcherError(.invalidURL, "\(quoted(text)) has no scheme", help: httpsHelp(text))
        }
        if let help = wildcardHelp(text, record) {
            throw MatcherError(
                .wildcard,
                "a `*` matches only itself in the URL \(quoted(text))",
                help: help
            )
        }
        guard !record.hasCredentials else {
            var form = URLRecord()
            form.become(matchingFormOf: record)
            throw MatcherError(
                .hasCredentials,
                "\(quoted(text)) has credentials, which rules never see",
                help: "write \(quoted(form.href))"
            )
        }
        guard !record.isInMatchingForm else { return }
        var form = URLRecord()
        form.become(writtenFormOf: record)
        record = form
    }

    /// Rejects spaces and control characters inside a URL. The URL parser encodes or removes them, so several URLs in one
    /// value would be one URL, which matches nothing: a rule that blocks `https://a.example/ https://b.example/` would
    /// block neither.
    private static func checkSpaces(_ text: Span<UInt8>, _ record: inout URLRecord) throws(MatcherError) {
        // The parser ignores them before and after the URL.
        var (start, end) = (0, text.count)
        while start < end, text[start] <= 0x20 { start += 1 }
        while end > start, text[end - 1] <= 0x20 { end -= 1 }
        for index in start..<end where text[index] < 0x20 || text[index] == 0x7F {
            throw MatcherError(
                .space,
                "there is a control character in \(QuotedText.quote(text))",
                help: "write each URL by itself",
                range: index..<index + 1
            )
        }
        for index in start..<end where text[index] == 0x20 {
            // An opaque path, such as that of `tel:+1 555 0100`, keeps its spaces, so there is no other way to write it.
            if (try? record.parse(text)) != nil, record.hasOpaquePath { return }
            throw MatcherError(
                .space,
                "there is a space in \(QuotedText.quote(text))",
                help: "write each URL by itself, and `%20` for the character",
                range: index..<index + 1
            )
        }
    }

    private static func httpsHelp(_ text: Span<UInt8>) -> String? {
        // The URL parser skips any number of slashes, and would take the first folder of a path as the host.
        guard text[0] != UInt8(ascii: "/"), text[0] != UInt8(ascii: "\\") else { return nil }
        let written = QuotedText.decode(text)
        // A list has no quotation marks around its lines.
        if let mark = written.first, "'\"".contains(mark), written.count > 2, written.last == mark {
            return "write \(QuotedText.quote(String(written.dropFirst().dropLast())))"
        }
        if let end = text.firstRange(of: "://")?.lowerBound,
            text.extracting(..<end).firstOffset(of: UInt8(ascii: "*")) != nil
        {
            return "write the same under `pattern`, where `*` is a wildcard in the scheme too"
        }
        let (scheme, rest) = HostText.incompleteScheme(text) ?? ("https", written)
        let url = "\(scheme)://\(rest)"
        guard let record = try? URLRecord(parsing: url.utf8.span), !record.hasCredentials else { return nil }
        if let help = wildcardHelp(url.utf8.span, record) { return help }
        return "write \(QuotedText.quote(url))"
    }

    /// What to write instead of a `*` in the host or at the end of the path that was meant as a wildcard; nil if there
    /// is no such `*`.
    ///
    /// A literal `*` matches next to nothing: a rule that blocks `https://casino.example/*` would block nothing.
    private static func wildcardHelp(_ text: Span<UInt8>, _ record: borrowing URLRecord) -> String? {
        let path = record.path
        let isInPath = !path.isEmpty && path[path.count - 1] == UInt8(ascii: "*")
        guard isInPath || isStarInAuthority(text, of: record) else { return nil }
        let isAddress = record.hostKind == .ipv4 || record.hostKind == .ipv6
        guard record.isSpecial, isAddress || record.hostKind == .domain else {
            return "`scheme: \(record.scheme.string)` matches every URL of the scheme, `pattern` what begins so; for "
                + "the character write `%2A`"
        }
        let host = record.matchingHost.string
        let name = domain(of: host).map { "`domain: \($0)`" } ?? "a domain"
        let help = isAddress ? "use `host` with `\(host)`" : "write \(name) for a host and its subdomains"
        return "\(help), or the same under `pattern` or `edge`, where `*` is a wildcard; for the character write `%2A`"
    }

    /// The domain of the hosts that a host with a `*` was meant for: `contoso.com` for `*.contoso.com` and
    /// `*contoso.com`.
    ///
    /// - Parameter host: The host of a URL, with or without a `*`.
    /// - Returns: nil if the domain is unclear, as for `con*toso.com`, or if anybody can have a site below it: a rule
    ///   for `com` is not what the author of `www.*.com` means.
    private static func domain(of host: String) -> String? {
        var domain = host[...]
        if let star = host.lastIndex(of: "*") {
            guard star == host.startIndex || host[host.index(before: star)] == "." else { return nil }
            domain = host[host.index(after: star)...]
            // `*-casino.example` stands for a part of a label.
            if domain.first == "-" { return nil }
            if domain.first == "." { domain.removeFirst() }
        }
        let name = String(domain)
        guard name.contains("."), !RegistrableDomain.isPublicSuffix(name), (try? DomainMatcher(name)) != nil else {
            return nil
        }
        return name
    }

    /// Whether the host contains a literal `*`; an author who means the character writes `%2A`.
    private static func isStarInAuthority(_ text: Span<UInt8>, of record: borrowing URLRecord) -> Bool {
        guard record.host.firstOffset(of: UInt8(ascii: "*")) != nil else { return false }
        // Nothing before the host can contain a `*`: a scheme cannot, and credentials are rejected.
        return text.firstOffset(of: UInt8(ascii: "*")) != nil
    }

    private static func looksLikeHostAndPort(_ record: borrowing URLRecord) -> Bool {
        let path = record.path
        guard let first = path.isEmpty ? nil : path[0], first.isASCIIDigit else {
            return false
        }
        return record.scheme.firstOffset(of: UInt8(ascii: ".")) != nil
            || record.scheme.isEqual(to: "localhost".utf8.span)
    }
}
