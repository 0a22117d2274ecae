import TestSupport
import Testing
import URLMatching
import URLStandard

@Suite("Filters of enterprise URL lists") struct URLFilterTests {
    private typealias Refused = (text: String, code: MatcherError.Code, underlined: String, help: String?)

    private static let refused: [Refused] = [
        ("", .empty, "", nil),
        (" ", .space, " ", "remove it"),
        (" wrong:*", .space, " ", "remove it"),
        ("wrong ://*", .space, " ", "remove it"),
        ("contoso.com\n", .space, "\n", "remove it"),
        ("contoso.com\\a", .invalidCharacter, "\\", "write `/`"),
        ("://contoso.com", .invalidScheme, "", "a scheme is"),
        ("ht_tp://contoso.com", .invalidScheme, "ht_tp", "a scheme is"),
        ("*://contoso.com", .invalidScheme, "*", "remove `*://`"),
        ("custom://app", .customScheme, "", "`custom://*`"),
        ("custom://*/a", .customScheme, "", "`custom://*`"),
        ("custom://*?a", .customScheme, "", "`custom://*`"),
        ("custom://*:1", .customScheme, "", "`custom://*`"),
        ("mailto://contoso.com", .customScheme, "", "`mailto://*`"),
        // The browser compares the whole text with `mailto://*`.
        ("mailto://boss@*", .customScheme, "", "`mailto://*`"),
        ("zoommtg://*#x", .customScheme, "", "`zoommtg://*`"),
        ("tel://*?", .customScheme, "", "`tel://*`"),
        ("sms:*#a", .customScheme, "", "`sms://*`"),
        ("x-a://@*", .customScheme, "", "`x-a://*`"),
        (":8080", .missingHost, "", "`*` for every one"),
        ("https://", .missingHost, "", "`*` for every one"),
        ("https:///a", .missingHost, "", "`*` for every one"),
        ("https://dana@/a", .missingHost, "", "`*` for every one"),
        ("/a", .missingHost, "", "`*` for every one"),
        ("?a=b", .missingHost, "", "`*` for every one"),
        ("#a", .missingHost, "", "`*` for every one"),
        (".", .empty, ".", nil),
        ("..contoso.com", .leadingDot, ".", "`contoso.com`"),
        ("contoso.com..", .trailingDot, ".", "`contoso.com`"),
        ("contoso..com", .emptyLabel, "..", nil),
        ("*.contoso.com", .wildcardLabel, "*", "write `contoso.com`"),
        ("https://*.contoso.com/a", .wildcardLabel, "*", "write `contoso.com`"),
        (".*.contoso.com", .wildcardLabel, "*", "`*` alone"),
        // The help is accepted.
        ("*.*.contoso.com", .wildcardLabel, "*", "write `contoso.com`, which covers its subdomains"),
        ("*.größe.example", .wildcardLabel, "*", "write `xn--gre-6ka8i.example`, which"),
        ("*.con*.example", .wildcardLabel, "*", "`*` alone"),
        ("*.contoso..com", .wildcardLabel, "*", "`*` alone"),
        ("contoso.*", .wildcardLabel, "*", "`*` alone"),
        ("**", .wildcardLabel, "*", "`*` alone"),
        ("*.", .wildcardLabel, "*", "`*` alone"),
        (".*", .wildcardLabel, "*", "write `*` for every host"),
        ("https://.*/p", .wildcardLabel, "*", "write `*` for every host"),
        ("con!toso.com", .invalidCharacter, "!", nil),
        ("a.example,b.example,c.example", .invalidCharacter, ",", "write each host as a filter of its own"),
        ("https://a.example;https://b.example", .invalidCharacter, ";", "write each host as a filter of its own"),
        ("[*.]contoso.com", .wildcardLabel, "*", "`*` alone"),
        ("[::1", .invalidAddress, "[::1", nil),
        ("fd00::1", .missingBrackets, "fd00::1", "`[fd00::1]`"),
        ("0x7f.1", .addressSpelling, "0x7f.1", "`127.0.0.1`"),
        ("1.2.3.4.5", .invalidAddress, "1.2.3.4.5", nil),
        ("contoso.com:", .invalidPort, ":", "1 to 65535"),
        ("contoso.com:0", .invalidPort, ":0", "1 to 65535"),
        ("contoso.com:080", .invalidPort, ":080", "1 to 65535"),
        ("contoso.com:65536", .invalidPort, ":65536", "1 to 65535"),
        ("contoso.com:*", .invalidPort, ":*", "remove `:*`"),
        ("localhost:*", .invalidPort, ":*", "remove `:*`"),
        ("https://contoso.com:*/a", .invalidPort, ":*", "remove `:*`"),
        ("contoso.com:-1", .invalidPort, ":-1", "1 to 65535"),
        // Not the host after the `@`: to the browser, what precedes the `:` is a scheme, and there is no host.
        ("mailto:help@contoso.com", .invalidScheme, "mailto:", "write `mailto://*`"),
        ("sip:bob@contoso.com/a?b#c", .invalidScheme, "sip:", "or the host alone"),
        ("data:,@contoso.com", .invalidScheme, "data:", "write `data://*`"),
        ("View-Source:x@contoso.com", .invalidScheme, "View-Source:", "write `view-source://*`"),
        ("dana:pw@contoso.com#x", .invalidScheme, "dana:", "or the host alone"),
        ("dana:pw@*/a", .invalidScheme, "dana:", "or the host alone"),
        // To the browser, it has a host, so the help keeps it: `http://*` would cover every site.
        ("http:dana@contoso.com", .invalidScheme, "http:", "write `http://dana@contoso.com`"),
        ("https:contoso.com", .invalidScheme, "https:", "write `https://contoso.com`"),
        ("HTTPS:80@contoso.com/a", .invalidScheme, "HTTPS:", "write `https://80@contoso.com/a`"),
        ("ws:*/a", .invalidScheme, "ws:", "write `ws://*/a`"),
        ("chrome:settings", .invalidScheme, "chrome:", "write `chrome://settings`"),
        ("file:x@contoso.com", .invalidScheme, "file:", "write `file://*`"),
        ("https:/contoso.com", .invalidPort, ":", "followed by `://`"),
        ("http:99999", .invalidPort, ":99999", "1 to 65535"),
        ("localhost:80@contoso.com", .invalidScheme, "localhost:", "or the host alone"),
        ("mailto:dana", .customScheme, "", "write `mailto://*`"),
        ("about:blank", .customScheme, "", "write `about://*`"),
        ("data:text/html*", .customScheme, "", "write `data://*`"),
        ("view-source:example.com", .customScheme, "", "write `view-source://*`"),
        ("contoso.com:a", .invalidPort, ":a", "a scheme is followed by `://`"),
        ("localhost:a", .invalidPort, ":a", "1 to 65535"),
        ("fe80:abc::1", .missingBrackets, "fe80:abc::1", "write `[fe80:abc::1]`"),
        ("contoso.com/*", .wildcardPath, "*", "a path covers"),
        ("contoso.com/a*", .wildcardPath, "*", "a path covers"),
        ("contoso.com/a*?b", .wildcardPath, "*", "a path covers"),
        ("contoso.com/a/../b", .pathSpelling, "/a/../b", "write `/b`"),
        ("contoso.com/a/%2E/b?c", .pathSpelling, "/a/%2E/b", "write `/a/b`"),
        ("contoso.com/ä%20b", .pathSpelling, "/ä%20b", "write `/%C3%A4%20b`"),
        ("https://.contoso.com:80/{x}#y", .pathSpelling, "/{x}", "write `/%7Bx%7D`"),
        ("*?&", .invalidQuery, "&", "name a parameter"),
        ("contoso.com?=", .invalidQuery, "=", "name a parameter"),
        ("contoso.com?=&#x", .invalidQuery, "=&", "name a parameter"),
        ("contoso.com?&v=1", .invalidQuery, "&v=1", "write `v=1`"),
        ("contoso.com?a=1&&b=ä&", .invalidQuery, "a=1&&b=ä&", "write `a=1&b=%C3%A4`"),
        ("contoso.com?a&=&b*", .invalidQuery, "a&=&b*", "write `a&b*`"),
        ("contoso.com?a&&", .invalidQuery, "a&&", "write `a`"),
    ]

