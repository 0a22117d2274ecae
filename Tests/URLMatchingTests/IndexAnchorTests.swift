import TestSupport
import Testing
import URLStandard

@testable import URLMatching

/// An index finds a matcher by host, scheme and port alone, so what it is given about them must hold for every URL that
/// matches.
@Suite("Index anchors of matchers") struct IndexAnchorTests {
    @Test(
        "An expression that begins with a host is indexed by it",
        arguments: [
            ("^https://contoso\\.com/", [.host("contoso.com")]), ("^https?://contoso\\.com/a", [.host("contoso.com")]),
            ("^https?://([^/]+\\.)?contoso\\.com(:[0-9]+)?/", [.domain("contoso.com")]),
            ("^https?://([^/]+\\.)?contoso\\.com(/|$)", [.domain("contoso.com")]),
            ("^https://(?:[a-z0-9-]+\\.)*contoso[.]com[/:]", [.domain("contoso.com")]),
            ("^https://([\\w-]+\\.)+contoso\\.com/", [.subdomains("contoso.com")]),
            ("^https://[^/]+\\.contoso\\.com/", [.subdomains("contoso.com")]), ("^https://[^/]+contoso\\.com/", nil),
            ("^(http|https)://Contoso\\.com/", [.host("contoso.com")]),
            ("(?i)^https://CONTOSO\\.com/", [.host("contoso.com")]),
            ("^https://(www|m)\\.contoso\\.com/", [.host("www.contoso.com"), .host("m.contoso.com")]),
            ("^https://(www\\.)?contoso\\.com/", [.host("www.contoso.com"), .host("contoso.com")]),
            ("^https://10\\.0\\.0\\.1:8443/", [.host("10.0.0.1")]),
            ("^https:\\/\\/contoso\\.com\\/", [.host("contoso.com")]),
            ("^https://contoso\\.com(:80|:81)?/", [.host("contoso.com")]),
            ("^https://localhost$", [.host("localhost")]), ("^ftp://contoso\\.com/", [.host("contoso.com")]),
            ("^https://(?:[^/]+\\.){2}contoso\\.com/", [.subdomains("contoso.com")]),
            ("^https://([^[:alpha:]/]+\\.)?contoso\\.com/", [.domain("contoso.com")]),
            ("^https://([^]/]+\\.)?contoso\\.com/", [.domain("contoso.com")]),
            ("^https://contoso\\.com(:|/|[?])", [.host("contoso.com")]),
            ("^https://contoso\\.com(:x?)?/", [.host("contoso.com")]),
            (
                "^https://contoso\\.com(:80|[12])?/",
                [.host("contoso.com"), .host("contoso.com1"), .host("contoso.com2")]
            ),
            ("^(?:https://a\\.com|http://b\\.com)/", [.host("a.com"), .host("b.com")]),
            ("^https://a\\.com/|^https://b\\.com/", [.host("a.com"), .host("b.com")]),
            ("^https://contoso\\.com(?!\\.)/", [.host("contoso.com")]),
            ("^https://contoso\\.com?/", [.host("contoso.com"), .host("contoso.co")]),
            ("^https://(?:(?:(?:ac)?)?)?x\\.example/", [.host("acx.example"), .host("x.example")]),
        ] as [(String, [Place]?)]
    )
    func expressions(pattern: String, places: [Place]?) throws {
        let matcher = try RegexMatcher(pattern)
        #expect(matcher.hostAnchors.map { Set($0.map(Place.init)) } == places.map { Set($0) })
    }

    @Test(
        "An expression that may match elsewhere is not indexed by a host",
        arguments: [
            "https://contoso\\.com/", "^https://contoso\\.com", "^https://contoso.com/", "^https://contoso\\.com\\b",
            "^https://contoso\\.com/?", "^https://contoso\\.com(/|x)", "^https://(.+\\.)?contoso\\.com/",
            "^https://([^.]+\\.)?contoso\\.com/", "^https://([+-9]+\\.)?contoso\\.com/", "^https://[^/]*contoso\\.com/",
            "^https://contoso\\.com/|evil", "^https?://", "^https:///", "^https?://(a|b",
            "(?m)^x",
            "^https://([^/]|x+\\.)?contoso\\.com/",
            "^https://([\\D]+\\.)?a\\.com/",
            "^https://a\\.com(?=/)", "(?x)^https://a\\.com/", "^https://a@b\\.com/", "^https://\\.com/",
            "^https://a\\.\\.b/",
            "^?https://contoso\\.com/", "^https://([^/]+\\.)?",
            "^\\Qhttps://a/\\E",
            // An optional part before the end of the host, whatever it begins with.
            "^https://contoso\\.com(:?[.a-z0-9-]+)?/", "^https://contoso\\.com(?::?[.a-z]+)?/",
            "^https://contoso\\.com(:*x*)?/", "^https://contoso\\.com(:{0,1}[^/]*)?/",
            "^https://contoso\\.com((?=:).*)?/",
            "^https://contoso\\.com(:(?!8)|[^/])?/", "(^|x)https://contoso\\.com/", "(?=^)https://contoso\\.com/",
            "^https://contoso\\.com[^a-z]", "^https://contoso\\.com\\W", "^https://([^/]+\\.?)?contoso\\.com/",
        ]
    )
    func elsewhere(pattern: String) {
        // Some of these do not compile, which must not matter.
        #expect(RegexTree(pattern).flatMap { HostAnalysis.anchors(of: $0) } == nil)
    }

