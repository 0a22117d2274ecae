import Diagnostics
import PolicyAnalysis
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
        "A path in a spelling that no URL has opens nothing, and what it means stays blocked",
        arguments: [
            ("a.example/x/../admin", "https://a.example/admin"), ("a.example/{x}", "https://a.example/{x}"),
            ("a.example/größe?v=1", "https://a.example/größe?v=1"),
        ]
    )
    func pathSpelling(filter: String, url: String) throws {
        let allowed = BrowserListFormat.chrome.read(
            allow: source(filter, "allow.txt"),
            block: source("*\n", "block.txt")
        )
        #expect(allowed.findings.map { "\($0.severity) \($0.code)" } == ["error path-spelling"])
        #expect(allowed.carried == 1 && allowed.dropped == 1)
        #expect(try readBack(allowed).ruleSets[0].urlClass(of: url) == .blocked)
        let blocked = BrowserListFormat.chrome.read(allow: nil, block: source(filter, "block.txt"))
        #expect(blocked.findings.map { "\($0.severity) \($0.code)" } == ["note path-spelling"])
        #expect(blocked.carried == 1 && blocked.dropped == 0)
        #expect(try readBack(blocked).ruleSets[0].urlClass(of: url) == .blocked)
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

    @Test("The rule set decides like the two lists together", arguments: [1, 2, 3])
    func meaning(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var scratch = MatchScratch()
        var answers: [Bool: Int] = [:]
        for round in 0..<60 {
            let allow = random.some(0...8) { RandomFilters.filter(&$0) }
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
