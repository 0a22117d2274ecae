import AppLint
import Diagnostics
import PolicyFiles
import Testing
import URLMatching

@testable import FileLint
@testable import LintChecks

@Suite("Lint of lists and values")
struct RuleListLintTests {
    private static func list(_ text: String, format: String = "domains") throws -> [LintFinding] {
        try ruleFindings(
            "- {id: games, class: blocked, list: {file: games.txt, format: \(format)}}",
            files: ["games.txt": text]
        )
    }

    @Test("A repeated entry is found with its lines, shortened if there are many")
    func twice() throws {
        let findings = try Self.list("a.example\n# note\nA.example\nb.example\na.example\n")
        #expect(codes(findings) == ["DM015", "DM015"], "\(text(findings))")
        let message = "`a.example` repeats line 1 of `games.txt`"
        #expect(findings.map(\.diagnostic.message) == [message, message])
        #expect(findings.map { $0.diagnostic.places.map(\.start.line) } == [[3, 1], [5, 1]])
        #expect(findings.allSatisfy { $0.diagnostic.places.allSatisfy { $0.path == "games.txt" } })

        let list = (0..<500).map { "h\($0).example\nh\($0).example\n" }.joined()
        let many = LintRun([.list("games.txt", .domains)], files: MemoryFiles(["games.txt": list])).diagnostics
        #expect(many.count == 51)
        #expect(many.last?.message == "`h49.example` repeats line 99 of `games.txt`")
        #expect(many.first?.message == "the list `games.txt` has 450 more findings of this kind")
        #expect(many.first?.places.map(\.start.line) == [1])
    }

    @Test("A wide entry of a list without a rule is shown once")
    func wideEntries() {
        let run = LintRun([.list("games.txt", .chrome)], files: MemoryFiles(["games.txt": "*/x\nhttps://*\n"]))
        #expect(run.codes == ["DM024", "DM024"])
        #expect(run.diagnostics.map { $0.places.map(\.start.line) } == [[1], [2]])
    }

    @Test(
        "A pattern with a port that URLs of its scheme never show is found",
        arguments: [
            ("{hostname: casino.example, port: 443}", true), ("{hostname: casino.example, port: '80'}", true),
            ("'*://casino.example:443/*'", true), ("'http{s}?://casino.example:80'", true),
            ("{hostname: casino.example, port: 8443}", false), ("'https://casino.example:443/*'", false),
            ("{protocol: http, hostname: casino.example, port: 443}", false), ("{hostname: casino.example}", false),
            ("{hostname: casino.example, port: (80|443)}", true), ("'https://casino.example:(443|8443)/*'", true),
            ("{protocol: (https?), hostname: casino.example, port: 443}", true),
            ("{hostname: casino.example, port: (|8443)}", false), ("{hostname: casino.example, port: 8*}", false),
            ("'https://casino.example::port/*'", false), ("{protocol: http, port: (443|8443)}", false),
            ("{hostname: casino.example, port: 443}, scheme: myapp", false),
            ("{hostname: casino.example, port: 443}, scheme: [myapp, https]", true),
        ]
    )
    func unseenPort(pattern: String, isFound: Bool) throws {
        let findings = try ruleFindings("- {id: casino, class: blocked, pattern: \(pattern)}")
        #expect(codes(findings) == (isFound ? ["DM014"] : []), "\(text(findings))")
    }