    @Test(
        "A matcher of only host, scheme and default port is recognized",
        arguments: [
            (.pattern, "https://contoso.com/*", true), (.pattern, "https://{*.}?contoso.com/*", true),
            (.pattern, "http{s}?://*.contoso.com/*", true), (.pattern, "https://contoso.com:*/*", true),
            (.pattern, "https://contoso.com:8443/*", false), (.pattern, "https://contoso.com:84*/*", false),
            (.pattern, "https://contoso.com/a*", false), (.pattern, "https://*contoso.com/*", false),
            (.pattern, "https://contoso.com/*?*", true), (.pattern, "https://contoso.com/*?a", false),
            (.pattern, "https://contoso.com/*#a", false), (.pattern, "*://contoso.com/*", false),
            (.pattern, "x-app://contoso.com/*", false), (.pattern, "https://:a.contoso.com/*", false),
            (.pattern, "https://contoso.*/*", false), (.edge, "https://contoso.com/*", true),
            (.edge, "https://*.contoso.com/*", false), (.edge, "https://contoso.com", false),
            (.edge, "https://contoso.com:8443/*", false), (.edge, "https://www*.contoso.com/*", false),
            (.chrome, "https://contoso.com", true), (.chrome, "https://.contoso.com", true),
            (.chrome, "contoso.com", false), (.chrome, "https://contoso.com/a", false), (.chrome, "https://*", false),
            (.chrome, "https://contoso.com:443", false), (.chrome, "https://contoso.com?a=b", false),
            (.regex, "^https://contoso\\.com/", false),
        ] as [(MatcherKey, String, Bool)]
    )
    func originOnly(key: MatcherKey, text: String, isOriginOnly: Bool) throws {
        #expect(try Matcher(key: key, text: text).asksForOriginOnly == isOriginOnly)
    }

    @Test("No URL matches outside the anchors, and an origin-only matcher misses none", arguments: [1, 2, 3, 4])
    func law(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var scratch = MatcherScratch()
        var (matched, answered, failures) = (0, 0, [String]())
        let matchers = TestSize.count(1_000, thorough: 4_000, exhaustive: 4_000)
        for _ in 0..<matchers {
            let (key, text) = Self.value(&random)
            guard let matcher = try? Matcher(key: key, text: text), let anchors = matcher.hostAnchors else { continue }
            for _ in 0..<12 {
                let text = Self.url(&random)
                guard let url = URLRecord(text) else { continue }
                var form = URLRecord()
                form.become(matchingFormOf: url)
                let isReached =
                    anchors.contains { Place($0).has(form.hostString) } && Self.has(matcher.originKinds, form)
                let outcome = matcher.matches(form: form, scratch: &scratch)
                matched += outcome == .matched ? 1 : 0
                answered += isReached && matcher.asksForOriginOnly ? 1 : 0
                let isMissed = outcome == .matched && !isReached
                let isWrong = outcome != .matched && isReached && matcher.asksForOriginOnly
                if isMissed || isWrong { failures.append("\(matcher) and \(form.hrefString)") }
            }
        }
        #expect(failures.isEmpty, "\(failures.prefix(5).joined(separator: "\n"))")
        #expect(matched > matchers / 8, "\(matched)")
        #expect(answered > matchers / 40, "\(answered)")
    }

    @Test("An unfinished expression does not match on other hosts")
    func limits() throws {
        let matcher = try Matcher(key: .regex, text: "^https://([^/]+\\.)?contoso\\.com/(a|aa)+$")
        let path = "/" + String(repeating: "a", count: 60) + "!"
        let long = "/?contoso.com/a" + String(repeating: "b", count: RegexLimits.subjectBytes)
        func outcome(_ url: String) throws -> MatchOutcome {
            var scratch = MatchScratch()
            return matcher.matches(try URLRecord(parsing: url.utf8.span), scratch: &scratch)
        }
        for host in ["contoso.com", "www.contoso.com"] {
            #expect(try outcome("https://\(host)\(path)") == .limitReached)
            #expect(try outcome("https://\(host)\(long)") == .limitReached)
        }
        for host in ["xcontoso.com", "contoso.com.evil.example", "[::1]"] {
            #expect(try outcome("https://\(host)\(path)") == .notMatched)
            #expect(try outcome("https://\(host)\(long)") == .notMatched)
        }
    }

