import Testing
import URLMatching
import URLStandard

@Suite("Host and domain")
struct HostAndDomainTests {
    @Test(
        "Anything but a domain is refused, with what to write instead",
        arguments: [
            ("", .empty, nil),
            ("contoso.com ", .space, "one domain"),
            ("contoso.com fabrikam.com", .space, "one domain"),
            ("contoso.com\n", .space, "one domain"),
            ("contoso\u{0}.com", .space, "one domain"),
            ("https://www.contoso.com", .hasScheme, "`www.contoso.com`"),
            ("https://user@www.contoso.com:8443/x", .hasScheme, "`www.contoso.com`"),
            ("*.contoso.com", .wildcard, "`contoso.com`"),
            ("*contoso.com", .wildcard, "covers its subdomains"),
            ("www.*.com", .wildcard, "covers its subdomains"),
            ("*", .wildcard, "covers its subdomains"),
            ("*.", .wildcard, "covers its subdomains"),
            // Each help is one step: its value is accepted.
            ("*.contoso.com:8080", .wildcard, "write `contoso.com`, which covers its subdomains"),
            ("*.contoso.com:*", .wildcard, "write `contoso.com`, which covers its subdomains"),
            ("*.contoso.com/*", .wildcard, "write `contoso.com`, which covers its subdomains"),
            ("*.*.contoso.com", .wildcard, "use `regex`"),
            ("*.10.0.0.1", .wildcard, "use `regex`"),
            ("https://*.contoso.com/", .hasScheme, "write `contoso.com`, which covers its subdomains"),
            ("https://con*toso.com/", .hasScheme, nil),
            ("https://contoso.com/teams", .hasScheme, "write `contoso.com`, or use `url` or `regex`"),
            ("https://10.0.0.1/", .hasScheme, "use `host` with `10.0.0.1`"),
            ("https://10.0.0.0/8", .hasScheme, "use `address` with `10.0.0.0/8`"),
            ("https://10.1.2.3/24", .hasScheme, "use `host` with `10.1.2.3`, or use `url` or `regex`"),
            // If `https`, `http` or `tel` were the domain, the rule would match nothing.
            ("https:casino.example", .hasScheme, "write `casino.example`"),
            ("HTTPS:casino.example/x", .hasScheme, "write `casino.example`, or"),
            ("https//casino.example", .hasScheme, "write `casino.example`"),
            ("http:/casino.example", .hasScheme, "write `casino.example`"),
            ("https/casino.example", .hasPath, "use `url` or `regex`"),
            ("ftp//casino.example", .hasPath, "use `url` or `regex`"),
            ("https:443", .hasPort, "write the domain alone"),
            ("tel:112", .hasPort, "write the domain alone"),
            ("tel:+1", .hasPort, "write the domain alone"),
            ("localhost:3000", .hasPort, "write `localhost`"),
            ("//contoso.com", .hasPath, "write `contoso.com`"),
            ("/contoso.com", .hasPath, "use `url` or `regex`"),
            (".contoso.com", .leadingDot, "`contoso.com`"),
            (".contoso.com.", .leadingDot, "write `contoso.com`, which covers its subdomains"),
            (".contoso.com/", .hasPath, "write `contoso.com`, which covers its subdomains"),
            ("contoso.com./", .hasPath, "write `contoso.com`"),
            ("contoso.com:443/a", .hasPath, "write `contoso.com`, or use `url` or `regex`"),
            ("10.0.0.1:443", .hasPort, "use `host` with `10.0.0.1`"),
            ("10.0.0.0/8", .hasPath, "use `address` with `10.0.0.0/8`"),
            ("172.16/12", .hasPath, "use `address` with `172.16.0.0/12`"),
            ("10.0.0.7/24", .hasPath, "use `address` for a block of addresses"),
            ("10.0.0.0/255.0.0.0", .hasPath, "use `address` for a block of addresses"),
            ("2001:db8::/32", .hasPath, "use `address` with `2001:db8::/32`"),
            ("contoso.com.", .trailingDot, "`contoso.com`"),
            ("contoso.com。", .trailingDot, "`contoso.com`"),
            (".", .leadingDot, nil),
            ("contoso..com", .emptyLabel, nil),
            ("contoso。。com", .emptyLabel, nil),
            ("contoso.com:443", .hasPort, "`contoso.com`"),
            ("contoso.com:", .hasPort, "`contoso.com`"),
            ("contoso.com/path", .hasPath, "`contoso.com`"),
            ("contoso.com?query", .hasPath, "`contoso.com`"),
            ("contoso.com#top", .hasPath, "`contoso.com`"),
            (#"contoso.com\x"#, .hasPath, "`contoso.com`"),
            // What precedes the next dot is not a label, so the host is complete.
            ("contoso.com?q=a.b", .hasPath, "write `contoso.com`"),
            ("contoso.com#a=b.c", .hasPath, "write `contoso.com`"),
            (#"contoso.com\a\b.html"#, .hasPath, "write `contoso.com`"),
            ("contoso?größe.example", .hasPath, "write it in full, or name each host that is meant"),
            // `casino` would be accepted, and would block nothing of what is meant.
            ("casino?.example", .hasPath, "a host ends before `?`; write it in full"),
            ("casino#.example", .hasPath, "a host ends before `#`; write it in full"),
            (#"casino\.example"#, .hasPath, #"a host ends before `\`; write it in full"#),
            ("casino?", .hasPath, "a host ends before `?`; write it in full"),
            ("*.casino?.example", .wildcard, "a host ends before `?`; write it in full"),
            ("https://casino?.example/", .hasScheme, "a host ends before `?`; write it in full"),
            ("//casino?.example", .hasPath, "a host ends before `?`; write it in full"),
            ("dana@contoso.com", .hasCredentials, "alone"),
            ("contoso.com,fabrikam.com", .invalidCharacter, nil),
            ("contoso%2ecom", .invalidCharacter, nil),
            ("\"contoso.com\"", .invalidCharacter, nil),
            ("conto＊so.com", .invalidCharacter, nil),
            ("conto／so.com", .invalidDomain, nil),
            ("xn--a-ä.com", .invalidDomain, nil),
            ("10.0.0.1", .isAddress, "`host` or `address`"),
            ("0x7f.1", .isAddress, "`host` or `address`"),
            ("::1", .isAddress, "`host` or `address`"),
            ("[::1]", .isAddress, "`host` or `address`"),
            ("1.2.3.4.5", .invalidAddress, nil),
            ("contoso.300", .invalidAddress, nil),
            ("[::1", .invalidAddress, nil),
            ("[contoso.com]", .invalidAddress, nil),
            (String(repeating: "a", count: 1025), .tooLong, nil),
        ] as [(String, MatcherError.Code, String?)]
    )
    func refusedDomain(text: String, code: MatcherError.Code, help: String?) {
        expectError(.domain, text, code, help: help)
    }

    @Test(
        "A host may be an address, but only in its canonical spelling",
        arguments: [
            ("", .empty, nil),
            ("*.contoso.com", .wildcard, "use `domain` with `contoso.com`"),
            (".contoso.com", .leadingDot, "write `contoso.com`"),
            ("::1", .missingBrackets, "`[::1]`"),
            ("2001:DB8:0:0::1", .missingBrackets, "`[2001:db8::1]`"),
            ("[::1]:443", .hasPort, "`[::1]`"),
            ("[::1]/x", .hasPath, "`[::1]`"),
            ("[::1]?x", .hasPath, "`[::1]`"),
            ("casino?.example", .hasPath, "a host ends before `?`; write it in full"),
            ("[::1]@contoso.com", .hasCredentials, "alone"),
            ("[::g]", .invalidAddress, nil),
            ("[]", .invalidAddress, nil),
            ("0x7f.1", .addressSpelling, "`127.0.0.1`"),
            ("010.0.0.1", .addressSpelling, "`8.0.0.1`"),
            ("::1]", .hasPort, "write the host alone"),
            ("[::1]x", .hasPath, nil),
            ("[2001:db8::]/32", .hasPath, "use `address` with `2001:db8::/32`"),
            ("2001:db8::/32", .hasPath, "use `address` with `2001:db8::/32`"),
            ("fe80::1%eth0", .invalidAddress, "write `[fe80::1]`"),
            ("10.0.0.0/8", .hasPath, "use `address` with `10.0.0.0/8`"),
            ("10.0.0.1/x", .hasPath, "write `10.0.0.1`, or use `url` or `regex`"),
            ("https://10.0.0.0/8", .hasScheme, "use `address` with `10.0.0.0/8`"),
            ("https://*.contoso.com/", .hasScheme, "use `domain` with `contoso.com`"),
            ("*.contoso.com:8080", .wildcard, "use `domain` with `contoso.com`"),
            ("256.0.0.1", .invalidAddress, nil),
        ] as [(String, MatcherError.Code, String?)]
    )
    func refusedHost(text: String, code: MatcherError.Code, help: String?) {
        expectError(.host, text, code, help: help)
    }

    @Test(
        "A host matches only itself, and a domain also its subdomains",
        arguments: [
            ("contoso.com", "https://contoso.com/", true, true),
            ("contoso.com", "http://contoso.com:8080/x?y#z", true, true),
            ("contoso.com", "https://www.contoso.com/", false, true),
            ("contoso.com", "https://a.b.contoso.com/", false, true),
            ("contoso.com", "https://notcontoso.com/", false, false),
            ("contoso.com", "https://contoso.com.evil.example/", false, false),
            ("contoso.com", "https://com/", false, false),
            ("contoso.com", "https://evil.example/contoso.com", false, false),
            ("contoso.com", "https://contoso.com@evil.example/", false, false),
            ("contoso.com", "https://evil.example@contoso.com/", true, true),
            ("contoso.com", "https://CONTOSO.com./", true, true),
            ("contoso.com", "https://www.contoso.com./", false, true),
            ("contoso.com", "https://contoso.com../", true, true),
            ("contoso.com", "https://www.contoso.com.../", false, true),
            ("Contoso.COM", "https://contoso.com/", true, true),
            ("contoso.com", "contoso-doc://contoso.com/x", true, true),
            ("contoso.com", "contoso-doc:contoso.com", false, false),
            ("contoso.com", "mailto:dana@contoso.com", false, false),
            ("_dmarc.contoso.com", "https://_dmarc.contoso.com/", true, true),
            ("localhost", "http://localhost:3000/", true, true),
            ("com", "https://contoso.com/", false, true),
            ("bücher.example", "https://xn--bcher-kva.example/", true, true),
            ("bücher.example", "https://www.BÜCHER.example/", false, true),
            ("xn--bcher-kva.example", "https://bücher.example/", true, true),
            ("ｃｏｎｔｏｓｏ.com", "https://contoso.com/", true, true),
            ("bücher。example", "https://bücher.example/", true, true),
        ]
    )
    func matches(text: String, url: String, asHost: Bool, asDomain: Bool) throws {
        #expect(try outcome(.host, text, url) == MatchOutcome(asHost))
        #expect(try outcome(.domain, text, url) == MatchOutcome(asDomain))
    }

    @Test(
        "A host that is an address matches every spelling of it",
        arguments: [
            ("10.0.0.1", "https://10.0.0.1/", true),
            ("10.0.0.1", "https://0xa.1/", true),
            ("10.0.0.1", "https://10.0.0.1./", true),
            ("10.0.0.1", "https://[::ffff:10.0.0.1]/", true),
            ("[::ffff:10.0.0.1]", "https://10.0.0.1/", true),
            ("[::ffff:a00:1]", "https://[::ffff:10.0.0.1]/", true),
            ("10.0.0.1", "https://10.0.0.10/", false),
            ("10.0.0.1", "https://[::a00:1]/", false),
            ("[::1]", "https://[0:0::1]:8443/", true),
            ("[2001:DB8:0::1]", "https://[2001:db8::1]/", true),
            ("[::1]", "https://[::2]/", false),
        ]
    )
    func addresses(text: String, url: String, isMatch: Bool) throws {
        #expect(try outcome(.host, text, url) == MatchOutcome(isMatch))
    }

    @Test("Matchers with equal values in different spellings are equal")
    func equality() throws {
        #expect(try Set([HostMatcher("Bücher.example"), HostMatcher("xn--bcher-kva.example")]).count == 1)
        #expect(try DomainMatcher("CONTOSO.com") == DomainMatcher("contoso.com"))
        #expect(try DomainMatcher("contoso.com") != DomainMatcher("www.contoso.com"))
        #expect(try HostMatcher("[::ffff:a00:1]").host == "10.0.0.1")
    }
}
