import TestSupport
import Testing
import URLMatching
import URLStandard

@Suite("Registrable domain")
struct RegistrableDomainTests {
    @Test(
        "A host without an owner has no registrable domain",
        arguments: [
            "https://com/", "https://co.uk/", "https://github.io/", "https://localhost/", "https://10.0.0.1/",
            "https://[::1]/", "mailto:a@contoso.com", "file:///x", "https://a..com/", "https://.com/",
            "contoso-doc://contoso.com/", "https://./",
        ]
    )
    func none(url: String) throws {
        let domain = RegistrableDomain.of(try URLRecord(parsing: url.utf8.span))
        #expect(domain == nil)
    }

    @Test("A name too long for the DNS has no owner and costs no time")
    func long() {
        for host in [
            String(repeating: "a", count: 250) + ".com", String(repeating: "a.", count: 500_000) + "com",
            "", ".", "..", ".com", "contoso.com.",
        ] {
            #expect(RegistrableDomain.range(in: host.utf8.span) == nil)
        }
        #expect(RegistrableDomain.range(in: "contoso\u{0}.com".utf8.span) == nil)
    }

    @Test(
        "The registrable domain is the name that its owner registered",
        arguments: [
            ("https://www.contoso.com/", "contoso.com"),
            ("https://contoso.com./", "contoso.com"),
            ("https://a.b.contoso.co.uk/", "contoso.co.uk"),
            ("https://dana.github.io/", "dana.github.io"),
            ("https://a.dana.github.io/", "dana.github.io"),
            ("https://www.bücher.example/", "xn--bcher-kva.example"),
        ]
    )
    func some(url: String, expected: String) throws {
        let domain = RegistrableDomain.of(try URLRecord(parsing: url.utf8.span))
        #expect(domain == expected)
    }

    // The data comes from the Public Suffix List.
    @Test(
        "The Public Suffix List's own tests pass",
        .enabled(if: PublishedData.has(PublicSuffixRow.file), "\(PublishedData.howToGet)")
    )
    func publishedTests() throws {
        let rows = try PublicSuffixRow.all()
        var failures: Set<String> = []
        for row in rows {
            // A row whose input is null is represented by a URL without a host.
            let url = row.host.map { "https://\($0)/" } ?? "data:,"
            // Both sides are in ASCII form, like the host of a URL.
            let record = try URLRecord(parsing: url.utf8.span)
            let expected = try row.domain.map { try HostMatcher($0).host }
            if RegistrableDomain.of(record) != expected { failures.insert(row.host ?? "null") }
        }
        #expect(rows.count == 78)
        #expect(failures.isEmpty)
    }
}
