import PolicyModel
import TestSupport
import Testing
import URLMatching

@testable import PolicyAnalysis
@testable import RuleRegions

@Suite("Apps that handle a link") struct LinkHandlersTests {
    private static let schemes = ["notes", "pager", "https", "Notes"]
    private static let links = [
        "https://contoso.com", "https://contoso.com/a/*", "https://*.contoso.com/*", "https://c*.example/*",
        "https://*.c*.example", "http://contoso.com:8080/*", "10.1.0.0/16", "https://10.1.2.3/*", "no link",
    ]
    private static let urls = [
        "https://contoso.com/", "https://contoso.com/a/b", "https://a.contoso.com/a", "https://evilcontoso.com/a",
        "https://contoso.example/", "https://a.contoso.example/", "http://contoso.com:8080/", "https://10.1.2.3/a",
        "https://contoso.com./a", "https://CONTOSO.com/a/b", "notes://contoso.com/a", "contoso.com",
    ]

    @Test("The same apps are found as by trying each of them", arguments: 1...20)
    func sameAsTrying(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let apps = (0..<random.number(in: 0...8)).map { number in
            AppDeclaration(
                id: AppID("com.example.a\((number * 5) % 8)"),
                schemes: random.some(0...3) { $0.one(of: Self.schemes) },
                universalLinks: random.some(0...4) { $0.one(of: Self.links) }
            )
        }
        let ordered = apps.sorted { $0.id.bundleID < $1.id.bundleID }
        let handlers = LinkHandlers(apps)
        for scheme in Self.schemes + ["other"] {
            #expect(handlers.apps(ofScheme: scheme) == ordered.filter { $0.schemes.contains(scheme) }, "\(scheme)")
        }
        for url in Self.urls {
            var probe = RuleProbe()
            let isURL = probe.take(url)
            var expected: [AppDeclaration] = []
            for app in ordered where isURL {
                let patterns = app.universalLinks.compactMap { try? LinkPattern($0, as: .universalLink) }
                var opens = false
                for pattern in patterns where pattern.matches(form: probe.form) { opens = true }
                if opens { expected.append(app) }
            }
            #expect(handlers.apps(ofLink: url) == expected, "\(url)")
        }
    }
}