    private static let hosts = [
        "contoso.com", "www.contoso.com", "a.b.contoso.com", "com", "xcontoso.com", ".contoso.com", "a..contoso.com",
        "contoso.com.", "10.0.0.1", "b", "a_b.contoso.com", "contoso.com.evil.example", "[::1]",
    ]

    private static func url(_ random: inout SplitMix) -> String {
        let scheme = random.one(of: ["https", "https", "http", "ws", "ftp", "x-app"])
        let port = random.one(of: ["", "", "", ":443", ":80", ":8443"])
        let rest = random.one(of: ["", "/", "/a", "/?q=https://contoso.com/", "/#f", "/x.contoso.com/", "?a", "/a/b"])
        return "\(scheme)://\(random.one(of: hosts))\(port)\(rest)"
    }

    private static func value(_ random: inout SplitMix) -> (MatcherKey, String) {
        let host = random.one(of: ["contoso.com", "www.contoso.com", "com", "b", "10.0.0.1", "evil.example"])
        let port = random.one(of: ["", "", "", ":*", ":443", ":8443", ":80"])
        switch random.number(in: 0...3) {
        case 0:
            let scheme = random.one(of: ["https", "http{s}?", "http", "*", "x-app", "(http|ftp)", "ws{s}?"])
            let front = random.one(of: ["", "*.", "{*.}?", "*", ":a.", "{www.}?"])
            return (
                .pattern, "\(scheme)://\(front)\(host)\(port)\(random.one(of: ["/*", "/*", "", "/a", "/*?*", "/*#f"]))"
            )
        case 1:
            let path = random.one(of: ["/*", "/*", "", "/a", "/a/*"])
            return (
                .edge,
                "\(random.one(of: ["https", "http"]))://\(random.one(of: ["", "*.", "w*."]))\(host)\(port)\(path)"
            )
        case 2:
            let scheme = random.one(of: ["", "https://", "http://", "ftp://", "x-app://"])
            let port = port == ":*" ? "" : port
            return (
                .chrome, "\(scheme)\(random.one(of: ["", "."]))\(host)\(port)\(random.one(of: ["", "", "/a", "?a"]))"
            )
        default:
            let front = random.one(of: [
                "", "([^/]+\\.)?", "(?:[^/:]+\\.)*", "([a-z0-9-]+\\.)+", "([\\w-]*\\.)*", "(.+\\.)?", "[^/]*",
                "(www\\.)?",
            ])
            let end = random.one(of: ["/", "/a", "(/|$)", "[/:]", "(:[0-9]+)?/", "(:8443)?/", "", "/?", "\\b", "$"])
            let start = random.one(of: ["^https?://", "^https://", "(?i)^http(s)?://", "^(ftp|http)://", "://"])
            let name = host.split(separator: ".").joined(separator: random.one(of: ["\\.", "\\.", "[.]", "."]))
            return (.regex, start + front + name + end)
        }
    }

    /// Whether a URL has one of the schemes and one of the ports, determined from its texts.
    private static func has(_ kinds: OriginKinds, _ url: borrowing URLRecord) -> Bool {
        let special = SpecialScheme(named: String(decoding: url.scheme.array, as: UTF8.self))
        let scheme: OriginKinds = special.map { .scheme($0) } ?? .otherSchemes
        return kinds.contains(scheme) && kinds.contains(url.port == nil ? .ownPort : .otherPorts)
    }
}

/// An anchor in a form that is easy to write in tests.
enum Place: Hashable, Sendable {
    case host(String)
    case domain(String)
    case subdomains(String)
    case network

    init(_ anchor: HostAnchor) {
        switch anchor {
        case .host(let name): self = .host(String(decoding: name, as: UTF8.self))
        case .domain(let name): self = .domain(String(decoding: name, as: UTF8.self))
        case .subdomains(let name): self = .subdomains(String(decoding: name, as: UTF8.self))
        case .network: self = .network
        }
    }

    func has(_ host: String) -> Bool {
        switch self {
        case .host(let name): host == name
        case .domain(let name): host == name || host.hasSuffix("." + name)
        case .subdomains(let name): host.hasSuffix("." + name)
        case .network: true
        }
    }
}

extension Span<UInt8> {
    fileprivate var array: [UInt8] { indices.map { self[$0] } }
}
