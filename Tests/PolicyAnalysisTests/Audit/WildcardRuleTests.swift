import PolicyModel
import RuleIndex
import Testing

@testable import PolicyAnalysis
@testable import RuleRegions

/// Rules whose values are no products of conditions on the parts of a URL.
@Suite("Audit of rules with wildcards and groups") struct WildcardRuleTests {
    private static let values = [
        "host: w.contoso.com", "edge: 'https://w*.contoso.com/*'", "edge: 'https://*.w*.contoso.com:8443/a/*'",
        "edge: [https://intra.contoso.com/x, 'http://w*.contoso.com/*']", "pattern: {hostname: '(w|x).contoso.com'}",
        "pattern: {hostname: contoso.com, port: '8*'}", "pattern: 'https://contoso.com/:page(a|b)'",
        "pattern: 'http{s}?://w*.contoso.com/x*'", "pattern: {hostname: contoso.com, port: '(8080|8443)'}",
    ]

    @Test("A view that shows the internal sites of a rule as unmanaged is found", arguments: values)
    func mislabelled(value: String) throws {
        let document = TightDocument().with {
            $0.rules = ["{id: ours, class: internal, \(value)}"]
            $0.views = [
                "{id: E, policy: currentIdentity, isExternalURL: corporate}",
                "{id: F, policy: unmanaged, isExternalURL: corporate}",
            ]
        }
        let audit = try document.audit()
        #expect(audit.paths.map(\.code) == [.mislabelledPage], "\(value): \(audit.paths.map(\.line))")
        #expect(audit.isExact, "\(value): \(audit.claim)")
    }

    @Test("A URL that a rule matches is generated from its values", arguments: values)
    func samples(value: String) throws {
        let document = try TightDocument().with { $0.rules = ["{id: ours, class: internal, \(value)}"] }.document()
        let map = RuleMap(document.ruleSets[0])
        var probe = RuleProbe()
        let urls = map.samples(of: 0, limit: 4, &probe)
        #expect(!urls.isEmpty, "\(value)")
    }

    private static let texts: [(pattern: String, texts: [String])] = [
        ("contoso.com", ["contoso.com"]), ("(w|x).contoso.com", ["w.contoso.com", "x.contoso.com"]),
        ("*.contoso.com", ["a.contoso.com", "b.contoso.com"]), ("/docs/:page", ["/docs/a"]),
        ("/:id(x{2})/y", ["/xx/y"]), ("/a{/b}?", ["/a/b", "/a"]), ("/a{/b}*", ["/a/b", "/a"]),
        ("/a{/b}+", ["/a/b"]), ("/a\\*b\\:c", ["/a*b:c"]), ("http{s}?", ["https", "http"]),
    ]

    @Test("The parts of a URLPattern are read as the standard writes them", arguments: texts.indices)
    func read(row: Int) {
        let (pattern, expected) = Self.texts[row]
        let found = (0..<2).map { PatternTexts.text(of: pattern, $0, ["a", "b"]) }
        #expect(Set(found) == Set(expected), "\(pattern): \(found)")
    }
}
