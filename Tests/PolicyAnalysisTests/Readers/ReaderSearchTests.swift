import Diagnostics
import PolicyModel
import RequestReading
import RuleIndex
import Testing

@testable import PolicyAnalysis

@Suite("Searching for differences between readers") struct ReaderSearchTests {
    private static func consensus(
        _ rules: [String] = [],
        defaultClass: String = "external",
        readers: [ReaderModel] = ReaderModel.allCases
    ) throws -> ReaderConsensus {
        let document = try TightDocument().with {
            $0.defaultClass = defaultClass
            $0.rules += rules
        }
        .document()
        let options = PolicyAudit.Options(findsFixes: false, readers: readers)
        return try #require(PolicyAudit(CompiledPolicy(document), options).consensus)
    }

    @Test("Rules for hosts under a strict default have no differences, in any spelling of the URL")
    func tight() throws {
        let consensus = try Self.consensus(["{id: evil, class: blocked, domain: evil.example}"])
        let found = consensus.residuals.flatMap(\.readings)
        #expect(found.isEmpty, "\(found.map(\.text))")
        #expect(consensus.textCount > 100)
        // The engine rejects ambiguous texts, and hosts pass on the canonical URL. Without both, there would be
        // findings.
        #expect(consensus.rejectedCount > 0 && consensus.repairedCount > 0)
    }

    private static let rows: [(rule: String, reader: ReaderModel, templates: Set<String>, why: Comment)] = [
        (
            "{id: pay, class: blocked, edge: 'https://hr.contoso.com/pay'}", .nginx,
            ["encoded-letter-in-path", "doubled-slashes"], "nginx decodes, and merges slashes"
        ),
        (
            "{id: pay, class: blocked, edge: 'https://hr.contoso.com/pay'}", .path(.withoutParameters),
            ["path-parameters", "dots-and-semicolon"], "a server that drops parameters"
        ),
        (
            "{id: pay, class: blocked, edge: 'https://hr.contoso.com/pay'}", .path(.parametersFirst),
            ["encoded-slash-in-parameter", "path-parameters"], "a server that drops parameters before it decodes"
        ),
        ("{id: pay, class: blocked, edge: 'https://hr.contoso.com/pay'}", .curl, [], "curl keeps canonical paths"),
        ("{id: pay, class: blocked, edge: 'https://hr.contoso.com/pay'}", .urllib, [], "so does urllib"),
    ]

    @Test("Unconfirmed differences are refused and counted")
    func refused() throws {
        let rules = ["{id: pay, class: blocked, edge: 'https://hr.contoso.com/pay'}"]
        let document = try TightDocument().with {
            $0.defaultClass = "internal"; $0.rules += rules
        }.document()
        let asking = FlowAsking(CompiledPolicy(document))
        let told = ReaderSearch(asking, readers: [.nginx]).consensus
        let refused = ReaderSearch(asking, readers: [.nginx]) { replay, steps in
            // Simulates a search that was wrong about the answer.
            var broken = steps
            broken[0].verdict = .route
            return replay.replay(broken)
        }
        .consensus
        #expect(!told.residuals.isEmpty && told.refusedCount == 0)
        #expect(refused.residuals.isEmpty && refused.refusedCount >= told.residuals.count)
    }

    @Test("The rule that a reader's URL escapes is found, by template", arguments: rows.indices)
    func residuals(row: Int) throws {
        let (rule, reader, templates, why) = Self.rows[row]
        let consensus = try Self.consensus([rule], readers: [reader])
        let found = consensus.residuals.filter { $0.rule?.id == "pay" }.flatMap(\.readings)
        #expect(templates.isSubset(of: found.map(\.template)), why)
        #expect(found.isEmpty == templates.isEmpty, why)
        for reading in found {
            #expect(reading.step.verdict != .block && reading.otherStep.verdict == .block)
            #expect(reading.destination == "https://hr.contoso.com/pay")
        }
    }

    private static let others: [(rules: [String], why: Comment)] = [
        (["host: evil1.example", "host: evil2.example"], "rules for whole hosts"),
        (["pattern: 'https://evil1.example/*'", "pattern: 'https://evil2.example/*'"], "the same, as patterns"),
        (["regex: '[.]exe$'", "regex: '[.]zip$'"], "doubled slashes do not evade them"),
        (["host: c.example", "url: 'https://c.example/x'", "url: 'https://c.example/y'"], "the host is blocked"),
        (hosts, "more shapes than the limit of URLs"),
    ]

    /// Rules for whole hosts, of which each has another shape.
    private static var hosts: [String] {
        var rules: [String] = []
        for (number, scheme) in ["http", "https", "ws", "wss"].enumerated() {
            for host in ["10.0.0.\(number)", "n\(number).example"] {
                rules += ["", ":8443"].map { "pattern: '\(scheme)://\(host)\($0)/*'" }
            }
        }
        return rules
    }

