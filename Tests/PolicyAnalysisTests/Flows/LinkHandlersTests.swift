import PolicyModel
import RuleIndex
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
        let handlers = LinkHandlers(apps, nil)
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

    // MARK: Apps outside the organization

    private static let tight = TightDocument()

    private static func own(_ id: String, _ schemes: String) -> String {
        "{id: \(id), managed: true, organization: contoso, policy: strict, schemes: [\(schemes)]}"
    }

    /// The codes of the paths, with the sinks and what a person must do.
    private static func ends(of document: TightDocument) throws -> Set<String> {
        Set(try document.audit().paths.map { "\($0.code.rawValue) \($0.sink.selector) \($0.effort.words)" })
    }

    /// The schemes of two apps of the organization, and whether something gets to another app that handles `scan` and
    /// `ms-outlook`.
    private static let twins = [
        ("scan", "scan-intunemam", true), ("scan-intunemam", "scan", true),
        ("ms-outlook", "ms-outlook-intunemam", true), ("scan, scan-intunemam", "scan-intunemam", false),
        ("scan", "scan, scan-intunemam", true),
    ]

    @Test(
        "Where the app for the twin of a scheme is missing, another app that handles the scheme is found",
        arguments: twins
    )
    func missingTwin(first: String, second: String, leaks: Bool) throws {
        let alone = Self.tight.with {
            $0.apps += [Self.own("com.contoso.a", first), Self.own("com.contoso.b", second)]
        }
        let both = alone.with { $0.apps.append("{id: com.example.other, schemes: [scan, ms-outlook]}") }
        #expect(try Self.ends(of: alone) == [])
        let found = "DM106 app:com.example.other 1 tap + a certain state of the device"
        #expect(try Self.ends(of: both) == (leaks ? [found] : []))
        let diff = PolicyDiff(from: CompiledPolicy(try alone.document()), to: CompiledPolicy(try both.document()))
        #expect(diff.opens.map(\.sink.selector) == (leaks ? ["app:com.example.other"] : []))
        // The app for the scheme itself is there.
        let words = try both.audit().paths.first?.steps.last?.request.words
        #expect(words?.hasSuffix("and 1 more of the declared apps are installed") ?? false == leaks)
    }

    @Test("A message is followed to apps that declare only the twin of its scheme", arguments: ["sms", "ms-sms"])
    func twinOfMessages(scheme: String) throws {
        let document = Self.tight.setting("allowedOutboundDataTransferDestinations", "none")
            .setting("protectedMessagingRedirectAppType", "anyManagedApp")
            .with {
                $0.apps.append(Self.own("com.contoso.a", "\(scheme)-intunemam"))
                $0.apps.append("{id: com.example.other, schemes: [\(scheme)-intunemam]}")
            }
        #expect(try Self.ends(of: document) == ["DM106 app:com.example.other 1 tap"])
    }

    /// Declared apps, and the browsers outside the organization that get a link.
    private static let browsers: [([String], Set<String>)] = [
        (
            [
                "{id: a.edge, schemes: [microsoft-edge-http, microsoft-edge-https]}",
                "{id: b.edge, schemes: [microsoft-edge-http, microsoft-edge-https]}",
            ],
            ["a.edge", "b.edge"]
        ),
        (
            ["{id: a.edge, schemes: [microsoft-edge-http]}", "{id: b.edge, schemes: [microsoft-edge-https]}"],
            ["a.edge", "b.edge"]
        ),
        (
            [
                own("a.edge", "microsoft-edge-http"), "{id: b.edge, schemes: [microsoft-edge-https]}",
                "{id: c.edge, schemes: [microsoft-edge-https]}",
            ],
            ["b.edge", "c.edge"]
        ),
        // Other schemes make no browser.
        (
            [
                "{id: a.reader, schemes: [microsoft-edge-https-intunemam, microsoft-edge-httpd]}",
                "{id: z.edge, schemes: [microsoft-edge-http, microsoft-edge-https]}",
            ],
            ["z.edge"]
        ),
        // A browser that declares neither scheme opens both.
        (
            [
                own("a.edge", "microsoft-edge-http, microsoft-edge-https"),
                "{id: com.microsoft.msedge, schemes: [microsoft-edge-http-intunemam, microsoft-edge-https-intunemam]}",
            ],
            ["com.microsoft.msedge"]
        ),
    ]

    @Test("Every browser outside the organization that opens a link is found", arguments: browsers)
    func strangeBrowsers(apps: [String], found: Set<String>) throws {
        let document = Self.tight.with { $0.apps += apps }
        #expect(try Self.ends(of: document) == Set(found.map { "DM106 app:\($0) 1 tap" }))
    }
}
