import TestSupport
import Testing
import URLMatching
import URLStandard

@Suite("Entries of managed-browser and universal-link lists") struct LinkPatternTests {
    private typealias Refused = (text: String, code: MatcherError.Code, underlined: String)

    private static let refusedAnywhere: [Refused] = [
        ("", .empty, ""),
        (" ", .space, " "),
        ("http://www.contoso.com: /*", .space, " "),
        ("https://contoso.com/\u{7}", .space, "\u{7}"),
        ("https://a.example|https://b.example", .separator, "|"),
        ("*.com", .wildcardDomain, "*.com"),
        ("*.contoso/*", .wildcardDomain, "*.contoso"),
        ("http://*.com", .wildcardDomain, "*.com"),
        ("www.contoso.com/*images", .wildcardPath, "*"),
        ("http://www.contoso.com/*images", .wildcardPath, "*"),
        ("www.contoso.com/*images*pigs", .severalWildcards, "/*images*pigs"),
        ("http://www.contoso.com/*images*pigs", .severalWildcards, "/*images*pigs"),
        ("http://www.contoso.com/a/**", .severalWildcards, "/a/**"),
        ("http://www.contoso.com/*/a", .wildcardPath, "*"),
        ("https://*", .wildcardHost, "*"),
        ("http://*", .wildcardHost, "*"),
        ("http://*/", .wildcardHost, "*"),
        ("http://*:*/*", .wildcardHost, "*"),
        ("http://*./", .wildcardHost, "*."),
        ("http://*contoso", .wildcardLabel, "*"),
        ("http://www.contoso.*/", .wildcardLabel, "*"),
        ("http://www.contoso.co*/", .wildcardLabel, "co*"),
        ("http://www.*.contoso.com/", .wildcardLabel, "*"),
        ("http://*.*.contoso.com/", .wildcardLabel, "*"),
        ("http://**.contoso.com/", .wildcardLabel, "**"),
        ("http://.contoso.com/", .leadingDot, ".contoso.com"),
        ("www.contoso.com", .missingScheme, "www.contoso.com"),
        ("//www.contoso.com/", .missingScheme, "//www.contoso.com/"),
        ("10.0.0.1", .missingScheme, "10.0.0.1"),
        ("fd00::/8", .invalidAddress, ""),
        ("fd00::1", .missingScheme, ""),
        ("ftp://www.contoso.com/", .invalidScheme, "ftp"),
        ("*://www.contoso.com/", .invalidScheme, "*"),
        ("://www.contoso.com/", .invalidScheme, ""),
        ("http://www.contoso.com:/", .invalidPort, ":"),
        ("http://www.contoso.com:0/", .invalidPort, ":0"),
        ("http://www.contoso.com:080/", .invalidPort, ":080"),
        ("http://www.contoso.com:65536/", .invalidPort, ":65536"),
        ("http://www.contoso.com:8*/", .invalidPort, ":8*"),
        ("http://", .empty, ""),
        ("http:///a", .empty, ""),
        ("http://a@contoso.com/", .hasCredentials, "a@"),
        ("http://contoso.com./", .trailingDot, "."),
        ("http://contoso..com/", .emptyLabel, ".."),
        ("http://*.contoso..com/", .emptyLabel, ".."),
        ("http://*x..contoso.com/", .emptyLabel, "."),
        ("http://*contoso.com./", .trailingDot, "."),
        ("http://*.10.0.0.1/", .isAddress, ""),
        ("http://*1.0.0.1/", .isAddress, ""),
        ("http://0x7f.1/", .addressSpelling, ""),
        ("http://*bücher.example/", .invalidCharacter, ""),
        ("http://con!toso.com/", .invalidCharacter, "!"),
        ("http://contoso.com/?a", .hasQuery, "?a"),
        ("http://contoso.com/a#b", .hasQuery, "#b"),
        ("http://contoso.com\\a", .invalidCharacter, "\\"),
        ("10.0.0.0/33", .invalidPrefixLength, "/33"),
    ]

