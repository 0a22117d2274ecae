import TestSupport
import Testing
import URLMatching
import URLStandard

@Suite("Site") struct SiteMatcherTests {
    @Test(
        "An unknown relation is refused, with the known ones",
        arguments: ["Same-Site", "same_site", "same-page", " same-site"]
    )
    func refused(text: String) {
        expectError(.site, text, .invalidSite, help: "`same-document`, `same-origin` or `same-site`")
    }

    @Test("An empty text is not a relation")
    func empty() { expectError(.site, "", .empty, help: nil) }

    /// The document, the URL, and the nearest relation that holds.
    @Test(
        "The nearest relation matches, and so do all wider ones",
        arguments: [
            ("https://docs.contoso.com/d/42", "https://docs.contoso.com/d/42#top", "same-document"),
            ("https://docs.contoso.com/d/42#a", "https://docs.contoso.com:443/d/./42", "same-document"),
            ("https://dana:pw@docs.contoso.com/", "https://docs.contoso.com./", "same-document"),
            ("https://docs.contoso.com/d/42", "https://docs.contoso.com/d/42?x", "same-origin"),
            ("https://docs.contoso.com/d/42", "https://DOCS.contoso.com/", "same-origin"),
            ("https://docs.contoso.com/d/42", "https://docs.contoso.com:8443/d/42", "same-site"),
            ("https://docs.contoso.com/d/42", "https://www.contoso.com/", "same-site"),
            ("https://docs.contoso.com/d/42", "https://contoso.com/", "same-site"),
            ("https://contoso.co.uk/", "https://a.b.contoso.co.uk/", "same-site"),
            ("https://contoso.co.uk/", "https://other.co.uk/", nil),
            ("https://contoso.co.uk/", "https://co.uk/", nil),
            ("https://docs.contoso.com/d/42", "http://docs.contoso.com/d/42", nil),
            ("https://docs.contoso.com/d/42", "wss://docs.contoso.com/d/42", nil),
            ("https://docs.contoso.com/d/42", "https://notcontoso.com/", nil),
            ("https://docs.contoso.com/d/42", "https://contoso.com.example/", nil),
            // A public suffix under which others register: the suffix itself, and names below it.
            ("https://dana.github.io/", "https://www.dana.github.io/", "same-site"),
            ("https://dana.github.io/", "https://robin.github.io/", nil),
            ("https://github.io/", "https://github.io/x", "same-origin"),
            ("https://github.io/", "https://dana.github.io/", nil),
            ("https://dana.github.io/", "https://github.io/", nil),
            ("https://amazonaws.com/", "https://bucket.s3.amazonaws.com/", nil),
            // Hosts without a registrable domain.
            ("https://10.0.0.1/", "https://10.0.0.1:8443/", "same-site"),
            ("https://10.0.0.1/", "https://[::ffff:10.0.0.1]/", "same-document"),
            ("https://10.0.0.1/", "https://1.10.0.0.1.example/", nil),
            ("https://[fd00::1]/", "https://[fd00::1]/x", "same-origin"),
            ("https://[fd00::1]/", "https://[fd00::2]/", nil),
            ("https://intranet/", "https://intranet:1/", "same-site"),
            ("https://intranet/", "https://a.intranet/", nil),
            // Opaque origins, and origins inside `blob:` URLs.
            ("file:///a", "file:///a#b", "same-document"),
            ("file:///a", "file:///b", nil),
            ("data:,x", "data:,x", "same-document"),
            ("custom://a.example/", "custom://a.example/b", nil),
            ("blob:https://docs.contoso.com/1", "https://docs.contoso.com/", "same-origin"),
            ("blob:https://docs.contoso.com/1", "https://www.contoso.com/", "same-site"),
            ("blob:custom://docs.contoso.com/1", "custom://docs.contoso.com/", nil),
            ("about:blank", "https://docs.contoso.com/", nil),
        ] as [(String, String, String?)]
    )
    func relations(document: String, url: String, nearest: String?) throws {
        let document = try #require(SiteDocument(document))
        let relations = SiteMatcher.Relation.allCases
        let first = nearest.flatMap { SiteMatcher.Relation(rawValue: $0) }.flatMap { relations.firstIndex(of: $0) }
        for (position, relation) in relations.enumerated() {
            // An opaque origin does not even equal itself, whatever the document is.
            let isOpaque = url.hasPrefix("file:") || url.hasPrefix("data:")
            let expected = first.map { isOpaque ? position == $0 : position >= $0 } ?? false
            #expect(try isMatch(relation, url, document) == expected, "\(relation)")
        }
    }

    @Test("Without a document, or with an invalid one, nothing matches", arguments: SiteMatcher.Relation.allCases)
    func none(relation: SiteMatcher.Relation) throws {
        #expect(try !isMatch(relation, "https://docs.contoso.com/", nil))
        for text in ["", "docs.contoso.com", "https://", "https://a b/"] {
            #expect(SiteDocument(text) == nil, "\(text)")
        }
    }

    // The data comes from the Public Suffix List.
    @Test(
        "same-site agrees with the Public Suffix List's own tests",
        .enabled(if: PublishedData.has(PublicSuffixRow.file), "\(PublishedData.howToGet)")
    )
    func publicSuffixes() throws {
        var pairs = 0
        for row in try PublicSuffixRow.all() {
            guard let host = row.host, !host.hasPrefix(".") else { continue }
            let url = "https://\(host)/"
            let document = try #require(SiteDocument(url))
            #expect(try isMatch(.sameSite, "https://\(host):8443/x", document))
            // A host with an owner is the same site as everything below the owner's domain; a host without one is only
            // the same site as itself.
            let owner = row.domain
            #expect(try isMatch(.sameSite, "https://a.b.\(owner ?? host)/", document) == (owner != nil), "\(url)")
            #expect(try !isMatch(.sameSite, "https://other-owner.example/", document))
            if let owner, let dot = owner.firstIndex(of: ".") {
                #expect(try !isMatch(.sameSite, "https://other-owner\(owner[dot...])/", document), "\(url)")
            }
            pairs += 1
        }
        #expect(pairs == 73)
    }

    private func isMatch(_ relation: SiteMatcher.Relation, _ url: String, _ document: SiteDocument?) throws -> Bool {
        var scratch = MatchScratch()
        scratch.document = document
        let matcher = try Matcher(key: .site, text: relation.rawValue)
        return matcher.matches(try URLRecord(parsing: url.utf8.span), scratch: &scratch) == .matched
    }
}
