import Testing
import URLMatching

@Suite("Errors in patterns")
struct PatternErrorTests {
    @Test(
        "Errors in a constructor string are found at their place",
        arguments: [
            // The whole pattern.
            ("", "empty", nil), ("/docs", "invalid-pattern", nil), ("contoso.com", "invalid-pattern", nil),
            ("?x", "invalid-pattern", nil), ("*", "invalid-pattern", nil),
            ("casino.example:8080/*", "invalid-pattern", nil), ("Casino.Example:8080", "invalid-pattern", nil),
            ("casino.example:*/*", "invalid-pattern", nil), ("casino.example:(80|8080)/*", "invalid-pattern", nil),
            ("localhost:*", "invalid-pattern", nil), ("localhost:3000", "invalid-pattern", nil),
            ("*:8080/*", "invalid-pattern", nil), ("*:(80|8080)/*", "invalid-pattern", nil),
            ("https:8443/*", "invalid-pattern", nil), ("(http|https):9000", "invalid-pattern", nil),
            ("*://:7000/*", "invalid-pattern", nil),
            ("https:contoso.com", "invalid-pattern", nil),
            ("://contoso.com/", "invalid-pattern", nil), ("https://contoso.com:80,443/", "invalid-pattern", nil),
            ("https:///a/*", "invalid-pattern", nil), ("http{s}?://", "invalid-pattern", nil),
            // Syntax.
            ("https://contoso.com/a\\", "invalid-pattern", "\\"),
            ("https://contoso.com/: x", "invalid-pattern", ":"),
            ("https://contoso.com/{a", "invalid-pattern", "{"), ("https://contoso.com/a}", "invalid-pattern", "}"),
            ("https://contoso.com/{a{b}}", "invalid-pattern", "{"),
            ("https://contoso.com/{*x*}", "invalid-pattern", "*"),
            ("https://contoso.com/a+", "invalid-pattern", "+"), ("https://contoso.com/**+", "invalid-pattern", "+"),
            ("https://contoso.com/(a", "invalid-pattern", "("), ("https://contoso.com/()", "invalid-pattern", "("),
            ("https://contoso.com/(?:a)", "invalid-pattern", "("),
            ("https://contoso.com/(a(b))", "invalid-pattern", "("),
            ("https://contoso.com/(é)", "invalid-pattern", "é"), ("https://contoso.com/(\\é)", "invalid-pattern", "é"),
            ("https://contoso.com/:a/:a", "invalid-pattern", ":a"),
            // Text that is invalid in its component.
            ("https://contoso .com/", "invalid-pattern", "contoso .com"),
            ("https://é<.com/", "invalid-pattern", "é<.com"),
            ("https://contoso.com:65536/", "invalid-pattern", "65536"),
            ("ht tp://contoso.com/", "invalid-pattern", "ht tp"),
            ("https://[::g]/", "invalid-pattern", ":"), ("https://[\\:\\:g]/", "invalid-pattern", "[\\:\\:g]"),
            // Regular expressions.
            ("https://contoso.com/(a|[)/x", "invalid-regex", "a|["),
            ("https://contoso.com/(\\m)", "invalid-regex", "\\m"),
            ("https://(x(?>y)).com/", "invalid-regex", "x(?>y)"),
            ("https://contoso.com/((?<=a+)b)", "invalid-regex", "/((?<=a+)b)"),
            ("https://contoso.com/(x(?<=a+)b)", "invalid-regex", "/(x(?<=a+)b)"),
            // Parts that rules never see.
            ("https://dana@contoso.com/", "has-credentials", nil),
            ("https://\\:pw@contoso.com/", "has-credentials", nil),
            ("https://contoso.com./", "trailing-dot", nil), ("https://*.contoso.com./*", "trailing-dot", nil),
            ("https://(.*)\\.contoso\\.com\\./", "trailing-dot", nil),
            ("https://[0\\:0\\:0\\:0\\:0\\:0\\:0\\:1]/", "address-spelling", nil),
            ("https://[\\:\\:ffff\\:a00\\:1]/", "address-spelling", nil),
        ] as [(String, String, String?)]
    )
    func text(pattern: String, code: String, underlined: String?) throws {
        do {
            let matcher = try Matcher(key: .pattern, text: pattern)
            Issue.record("\(pattern) was taken as \(matcher)")
        } catch {
            #expect(error.code.rawValue == code, "\(error)")
            expectStyle(error, of: pattern)
            let bytes = Array(pattern.utf8)
            #expect(error.range.map { String(decoding: bytes[$0], as: UTF8.self) } == underlined, "\(error)")
        }
    }