    @Test("Other rules do not hide a rule that readers evade, whatever their ids", arguments: others.indices)
    func unlikeRules(row: Int) throws {
        let (rules, why) = Self.others[row]
        for prefix in ["a", "z"] {
            let others = rules.enumerated().map { "{id: \(prefix)\($0), class: blocked, \($1)}" }
            let consensus = try Self.consensus(
                others + ["{id: pay, class: blocked, url: 'https://hr.contoso.com/pay'}"],
                readers: [.nginx]
            )
            let found = consensus.residuals.filter { $0.rule?.id == "pay" }.flatMap(\.readings).map(\.template)
            #expect(Set(found).isSuperset(of: ["encoded-letter-in-path", "doubled-slashes"]), why)
        }
    }

    private static let folder = "{id: pub, class: internal, pattern: 'https://h.test/public/*'}"

    private static let passages:
        [(defaultClass: String, rules: [String], reader: ReaderModel, reading: String, why: Comment)] = [
            (
                "blocked", [folder], .path(.decoded),
                "encoded-slash: https://h.test/public/..%2fdemarc-x → https://h.test/demarc-x by default.default",
                "out of a folder, with no other rule for its host"
            ),
            (
                "blocked", [folder], .path(.withoutParameters),
                "dots-and-semicolon: https://h.test/public/..;/demarc-x → https://h.test/demarc-x by default.default",
                "the same with a parameter"
            ),
            (
                "blocked", [folder], .goNetURL,
                "encoded-slash: https://h.test/public/..%2fdemarc-x → https://h.test/demarc-x by default.default",
                "in a reader that merges no slashes"
            ),
            (
                "blocked", ["{id: pub, class: internal, edge: 'https://h.test/public/*'}"], .nginx,
                "encoded-slash: https://h.test/public/..%2fdemarc-x → https://h.test/demarc-x by default.default",
                "a folder that is written without its last slash"
            ),
            (
                "external", [folder], .path(.decoded),
                "encoded-slash: https://h.test/public/..%2fdemarc-x → https://h.test/demarc-x by default.default",
                "out of a folder, to where less is known"
            ),
            (
                "external", [folder], .nginx,
                "encoded-slash: https://h.test/demarc-x/..%2fpublic/ → https://h.test/public/ by default.pub",
                "into a folder, for a reader that rejects a path above the root"
            ),
            (
                "external", ["{id: docs, class: internal, pattern: 'https://h.test/team/docs/*'}"], .path(.decoded),
                "encoded-slash: https://h.test/team/docs/..%2f..%2fdemarc-x → https://h.test/demarc-x by default.default",
                "out of a folder in a folder"
            ),
            (
                "external",
                [
                    "{id: adm, class: blocked, url: 'https://h.test/admin/x'}",
                    "{id: docs, class: internal, pattern: 'https://h.test/team/docs/*'}",
                ], .path(.decoded),
                "encoded-slash: https://h.test/team/docs/..%2f..%2fadmin/x → https://h.test/admin/x by default.adm",
                "to a page elsewhere on the host"
            ),
            (
                "blocked",
                [
                    "{id: host, class: blocked, host: h.test}",
                    "{id: pub, class: internal, priority: 1, pattern: 'https://h.test/public/*'}",
                ], .path(.decoded),
                "encoded-slash: https://h.test/public/..%2f → https://h.test/ by default.host",
                "no empty segment is put behind the folder's own slash"
            ),
            (
                "blocked", ["{id: all, class: internal, host: h.test, unless: {edge: 'https://h.test/admin/*'}}"],
                .nginx, "encoded-letter-in-path: https://h.test/%61dmin → https://h.test/admin by default.default",
                "into a folder that `unless` takes from a rule"
            ),
        ]

    @Test("A reader that leaves or enters a folder is found, whatever decides the rest", arguments: passages.indices)
    func folders(row: Int) throws {
        let (defaultClass, rules, reader, reading, why) = Self.passages[row]
        let text = """
            demarc: 1
            policies: {c: {}}
            ruleSets:
              default:
                default: \(defaultClass)
                rules:
            \(rules.map { "      - \($0)" }.joined(separator: "\n"))
            """
        let options = PolicyAudit.Options(findsFixes: false, readers: [reader])
        let policy = try compiledPolicy(text)
        let consensus = try #require(PolicyAudit(policy, options).consensus)
        let found = consensus.residuals.flatMap { residual in
            residual.readings.map { "\($0.template): \($0.text) → \($0.destination) by \(residual.words)" }
        }
        #expect(found.contains(reading), why)
    }

    @Test("The number of texts does not grow with the number of folders")
    func bounded() throws {
        func texts(_ count: Int) throws -> Int {
            let document = try TightDocument().with { document in
                for number in 0..<count {
                    let pattern = "pattern: 'https://h\(number).test/public/*'"
                    document.rules.append("{id: f\(number), class: internal, \(pattern)}")
                }
            }
            .document()
            return ReaderSearch(FlowAsking(CompiledPolicy(document)), readers: [.curl]).consensus.textCount
        }
        #expect(try texts(100) == texts(10))
    }