    @Test(
        "A value that looks like a block of addresses and is a page is found, also in a list",
        arguments: [
            ("edge", "http://10.0.0.0/24", true), ("edge", "10.0.0.0/24", false), ("edge", "http://10.0.0.7/24", false),
            ("chrome", "10.0.0.0/8", true), ("chrome", "https://10.0.0.0/8", true), ("chrome", "10.0.0.0/a", false),
        ]
    )
    func pageLikeBlock(key: String, value: String, isFound: Bool) throws {
        let expected = isFound ? ["DM019"] : []
        let findings = try ruleFindings("- {id: a, class: blocked, \(key): '\(value)'}")
        #expect(codes(findings) == expected, "\(text(findings))")
        let list = try ruleFindings(
            "- {id: a, class: blocked, list: {file: list.txt, format: \(key)}}",
            files: ["list.txt": "https://b.example\n\(value)\n"]
        )
        #expect(codes(list) == expected, "\(text(list))")
        if isFound { #expect(list.first?.diagnostic.places.first?.start.line == 2) }
    }

    @Test(
        "An exception with a port that URLs of its scheme never show is found",
        arguments: [("{pattern: {port: 443}}", true), ("{pattern: {port: 443}, scheme: http}", false)]
    )
    func unseenPortOfException(exception: String, isFound: Bool) throws {
        let findings = try ruleFindings("- {id: o, class: internal, domain: o.example, unless: \(exception)}")
        #expect(codes(findings).contains("DM014") == isFound, "\(text(findings))")
    }

    @Test("In a hostile list, only the first findings are kept, and the others are counted")
    func unlisted() throws {
        let list = (0..<20_000).map { "h\($0 / 2).example\n" }.joined() + "h0.example\n"
        let findings = try Self.list(list)
        #expect(findings.count == RuleLint.findingLimit)
        #expect(findings.last?.unlistedCount == 1)
        let run = LintRun([.list("games.txt", .domains)], files: MemoryFiles(["games.txt": list]))
        #expect(run.diagnostics.first?.message == "the list `games.txt` has 9951 more findings of this kind")
    }

    @Test("A comment suppresses the findings of its own lines, and no others")
    func suppressed() throws {
        let text = """
            a.example
            # demarc:ignore DM015 both readers of the list need it
            a.example
            b.example
            b.example
            www.c.example # demarc:ignore DM018 to be kept
            c.example
            ftp.c.example

            """
        let lint = LintRun([.list("games.txt", .domains)], files: MemoryFiles(["games.txt": text]))
        let counted = lint.diagnostics.map { "\($0.code) \($0.places.first?.start.line ?? 0)" }
        #expect(counted == ["DM015 5", "DM018 8"], "\(lint.diagnostics)")
    }

    @Test(
        "On a line of a hosts file with other names, only the repeated name is underlined and to be removed",
        arguments: [
            ("0 a.example b.example\n0 B.example c.example # x\n", "2:3-12", "1:13-22", "only this name"),
            ("\u{FEFF}0 a.example b.example a.example\n", "1:23-32", "1:3-12", "only this name"),
            ("127.0.0.1 localhost a.example b.example\n0 a.example\n", "2:1-12", "1:21-30", "it"),
            ("0 a.example\n0 b.example\ta.example", "2:13-22", "1:1-12", "only this name"),
        ]
    )
    func namesOfOneLine(list: String, place: String, earlier: String, removed: String) throws {
        let finding = try #require(try Self.list(list, format: "hosts").first?.diagnostic)
        let places = finding.places.map { "\($0.start.line):\($0.start.column)-\($0.end.column)" }
        #expect(places == [place, earlier])
        #expect(finding.help == "remove \(removed): it changes nothing")
        let isTwice = place.prefix(2) == earlier.prefix(2)
        #expect(finding.message.contains(isTwice ? "is twice on line 1 of" : "repeats line 1 of"), "\(finding)")
    }

    @Test("Equivalent filters are found in any spelling, and others are not")
    func filters() throws {
        let twice = try Self.list(
            "a.example/x\nhttps://b.example\nA.example/x\na.example/x\nHTTPS://b.example:443\n",
            format: "chrome"
        )
        #expect(codes(twice) == ["DM015", "DM015"], "\(text(twice))")
        #expect(twice.map { $0.diagnostic.places.map(\.start.line) } == [[3, 1], [4, 1]])
        let others = try Self.list(
            "a.example\n.a.example\na.example/x\na.example:80\na.example?k=v\na.example?k=w\nhttp://a.example\n",
            format: "chrome"
        )
        #expect(!codes(others).contains("DM015"), "\(text(others))")
        let across = try ruleFindings(
            """
            - {id: a, class: blocked, list: {file: a.txt, format: chrome}}
            - {id: b, class: blocked, list: {file: b.txt, format: chrome}}
            """,
            files: ["a.txt": "x.example/a\ny.example\n", "b.txt": "y.example\n"]
        )
        #expect(across.contains { $0.code == RuleLintCode.duplicateAcrossLists.rawValue }, "\(text(across))")
    }

    @Test("A domain below another in the list is found, but a host is not")
    func below() throws {
        let findings = try Self.list("www.a.example\na.example\nnota.example\nx.y.a.example\n")
        #expect(
            findings.map(\.diagnostic.message) == [
                "`www.a.example` is below `a.example`, which `games.txt` also has",
                "`x.y.a.example` is below `a.example`, which `games.txt` also has",
            ]
        )
        #expect(findings.map { $0.diagnostic.places.map(\.start.line) } == [[1, 2], [4, 2]])
        let hosts = try Self.list("0.0.0.0 www.a.example\n0.0.0.0 a.example\n", format: "hosts")
        #expect(hosts.isEmpty, "\(text(hosts))")
    }