    @Test(
        "Errors in components are found at their place",
        arguments: [
            (.pathname, "/a/(", "("), (.search, "?a{", "{"), (.hash, "#(x", "("), (.protocol, "1:", "1"),
            (.port, "x", "x"), (.hostname, "a b", "a b"), (.username, "dana", nil), (.password, "{pw}+", nil),
            (.hostname, "10.0.0.*", nil), (.hostname, "{www.}?127.1", nil), (.hostname, "*.contoso.com.", nil),
            (.hostname, "{*.}?contoso.com.", nil), (.hostname, ":sub.contoso.com.", nil),
            (.hostname, "{:sub.}?contoso.com.{*.}?", nil), (.hostname, "(.*)\\.contoso\\.com\\.", nil),
            (.protocol, "", nil), (.protocol, ":", nil), (.protocol, "https://", nil), (.port, "80,443", nil),
            (.port, "80 ", nil), (.hostname, "https://contoso.com", nil), (.hostname, "contoso.com:8080", nil),
            (.hostname, "*.contoso.com/", nil), (.hostname, "contoso.com/a#b", nil), (.hostname, "10.0.0.0/8", nil),
            (.hostname, "2001:db8::/32", nil), (.hostname, "(www|m).contoso.com/docs", nil),
            (.hostname, "(x|y).contoso.com#docs", nil), (.hostname, "contoso.com\\?tenant=1", nil),
            (.hostname, "*.contoso.com\\\\docs", nil), (.hostname, "{*.}?contoso.com\\?docs", nil),
            (.port, "8080{,8443}", nil), (.port, "8080\\,8443", nil), (.port, "8080,*", nil),
        ] as [(URLPatternComponent, String, String?)]
    )
    func component(component: URLPatternComponent, text: String, underlined: String?) {
        var components = URLPatternInit()
        components[component] = text
        do {
            Issue.record("taken as \(try PatternMatcher(components))")
        } catch {
            expectStyle(error, of: text)
            let bytes = Array(text.utf8)
            #expect(error.range.map { String(decoding: bytes[$0], as: UTF8.self) } == underlined, "\(error)")
        }
    }

    @Test(
        "A host whose last dot may be absent is accepted",
        arguments: ["*.contoso.com{.}?", "{*.}?contoso.com", "contoso.com.*", "contoso.com.:last", "(.*\\.)", "{*.}?"]
    )
    func optionalDot(host: String) throws {
        var components = URLPatternInit()
        components[.hostname] = host
        _ = try PatternMatcher(components)
    }

    @Test(
        "An impossible path for the host is refused",
        arguments: [
            ("contoso.com", "docs/*", false), ("contoso.com", "{docs}?", false), ("contoso.com", "", false),
            ("contoso.com", "/docs", true), ("contoso.com", "*", true), ("contoso.com", ":a", true),
            ("contoso.com", "{docs}?/x", true), ("*", "docs/*", true), ("contoso.com", "(d)ocs", true),
        ]
    )
    func relativePath(host: String, path: String, isTaken: Bool) {
        var components = URLPatternInit()
        components[.hostname] = host
        components[.pathname] = path
        let matcher = try? PatternMatcher(components)
        #expect((matcher != nil) == isTaken)
    }

    @Test(
        "A host or path that no URL of the scheme has is refused",
        arguments: [
            ("https", "", nil, false), ("http{s}?", "", nil, false), ("ftp", "", nil, false), ("file", "", nil, true),
            ("{file}?", "", nil, true), ("*", "", nil, true), ("x-app", "", nil, true), ("(https)", "", nil, true),
            ("https", nil, "a", false), ("https", nil, "", false), ("file", nil, "a", false), ("x-app", nil, "a", true),
            ("http{s}?", nil, "a", false), ("*", nil, "a", true), ("https", nil, "*a", true),
        ] as [(String, String?, String?, Bool)]
    )
    func specialScheme(scheme: String, host: String?, path: String?, isTaken: Bool) {
        var components = URLPatternInit()
        components[.protocol] = scheme
        components[.hostname] = host
        components[.pathname] = path
        let matcher = try? PatternMatcher(components)
        #expect((matcher != nil) == isTaken)
    }

