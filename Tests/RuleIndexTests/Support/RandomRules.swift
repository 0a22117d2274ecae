import Diagnostics
import Foundation
import PolicyModel
import TestSupport
import URLMatching
import URLStandard

/// Generates rule sets and URLs from one small vocabulary, so that they match often.
struct RandomRules {
    var random: SplitMix
    /// URLs made from the expressions of the rules so far.
    private var derivedURLs: [String] = []

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    /// Lengths around the thresholds of hashes and walks: 8, 16 and 64 bytes.
    private static let labels =
        ["a", "b", "com", "example", "contoso", "www", "1", "x-y", "xn--bcher-kva", "localhost"]
        + [7, 8, 9, 15, 16, 17, 24, 25, 63].map { String(repeating: "a", count: $0) }
    private static let schemes = ["http", "https", "ws", "wss", "ftp", "file", "contoso-app", "data", "x"]
    private static let addresses = [
        "10.0.0.1", "10.0.0.2", "192.168.1.7", "1.0.0.0", "[::1]", "[fd00::1]", "[fd00:1::2]",
    ]
    private static let networks = [
        "10.0.0.0/8", "10.0.0.1", "192.168.0.0/16", "0.0.0.0/0", "::/0", "fd00::/8", "fd00::1", "10.0.0.0/31",
        "1.0.0.0/32",
    ]
    private static let patterns = [
        "contoso", "^https?://[^/]*example", "[?&]d=1(&|$)", "/a$", "^[a-z-]+:", "10\\.0",
        // Long enough for a literal search: alone, combined, in another case.
        "^https?://([^/]+\\.)?contoso\\.com/", "(?i)CONTOSO", "Contoso", "localhost|x-y", "(www|xn--bcher)[.-]",
        "aaaaaaaa",
        "(a|com|example)/a", "d=1&e", "b/\\.\\./a|%61", "[.](com|example)/", "contoso.*contoso", "plain,",
        // These cannot be finished on `Self.costlyPath`.
        "^[a-z]+://[^/]*/(a|aa)+$", "(a|aa)+$", "contoso.*/(a|aa)+$", "/(a|aa)+(x-y)?$", "www[^/]*/(a|aa)+$",
        "/(?:a+)+$", "(?:aa?)+$", "[./](?:a|a?)+$", "^[^/]*//[^/]*/(?:a*)*$",
    ]
    /// Hosts of URL patterns: fixed, or with wildcards on the left, in the middle or on the right.
    private static let patternHosts = [
        "*", "*.*", ":a.com", "*.com", "*contoso.com", "{*.}?contoso.com", "{*.}?a.com", "{www.}?contoso.com", "*.a.:b",
        "www.*.com", "contoso.*", "(a|b).com", "{*.}?(a|aa)+.com", "*contoso*", "*x-y*", "..com", "*..com", "[\\:\\:1]",
        "10.0.0.1",
    ]
    private static let patternPaths = [
        "", "/*", "/a", "/:page", "/a?d=1", "/(a|aa)+", "/{a/}?*", "#f", "/*aaaaa*", "/*a?*d=1*", "/(a|aa)+*b!",
    ]

    /// The kinds of values with their relative frequency: a new rule key needs a line here.
    private static let kinds: [(key: MatcherKey, weight: Int, make: @Sendable (inout Self) throws -> Matcher)] = [
        (.url, 1, { try Matcher(key: .url, text: $0.plainURL()) }),
        (.host, 2, { try Matcher(key: .host, text: $0.host()) }),
        (.domain, 2, { try Matcher(key: .domain, text: $0.nameDomain()) }),
        (.scheme, 1, { try Matcher(key: .scheme, text: $0.random.one(of: Self.schemes)) }),
        (.address, 1, { try Matcher(key: .address, text: $0.random.one(of: Self.networks)) }),
        (.regex, 3, { try Matcher(key: .regex, text: $0.regex()) }),
        (.edge, 2, { try Matcher(key: .edge, text: $0.edge()) }),
        (.pattern, 3, { try $0.pattern() }),
        (.chrome, 2, { try Matcher(key: .chrome, text: $0.filter()) }),
        (.site, 1, { try Matcher(key: .site, text: $0.random.one(of: SiteMatcher.Relation.allCases).rawValue) }),
        (.list, 3, { try $0.list() }),
    ]
    private static let choices = kinds.indices.flatMap { Array(repeating: $0, count: kinds[$0].weight) }
    private static let costlyPath = "/" + String(repeating: "a", count: 60) + "!"

    // MARK: URLs

    /// A domain of up to `limit` labels.
    private mutating func domain(upTo limit: Int) -> String {
        random.some(1...limit) { $0.one(of: Self.labels) }.joined(separator: ".")
    }

