import TestSupport
import Testing

/// A report in a browser: with and without its script, with only the keyboard, on a phone and on paper, for a screen
/// reader, and with names that would run if they could. `Tests/Reports/page.py` describes the checks.
@Suite("Reports in a browser", .enabled(if: Browser.isThere, "\(Browser.hint)")) struct ReportPageTests {
    /// A document with names that appear in every part of a page.
    private static let hostile = """
        demarc: 1
        app: {multiIdentity: true, multiManagedIdentities: true}
        policies:
          "strict</script><script>window.x = 1</script>":
            allowedOutboundDataTransferDestinations: managedApps
            allowedOutboundClipboardSharingLevel: managedApps
          "p\\u202Eool\\"'<img src=x onerror='window.x = 1'>":
            allowedOutboundClipboardSharingLevel: allApps
        accounts:
          - account: "dana</title><script>window.x = 1</script>@contoso.com"
            organization: "con\\u202Etoso<!--"
            policy: "strict</script><script>window.x = 1</script>"
          - account: pool@contoso.com
            organization: "con\\u202Etoso<!--"
            policy: "p\\u202Eool\\"'<img src=x onerror='window.x = 1'>"
        ruleSets:
          "r]]>&lt;":
            default: internal
            rules: [{id: "x\\" onmouseover=\\"window.x = 1", class: internal, regex: 'con\\.com'}]
        views:
          - {id: "A'\\"<b>\(String(repeating: "w", count: 300))", policy: currentIdentity, isExternalURL: "r]]>&lt;"}
        """

    @Test("Every check of the page passes")
    func page() throws {
        let folder = try TemporaryFolder()
        for (name, text) in [("two", AuditReportTests.twoPolicies), ("hostile", Self.hostile)] {
            let outcome = try AuditReportTests.report(of: text, in: folder, "--output \(name).html")
            try #require(outcome.status == 0, "\(outcome.errors)")
        }
        let name = "</details><script>window.x = 1</script>"
        try folder.write(
            AuditReportTests.claims("\"\(name)\"").replacing(/" ([1-6])/) { " \($0.output.1)\"" },
            to: "claims.yaml"
        )
        let claimed = try AuditReportTests.report(
            of: ClaimCommandTests.policy,
            in: folder,
            "--claims claims.yaml --evasion --readers nginx --output claims.html"
        )
        try #require(claimed.status == 2, "\(claimed.errors)")
        try folder.write(Self.hostile, to: "old.yaml")
        try folder.write(Self.hostile.replacing("default: internal", with: "default: external"), to: "new.yaml")
        let diff = "\"$demarc\" diff old.yaml new.yaml --format html --output diff.html"
        let compared = try Tool.bash("cd '\(folder.path)' && \(diff)")
        try #require(compared.status == 0, "\(compared.errors)")
        let outcome = try Browser.run("page.py", [folder.path])
        #expect(outcome.status == 0 && !outcome.text.contains("FAILED"), "\(outcome.text)")
        #expect(outcome.text.contains("passed hostile"), "\(outcome.text)")
    }
}