    @Test("Entries in two lists are found")
    func across() throws {
        let findings = try ruleFindings(
            """
            - {id: a, class: blocked, list: {file: a.txt, format: domains}}
            - {id: b, class: blocked, list: [{file: b.txt, format: domains}, {file: c.txt, format: hosts}]}
            """,
            files: ["a.txt": "x.example\ny.example\n", "b.txt": "z.example\ny.example\n", "c.txt": "0.0.0.0 y.example"]
        )
        let across = findings.filter { $0.code == RuleLintCode.duplicateAcrossLists.rawValue }
        #expect(across.map(\.diagnostic.message) == ["`a.txt` and `b.txt` have 1 entry in common: `y.example`"])
        #expect(across.first?.diagnostic.places.map { "\($0.path):\($0.start.line)" } == ["b.txt:2", "a.txt:2"])
        let hosts = try ruleFindings(
            """
            - {id: a, class: blocked, list: {file: a.txt, format: hosts}}
            - {id: b, class: blocked, list: {file: b.txt, format: hosts}}
            """,
            files: ["a.txt": "0 x.example y.example\n", "b.txt": "0 z.example y.example\n"]
        ).filter { $0.code == RuleLintCode.duplicateAcrossLists.rawValue }
        #expect(hosts.first?.diagnostic.places.map(\.start.column) == [13, 13], "\(text(hosts))")
    }

    @Test(
        "Values are compared in canonical form",
        arguments: [
            ("domain: [a.example, A.EXAMPLE]", "DM017"),
            ("url: ['https://a.example', 'https://A.example:443/']", "DM017"),
            ("regex: ['/a/', '/a/']", "DM017"), ("address: [10.0.0.1, 10.0.0.1/32]", "DM017"),
            ("domain: [a.example, www.a.example]", "DM018"), ("chrome: ['a.example', 'a.example']", "DM017"),
            ("site: [same-origin, same-origin]", "DM017"),
            ("chrome: ['https://a.example/x', 'HTTPS://A.example/x']", "DM017"),
            ("edge: ['https://a.example/*', 'https://A.example:443/*']", "DM017"),
        ]
    )
    func values(condition: String, code: String) throws {
        let findings = try ruleFindings("- {id: r, class: blocked, \(condition)}")
        #expect(codes(findings) == [code], "\(text(findings))")
    }

    @Test("An empty list is a rule that matches nothing")
    func empty() throws {
        let findings = try Self.list("# nothing yet\n")
        #expect(findings.map(\.diagnostic.message) == ["the rule `games` matches no URL: its lists have no entries"])
    }

    @Test("More than 1,000 `edge` entries are an error, and 1,000 are not", arguments: [(1_000, false), (1_001, true)])
    func edges(count: Int, isFound: Bool) throws {
        let list = (0..<count).map { "https://h\($0).example/*\n" }.joined()
        let findings = try Self.list(list, format: "edge")
        #expect(codes(findings) == (isFound ? ["DM027"] : []), "\(text(findings))")
        #expect(findings.allSatisfy { $0.diagnostic.severity == .error })
    }

    @Test("An allow list and a block list of `edge` entries in one rule set are found")
    func edgeClasses() throws {
        let both = try ruleFindings(
            "- {id: a, class: internal, edge: 'https://a.example/*'}\n- {id: b, class: blocked, edge: 'https://b.example/*'}"
        )
        #expect(codes(both) == ["DM028"], "\(text(both))")
        let one = try ruleFindings(
            "- {id: a, class: internal, edge: 'https://a.example/*'}\n- {id: b, class: external, edge: 'https://b.example/*'}"
        )
        #expect(one.isEmpty, "\(text(one))")
        let exception = try ruleFindings(
            """
            - {id: a, class: internal, edge: 'https://a.example/*', priority: 1}
            - {id: b, class: blocked, edge: 'https://b.example/*'}
            """
        )
        #expect(exception.isEmpty, "\(text(exception))")
    }

    @Test("Lists with many equal entries or many paths are checked in bounded time")
    func hostile() throws {
        let equal = try Self.list(String(repeating: "a.example\n", count: 50_000))
        #expect(codes(equal) == Array(repeating: "DM015", count: RuleLint.findingLimit))
        let rules = """
            - {id: in, class: internal, list: {file: a.txt, format: edge}}
            - {id: out, class: external, list: {file: b.txt, format: edge}}
            """
        let files = [
            "a.txt": (0..<1_200).map { "https://a.example/\($0)/x\n" }.joined(),
            "b.txt": (0..<1_200).map { "https://a.example/\($0)/y\n" }.joined(),
        ]
        #expect(codes(try ruleFindings(rules, files: files)) == ["DM027", "DM027"])
    }
}