    @Test(
        "Components that are read as they are written are accepted",
        arguments: [
            (.port, "8080"), (.port, "80\n"), (.port, "(80|443)"), (.port, "8*"), (.hostname, "[\\:\\:1]"),
            (.port, "80{80}?"), (.port, "(80,|443)"), (.hostname, "(a/b|www).contoso.com"),
            (.hostname, ":team.contoso.com"), (.protocol, "http{s}?"), (.protocol, "https:"),
            (.protocol, "casino.example"),
        ] as [(URLPatternComponent, String)]
    )
    func wholeComponent(component: URLPatternComponent, text: String) throws {
        var components = URLPatternInit()
        components[component] = text
        _ = try PatternMatcher(components)
    }

    @Test("A mapping can name a scheme that looks like a host, and a path that looks like a port")
    func schemeLikeHost() throws {
        var components = URLPatternInit()
        components[.protocol] = "casino.example"
        components[.pathname] = "8080/*"
        _ = try PatternMatcher(components)
        // With slashes, the number is a host.
        _ = try PatternMatcher("com.contoso.app://8080")
        _ = try PatternMatcher("com.contoso.app://")
    }

    @Test("A path resolved against a base URL is underlined where it was written")
    func baseURL() {
        var components = URLPatternInit(baseURL: "https://contoso.com/a+b/c")
        components[.pathname] = "x/{y"
        let error = #expect(throws: MatcherError.self) { try URLPattern(components) }
        #expect(error?.range == 2..<3)
        components.baseURL = "contoso.com"
        let other = #expect(throws: MatcherError.self) { try URLPattern(components) }
        #expect(other?.code == .invalidURL)
    }

    @Test(
        "Syntax that only PCRE2 has, and unsupported syntax, is refused",
        arguments: [
            #"a++"#, #"a{,2}"#, #"a{2"#, #"a{3,2}"#, #"a{70000}"#, #"{"#, #"a]"#, #"*a"#, #"+"#, #"a|*"#, #"^*"#,
            #"\b+"#, #"x(?=a)*"#,
            #"x(?#c)"#, #"x(?>a)"#, #"x(?|a)"#, #"x(?R)"#, #"x(?1)"#, #"x(?i)a"#, #"x(?i:a)"#, #"x(?P<n>a)"#,
            #"x(?'n'a)"#, #"x(?<1>a)"#,
            #"x(?<n>a)(?<n>b)"#, #"*ACCEPT"#, #"\K"#, #"\A"#, #"\z"#, #"\H"#, #"\R"#, #"\N"#, #"\Q"#, #"\E"#, #"\G"#,
            #"\h"#, #"\X"#, #"\a"#,
            #"\e"#, #"\01"#, #"\2"#, #"\k<n>"#, #"\k"#, #"\c1"#, #"\x1"#, #"\u12"#, #"\u{110000}"#, #"\u{}"#,
            #"\p{Foo}"#, #"\p{L"#, #"\pL"#,
            #"\p{sc=Foo}"#, #"\-"#, #"[a-"#, #"[b-a]"#, #"[a-\d]"#, #"[a&&b&&&c]"#, #"[a&&b--c]"#, #"[ab&&c]"#,
            #"[a-c--b]"#, #"[a--b-c]"#, #"[-a]"#, #"[a|b]"#, #"[a/b]"#,
            #"[a{]"#, #"[!!]"#, #"[a**]"#, #"[\q{ab}]"#, #"[[:alpha:]"#, #"x(?:(?<n>a)\k<n>)+"#, #"x(?:(?<n>a))+\k<n>"#,
        ]
    )
    func regularExpressions(text: String) {
        var components = URLPatternInit()
        components[.search] = "(\(text))"
        let error = #expect(throws: MatcherError.self) { try URLPattern(components) }
        if let error { expectStyle(error, of: "(\(text))") }
    }
}
