import TestSupport
import Testing
import URLMatching
import URLStandard

@testable import RuleRegions

@Suite("Confinement of a regular expression to one owner") struct RegexConfinementTests {
    private enum Kind { case confined, foreign, undecided }

    private static let keeper = SiteKeeper()

    private static let rows: [(pattern: String, kind: Kind, domains: [String])] = [
        // Only spelled-out domains.
        (#"^https://([a-z0-9-]+\.)?contoso\.com/"#, .confined, ["contoso.com"]),
        (#"^https?://(?:[^/]+\.)?contoso\.com(?::\d+)?(?:/|$)"#, .confined, ["contoso.com"]),
        (
            #"^https://(www|intra)\.(contoso|fabrikam)\.(com|de)/"#, .confined,
            ["contoso.com", "contoso.de", "fabrikam.com", "fabrikam.de"]
        ),
        (#"^https://[^/]*\.contoso\.com/"#, .confined, ["contoso.com"]),
        (#"(?i)^HTTPS://WWW\.CONTOSO\.COM/"#, .confined, ["contoso.com"]),
        (#"^https://contoso[12]\.com/"#, .confined, ["contoso1.com", "contoso2.com"]),
        (#"^https://[a-z]+\.contoso\.sharepoint\.com/"#, .confined, ["contoso.sharepoint.com"]),
        (#"^https://contoso\.github\.io/"#, .confined, ["contoso.github.io"]),
        (#"^https://10\.(\d+)\.\d+\.\d+/"#, .confined, []), (#"^https://intranet/"#, .confined, []),
        (#"^https://xn--[a-z0-9-]+\.contoso\.com/"#, .confined, ["contoso.com"]),
        (#"^https://(?!evil)[a-z]+\.contoso\.com/"#, .confined, ["contoso.com"]),
        (#"^https://\w++\.contoso\.com/"#, .confined, ["contoso.com"]),
        (#"^https://contoso\.com:443/"#, .confined, []), (#"^https://contoso\.com/\.\./"#, .confined, ["contoso.com"]),
        (#"^https://a\.(?:b|c)\.contoso\.com\.?/"#, .confined, ["contoso.com"]), (#"a^b"#, .confined, []),
        (#"^https://contoso\.com\b/"#, .confined, ["contoso.com"]),
        // Look-aheads at the end and at the beginning, and line anchors.
        (#"^https://(?:[^./]+\.){0,3}contoso\.com(?=[:/]|$)"#, .confined, ["contoso.com"]),
        (#"^https://([a-z0-9-]+\.)*contoso\.com(?![^/:])"#, .confined, ["contoso.com"]),
        (#"^(?=https://[^/?]*\.contoso\.com/).*login"#, .confined, ["contoso.com"]),
        (#"^(?!https://(?!contoso\.com/))https://"#, .undecided, []),
        (#"(?m)^https://contoso\.com/"#, .confined, ["contoso.com"]),
        // Foreign hosts.
        (#"contoso\.com"#, .foreign, []), (#"^https://contoso\.com"#, .foreign, []),
        (#"^https://.*contoso\.com/"#, .foreign, []),
        (#"^https://[^/]*contoso\.com/"#, .foreign, []), (#"^https://www.contoso\.com/"#, .foreign, []),
        (#"^https?://[^.]+\.[^/]+/"#, .foreign, []), (#".*"#, .foreign, []), (#"\.pdf$"#, .foreign, []),
        (#"^https://contoso[0-9]\.com/"#, .foreign, []), (#"^https://([a-z]+\.)?sharepoint\.com/"#, .foreign, []),
        (#"^https://[a-z]+\.github\.io/"#, .foreign, []), (#"^https://github\.com/contoso/"#, .foreign, []),
        (#"^https://10\.[^/]+/"#, .foreign, []), (#"^mailto:.*@contoso\.com$"#, .foreign, []),
        (#"^https://contoso\.com[^a-z]"#, .foreign, []), (#"\bcontoso\.com\b"#, .foreign, []),
        (#"^ftp://"#, .foreign, []), (#"^https://(?=.*contoso\.com)"#, .foreign, []),
        (#"^(?=.*contoso\.com)https://"#, .foreign, []), (#"^https://contoso\.com(?![a-z])"#, .foreign, []),
        (#"^(?!https://www\.)https://"#, .foreign, []), (#"contoso\.com(?=/|$)"#, .foreign, []),
        (#"^[a-z]+://contoso\.com@"#, .confined, []),
        (#"^https://93\.184\.216\.34/"#, .foreign, []), (#"^https://contoso\.(com|de|[a-z]+)/"#, .foreign, []),
        // Undecided.
        (#"^https://(\w)\1\.contoso\.com/"#, .undecided, []), (#"(?R)?contoso"#, .undecided, []),
        (#"(a{1,150}){1,150}"#, .undecided, []),
        (#"^https://(?=abc)(?!abc)[a-z]+\.example/"#, .undecided, []),
    ]

    @Test(
        "Every expression is proven confined, or has a canonical foreign URL that PCRE2 matches",
        arguments: TestSize.rows(Array(rows.indices))
    )
    func decided(row: Int) throws {
        var budget = Int.max
        let (pattern, kind, domains) = Self.rows[row]
        let matcher = try RegexMatcher(pattern)
        switch RegexConfinement(of: matcher, Self.keeper, budget: &budget) {
        case .confined(let found):
            #expect(kind == .confined && found.sorted() == domains, "\(pattern): \(found)")
        case .foreign(let url):
            #expect(kind == .foreign, "\(pattern): \(url)")
            var asked = AskedRegex(matcher)
            let isMatch = asked.matches(Array(url.utf8))
            #expect(isMatch, "\(pattern): \(url)")
            #expect(OwnedHosts.automaton([]).map { !$0.takes(url) } ?? false, "\(pattern): \(url)")
        case .undecided(let reason): #expect(kind == .undecided, "\(pattern): \(reason)")
        }
    }

    @Test("No confined random expression matches a URL of another host")
    func random() throws {
        var budget = Int.max
        var generator = RandomURLRegex(SplitMix(seed: 29))
        var counts: [Kind: Int] = [:]
        let patterns = TestSize.count(3, exhaustive: 3_000)
        for _ in 0..<patterns {
            let (pattern, urls) = generator.next(urls: 8)
            guard let matcher = try? RegexMatcher(pattern) else { continue }
            var asked = AskedRegex(matcher)
            switch RegexConfinement(of: matcher, Self.keeper, states: 10_000, budget: &budget) {
            case .confined(let domains):
                counts[.confined, default: 0] += 1
                var owned = AutomatonRun(try #require(OwnedHosts.automaton(domains)))
                for text in urls.flatMap(seenTexts) where asked.matches(Array(text.utf8)) {
                    let isOwned = owned.takes(text)
                    #expect(isOwned, "\(pattern) is not confined to \(domains): \(text)")
                }
            case .foreign(let url):
                counts[.foreign, default: 0] += 1
                let isMatch = asked.matches(Array(url.utf8))
                #expect(isMatch, "\(pattern): \(url)")
            case .undecided: counts[.undecided, default: 0] += 1
            }
        }
        #expect(
            counts[.confined, default: 0] > patterns / 12 && counts[.foreign, default: 0] > patterns / 8,
            "\(counts)"
        )
    }

    @Test("Expressions written to be slow stop at the state limit")
    func hostile() throws {
        var budget = Int.max
        var compiled = 0
        for family in HostileRegexes.families {
            guard let matcher = try? RegexMatcher(family.pattern) else { continue }
            compiled += 1
            if case .confined(let domains) = RegexConfinement(of: matcher, Self.keeper, states: 1_000, budget: &budget)
            {
                // Then it matches no URL whose host contains a dot.
                #expect(domains.isEmpty, "\(family.pattern)")
            }
        }
        #expect(compiled > HostileRegexes.families.count / 2)
    }

    @Test("Thousands of slow expressions share one budget")
    func budget() throws {
        let confinements = RegexConfinements(budget: 100_000)
        let keeper = SiteKeeper(regexes: confinements)
        for number in 0..<2_000 {
            let matcher = try RegexMatcher("^https://[ab]*a[ab]{\(number % 90)}c\\.x\(number)\\.example/")
            _ = confinements.confinement(of: matcher, keeper)
        }
        let last = try RegexMatcher(#"^https?://www\.contoso\.com/"#)
        #expect(confinements.confinement(of: last, keeper) == .undecided(.tooMany))
        // The keeper then uses the host anchors of the expression.
        #expect(last.hostAnchors?.count == 1)
    }

    @Test("The hosts of private networks equal the networks")
    func privateNetworks() throws {
        var random = SplitMix(seed: 9)
        var found: [Bool: Int] = [:]
        for (network, host) in SiteKeeper.privateNetworks {
            let matcher = try AddressMatcher(network)
            var automaton = AutomatonRun(try #require(CanonicalURLShape.reading(host)))
            for _ in 0..<400 {
                let groups = (0..<8).map { _ in String(random.number(in: 0...0xFFFF), radix: 16) }
                let first = random.one(of: ["10", "127", "172.16", "172.31", "172.32", "192.168", "169.254", "11"])
                let rest = (0..<(first.contains(".") ? 2 : 3)).map { _ in ".\(random.number(in: 0...255))" }
                let six = random.one(of: ["fc00", "fdff", "fe80", "febf", "fe00", "2001", "::1", "fd12"])
                for text in [
                    first + rest.joined(),
                    six == "::1" ? "[::1]" : "[\(six):\(groups.dropFirst().joined(separator: ":"))]",
                ] {
                    guard let url = seenTexts(of: "https://\(text)/").first else { continue }
                    let name = String(url.dropFirst(8).dropLast())
                    let address = IPAddress(host: Array(name.utf8))
                    let isTaken = automaton.takes(name)
                    #expect(isTaken == (address.map(matcher.contains) ?? false), "\(name) in \(network)")
                    found[isTaken, default: 0] += 1
                }
            }
        }
        #expect(found[true, default: 0] > 100 && found[false, default: 0] > 100)
    }
}