    /// A URL as a person might write it; not all of them parse.
    mutating func url() -> String {
        if !derivedURLs.isEmpty, random.once(in: 10) { return random.one(of: derivedURLs) }
        switch random.number(in: 0...19) {
        case 0: return "x:\(random.one(of: ["a", "contoso", "a?d=1"]))"
        case 1: return "data:text/plain,\(random.one(of: ["a", "contoso"]))"
        case 2: return "file:///a"
        case 3, 4: return opaqueURL()
        default: break
        }
        let scheme = random.one(of: random.once(in: 2) ? ["https"] : Self.schemes)
        var host: String
        switch random.number(in: 0...9) {
        case 0, 1: host = random.one(of: Self.addresses)
        case 2: host = random.one(of: ["[::ffff:10.0.0.1]", "0x0a000001", "10.1", "[::ffff:1.0.0.0]"])
        case 3: host = domain(upTo: 12)
        case 4: host = domain(upTo: 2) + "." + random.one(of: ["", ".", "."]) + domain(upTo: 2)
        default: host = domain(upTo: 4)
        }
        if random.once(in: 8) { host += "." }
        if random.once(in: 8) { host = "dana:pw@" + host }
        if random.once(in: 8) { host += ":8443" }
        if random.once(in: 8) { host = host.uppercased() }
        let isCostly = random.once(in: 8)
        let path = random.one(of: [
            "", "/", "/a", "/b/../a", "/a?d=1", "/a?d=1&e", "/a?d=1&d=2", "/a#f", "/%61", "/a?b=/d=1&e", "/x-y/Contoso",
            "/x-y?e&d=1&topic=news", "/a?topic=news&topic=old", "/a?xtopic=news&Topic#topic", "/x-y/contoso?topic",
        ])
        return "\(scheme)://\(host)\(isCostly ? Self.costlyPath : path)"
    }

    /// A URL with a scheme that is not special, and a host that the receiving app reads differently from how it is
    /// written, or does not understand.
    private mutating func opaqueURL() -> String {
        var host = random.once(in: 4) ? domain(upTo: 4) : nameDomain()
        switch random.number(in: 0...9) {
        case 0:
            host = random.one(of: ["167772161", "10.0.0.1", "0xa.1", "10", "99999999999", "1.2.3.4.5", "016.0.0.1"])
        case 1: host = host.replacingOccurrences(of: "a", with: "%61")
        case 2: host = host.replacingOccurrences(of: ".", with: "%2E")
        case 3: host = host.uppercased()
        case 4: host = "A%20B." + host
        case 5: host = "%zz." + host
        case 6: host = host.replacingOccurrences(of: "xn--bcher-kva", with: "b%C3%BCcher")
        case 7: host = "b\u{FC}cher." + host
        default: break
        }
        if random.once(in: 8) { host += String(repeating: ".", count: 1 + host.utf8.count % 3) }
        if random.once(in: 8) { host = "dana:pw@" + host }
        if random.once(in: 8) { host += ":8443" }
        let scheme = random.one(of: ["contoso-app", "x"])
        return "\(scheme)://\(host)\(random.one(of: ["", "/", "/a", "/a?d=1", "/a#f"]))"
    }

    // MARK: Rules

    /// A rule set of up to `limit` rules.
    mutating func ruleSet(upTo limit: Int) throws -> RuleSet {
        let place = SourceLocation(path: "rules.yaml", line: 1, column: 1)
        let count = random.number(in: 0...limit)
        let rules = try (0..<count).map { number in
            Rule(
                id: "rule-\(number)",
                urlClass: random.one(of: URLClass.allCases),
                priority: random.number(in: -1...1),
                conditions: try conditions(random.once(in: 2) ? 1...1 : 1...3),
                exceptions: random.once(in: 3) ? try conditions(1...2) : [],
                location: place
            )
        }
        return RuleSet(
            name: "random",
            defaultClass: random.one(of: URLClass.allCases),
            defaultLocation: place,
            rules: rules
        )
    }

    private mutating func conditions(_ count: ClosedRange<Int>) throws -> [Condition] {
        var conditions: [Condition] = []
        for _ in 0..<random.number(in: count) {
            let kind = Self.kinds[random.one(of: Self.choices)]
            guard !conditions.contains(where: { $0.key == kind.key }) else { continue }
            let alternatives = try random.some(1...3) { _ in () }.map { try kind.make(&self) }
            let paths = kind.key == .list ? alternatives.indices.map { "list-\($0).txt" } : []
            conditions.append(Condition(key: kind.key, alternatives: alternatives, paths: paths))
        }
        return conditions
    }

    private mutating func host() -> String { random.once(in: 5) ? random.one(of: Self.addresses) : nameDomain() }

    /// Half of them begin with a host, in forms that an index can use and in forms that it cannot.
    private mutating func regex() -> String {
        if random.once(in: 4) { return generatedRegex() }
        guard random.once(in: 2) else { return random.one(of: Self.patterns) }
        let start = random.one(of: ["^https?://", "^https://", "(?i)^http(s)?://", "^(https|http)://", "https?://"])
        let front = random.one(of: [
            "", "", "([^/]+\\.)?", "(?:[^/:]+\\.)*", "([a-z0-9-]+\\.)+", "([\\w-]*\\.)*", "(.+\\.)?", "[^/]*",
            "(www\\.)?",
        ])
        let host = nameDomain().split(separator: ".").joined(separator: random.one(of: ["\\.", "\\.", "[.]", "."]))
        let end = random.one(of: [
            "/", "/a", "(/|$)", "[/:]", "(:[0-9]+)?/", "(:8443)?/", "(:\\d+)?(/|$)", "/(a|aa)+$", "", "/?", "\\b",
        ])
        return start + front + host + end
    }

