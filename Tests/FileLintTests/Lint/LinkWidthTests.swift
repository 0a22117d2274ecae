import Diagnostics
import FileLint
import Testing

@Suite("Universal links of policies") struct LinkWidthTests {
    /// Checks a policy with links that restricts transfer, so that the links have an effect.
    private static func lint(_ settings: String, outbound: String = "managedApps") -> LintRun {
        let transfer =
            "allowedOutboundDataTransferDestinations: \(outbound)\nallowedOutboundClipboardSharingLevel: \(outbound)\n"
        return Linting.lint(["p.yaml": Linting.document(transfer + settings)])
    }

    @Test(
        "A wide link is found at its place, with the code of a rule that is as wide",
        arguments: [
            ("['https://*.co.uk/*', 'https://*.contoso.co.uk/*']", ["DM025 https://*.co.uk/*"]),
            ("['https://*.com.au', 'https://contoso.com.au']", ["DM025 https://*.com.au"]),
            ("['https://*contoso.com/*', 'https://*.contoso.com/*']", ["DM022 https://*contoso.com/*"]),
            ("['https://*.cont*.com/l/*', 'https://*-app.contoso.com']", ["DM022 https://*.cont*.com/l/*"]),
            ("[0.0.0.0/0, 10.0.0.0/8]", ["DM024 0.0.0.0/0"]),
            ("[128.0.0.0/2, 0.0.0.0/1, 192.0.0.0/2, 10.0.0.0/8]", ["DM024 0.0.0.0/1"]),
            ("[0.0.0.0/1, 128.0.0.0/2]", []),
        ]
    )
    func width(links: String, expected: [String]) {
        for (key, severity) in [("exemptedUniversalLinks", "warning"), ("managedUniversalLinks", "note")] {
            let lint = Self.lint("\(key): \(links)")
            #expect(lint.underlinedCodes == expected, "\(key)")
            #expect(lint.diagnostics.allSatisfy { $0.severity.rawValue == severity }, "\(key)")
        }
    }

    @Test("A finding says what opens where")
    func messages() {
        let lint = Self.lint("exemptedUniversalLinks: ['https://*.co.uk']\nmanagedUniversalLinks: ['https://*a.com']")
        #expect(
            lint.diagnostics.map(\.message) == [
                "`https://*.co.uk` opens links of whatever anybody registers under `co.uk`, which is a public suffix, in any app",
                "`https://*a.com` opens links of others, such as those of `evila.com`, in managed apps",
            ]
        )
        let halves = Self.lint("exemptedUniversalLinks: [0.0.0.0/1, 128.0.0.0/1]")
        #expect(
            halves.diagnostics.map(\.message) == [
                "`0.0.0.0/1` and the other blocks open links of every IPv4 address in any app"
            ]
        )
    }

    @Test("Links without an effect are not measured")
    func withoutEffect() {
        #expect(Self.lint("managedUniversalLinks: ['https://*.co.uk']", outbound: "allApps").codes == [])
        #expect(Self.lint("exemptedUniversalLinks: ['https://*.co.uk']", outbound: "allApps").codes == ["DM040"])
    }

    @Test(
        "An exempt link that a managed link covers is found",
        arguments: [
            ("https://a.example", "https://a.example", true), ("https://a.b.example/x", "https://*.b.example", true),
            ("https://b.example", "https://*.b.example", false), ("http://a.b.example", "https://*.b.example", false),
            ("https://a.b.example", "https://a.b.example/x", false),
            ("https://a.example/x/y", "https://a.example/x*", true),
            ("https://a.example/y", "https://a.example/x*", false),
            ("https://*.a.b.example", "https://*.b.example", true),
            ("https://*.b.example", "https://*.c.b.example", false),
            ("https://a.example:8443", "https://a.example", false),
            ("https://a.example", "https://a.example:*", true), ("https://x*.b.example", "https://*.b.example", true),
        ] as [(String, String, Bool)]
    )
    func links(exempt: String, managedLink: String, isCovered: Bool) {
        let lint = Self.lint("exemptedUniversalLinks: ['\(exempt)']\nmanagedUniversalLinks: ['\(managedLink)']")
        #expect(lint.codes == (isCovered ? ["DM051"] : []))
        if isCovered, let finding = lint.diagnostics.first {
            #expect(Linting.underlined(finding, lint.sources) == exempt)
        }
    }

    @Test("A link in a comment is not the element that a finding is about") func linkInComment() throws {
        let lint = Self.lint(
            "exemptedUniversalLinks:\n  # https://a.example\n  - https://a.example\n"
                + "managedUniversalLinks: ['https://a.example']"
        )
        let place = try #require(lint.diagnostics.first { $0.code == "DM051" }?.places.first)
        let file = try #require(lint.sources.first)
        let line = String(decoding: file.bytes[file.contents(ofLine: place.start.line)], as: UTF8.self)
        #expect(line.hasSuffix("- https://a.example"), "\(line)")
    }
}
