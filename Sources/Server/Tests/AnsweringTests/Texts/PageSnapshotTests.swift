import Foundation
import Testing

@testable import Answering

/// Compares whole pages with snapshots that were reviewed in a browser.
///
/// `DEMARC_WRITE_SNAPSHOTS=1` rewrites them; review them before you commit them. The screenshots in the documentation
/// show these files.
@Suite("Snapshots of pages")
struct PageSnapshotTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Snapshots")

    private static func check(_ page: [UInt8], _ name: String) throws {
        // Replaces the only word that differs between pages; the caller has set the id of the decision.
        let text = String(decoding: page, as: UTF8.self).replacing(/nonce="[0-9a-z]+"/, with: "nonce=\"0\"")
        let file = folder.appending(path: "\(name).html")
        if ProcessInfo.processInfo.environment["DEMARC_WRITE_SNAPSHOTS"] == "1" {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let kept = try String(contentsOf: file, encoding: .utf8)
        #expect(text == kept, "\(name).html is another page now")
    }

    @Test(
        "A page equals its snapshot",
        arguments: [
            (
                "block", PageLanguage.english,
                PageContent(
                    title: .titleBlocked,
                    sentence: .blockedByRule,
                    because: "Betting sites are closed on devices of the company.",
                    rule: "gambling",
                    reasons: [PageContent.Reason(code: "rule.blocked", message: "Rule “gambling” blocks this URL.")],
                    id: "7k2m9xq4tb8c0vd"
                )
            ),
            (
                "route", .german,
                PageContent(
                    title: .titleRoute,
                    sentence: .route,
                    link: "microsoft-edge-https://news.example/today",
                    linkText: .openManagedBrowser,
                    reasons: [
                        PageContent.Reason(
                            code: "rule.default.external",
                            message: "No rule matches, and unmatched URLs count as outside the organization."
                        ),
                        PageContent.Reason(code: "browser.managed", message: "It opens in the managed browser."),
                    ],
                    id: "0f3h8n2w6r1s5yz"
                )
            ),
            ("fault", .english, PageContent(.request(.authoritiesDiffer), id: "4c7d1e9g2j6p8qa")),
            ("unavailable", .german, PageContent(.service(.policyMissing), id: "4c7d1e9g2j6p8qb")),
            (
                "hostile", .english,
                PageContent(
                    title: .titleBlocked,
                    sentence: .blockedByRule,
                    because: "</style><script>alert(1)</script> \u{202E}txet desrever "
                        + String(repeating: "wide", count: 90),
                    rule: "\"><img src=x onerror=alert(1)>\u{301}",
                    reasons: [
                        PageContent.Reason(code: "rule.blocked", message: "a" + String(repeating: "\u{301}", count: 99))
                    ],
                    id: "4c7d1e9g2j6p8qc"
                )
            ),
        ]
    )
    func snapshot(name: String, language: PageLanguage, content: PageContent) throws {
        let writer = try PageWriter(PageSettings(contact: "it@contoso.example"))
        try Self.check(writer.write(content, in: language).body, name)
    }
}
