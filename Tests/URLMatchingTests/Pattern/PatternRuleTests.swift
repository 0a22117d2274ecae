import Testing
import URLMatching
import URLStandard

@Suite("Patterns in rules")
struct PatternRuleTests {
    @Test(
        "Common patterns match the intended URLs",
        arguments: [
            (
                "https://contoso.com/", ["https://contoso.com/", "https://contoso.com:443/?q#f"],
                ["http://contoso.com/", "https://contoso.com:8443/", "https://contoso.com/a"]
            ),
            ("https://contoso.com", ["https://contoso.com/a/b?c"], ["https://www.contoso.com/"]),
            (
                "https://contoso.com/docs/*",
                ["https://contoso.com/docs/", "https://contoso.com/docs/a/b", "https://contoso.com/x/../docs/a"],
                ["https://contoso.com/docs", "https://contoso.com/DOCS/a"]
            ),
            (
                "https://*.contoso.com", ["https://www.contoso.com/", "https://a.b.contoso.com/"],
                ["https://contoso.com/", "https://notcontoso.com/", "https://www.contoso.com.evil.example/"]
            ),
            (
                "https://{*.}?contoso.com", ["https://www.contoso.com/", "https://contoso.com/"],
                ["https://notcontoso.com/"]
            ),
            (
                "https://:team.contoso.com", ["https://www.contoso.com/"],
                ["https://a.b.contoso.com/", "https://contoso.com/"]
            ),
            ("http{s}?://contoso.com:*/", ["http://contoso.com/", "https://contoso.com:8443/"], ["ws://contoso.com/"]),
            (
                "*://contoso.com:8443", ["ws://contoso.com:8443/", "https://contoso.com:8443/x"],
                ["https://contoso.com/"]
            ),
            (
                "https://contoso.com/:a/:b", ["https://contoso.com/x/y"],
                ["https://contoso.com/x/", "https://contoso.com/x/y/z", "https://contoso.com//y"]
            ),
            (
                "https://contoso.com/:page.html", ["https://contoso.com/a.html", "https://contoso.com/a.html.html"],
                ["https://contoso.com/.html", "https://contoso.com/a/b.html"]
            ),
            (
                "https://contoso.com/books{/:id}?", ["https://contoso.com/books", "https://contoso.com/books/1"],
                ["https://contoso.com/books/"]
            ),
            (
                "https://contoso.com/:path+", ["https://contoso.com/a", "https://contoso.com/a/b/c"],
                ["https://contoso.com/a//c"]
            ),
            (
                "https://contoso.com/(\\d+)", ["https://contoso.com/12"],
                ["https://contoso.com/1a", "https://contoso.com/"]
            ),
            (
                "https://contoso.com/a\\?q=:v", ["https://contoso.com/a?q=1&r"],
                ["https://contoso.com/a", "https://contoso.com/a?q="]
            ),
            (
                "https://contoso.com/*#top", ["https://contoso.com/#top", "https://contoso.com/x#top"],
                ["https://contoso.com/x?q#top", "https://contoso.com/#to"]
            ),
            ("https://bücher.example/ü", ["https://xn--bcher-kva.example/%C3%BC"], ["https://bucher.example/u"]),
            ("https://[\\:\\:1]/", ["https://[::1]/", "https://[0:0::1]/"], ["https://[::2]/"]),
            (
                "https://10.0.0.1", ["https://10.0.0.1/", "https://[::ffff:a00:1]/", "https://0xa000001/"],
                ["https://10.0.0.2/"]
            ),
            ("contoso-app://*", ["contoso-app://x/y", "contoso-app:z"], ["contoso://x"]),
            ("data\\:text/*", ["data:text/plain,x"], ["data:image/png,x"]),
        ] as [(String, [String], [String])]
    )
    func meaning(pattern: String, matching: [String], other: [String]) throws {
        for url in matching { #expect(try outcome(.pattern, pattern, url) == .matched, "\(url)") }
        for url in other { #expect(try outcome(.pattern, pattern, url) == .notMatched, "\(url)") }
    }

    @Test("Credentials and the dot after the host are ignored")
    func matchingForm() throws {
        for url in ["https://contoso.com./", "https://dana:pw@contoso.com/", "https://dana@contoso.com.:443/"] {
            #expect(try outcome(.pattern, "https://contoso.com/", url) == .matched, "\(url)")
        }
    }

    @Test("An unfinished regular expression gives no answer, unless another component decides")
    func limits() throws {
        let pattern = "https://contoso.com/(x*(?:a|aa)+)"
        let path = String(repeating: "a", count: 60) + "!"
        #expect(try outcome(.pattern, pattern, "https://contoso.com/\(path)") == .limitReached)
        #expect(try outcome(.pattern, pattern, "https://fabrikam.com/\(path)") == .notMatched)
        #expect(try outcome(.pattern, pattern, "https://contoso.com/aaa") == .matched)
    }

    @Test("Patterns with equal pattern strings and options are equal")
    func equality() throws {
        let pattern = try Matcher(key: .pattern, text: "https://contoso.com:443/{a}b")
        #expect(try pattern == Matcher(key: .pattern, text: "https://contoso.com/ab"))
        #expect(try pattern != Matcher(key: .pattern, text: "https://contoso.com/a"))
        #expect(pattern.key == .pattern)
        #expect(try URLPattern("https://x", ignoreCase: true) != URLPattern("https://x"))
    }
}
