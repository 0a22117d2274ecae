import Diagnostics
import PolicyImport
import PolicyModel
import RuleIndex
import TestSupport
import Testing
import URLMatching
import URLStandard

@Suite("Importing URL filters") struct URLFilterImportTests {
    @Test("Each omitted entry is named at its place")
    func dropped() throws {
        let result = BrowserListFormat.chrome.read(
            allow: source("example.com # fine\n\n# comment\n  *.example.com\n", "allow.txt"),
            block: source("\u{FEFF}[*.]example.com\r\nexample.com:0\nfile:///etc\nblob:*\n", "block.txt")
        )
        #expect(
            summary(result) == [
                "error wildcard-label 4:3 «*»", "error wildcard-label 1:2 «*»",
                "warning content-settings 1:1 «[*.]example.com»",
                "error invalid-port 2:12 «:0»", "note never-asked 3:1 «file:///etc»",
                "error never-asked 4:1 «blob:*»",
            ]
        )
        #expect(result.carried == 2)
        #expect(result.dropped == 4)
        #expect(try readBack(result).ruleSets[0].rules.count == 2)
    }

    @Test(
        "A host, path or query in a spelling that no URL has opens nothing, and what it means stays blocked",
        arguments: [
            ("a.example/x/../admin", "https://a.example/admin", "path-spelling", "/admin"),
            ("a.example/{x}", "https://a.example/{x}", "path-spelling", "/%7Bx%7D"),
            ("a.example/größe?v=1", "https://a.example/größe?v=1", "path-spelling", "/gr%C3%B6%C3%9Fe"),
            ("größe.example", "https://www.größe.example/", "host-spelling", "xn--gre-6ka8i.example"),
            ("http://.Größe.example.:80/p", "http://größe.example/p", "host-spelling", "xn--gre-6ka8i.example"),
            ("[0:0:0:0::1]", "http://[::1]/", "host-spelling", "[::1]"),
            ("a.example?q=ä", "https://a.example/?q=ä", "query-spelling", "q=%C3%A4"),
            ("a.example/w?&v=1", "https://a.example/w?v=1", "invalid-query", "v=1"),
            ("a.example?a=1&&b=2", "https://a.example/?b=2&a=1", "invalid-query", "a=1&b=2"),
        ]
    )
    func spelling(filter: String, url: String, code: String, help: String) throws {
        let allowed = BrowserListFormat.chrome.read(
            allow: source(filter, "allow.txt"),
            block: source("*\n", "block.txt")
        )
        #expect(allowed.findings.map { "\($0.severity) \($0.code)" } == ["error \(code)"])
        #expect(allowed.findings.first?.help == "write `\(help)`")
        #expect(allowed.carried == 1 && allowed.dropped == 1)
        #expect(try readBack(allowed).ruleSets[0].urlClass(of: url) == .blocked)
        let blocked = BrowserListFormat.chrome.read(allow: nil, block: source(filter, "block.txt"))
        #expect(blocked.findings.map { "\($0.severity) \($0.code)" } == ["note \(code)"])
        #expect(blocked.carried == 1 && blocked.dropped == 0)
        #expect(try readBack(blocked).ruleSets[0].urlClass(of: url) == .blocked)
    }

    @Test(
        "Letters in either case, a final dot and percent-encoding are no other spelling",
        arguments: [
            "Contoso.com.", "XN--GRE-6KA8I.example", "[FD00::A]:8080", "*?q=%C3%A4", "https://*/a",
        ]
    )
    func sameSpelling(filter: String) throws {
        let allowed = BrowserListFormat.chrome.read(allow: source(filter, "a"), block: source("*\n", "b"))
        #expect(allowed.findings.isEmpty && allowed.carried == 2, "\(summary(allowed))")
    }

    @Test(
        "What the browser ignores on the allow list opens nothing",
        arguments: [
            ("mailto:help@contoso.com", "error invalid-scheme 2:1 «mailto:»"),
            ("dana:pw@*", "error invalid-scheme 2:1 «dana:»"), (".*", "error wildcard-label 2:2 «*»"),
            ("https://.*", "error wildcard-label 2:10 «*»"), ("*?&", "error invalid-query 2:3 «&»"),
            ("www.contoso.com?=", "error invalid-query 2:17 «=»"),
            ("https://boss@*?=&", "error invalid-query 2:16 «=&»"),
            ("www.contoso.com/x?v=1&v=2", "error invalid-query 2:19 «v=1&v=2»"),
            ("https:www.contoso.com", "error invalid-scheme 2:1 «https:»"),
            ("zoommtg://*#x", "error custom-scheme 2:1 «zoommtg://*#x»"),
        ]
    )
    func ignored(entry: String, finding: String) throws {
        let allow = source("intranet.example\n\(entry)\n", "allow.txt")
        let result = BrowserListFormat.chrome.read(allow: allow, block: source("*\n", "block.txt"))
        #expect(summary(result) == [finding])
        #expect(result.carried == 2 && result.dropped == 1)
        let rules = try readBack(result).ruleSets[0]
        #expect(try rules.urlClass(of: "https://intranet.example/") == .internal)
        #expect(try rules.urlClass(of: "https://www.contoso.com/x") == .blocked)
    }

    @Test("Without another token, an empty one on the block list does not block the whole host")
    func emptyToken() throws {
        let result = BrowserListFormat.chrome.read(allow: nil, block: source("a.example?&\nb.example?*\n", "b"))
        #expect(summary(result) == ["error invalid-query 1:11 «&»"])
        let rules = try readBack(result).ruleSets[0]
        #expect(try rules.urlClass(of: "https://a.example/") == .internal)
        #expect(try rules.urlClass(of: "https://b.example/?") == .blocked)
    }

    @Test(
        "A filter of the block list decides over an allowed one by its empty token, which counts once",
        arguments: [
            ("a.example?v=1", "a.example?&v=1", "https://a.example/?&v=1", true),
            ("a.example?v=1&w=1", "a.example?v=1&&w=1", "https://a.example/?v=1&&w=1", true),
            ("a.example?v=1&w=1", "a.example?&v=1&=&", "https://a.example/?&v=1&w=1", false),
        ]
    )
    func rankOfEmptyToken(allow: String, block: String, url: String, isBlocked: Bool) throws {
        let result = BrowserListFormat.chrome.read(allow: source(allow, "a"), block: source("*\n\(block)\n", "b"))
        #expect(result.findings.map { "\($0.severity) \($0.code)" } == ["note invalid-query"])
        #expect(try readBack(result).ruleSets[0].urlClass(of: url) == (isBlocked ? .blocked : .internal))
    }

    @Test("An empty list gives a rule set that allows everything")
    func empty() throws {
        let result = BrowserListFormat.chrome.read(allow: nil, block: source(""))
        #expect(try readBack(result).ruleSets[0].urlClass(of: "https://example.com/") == .internal)
    }

    @Test(
        "Entries that a browser does not read are left out",
        arguments: [(.edge, "\n"), (.edge, "|"), (.chrome, "\n")] as [(BrowserListFormat, String)]
    )
    func limit(format: BrowserListFormat, separator: String) throws {
        let limit = BrowserListFormat.entryLimit
        let list = source((0...limit).map { "https://h\($0).example/" }.joined(separator: separator))
        for (allow, block) in [(list, nil), (nil, list)] as [(SourceFile?, SourceFile?)] {
            let result = format.read(allow: allow, block: block)
            #expect(result.carried == limit && result.dropped == 1)
            let ignored = result.findings.filter { $0.code == "over-limit" }
            #expect(ignored.map { $0.places.first?.start.line } == [separator == "\n" ? limit + 1 : 1])
            let rules = CompiledRuleSet(try readBack(result).ruleSets[0])
            let isAllowList = allow != nil
            for (host, isListed) in [("h\(limit - 1).example", true), ("h\(limit).example", false)] {
                let isAllowed = try rules.urlClass(of: "https://\(host)/") != .blocked
                #expect(isAllowed == (isListed == isAllowList) || (format == .chrome && isAllowList), "\(host)")
            }
        }
    }

    @Test("Every entry of a policy in JSON that cannot be carried over keeps its finding") func manyInvalid() {
        let entries = (0..<40).map { "\"https://app\($0).example/*\"" }.joined(separator: ", ")
        let policy = source("{\"URLBlocklist\": [\"*\"], \"URLAllowlist\": [\(entries)]}", "policy.json")
        let result = BrowserListFormat.chrome.read(policy: policy)
        #expect(result.dropped == 40)
        #expect(result.findings.count { $0.code == "wildcard-path" } == 40)
        #expect(!result.findings.contains { $0.code == "more-lines" })
    }

    @Test(
        "The schemes that a policy disables are on the block list",
        arguments: [
            (#"{"URLBlocklist": ["a.example"], "DisabledSchemes": ["ftp", "zoommtg"]}"#, 3),
            (#"{"DisabledSchemes": {"value": ["ftp", "zoommtg"]}}"#, 2),
            (#"{"URLAllowlist": ["b.example"], "DisabledSchemes": "[\"FTP\", \"zoommtg\"]"}"#, 3),
            (#"[{"key": "DisabledSchemes", "valueStringArray": ["ftp", "zoommtg"]}]"#, 2),
        ]
    )
    func disabledSchemes(policy: String, carried: Int) throws {
        let result = BrowserListFormat.chrome.read(policy: source(policy, "policy.json"))
        #expect(result.findings.isEmpty && result.carried == carried && result.dropped == 0, "\(summary(result))")
        let rules = try readBack(result).ruleSets[0]
        for url in ["ftp://c.example/", "zoommtg://x/"] { #expect(try rules.urlClass(of: url) == .blocked, "\(url)") }
        #expect(try rules.urlClass(of: "https://b.example/") == .internal)
    }

    @Test(
        "Disabled schemes that cannot be carried over are reported",
        arguments: [
            (
                #"{"DisabledSchemes": ["f tp"]}"#,
                ["error space 1:23 «f tp»", "error lost-block-list 1:23 «f tp»"], true
            ),
            (#"{"DisabledSchemes": "ftp"}"#, ["error wrong-type 1:21 «\"ftp\"»"], true),
            (
                #"{"x": {"URLBlocklist": ["*"]}, "y": {"DisabledSchemes": ["ftp"]}}"#,
                ["error several-lists 1:38 «\"DisabledSchemes\"»"], true
            ),
            (
                #"{"URLBlocklist": ["*"], "DisabledSchemes": {"value": ["ftp"], "ignored": true}}"#,
                ["error ignored-list 1:25 «\"DisabledSchemes\"»"], false
            ),
        ] as [(String, [String], Bool)]
    )
    func lostSchemes(policy: String, findings: [String], isRefused: Bool) {
        let result = BrowserListFormat.chrome.read(policy: source(policy, "policy.json"))
        #expect(summary(result) == findings)
        #expect(result.text.isEmpty == isRefused)
    }

    @Test("Disabled schemes count first among the entries that are read, and belong to the block list of a file")
    func schemesFirst() throws {
        let limit = BrowserListFormat.entryLimit
        let entries = (1...limit).map { "\"h\($0).example\"" }.joined(separator: ", ")
        let policy = source("{\"URLBlocklist\": [\(entries)], \"DisabledSchemes\": [\"ftp\"]}", "policy.json")
        let result = BrowserListFormat.chrome.read(allow: nil, block: policy)
        #expect(result.findings.map(\.code) == ["over-limit"] && result.carried == limit)
        let rules = CompiledRuleSet(try readBack(result).ruleSets[0])
        #expect(try rules.urlClass(of: "ftp://b.example/") == .blocked)
        let unread = BrowserListFormat.chrome.read(
            allow: source(#"{"URLAllowlist": ["a.example"], "DisabledSchemes": ["ftp"]}"#, "allow.json"),
            block: source("*\n", "block.txt")
        )
        #expect(summary(unread) == ["warning unread-list 1:33 «\"DisabledSchemes\"»"])
    }

    @Test("The rule set decides like the two lists together", arguments: [1, 2, 3])
    func meaning(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var scratch = MatchScratch()
        var answers: [Bool: Int] = [:]
        for round in 0..<60 {
            // On an allow list, two values of one key are an error.
            let allow = random.some(0...8) { RandomFilters.filter(&$0) }
                .filter { (try? URLFilter($0, side: .allow).checkKeys()) != nil }
            let block = random.some(0...8) { RandomFilters.filter(&$0) }
            let allowed: URLClass = round % 2 == 0 ? .internal : .external
            let result = BrowserListFormat.chrome.read(
                allow: source(allow.joined(separator: "\n"), "allow.txt"),
                block: source(block.joined(separator: "\n"), "block.txt"),
                allowed: allowed
            )
            #expect(result.dropped == 0)
            #expect(result.carried == allow.count + block.count)
            let rules = CompiledRuleSet(try readBack(result).ruleSets[0])
            let list = URLFilterList(
                allow: try allow.map { try URLFilter($0) },
                block: try block.map { try URLFilter($0) }
            )
            for _ in 0..<100 {
                let url = RandomFilters.url(&random)
                let record = try URLRecord(parsing: url.utf8.span)
                let isAllowed = list.allows(record, scratch: &scratch)
                answers[isAllowed, default: 0] += 1
                #expect(
                    try rules.urlClass(of: url) == (isAllowed ? allowed : .blocked),
                    "\(url) under allow \(allow), block \(block):\n\(result.text)"
                )
            }
        }
        #expect(answers[true, default: 0] > 1000 && answers[false, default: 0] > 1000)
    }
}
