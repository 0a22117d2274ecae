import ByteText
package import URLStandard

/// Matches one URL, its fragment ignored.
///
/// Both sides are compared in canonical form: `url: HTTPS://Contoso.com:443/a/../b` matches `https://contoso.com/b#top`.
public struct ExactURLMatcher: Hashable, Sendable {
    /// The canonical URL without its fragment, in the form in which rules see URLs, an opaque host as it is written.
    public let url: String
    /// The same with the opaque host as the app that receives the URL reads it; nil where that is no other.
    package let urlAsRead: String?

    /// Reads a URL.
    ///
    /// - Parameter text: An absolute URL without credentials.
    /// - Throws: ``MatcherError``. Credentials are an error, because rules do not see them and the reader of the rule
    ///   would think that they do.
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
    ///   - record: The same, parsed; an empty one if it is not a URL; that one matches nothing.
    init(canonical url: String, record: borrowing URLRecord) {
        self.url = url
        urlAsRead = Self.textAsRead(of: record)
    }

    /// A URL without its fragment, its opaque host as it is read; nil where that is no other.
    static func textAsRead(of record: borrowing URLRecord) -> String? {
        guard record.hostKind == .opaque else { return nil }
        var form = URLRecord()
        form.become(matchingFormOf: record)
        return form.host.isEqual(to: record.host) ? nil : QuotedText.decode(form.hrefWithoutFragment)
    }

    /// Whether a URL in one of the forms in which rules see it is this one.
    ///
    /// Either text will do: they have different hosts, and that of ``urlAsRead`` is in canonical form, so that no URL is
    /// one of them in the one form and the other one in the other.
    package func matches(form: borrowing URLRecord) -> Bool {
        if form.hrefWithoutFragment.isEqual(to: url.utf8.span) { return true }
        guard let urlAsRead else { return false }
        return form.hrefWithoutFragment.isEqual(to: urlAsRead.utf8.span)
    }

    /// Reads a URL and leaves its matching form in the record, whose buffer is reused; an opaque host stays as it is.
    static func parse(_ text: Span<UInt8>, into record: inout URLRecord) throws(MatcherError) {
        guard !text.isEmpty else { throw MatcherError(.empty, "the URL is empty") }
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
        // `contoso.com:8443/x` parses, as a URL of the scheme `contoso.com`, and would never match anything.
        if !record.isSpecial, record.hostKind == .none, looksLikeHostAndPort(record) {
            throw MatcherError(.invalidURL, "\(quoted(text)) has no scheme", help: httpsHelp(text))
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

    private static func httpsHelp(_ text: Span<UInt8>) -> String? {
        // The URL parser skips any number of slashes, and would take the first folder of a path for the host.
        guard text[0] != UInt8(ascii: "/"), text[0] != UInt8(ascii: "\\") else { return nil }
        let url = "https://" + QuotedText.decode(text)
        guard let record = try? URLRecord(parsing: url.utf8.span), !record.hasCredentials else { return nil }
        return "write \(QuotedText.quote(url))"
    }

    private static func looksLikeHostAndPort(_ record: borrowing URLRecord) -> Bool {
        let path = record.path
        guard let first = path.isEmpty ? nil : path[0], first >= UInt8(ascii: "0"), first <= UInt8(ascii: "9") else {
            return false
        }
        return record.scheme.firstOffset(of: UInt8(ascii: ".")) != nil
            || record.scheme.isEqual(to: "localhost".utf8.span)
    }
}
