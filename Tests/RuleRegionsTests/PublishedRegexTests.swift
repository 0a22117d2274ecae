import Testing
import URLMatching

@testable import RuleRegions

/// Regular expressions in the forms that people write for URLs, each with our own hosts: from the documentation of
/// proxies and their access lists (Squid's `url_regex` and `dstdom_regex`), lists of advertising hosts, trusted hosts
/// of web frameworks, allowed origins, and answers to questions about matching a domain.
@Suite("Realistic regular expressions") struct PublishedRegexTests {
    static let patterns = [
        // Access lists of proxies.
        #"\.mp3$"#, #"^ftp://.*\.mp3$"#, #"(?i)\.(exe|msi|bat|cmd)$"#, #"[0-9]$"#, #"^http://www\."#, #"games"#,
        #"(?i)-i casino"#, #".*\.tube\.example/watch.*"#, #".*films\.example.*"#, #"^https?://[^/]*news[^/]*/"#,
        #"://[0-9]+\.[0-9]+\.[0-9]+\.[0-9]+"#, #"^[a-z]+://[^/]+\.(ru|cn)/"#, #"/cgi-bin/"#,
        #"^https?://([^/]*\.)?social\.example/(watch|live)\b"#, #"[/.]ads?[0-9]*[/.]"#,
        // Lists of advertising hosts, written for the whole URL.
        #"^https?://(.+[_.-])?adse?rv(er?|ice)?s?[0-9]*[_.-]"#, #"^https?://(.+[_.-])?telemetry[_.-]"#,
        #"^https?://ad([sxv]?[0-9]*|system)[_.-]([^.[:space:]]+\.){1,}"#, #"^https?://(www[0-9]*\.)?xn--"#,
        #"^https?://stats?[0-9]*[_.-]"#,
        // Trusted hosts and allowed origins.
        #"^https?://www\.contoso\.com/"#, #"^https?://(.+\.)?contoso\.com(:[0-9]+)?(/|$)"#,
        #"^https://([a-z0-9]+[.])*contoso[.]com"#, #"^https://(www\d?\.)?contoso\.com/"#,
        #"^https?:\/\/(?:[\w-]+\.)*contoso\.(?:com|de|co\.uk)(?:\/|$)"#, #"https://.*\.contoso\.com"#,
        #"^https://[^.]+\.contoso\.com$"#, #"^https?://localhost(:[0-9]+)?/"#,
        #"^https://app-[a-z0-9]{8}\.contoso\.net/"#,
        #"^(https?://)?(www\.)?([^.]+)(\.com|\.co\.uk)(.+|)$"#, #"https?://[-\w.]+(:\d+)?(/([\w/_.]*(\?\S+)?)?)?"#,
        #"^https?://(?!www\.)[a-z]+\.contoso\.com/"#, #"\bcontoso\.com\b"#, #"^((?!evil).)*contoso\.com/"#,
        // Paths and queries.
        #"^https://intranet\.contoso\.com/(hr|finance)/"#, #"^https://contoso\.sharepoint\.com/sites/[^/]+/"#,
        #"[?&]session(id)?="#, #"^https://[^/]+/wiki/"#, #"/api/v[0-9]+/"#,
        #"^https://contoso\.com/[a-z]{2}(-[A-Z]{2})?/"#,
        #"(?i)^https://portal\.contoso\.com/(?:[^?#]*/)?report\.aspx\?id=\d{1,6}(?:&|$)"#,
        #"^https://([a-z]{2})\.contoso\.com/\1/"#, #"[\x{400}-\x{4ff}]"#,
    ]

    @Test("At least nine of ten are decided exactly")
    func decided() throws {
        var budget = Int.max
        var counts = (confined: 0, foreign: 0)
        var undecided: [String] = []
        for pattern in Self.patterns {
            guard let matcher = try? RegexMatcher(pattern) else {
                undecided.append("\(pattern): not an expression")
                continue
            }
            switch RegexConfinement(of: matcher, SiteKeeper(), budget: &budget) {
            case .confined: counts.confined += 1
            case .foreign: counts.foreign += 1
            case .undecided(let reason): undecided.append("\(pattern): \(reason)")
            }
        }
        #expect(Self.patterns.count >= 40)
        #expect(undecided.count * 10 <= Self.patterns.count, "\(undecided)")
        #expect(counts.confined >= 10 && counts.foreign >= 20, "\(counts)")
    }
}