    @Test("Differences are searched only on request")
    func option() throws { #expect(try TightDocument().audit().consensus == nil) }

    @Test("Differences are warnings at the rule, with the reader's destination")
    func diagnostic() throws {
        let rule = "{id: pay, class: blocked, edge: 'https://hr.contoso.com/pay'}"
        let document = try TightDocument().with { $0.rules.append(rule) }.document()
        let audit = PolicyAudit(CompiledPolicy(document), PolicyAudit.Options(readers: [.nginx]))
        let residual = try #require(audit.consensus?.residuals.first { $0.rule?.id == "pay" })
        let finding = residual.diagnostic
        #expect(finding.code == "DM171" && finding.severity == .warning && finding.places.first != nil)
        #expect(finding.message.contains("nginx goes to https://hr.contoso.com/pay, which corporate.pay decides"))
        #expect(audit.json(of: "p").contains(#""reader":"nginx""#) && audit.refusedCount == 0)
        #expect(audit.sarifResults.contains { $0.diagnostic.code == "DM171" })
    }

    @Test("The result does not depend on the order of rules")
    func order() throws {
        let rules = [
            "{id: a, class: blocked, edge: 'https://x.example/a'}", "{id: b, class: blocked, host: y.example}",
        ]
        func lines(_ rules: [String]) throws -> [String] {
            let consensus = try Self.consensus(rules)
            return consensus.residuals.flatMap { residual in
                residual.readings.map { "\(residual.words) \($0.reader.rawValue) \($0.template) \($0.text)" }
            }
        }
        let found = try lines(rules)
        #expect(try !found.isEmpty && found == lines(rules.reversed()))
    }
}

@Suite("Confusion templates") struct ConfusionTemplateTests {
    @Test("Every template is valid and has its own name")
    func table() {
        #expect(ConfusionTemplate.all.count == ConfusionTemplate.table.count)
        #expect(Set(ConfusionTemplate.all.map(\.name)).count == ConfusionTemplate.all.count)
        #expect(ConfusionTemplate.all.count >= 60)
    }

    @Test(
        "A template with an unknown slot is refused",
        arguments: ["{a.host", "{c.host}", "{a.hosts}", "{a.host|loud}", "{a}", "{}"]
    )
    func bad(pattern: String) { #expect(ConfusionTemplate("bad", pattern) == nil) }

    private static let rows: [(pattern: String, expected: String?, why: Comment)] = [
        ("{a.scheme}://{a.authority}@{b.authority}{b.target}", "https://a.example@10.1.2.3:8080/x/y?q", "parts"),
        ("{b.host|hexadecimal}", "0xa.1.2.3", "a form"), ("{b.host|number}", "167838211", "a form"),
        ("{a.host|hexadecimal}", nil, "no address"), ("{b.path|parameters}", "/x;x=1/y;x=1", "a form"),
        ("{a.path|parameters}", nil, "nothing to put them behind"), ("{a.host|encoded}", "%61.example", "a form"),
        ("{a.host|fullWidthDots}", "a\u{FF0E}example", "a form"), ("{b.tail}", "x/y?q", "without the slash"),
        ("{a.folder}/{a.up}{b.tail}", "/../x/y?q", "up at least once"),
        ("{b.folder}/{b.up|encodedSlashes}", "/x/y/..%2f..%2f", "up once for each segment"),
        ("{b.up|encodedBackslashes}", "..%5c..%5c", "a form"), ("{b.up|backslashes}", #"..\..\"#, "a form"),
        ("{b.up|semicolons}", "..;/..;/", "a form"),
        ("{b.up|encodedDotsTwice}", "%252e%252e/%252e%252e/", "a form"),
    ]

    @Test("A template is filled with the parts of two URLs, or not at all", arguments: rows.indices)
    func filling(row: Int) throws {
        let (pattern, expected, why) = Self.rows[row]
        let first = try #require(ConfusionTemplate.Parts("https://a.example/"))
        let second = try #require(ConfusionTemplate.Parts("http://10.1.2.3:8080/x/y?q"))
        #expect(try #require(ConfusionTemplate("row", pattern)).filled(first, second) == expected, why)
    }

    @Test("Templates of paths leave a folder, whether or not its path ends with a slash", arguments: ["/x/y", "/x/y/"])
    func leaving(path: String) throws {
        let inside = try #require(ConfusionTemplate.Parts("https://a.example\(path)"))
        let outside = try #require(ConfusionTemplate.Parts("https://a.example/z?q"))
        let template = try #require(ConfusionTemplate.inPaths.first { $0.name == "encoded-slash" })
        #expect(template.filled(inside, outside) == "https://a.example/x/y/..%2f..%2fz?q")
    }
}