    /// An expression that compiles; URLs for it are added to the derived ones.
    private mutating func generatedRegex() -> String {
        var generator = RandomURLRegex(random)
        var (pattern, urls) = generator.next(urls: 8)
        while (try? RegexMatcher(pattern)) == nil { (pattern, urls) = generator.next(urls: 8) }
        random = generator.source
        derivedURLs = derivedURLs.suffix(100) + urls
        return pattern
    }

    private mutating func pattern() throws -> Matcher {
        let scheme = random.one(of: ["https", "https", "*", "http{s}?", "contoso-app", "x"])
        let host: String
        switch random.number(in: 0...3) {
        case 0: host = nameDomain()
        case 1: host = random.one(of: ["*.", "*", "{*.}?", ":x.", "a*"]) + nameDomain()
        default: host = random.one(of: Self.patternHosts)
        }
        let port = random.one(of: ["", "", "", ":*", ":8443", ":84*"])
        return try Matcher(key: .pattern, text: "\(scheme)://\(host)\(port)\(random.one(of: Self.patternPaths))")
    }

    /// A domain whose last label is not a number, because a number would make it an address.
    private mutating func nameDomain() -> String {
        let last = random.one(of: ["com", "com", "example", "example", "localhost", String(repeating: "a", count: 9)])
        return random.once(in: 4) ? last : "\(domain(upTo: 2)).\(last)"
    }

    private mutating func plainURL() -> String {
        if random.once(in: 4) { return opaqueURL().replacingOccurrences(of: "dana:pw@", with: "") }
        return "https://\(nameDomain())\(random.one(of: ["/", "/a", "/a?d=1"]))"
    }

    /// An entry of the managed browser's list format.
    private mutating func edge() -> String {
        if random.once(in: 8) { return random.one(of: ["10.0.0.0/8", "10.0.0.1/32", "0.0.0.0/0", "192.168.0.0/16"]) }
        let host: String
        switch random.number(in: 0...7) {
        case 0: host = random.one(of: Self.addresses)
        case 1, 2: host = "*.\(domain(upTo: 2)).com"
        case 3: host = "*\(domain(upTo: 1)).com"
        case 4: host = "*.c*m.example"
        default: host = nameDomain()
        }
        let port = random.once(in: 4) ? random.one(of: [":*", ":8443"]) : ""
        return "\(random.one(of: ["http", "https"]))://\(host)\(port)\(random.one(of: ["", "/", "/*", "/a", "/a/*"]))"
    }

    /// A filter of an enterprise URL list.
    private mutating func filter() -> String {
        switch random.number(in: 0...9) {
        case 0: return random.one(of: ["*", "x:*", "contoso-app://*", "file:///a", "https://*", "*/a", "*?d=1"])
        case 1:
            return random.one(of: [
                "*/x-y/Con", "https://*/x-y?topic=news", "*?topic=news", "*?topic=new*", "*?Topic", "*?d=1&topic=*",
                "http://*?e&topic",
            ])
        default: break
        }
        let scheme = random.once(in: 2) ? "" : random.one(of: ["https://", "http://", "ftp://", "file://"])
        let host: String
        switch random.number(in: 0...7) {
        case 0: host = random.one(of: Self.addresses)
        case 1, 2: host = "." + nameDomain()
        default: host = nameDomain()
        }
        let port = random.once(in: 4) ? random.one(of: [":443", ":8443"]) : ""
        let query = random.one(of: ["", "", "", "?d=1", "?d=*", "?d*", "?e", "?d=1&e", "?*"])
        return "\(scheme)\(host)\(port)\(random.one(of: ["", "/", "/a", "/aa"]))\(query)"
    }

    /// A document shown in a view, or nil.
    mutating func document() -> SiteDocument? {
        random.once(in: 5) ? nil : SiteDocument(random.once(in: 2) ? plainURL() : url())
    }

    private mutating func line(_ format: ListFormat) -> String {
        switch format {
        case .domains: nameDomain()
        case .hosts: "0.0.0.0 \(nameDomain()) \(nameDomain())"
        case .adblockDomains: "||\(nameDomain())^"
        case .edge: edge()
        case .chrome: filter()
        case .urls: plainURL()
        }
    }

    private mutating func list() throws -> Matcher {
        let format = random.one(of: ListFormat.allCases)
        // A long list gets its own index if it is not the condition that finds its rule.
        let lines = random.some(random.once(in: 3) ? 7...40 : 1...6) { _ in () }.map { line(format) }
        return .list(try EntryList.read(lines.joined(separator: "\n").utf8.span, format: format).list)
    }
}
