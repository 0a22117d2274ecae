import PolicyFiles
import PolicyModel
import Testing

@testable import RuleRegions

@Suite("Sets of URLs by conditions") struct URLSetTests {
    private static let conditions = [
        "domain: [contoso.com, fabrikam.com]", "host: [contoso.com, a.contoso.com, 10.1.2.3]",
        "domain: [example, contoso.com], scheme: [https]", "address: [10.0.0.0/8]", "scheme: [http, notes]",
        "edge: ['https://*.contoso.com/a/*', 'https://c*.example/*']", #"regex: '^https://contoso\.com/'"#,
        "pattern: ['https://*.contoso.com/*', 'https://:name.example/*']", "chrome: ['contoso.com/a', '*']",
        "url: ['https://contoso.com/a', 'mailto:a']",
    ]
    private static let urls = [
        "https://contoso.com/", "https://contoso.com/a", "http://a.contoso.com/", "https://b.a.contoso.com/a/b",
        "https://evilcontoso.com/", "https://c.example/", "https://10.1.2.3/", "https://11.1.2.3/",
        "notes://contoso.com/", "notes://demarc%20x.contoso.com/", "https://contoso.com./", "mailto:a", "notes:a",
        "file:///a",
    ]

    @Test("The same URLs are in a set as by trying every value", arguments: conditions)
    func sameAsTrying(condition: String) throws {
        let text = """
            demarc: 1
            ruleSets:
              sites: {default: external, rules: [{id: a, class: internal, \(condition)}]}
            """
        let loaded = PolicyDocumentReader(files: MemoryFiles([String: String]())).load(text: text, path: "p.yaml")
        let rule = try #require(loaded.document?.ruleSets.first?.rules.first, "\(loaded.diagnostics)")
        let set = URLSet(rule.conditions)
        for url in Self.urls {
            var probe = RuleProbe()
            guard probe.take(url) else { continue }
            let found = set.contains(&probe)
            let expected = set.map.matches(0, &probe)
            #expect(found == expected, "\(url)")
        }
    }
}