    @Test("Each impossible or meaningless filter has its own error at its place")
    func refusals() {
        for (text, code, underlined, help) in Self.refused {
            do throws(MatcherError) {
                let filter = try URLFilter(text)
                Issue.record("\(text) was taken as \(filter)")
            } catch {
                #expect(error.code == code, "\(text): \(error)")
                expectStyle(error, of: text)
                if let help { #expect(error.help?.contains(help) == true, "\(text): \(error)") }
                let bytes = error.range.map { Array(text.utf8)[$0] } ?? []
                #expect(String(decoding: bytes, as: UTF8.self) == underlined, "\(text): \(error)")
            }
        }
    }

    @Test(
        "A help that drops a `*.` or `//` names what is meant, without what the filter cannot have",
        arguments: [
            ("*.1.2.3.4", "write `1.2.3.4`"), ("https:*.contoso.com", nil), ("https:con*toso.com", nil),
        ] as [(String, String?)]
    )
    func exactHelp(text: String, help: String?) {
        do throws(MatcherError) {
            let filter = try URLFilter(text)
            Issue.record("\(text) was taken as \(filter)")
        } catch {
            #expect(error.help == help, "\(error)")
        }
    }

    @Test(
        "Two values of one key are an error on the allow side only",
        arguments: [
            ("v=1&v=2", false), ("v=1*&v=1", false), ("a&v=1&v&v=2*", false), ("=1&=2", false),
            ("v=1&v=1", true), ("v=1&v=*&v*&v", true), ("v=1&vv=1", true), ("vv=1&v=1", true), ("v&v=", true),
        ]
    )
    func repeatedKeys(query: String, isValid: Bool) throws {
        try URLFilter("a.example?\(query)", side: .block).checkKeys()
        do throws(MatcherError) {
            try URLFilter("a.example?\(query)", side: .allow).checkKeys()
            #expect(isValid)
        } catch {
            #expect(!isValid && error.code == .invalidQuery && error.range == 10..<10 + query.utf8.count, "\(error)")
        }
    }

    @Test("A filter that is too long is refused, and so are too many tokens")
    func bounds() throws {
        let long = "a.example/" + String(repeating: "a", count: 4086)
        _ = try URLFilter(long)
        expectError(.chrome, long + "a", .tooLong, help: nil)
        let tokens = (1...32).map { "k\($0)=v" }.joined(separator: "&")
        _ = try URLFilter("a.example?" + tokens + "&k1=v&")
        expectError(.chrome, "a.example?" + tokens + "&x", .tooManyTokens, help: "several filters")
    }

    private static let matching: [(filter: String, matches: [String], misses: [String])] = [
        (
            "contoso.com",
            [
                "https://contoso.com/", "http://a.b.contoso.com:8080/x?y", "wss://contoso.com/",
                "chrome://contoso.com/",
                "https://u:p@contoso.com./#f", "ftp://contoso.com/", "file://contoso.com/a", "devtools://contoso.com",
            ],
            ["https://notcontoso.com/", "https://contoso.com.example/", "custom://contoso.com/", "data:contoso.com"]
        ),
        (".contoso.com", ["https://contoso.com/a"], ["https://www.contoso.com/"]),
        ("contoso.com.", ["https://a.contoso.com/", "https://contoso.com./"], ["https://notcontoso.com/"]),
        (".contoso.com.:8080/a", ["https://contoso.com:8080/ab"], ["https://a.contoso.com:8080/ab"]),
        ("HTTPS://Bücher.example", ["https://www.xn--bcher-kva.example/"], ["http://xn--bcher-kva.example/"]),
        ("https://dana:pw@contoso.com#x", ["https://contoso.com/"], ["https://dana/"]),
        ("dana@contoso.com", ["https://contoso.com/"], ["https://dana/"]),
        ("a.example:80@contoso.com", ["https://contoso.com/"], ["http://a.example/"]),
        ("contoso.com/a:b@c", ["https://contoso.com/a:b@cd"], ["https://c/"]),
        ("10.1.2.3", ["https://10.1.2.3/", "https://[::ffff:a01:203]/"], ["https://a.10.1.2.3.example/"]),
        (".10.1.2.3", ["https://10.1.2.3/"], ["https://10.1.2.4/"]),
        ("[fd00::1]:8080", ["http://[fd00::1]:8080/"], ["http://[fd00::1]/"]),
        ("contoso.com:80", ["http://contoso.com/", "https://contoso.com:80/"], ["https://contoso.com/"]),
        ("*:8080", ["http://a.example:8080/"], ["http://a.example/", "custom://a:8080/"]),
        ("https://*", ["https://a.example/"], ["http://a.example/"]),
        ("*", ["https://a.example/", "custom://x", "mailto:a@b", "data:x"], []),
        ("*/a", ["https://x/ab", "chrome://x/a"], ["https://x/b/a", "custom://x/a", "data:/a"]),
        ("file://", ["file:///etc/passwd", "file://host/etc"], ["https://x/etc"]),
        ("file:///etc", ["file:///etc/passwd", "file://host/etc"], ["https://x/etc", "file:///usr"]),
        ("file://host/a", ["file://host/a"], ["file:///a"]),
        ("file:///a/../etc", ["file:///etc/passwd"], ["file:///a/b"]),
        ("contoso.com/", ["https://contoso.com", "https://contoso.com/a"], ["https://contoso.net/"]),
        ("contoso.com/A%41", ["https://contoso.com/A%41b"], ["https://contoso.com/AA", "https://contoso.com/a%41"]),
        ("contoso.com/a//b/..", ["https://contoso.com/a//b/..c"], ["https://contoso.com/a//b"]),
        ("contoso.com/.", ["https://contoso.com/.well-known"], ["https://contoso.com/a"]),
        ("contoso.com/%2e", ["https://contoso.com/%2ex"], ["https://contoso.com/a"]),
        ("contoso.com/%C3%A4%20b", ["https://contoso.com/ä bc"], ["https://contoso.com/a"]),
        ("contoso.com/a*b", ["https://contoso.com/a*bc"], ["https://contoso.com/axb"]),
        ("contoso.com?", ["https://contoso.com/"], ["https://contoso.net/"]),
        (
            "contoso.com?q=ä",
            ["https://contoso.com/?q=%C3%A4", "https://contoso.com/x?a&q=ä"],
            [
                "https://contoso.com/?q=a", "https://contoso.com/?q=äb", "https://contoso.com/",
                "https://contoso.com/?qq=ä",
            ]
        ),
        ("contoso.com?k", ["https://contoso.com/?k"], ["https://contoso.com/?k=", "https://contoso.com/?kk"]),
        ("contoso.com?k=", ["https://contoso.com/?k"], ["https://contoso.com/?k=", "https://contoso.com/?k=1"]),
        ("contoso.com?k==", ["https://contoso.com/?k=="], ["https://contoso.com/?k", "https://contoso.com/?k="]),
        ("contoso.com?k*", ["https://contoso.com/?kk=1", "https://contoso.com/?k"], ["https://contoso.com/?a=k"]),
        ("contoso.com?k=*", ["https://contoso.com/?k=", "https://contoso.com/?k=1"], ["https://contoso.com/?k"]),
        (
            "contoso.com?*", ["https://contoso.com/?a", "https://contoso.com/?", "https://contoso.com/?&#x"],
            ["https://contoso.com/", "https://contoso.com/#?"]
        ),
        ("contoso.com?a=1&b=2", ["https://contoso.com/?b=2&a=1"], ["https://contoso.com/?a=1"]),
    ]

    @Test("A valid filter matches its URLs on both sides and no others")
    func matches() throws {
        for (filter, matches, misses) in Self.matching {
            for side in URLFilter.Side.allCases {
                for url in matches { #expect(try isMatch(filter, side, url), "\(filter) and \(url), \(side)") }
                for url in misses { #expect(try !isMatch(filter, side, url), "\(filter) and \(url), \(side)") }
            }
        }
    }

    @Test(
        "For a repeated key, one match blocks, and all must match to allow",
        arguments: [
            ("k=1", "k=1&k=2", true, false), ("k=1", "k=2&k=1", true, false), ("k=1", "k=1&k=1", true, true),
            ("k=1", "k=1&k", true, true), ("k=1", "k&k=1", true, true), ("k=1", "k&k=2", false, false),
            ("k=1", "k=1&k=", true, false), ("k=1*", "k&k=12", true, true),
            ("k=1", "k=1&kk=2", true, true), ("k=1", "k=1&&K=2", true, true),
            ("k=1*", "k=1&k=12", true, true), ("k=1*", "k=1&k=2", true, false), ("k=*", "k=1&k=2&k", true, true),
            ("k*", "k=1&ka&a", true, true), ("k", "k&k=1", true, false), ("k", "k&kk=1", true, false),
            ("k", "k&ak=1", true, true), ("k=", "k&k=1", true, false), ("k=", "k&kx", true, false),
            ("k=1&l=1", "k=1&l=1&l=2", true, false), ("k=1&l=1", "k=1&k=2", false, false),
        ] as [(String, String, Bool, Bool)]
    )
    func sides(tokens: String, query: String, isBlocked: Bool, isAllowed: Bool) throws {
        #expect(try isMatch("a.example?\(tokens)", .block, "https://a.example/?\(query)") == isBlocked)
        #expect(try isMatch("a.example?\(tokens)", .allow, "https://a.example/?\(query)") == isAllowed)
    }

    @Test("`*` exempts only the browser's own pages, and only when it blocks")
    func spared() throws {
        for url in ["chrome-extension://x", "chrome-native://x", "chrome-search://x/y"] {
            #expect(try !isMatch("*", .block, url))
            #expect(try isMatch("*", .allow, url))
            #expect(try isMatch("*/", .block, "chrome-extension://x/"))
        }
        #expect(try isMatch("*", .block, "chrome://settings"))
    }

    @Test("An empty record matches nothing")
    func empty() throws {
        var scratch = MatchScratch()
        let url = URLRecord()
        #expect(Matcher.chrome(try URLFilter("*")).matches(url, scratch: &scratch) == .notMatched)
        let list = URLFilterList(allow: [], block: [try URLFilter("*")])
        #expect(list.decidingFilter(for: url, scratch: &scratch) == nil)
    }

    @Test("A hostile query four times as long takes about four times as long")
    func hostile() throws {
        let filter = "a.example?" + (1...32).map { "k\($0)=v&" }.joined()
        let factor = try Growth.factor(from: 3_000) { count in
            let url = "https://a.example/?" + (0..<count).map { "k\($0 % 32 + 1)=v&" }.joined()
            let time = try Growth.time {
                let matches = try isMatch(filter, .allow, url)
                #expect(matches)
            }
            #expect(time < .seconds(5))
            return time
        }
        #expect(factor < Growth.linearLimit)
    }

    private func isMatch(_ filter: String, _ side: URLFilter.Side, _ url: String) throws -> Bool {
        var scratch = MatchScratch()
        let matcher = Matcher.chrome(try URLFilter(filter, side: side))
        return matcher.matches(try URLRecord(parsing: url.utf8.span), scratch: &scratch) == .matched
    }
}
