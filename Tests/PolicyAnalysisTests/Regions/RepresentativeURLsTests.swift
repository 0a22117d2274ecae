import PolicyModel
import RuleIndex
import Scenarios
import TestSupport
import Testing

@testable import PolicyAnalysis
@testable import RuleRegions

@Suite("URLs that represent all that rules distinguish") struct RepresentativeURLsTests {
    /// A rule set with a rule about many domains, and as many filters without a host.
    private static func ruleSet(_ size: Int) throws -> RuleSet {
        let domains = (0..<size).map { "h\($0).example" }.joined(separator: ", ")
        let filters = (0..<size).map { "'*/ad\($0)/'" }.joined(separator: ", ")
        let document = try TightDocument().with { document in
            document.rules = [
                "{id: domains, class: blocked, domain: [\(domains)]}",
                "{id: ads, class: blocked, chrome: [\(filters)]}",
            ]
        }
        .document()
        return try #require(document.ruleSets.first)
    }

    private static func urls(of ruleSet: RuleSet, limit: Int) -> RepresentativeURLs {
        RepresentativeURLs(
            inAny: ruleSet.rules.prefix(1).map(\.conditions),
            changed: [],
            includesOthers: false,
            [ruleSet],
            hosts: [],
            documents: [],
            schemes: [],
            limit: limit
        )
    }

    @Test("Hosts that are left out because there are too many filters cost little")
    func growth() throws {
        let factor = try Growth.factor(from: 100, rounds: 2) { size in
            let ruleSet = try Self.ruleSet(size)
            return Growth.time { _ = Self.urls(of: ruleSet, limit: 100) }
        }
        #expect(factor < Growth.linearLimit)
    }

    @Test(
        "Every path of a filter is combined with every host, up to the limit",
        arguments: [(4_000, false), (500, true)]
    )
    func limit(limit: Int, isCut: Bool) throws {
        let found = Self.urls(of: try Self.ruleSet(10), limit: limit)
        // A path, and two below it.
        let paths = 2 + 3 * 10
        // No value differs, so none of those that differ is left out.
        #expect(!found.isCut && found.isExact != isCut && found.urls.count <= limit)
        let urls = Set(found.urls.filter { $0.hasPrefix("https://h") || $0.hasPrefix("https://demarc-x.h") })
        #expect(isCut || urls.count == 2 * 10 * paths)
    }

    // MARK: Values that rules name

    private typealias Row = RepresentativeClaimTests.Row

    private static func refuted(_ defaultClass: String, _ rules: [String], _ url: String, _ expected: String) -> Row {
        let document = TightDocument().with { ($0.defaultClass, $0.rules) = (defaultClass, rules) }
        let claim = "always: {navigate: {view: E, url: {\(url)}}, then: {\(expected)}}"
        return Row(claim: claim, document: document, verdict: .refuted)
    }

    private static let named: [Row] = [
        refuted(
            "external",
            ["{id: a, class: internal, edge: ['https://contoso.com/*', 'https://contoso.com:49152/*']}"],
            "host: contoso.com, scheme: https",
            "page: managed"
        ),
        refuted(
            "internal",
            [
                "{id: a, class: blocked, edge: 'https://contoso.com/*'}",
                "{id: b, class: blocked, domain: demarc-x.contoso.com}",
            ],
            "domain: contoso.com, edge: ['https://*.contoso.com/*', 'https://contoso.com/*']",
            "class: blocked"
        ),
        refuted("internal", ["{id: a, class: blocked, domain: example}"], "scheme: https", "class: blocked"),
        refuted(
            "internal",
            [
                "{id: a, class: blocked, pattern: 'https://contoso.com/'}",
                "{id: b, class: blocked, chrome: ['https://.contoso.com/d', 'https://.contoso.com//']}",
            ],
            "host: contoso.com, edge: 'https://contoso.com/*'",
            "class: blocked"
        ),
        refuted(
            "internal",
            ["{id: a, class: blocked, url: ['https://contoso.com:8443/', 'https://contoso.com:8443/?demarc-x']}"],
            "edge: 'https://contoso.com:8443/'",
            "class: blocked"
        ),
        // A host with an empty label in front, which is no name below the other.
        refuted(
            "internal",
            ["{id: a, class: blocked, edge: ['https://*.contoso.com:*/*', 'https://contoso.com:*/*']}"],
            "domain: contoso.com, scheme: https",
            "class: blocked"
        ),
    ]

    @Test("A value that a rule names represents no other value", arguments: named)
    func table(row: RepresentativeClaimTests.Row) throws { try row.check() }

    @Test(
        "A rule about more than the named values makes a difference",
        arguments: [
            (
                ["{id: a, class: internal, edge: ['https://contoso.com/*', 'https://contoso.com:49152/*']}"],
                "{id: more, class: internal, edge: 'https://contoso.com:*/*'}"
            ),
            (
                [
                    "{id: a, class: internal, host: contoso.com}",
                    "{id: b, class: internal, domain: demarc-x.contoso.com}",
                ],
                "{id: more, class: internal, domain: contoso.com}"
            ),
        ]
    )
    func difference(rules: [String], more: String) throws {
        let old = TightDocument().with { ($0.defaultClass, $0.rules) = ("blocked", rules) }
        let new = old.with { $0.rules.append(more) }
        let diff = PolicyDiff(from: CompiledPolicy(try old.document()), to: CompiledPolicy(try new.document()))
        #expect(diff.comparison != .equivalent && diff.noOps.isEmpty, "\(more)")
    }

    @Test("A universal link at a port that no list names is found", arguments: [49_152, 49_153])
    func links(port: Int) throws {
        let document = TightDocument()
            .setting("managedUniversalLinks", "['https://partner.example', 'https://partner.example:\(port)']")
            .setting("exemptedUniversalLinks", "['https://partner.example:*']")
        let claim = "never: {from: 'account:dana@contoso.com', to: apps:unmanaged, via: universalLink}"
        #expect(try document.claim(claim).result().claim.verdict == .refuted)
    }

    @Test("An unnamed value is one that no condition names, and with which no path continues another")
    func unnamed() {
        func name(_ text: String, _ reach: HostScope.Reach) -> MatcherScope {
            MatcherScope(host: .name(Array(text.utf8), reach))
        }
        let scopes = [
            name("demarc-x.contoso.com", .domain), name("demarc%20x2.contoso.com", .exact), name("example", .domain),
            MatcherScope(path: .prefix(Array("/d".utf8)), query: "?demarc-x"),
        ]
        let unnamed = UnnamedParts(unlike: scopes, ["notes:demarc-x"])
        #expect(unnamed.label == "demarc-x3" && unnamed.unreadableLabel == "demarc%20x3")
        #expect(unnamed.host == "demarc-x3.example2" && unnamed.segment == "xdemarc")
        #expect(unnamed.query == "?demarc-x2" && unnamed.opaquePath == "demarc-x2" && unnamed.isExact)
        let every = (0...UInt8.max).map { MatcherScope(path: .prefix([UInt8(ascii: "/"), $0])) }
        #expect(!UnnamedParts(unlike: every, []).isExact)
        #expect(FreshNames.port(unlike: [49_152, 49_153]) == 49_154)
        #expect(FreshNames.scheme(unlike: ["x-demarc-unnamed", "x-demarc-unnamed2-intunemam"]) == "x-demarc-unnamed3")
    }
}
