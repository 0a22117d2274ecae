import Testing
import URLMatching
import URLStandard

@Suite("Scheme and URL")
struct SchemeAndURLTests {
    @Test(
        "Anything but a scheme is refused, with the scheme in it",
        arguments: [
            ("", .empty, nil),
            ("https:", .invalidScheme, "`https`"),
            ("https://", .invalidScheme, "`https`"),
            ("HTTPS://contoso.com", .invalidScheme, "`https`"),
            ("HTTPS", .notLowerCase, "`https`"),
            ("1password", .invalidScheme, "a scheme is a letter"),
            ("-x", .invalidScheme, "a scheme is a letter"),
            ("my scheme", .invalidScheme, "a scheme is a letter"),
            ("schéma", .invalidScheme, "a scheme is a letter"),
            (":", .invalidScheme, nil),
            ("ı", .invalidScheme, "a scheme is a letter"),
        ] as [(String, MatcherError.Code, String?)]
    )
    func refusedScheme(text: String, code: MatcherError.Code, help: String?) {
        expectError(.scheme, text, code, help: help)
    }

    @Test(
        "A scheme matches only itself",
        arguments: [
            ("https", "https://contoso.com/", true),
            ("https", "HTTPS://contoso.com/", true),
            ("https", "http://contoso.com/", false),
            ("http", "https://contoso.com/", false),
            ("contoso-doc", "contoso-doc:x", true),
            ("ms-outlook+x.2", "ms-outlook+x.2://compose", true),
        ]
    )
    func scheme(text: String, url: String, isMatch: Bool) throws {
        #expect(try outcome(.scheme, text, url) == MatchOutcome(isMatch))
    }

    @Test(
        "Anything but an absolute URL without credentials is refused",
        arguments: [
            ("", .empty, nil),
            ("contoso.com/x", .invalidURL, "`https://contoso.com/x`"),
            ("contoso.com:8443/x", .invalidURL, "`https://contoso.com:8443/x`"),
            ("localhost:8080", .invalidURL, "`https://localhost:8080`"),
            ("https//contoso.com/x", .invalidURL, "write `https://contoso.com/x`"),
            ("HTTP//contoso.com/x", .invalidURL, "write `http://contoso.com/x`"),
            ("/x", .invalidURL, nil),
            ("https://", .invalidURL, nil),
            ("https://contoso.com:99999/", .invalidURL, nil),
            ("https://[::1/", .invalidURL, nil),
            ("https://dana:secret@contoso.com/x", .hasCredentials, "`https://contoso.com/x`"),
            // If the `*` were read literally, each of these would block nothing.
            ("https://casino.example/*", .wildcard, "`domain: casino.example` for a host and its subdomains"),
            ("https://*.casino.example/x", .wildcard, "`domain: casino.example`"),
            ("https://*casino.example/", .wildcard, "write `domain: casino.example` for a host and its subdomains"),
            ("*casino.example", .invalidURL, "write `domain: casino.example`"),
            ("https://*.casino.example./", .wildcard, "write `domain: casino.example` for"),
            // A rule for `com` or `co.uk` would be one for everybody's sites.
            ("https://cas*ino.com/", .wildcard, "write a domain for"),
            ("https://cas*ino.co.uk/", .wildcard, "write a domain for"),
            ("https://www.*.com/", .wildcard, "write a domain for"),
            ("https://*.co.uk/", .wildcard, "write a domain for"),
            ("https://*-casino.example/", .wildcard, "write a domain for"),
            ("https://10.0.0.1/*", .wildcard, "use `host` with `10.0.0.1`"),
            ("https://[::1]/*", .wildcard, "use `host` with `[::1]`"),
            ("https://www.*.casino.example/", .wildcard, "`domain: casino.example`"),
            ("*://casino.example/*", .invalidURL, "under `pattern`, where"),
            ("http*://casino.example/", .invalidURL, "under `pattern`, where"),
            ("'https://casino.example/'", .invalidURL, "write `https://casino.example/`"),
            ("https://*/", .wildcard, "write a domain"),
            ("https://casino.example/a*?b", .wildcard, "`%2A`"),
            // If these were one URL each, they would block nothing.
            ("https://a.example/ https://b.example/", .space, "write each URL by itself"),
            ("https://a.example/\thttps://b.example/", .space, "write each URL by itself"),
            ("tel:1 \thttps://a.example/", .space, "write each URL by itself"),
            ("https://a.example/ malware", .space, "`%20` for the character"),
            ("a.example b.example", .space, "`%20` for the character"),
            ("casino.example/*", .invalidURL, "`domain: casino.example` for a host"),
            ("tel:*", .wildcard, "`scheme: tel`"), ("contoso://*", .wildcard, "`scheme: contoso`"),
        ] as [(String, MatcherError.Code, String?)]
    )
    func refusedURL(text: String, code: MatcherError.Code, help: String?) {
        expectError(.url, text, code, help: help)
    }

    @Test(
        "URLs are compared in canonical form without the fragment",
        arguments: [
            ("https://contoso.com/a", "https://contoso.com/a", true),
            ("HTTPS://Contoso.com:443/a/../b", "https://contoso.com/b", true),
            ("https://contoso.com", "https://contoso.com/", true),
            ("https://contoso.com/a#x", "https://contoso.com/a#y", true),
            ("https://contoso.com/a#x", "https://contoso.com/a", true),
            ("https://contoso.com/a?", "https://contoso.com/a", false),
            ("https://contoso.com/a?b", "https://contoso.com/a?c", false),
            ("https://contoso.com/a", "https://contoso.com/a/", false),
            ("https://contoso.com/a", "https://contoso.com/A", false),
            ("https://contoso.com/a", "https://dana:pw@contoso.com/a", true),
            ("https://contoso.com/a", "https://contoso.com./a", true),
            ("https://contoso.com./a", "https://contoso.com/a", true),
            ("https://contoso.com/a", "https://contoso.com:8443/a", false),
            ("https://contoso.com/a", "http://contoso.com/a", false),
            ("http://10.0.0.1/", "http://[::ffff:10.0.0.1]/", true),
            ("http://[::ffff:a00:1]/", "http://0xa.1/", true),
            ("https://bücher.example/ä", "https://xn--bcher-kva.example/%C3%A4", true),
            ("tel:123", "tel:123", true),
            ("tel:+1 555 0100", "tel:+1 555 0100", true),
            (" https://contoso.com/a\n", "https://contoso.com/a", true),
            ("https://contoso.com/%20a", "https://contoso.com/ a", true),
            ("https://contoso.com/%2A", "https://contoso.com/%2A", true),
            ("https://contoso.com/%2A", "https://contoso.com/b", false),
            ("https://contoso.com/a*b?c=*", "https://contoso.com/a*b?c=*", true),
            ("https://%2Acontoso.com/", "https://*contoso.com/", true),
        ]
    )
    func url(text: String, url: String, isMatch: Bool) throws {
        #expect(try outcome(.url, text, url) == MatchOutcome(isMatch))
    }

    @Test("An empty record matches nothing")
    func emptyRecord() throws {
        var scratch = MatchScratch()
        for matcher in [
            try Matcher(key: .regex, text: ".*"), try Matcher(key: .address, text: "0.0.0.0/0"),
            try Matcher(key: .domain, text: "com"),
        ] {
            #expect(matcher.matches(URLRecord(), scratch: &scratch) == .notMatched)
        }
    }
}
