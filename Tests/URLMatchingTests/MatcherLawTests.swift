import ByteText
import TestSupport
import Testing
import URLMatching
import URLStandard

@Suite("Laws for any text")
struct MatcherLawTests {
    private let pieces = [
        "a", "B", "contoso", ".", ".", "com", "-", "--", "xn--", "_", "1", "0x7f", "127.0.0.1", "[", "]", "::", ":",
        "f",
        "*", "*.", "/", "\\", "@", "%", "%2e", "ä", "ß", "。", "．", "＊", "\u{200D}", "\u{FF}", " ", "\t", "#",
        "https://", "ẞ",
        "256", "a.b", ",", "\u{0}", "🙂", "bücher", "\u{1E9E}", "xn--bcher-kva", "١",
    ]

    @Test("A text accepted as a host is exactly the host of a URL made with it", arguments: [1, 2, 3])
    func hostOfURL(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var scratch = MatchScratch()
        var taken = 0
        for _ in 0..<5_000 {
            let text = random.text(of: pieces, upTo: 6)
            do {
                let matcher = try HostMatcher(text)
                taken += 1
                let itself = outcome(.host(matcher), "https://\(text)/", &scratch)
                #expect(itself == .matched, "\(text.debugDescription)")
                let subdomain = outcome(.host(matcher), "https://x.\(matcher.host)/", &scratch)
                #expect(subdomain != .matched, "\(text.debugDescription)")
                // The text that a matcher shows makes the same matcher.
                #expect(try HostMatcher(matcher.host) == matcher)
            } catch {
                expectStyle(error, of: text)
            }
        }
        #expect(taken > 200)
    }

    @Test("A domain is also a host, and never an address", arguments: [4, 5])
    func domainIsHost(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var scratch = MatchScratch()
        var taken = 0
        for _ in 0..<5_000 {
            let text = random.text(of: pieces, upTo: 6)
            let host = try? HostMatcher(text)
            do {
                let domain = try DomainMatcher(text)
                taken += 1
                #expect(host?.host == domain.domain, "\(text.debugDescription)")
                #expect((try? AddressMatcher(text)) == nil)
                // A subdomain of a valid name may be invalid, for instance with names in a right-to-left script.
                let subdomain = outcome(.domain(domain), "https://x.\(domain.domain)/", &scratch)
                #expect(subdomain != .notMatched, "\(text.debugDescription)")
                let longer = outcome(.domain(domain), "https://x\(domain.domain)/", &scratch)
                #expect(longer != .matched, "\(text.debugDescription)")
            } catch {
                expectStyle(error, of: text)
            }
        }
        #expect(taken > 200)
    }

    @Test("The parsers of addresses and of URLs agree on IPv6", arguments: [6, 7])
    func ipv6(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let pieces = ["0", "1", "ffff", "A", ":", ":", "::", ":0", ":1", ".", "1.2.3.4", "255", "g", "12345", "00"]
        var scratch = MatchScratch()
        var taken = 0
        for _ in 0..<20_000 {
            let text = random.text(of: pieces, upTo: 9)
            guard text.contains(":") else { continue }
            let host = host(of: "https://[\(text)]/")
            let matcher = try? AddressMatcher(text)
            #expect((host != nil) == (matcher != nil), "\(text)")
            guard let matcher else { continue }
            taken += 1
            #expect(outcome(.address(matcher), "https://[\(text)]/", &scratch) == .matched, "\(text)")
            if case .v6 = matcher.network { #expect(host == "[\(matcher.network)]") }
        }
        #expect(taken > 500)
    }

    @Test("A list gives the same entry and error as the matcher of its format", arguments: [8, 9])
    func listLine(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        // Without pieces that are a comment, a blank or a line end in a list.
        let pieces = pieces.filter { !["#", " ", "\t"].contains($0) } + ["https://contoso.com/"]
        for _ in 0..<5_000 {
            let text = random.text(of: pieces, upTo: 5)
            guard !text.isEmpty else { continue }
            for format in ListFormat.allCases {
                // In these two formats a line contains more than the value of a key; they have their own tests.
                guard format != .hosts, format != .adblockDomains else { continue }
                let reading = try EntryList.read(text.utf8.span, format: format)
                let key: MatcherKey =
                    switch format {
                    case .domains, .hosts, .adblockDomains: .domain
                    case .edge: .edge
                    case .chrome: .chrome
                    case .urls: .url
                    }
                do throws(MatcherError) {
                    let expected: [String] =
                        switch try Matcher(key: key, text: text) {
                        case .domain(let matcher): [matcher.domain]
                        // The line contributes both readings of an opaque host.
                        case .url(let matcher): [matcher.url] + [matcher.urlAsRead].compactMap(\.self)
                        case .edge(let matcher): [matcher.text]
                        case .chrome(let filter): [filter.text]
                        default: [""]
                        }
                    let list = reading.list
                    let entries = (0..<list.count).map { list.entry(at: $0).string }
                    #expect(entries == expected, "\(text.debugDescription)")
                } catch {
                    #expect(reading.list.isEmpty)
                    #expect(reading.badLines.map(\.error) == [error], "\(text.debugDescription)")
                }
            }
        }
    }

    @Test(
        "The text of a matcher is in canonical form, if there is one, and makes the same matcher",
        arguments: [
            (.url, "HTTPS://Contoso.com/a", "https://contoso.com/a"), (.host, "Contoso.COM", "contoso.com"),
            (.domain, "bücher.example", "xn--bcher-kva.example"), (.scheme, "msteams", "msteams"),
            (.pattern, "https://contoso.com/a", nil), (.edge, "https://Contoso.com/*", "https://Contoso.com/*"),
            (.chrome, "Contoso.com/a", "Contoso.com/a"), (.address, "10.1.2.3", "10.1.2.3/32"),
            (.regex, "^https://contoso\\.com/", "^https://contoso\\.com/"), (.site, "same-site", "same-site"),
        ] as [(MatcherKey, String, String?)]
    )
    func text(key: MatcherKey, written: String, expected: String?) throws {
        let matcher = try Matcher(key: key, text: written)
        let text = try #require(matcher.text)
        // How a pattern is shown is for people.
        guard let expected else { return }
        #expect(text == expected)
        #expect(try Matcher(key: key, text: text) == matcher)
    }

    @Test("A list has no text") func listText() throws {
        let lines = "a.example"
        let list = try EntryList.read(lines.utf8.span, format: .domains).list
        #expect(Matcher.list(list).text == nil)
    }

    /// The outcome of a matcher for a URL; nil if the URL is invalid.
    private func outcome(_ matcher: Matcher, _ url: String, _ scratch: inout MatchScratch) -> MatchOutcome? {
        var record = URLRecord()
        do { try record.parse(url.utf8.span) } catch { return nil }
        return matcher.matches(record, scratch: &scratch)
    }

    /// The host of a URL; nil if the URL is invalid.
    private func host(of url: String) -> String? {
        var record = URLRecord()
        do { try record.parse(url.utf8.span) } catch { return nil }
        return record.host.string
    }
}