    @Test("Each invalid entry has its own error at its place")
    func refused() {
        for (text, code, underlined) in Self.refusedAnywhere {
            for dialect in [LinkPattern.Dialect.browser, .universalLink] {
                check(text, dialect, code, underlined)
            }
        }
        check("http://www.contoso.com/page*", .browser, .wildcardSegment, "*")
        check("www.contoso.com/page*", .browser, .wildcardSegment, "*")
        check("10.0.0.7/24", .universalLink, .hostBitsSet, "")
        check("www.contoso.com/page*", .universalLink, .missingScheme, "www.contoso.com/page*")
        check("http://a.example/" + String(repeating: "a", count: 5000), .browser, .tooLong, "")
    }

    private func check(_ text: String, _ dialect: LinkPattern.Dialect, _ code: MatcherError.Code, _ underlined: String)
    {
        do throws(MatcherError) {
            _ = try LinkPattern(text, as: dialect)
            Issue.record("\(text.debugDescription) was accepted as \(dialect)")
        } catch {
            #expect(error.code == code, "\(text.debugDescription): \(error)")
            #expect(!error.message.isEmpty)
            // An empty range, such as that of a missing scheme, underlines nothing.
            if error.code != .empty, error.range?.isEmpty != true { expectStyle(error, of: text) }
            guard !underlined.isEmpty, let range = error.range else { return }
            let bytes = Array(text.utf8)
            #expect(String(decoding: bytes[range], as: UTF8.self) == underlined, "\(text)")
        }
    }

    @Test("Advice about an IPv6 address or block is valid itself")
    func addressAdvice() throws {
        expectError(.edge, "fd00::1", .missingScheme, help: "`https://[fd00::1]`")
        _ = try LinkPattern("https://[fd00::1]", as: .browser)
        expectError(.edge, "fe80::/10", .invalidAddress, help: "use `address`")
        expectError(.edge, "https//contoso.com", .missingScheme, help: "write `https://contoso.com`")
        expectError(.edge, "10/8", .missingScheme, help: "write `10.0.0.0/8`")
        for range in ["10.0.0.*", "10.0.0.1-10.0.0.4", "10.0.0.1-4", "10.0.*.*"] {
            expectError(.edge, range, .invalidAddress, help: "write a range as CIDR blocks such as `10.0.0.0/24`")
        }
    }

    @Test(
        "Advice names an entry only if it is accepted and means the same host",
        arguments: [
            ("https://casino?.example/*", .hasQuery, "a host ends before `?`; write it in full"),
            ("casino?.example/*", .hasQuery, "a host ends before `?`; write it in full"),
            ("http://*.powerbi?.com/*", .hasQuery, "a host ends before `?`; write it in full"),
            ("http://?contoso.com/*", .hasQuery, "a host ends before `?`; write it in full"),
            (#"https://casino\.example/*"#, .invalidCharacter, #"a host ends before `\`; write it in full"#),
            ("https://contoso.com/*?x", .hasQuery, "write `https://contoso.com/*`"),
            ("contoso.com?x", .hasQuery, "write `https://contoso.com`"),
            ("contoso.com/#/app", .hasQuery, "write `https://contoso.com/`"),
            ("https://contoso.com?returnUrl=x.y", .hasQuery, "write `https://contoso.com`"),
            (
                "https://..contoso.com:8443/x", .leadingDot,
                "write `https://*.contoso.com:8443/x` for its subdomains, or `https://contoso.com:8443/x` for"
            ),
            ("https://.10.0.0.1/x", .leadingDot, "write `https://10.0.0.1/x` for the host itself"),
            ("https://.contoso..com", .leadingDot, nil),
            ("https://" + String(repeating: ".", count: 4_000), .leadingDot, nil),
            ("10.0.0.0/8?x", .hasQuery, "write `10.0.0.0/8`"),
            ("ftp://contoso.com/?x", .hasQuery, "remove it"),
            (#"contoso.com\a"#, .invalidCharacter, "write `https://contoso.com/a`"),
            (#"\\http://contoso.com/*"#, .invalidCharacter, nil),
            ("contoso.com\\\u{301}a", .invalidCharacter, "write `https://contoso.com/\u{301}a`"),
            ("//contoso.com/*", .missingScheme, "write `https://contoso.com/*`"),
            ("*contoso.com", .missingScheme, "write `https://*.contoso.com`"),
            ("contoso.com:*", .missingScheme, "write `https://contoso.com:*`"),
            ("/path", .missingScheme, "an entry looks like `https://contoso.com/*`"),
            ("mailto:a@b.c", .missingScheme, "an entry looks like `https://contoso.com/*`"),
            ("contoso.com:443:80", .missingScheme, "an entry looks like `https://contoso.com/*`"),
            ("https//user@contoso.com", .missingScheme, "an entry looks like `https://contoso.com/*`"),
            (".contoso.com", .missingScheme, "an entry looks like `https://contoso.com/*`"),
            ("contoso.com.", .missingScheme, "an entry looks like `https://contoso.com/*`"),
        ] as [(String, MatcherError.Code, String?)]
    )
    func advice(text: String, code: MatcherError.Code, help: String?) { expectError(.edge, text, code, help: help) }

    @Test("Blocks of the managed browser are equal if only bits after the prefix differ")
    func hostBits() throws {
        let (given, canonical) = (
            try LinkPattern("127.0.0.1/24", as: .browser), try LinkPattern("127.0.0.0/24", as: .browser)
        )
        #expect(given.covers(canonical) && canonical.covers(given))
        #expect(!given.covers(try LinkPattern("127.0.0.0/25", as: .browser)))
    }

    private typealias Row = (pattern: String, matches: [String], misses: [String])

    private static let both: [Row] = [
        (
            "http://www.contoso.com/*",
            ["http://www.contoso.com", "http://www.contoso.com/a/b", "http://www.contoso.com:80/?q#f"],
            [
                "https://www.contoso.com/", "http://contoso.com/", "http://www.contoso.com:8080/",
                "ws://www.contoso.com/",
            ]
        ),
        (
            "HTTP://WWW.Contoso.com/*",
            ["http://www.contoso.com/", "http://user:pass@WWW.CONTOSO.COM./a"], ["http://x.www.contoso.com/"]
        ),
        (
            "http://*.contoso.com/*",
            ["http://developer.contoso.com/x", "http://a.b.contoso.com/"],
            [
                "http://contoso.com/", "http://notcontoso.com/", "http://.contoso.com/",
                "http://a.contoso.com.evil.example/",
            ]
        ),
        (
            "http://*contoso.com/*",
            ["http://news-contoso.com/", "http://contoso.com/", "http://evilcontoso.com/"],
            ["http://news.contoso.com/", "http://news-contoso.com.com/", "http://contoso.com.evil.example/"]
        ),
        (
            "http://*.a*c*e.contoso.com/*",
            ["http://x.abcde.contoso.com/", "http://x.y.ace.contoso.com/"],
            ["http://abcde.contoso.com/", "http://x.abcdef.contoso.com/", "http://x.ab.cde.contoso.com/"]
        ),
        ("http://w*w.contoso.com/", ["http://ww.contoso.com/", "http://wxyzw.contoso.com"], ["http://w.contoso.com/"]),
        (
            "https://www.contoso.com:8443/*", ["https://www.contoso.com:8443/a"],
            ["https://www.contoso.com/", "https://www.contoso.com:443/"]
        ),
        (
            "https://www.contoso.com:*/*", ["https://www.contoso.com:8443/a", "https://www.contoso.com/"],
            ["http://www.contoso.com/"]
        ),
        ("http://contoso.com:443/", ["http://contoso.com:443"], ["https://contoso.com/", "http://contoso.com/"]),
        (
            "https://contoso.com/", ["https://contoso.com", "https://contoso.com/?a=/b", "https://contoso.com/#/x"],
            ["https://contoso.com/a", "https://contoso.com//"]
        ),
        (
            "https://contoso.com/x/*",
            ["https://contoso.com/x", "https://contoso.com/x/", "https://contoso.com/x/y/z"],
            [
                "https://contoso.com/xy", "https://contoso.com/X/y", "https://contoso.com/x%2Fy",
                "https://contoso.com/x/../y",
            ]
        ),
        (
            "https://contoso.com/a/b", ["https://contoso.com/a/b?c"],
            ["https://contoso.com/a/b/", "https://contoso.com/A/b"]
        ),
        ("https://contoso.com/a/../b/*", ["https://contoso.com/b/c"], ["https://contoso.com/a/b"]),
        ("https://contoso.com/ä", ["https://contoso.com/%C3%A4"], ["https://contoso.com/a"]),
        ("https://contoso.com/a;b", ["https://contoso.com/a;b"], ["https://contoso.com/a"]),
        ("https://bücher.example/*", ["https://xn--bcher-kva.example/"], ["https://bucher.example/"]),
        (
            "http://10.0.0.1/*", ["http://10.0.0.1/a", "http://0xa.1/", "http://[::ffff:10.0.0.1]/"],
            ["http://10.0.0.2/"]
        ),
        ("http://[fd00::1]:8080/*", ["http://[FD00::1]:8080/a"], ["http://[fd00::1]/"]),
        (
            "10.0.0.0/24", ["http://10.0.0.7/", "https://10.0.0.255:8443/a?b", "http://[::ffff:10.0.0.9]/"],
            ["http://10.0.1.0/", "ftp://10.0.0.7/", "http://ten.example/"]
        ),
        ("http://localhost/*", ["http://localhost/a"], ["http://localhost.example/"]),
    ]

    private static let browser: [Row] = [
        ("https://contoso.com", ["https://contoso.com/", "https://contoso.com/?q"], ["https://contoso.com/a"]),
        ("127.0.0.1/24", ["http://127.0.0.0/", "https://127.0.0.255:8443/a"], ["http://127.0.1.1/"]),
    ]

    private static let universalLink: [Row] = [
        (
            "https://contoso.com", ["https://contoso.com/", "https://contoso.com/a/b?c"],
            ["http://contoso.com/", "https://a.contoso.com/"]
        ),
        (
            "http://to-do.microsoft.com/sharing*",
            [
                "http://to-do.microsoft.com/sharing", "http://to-do.microsoft.com/sharing?a=b",
                "http://to-do.microsoft.com/sharing/x",
            ],
            [
                "http://to-do.microsoft.com/shar", "http://to-do.microsoft.com/Sharing",
                "http://to-do.microsoft.com/x/sharing",
            ]
        ),
        (
            "https://contoso.com/.*", ["https://contoso.com/.well-known"],
            ["https://contoso.com/", "https://contoso.com/a"]
        ),
    ]

    @Test("A valid entry matches its URLs and no others")
    func matching() throws {
        for (dialect, rows) in [
            (LinkPattern.Dialect.browser, Self.both + Self.browser),
            (.universalLink, Self.both + Self.universalLink),
        ] {
            for (text, matches, misses) in rows {
                let pattern = try LinkPattern(text, as: dialect)
                for url in matches { #expect(try isMatch(pattern, url), "\(text) and \(url) as \(dialect)") }
                for url in misses { #expect(try !isMatch(pattern, url), "\(text) and \(url) as \(dialect)") }
            }
        }
    }

    @Test("A hostile host four times as long takes about four times as long")
    func hostile() throws {
        let pattern = try LinkPattern("http://*a*a*a*a*a*a*b.example/*", as: .universalLink)
        let factor = try Growth.factor(from: 125_000) { count in
            let url = "http://" + String(repeating: "a", count: count) + ".example/"
            let time = try Growth.time {
                let matches = try isMatch(pattern, url)
                #expect(!matches)
            }
            #expect(time < .seconds(1))
            return time
        }
        #expect(factor < Growth.linearLimit)
    }

    private func isMatch(_ pattern: LinkPattern, _ url: String) throws -> Bool {
        let record = try URLRecord(parsing: url.utf8.span)
        var form = URLRecord()
        form.become(matchingFormOf: record)
        return pattern.matches(form: form)
    }
}
