import Foundation
import PolicyAnalysis
import PolicyFiles
import RuleIndex
import TestSupport
import Testing

@testable import DemarcCommands

/// `demarc audit --format html`: the content of the page for any document. `ReportPageTests` checks it in a browser.
@Suite("Report of demarc audit") struct AuditReportTests {
    static let twoPolicies = """
        demarc: 1
        app: {multiIdentity: true, multiManagedIdentities: true}
        policies:
          strict:
            allowedOutboundDataTransferDestinations: managedApps
            allowedOutboundClipboardSharingLevel: managedApps
          pool:
            allowedOutboundDataTransferDestinations: managedApps
            allowedOutboundClipboardSharingLevel: allApps
        accounts:
          - {account: dana@contoso.com, organization: contoso, policy: strict}
          - {account: pool@contoso.com, organization: contoso, policy: pool}
        """

    /// Names that would be markup, end an element or an attribute, or reorder a line.
    static let hostileNames = [
        "\u{D4E}</script>\u{D4E}<img src=x>" + HostileTexts.markup.joined(),
        "</script><script>alert(1)</script>", "<!--", "]]>", "\" onmouseover=\"alert(1)", "' x='", "&lt;b&gt;",
        "a\u{202E}b\u{2066}c", "</title><img src=x onerror=alert(1)>", "\u{2028}", "\u{200B}", "אבג", "</style>",
    ]

    /// A document with such a name everywhere that a report shows.
    static func hostile(_ name: String) -> String {
        let quoted = HostileTexts.quoted(name)
        return """
            demarc: 1
            policies: {\(quoted): {allowedOutboundClipboardSharingLevel: allApps}}
            accounts: [{account: dana@contoso.com, organization: \(quoted), policy: \(quoted)}]
            ruleSets: {\(quoted): {default: internal, rules: [{id: \(quoted), class: internal, regex: 'con\\.com'}]}}
            views: [{id: \(quoted), policy: currentIdentity, isExternalURL: \(quoted)}]
            """
    }

    static func report(of text: String, in folder: TemporaryFolder, _ arguments: String = "") throws -> Tool.Outcome {
        try folder.write(text, to: "policy.yaml")
        return try Tool.bash("cd '\(folder.path)' && \"$demarc\" audit --policy policy.yaml --format html \(arguments)")
    }

    /// The report of ``twoPolicies``, made once for all checks.
    private static let ofTwoPolicies = Result { try report(of: twoPolicies, in: TemporaryFolder()) }

    /// The texts of all elements with a name, without tags.
    private static func texts(of element: String, in page: String) -> [String] {
        guard let expression = try? Regex("<\(element)(?: [^>]*)?>(.*?)</\(element)>") else { return [] }
        return page.matches(of: expression.dotMatchesNewlines())
            .compactMap { $0.output[1].substring }
            .map { $0.replacing(/<[^>]*>/, with: "").trimmingCharacters(in: .whitespacesAndNewlines) }
    }

    @Test("A name cannot become markup", arguments: TestSize.rows(hostileNames))
    func hostileName(name: String) throws {
        let outcome = try Self.report(of: Self.hostile(name), in: try TemporaryFolder())
        try #require(outcome.status == 0, "\(outcome.errors)")
        let page = outcome.text
        // Every element is one of the builder's, and the page has as many of each as a page with a harmless name.
        let isSame = Self.tags(of: page).sorted() == Self.harmlessTags
        #expect(isSame)
        // No character is left that reorders text, or that some readers take for a line end.
        #expect(!page.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) || $0.value == 0x2066 })
        #expect(!page.unicodeScalars.contains { [0x2028, 0x2029, 0x200B].contains($0.value) })
    }

    private static let harmlessTags = tags(
        of: ((try? report(of: hostile("name"), in: TemporaryFolder()))?.text) ?? ""
    )
    .sorted()

    private static func tags(of page: String) -> [String] {
        // In ASCII, every tag is a text of its own: other characters can be one `Character` with a `<`.
        String(String.UnicodeScalarView(page.unicodeScalars.filter(\.isASCII)))
            .replacing(/<style>.*?<\/style>/.dotMatchesNewlines(), with: "<style>")
            .replacing(/<script.*?<\/script>/.dotMatchesNewlines(), with: "<script>")
            .matches(of: /<[^>]*>/)
            // The name changes values of attributes, but not their number or names.
            .map { String($0.output).replacing(/"[^"]*"/, with: "") }
            .filter { !$0.hasPrefix("<path ") }
    }

    @Test("Leaks come first, then the changes to make")
    func headline() throws {
        let page = try Self.ofTwoPolicies.get().text
        #expect(Self.texts(of: "h1", in: page) == ["contoso data can leave in 25 ways"])
        #expect(page.contains("It can reach <strong><bdi>any app</bdi></strong>, "))
        let change = Self.texts(of: "ol", in: page).first
        #expect(
            change?.hasPrefix("Set pool.allowedOutboundClipboardSharingLevel to managedAppsWithPasteIn") == true
        )
        #expect(change?.contains("Now allApps (policy.yaml:9:5). Closes any app.") == true)
    }

    @Test("The table of flows has headers and words")
    func matrix() throws {
        let page = try Self.ofTwoPolicies.get().text
        let start = try #require(page.range(of: "<table class=\"flows\""))
        let table = String(page[start.lowerBound...]).components(separatedBy: "</table>")[0]
        let rows = table.components(separatedBy: "<tr>").dropFirst().map { Self.texts(of: "t[hd]", in: $0) }
        #expect(
            rows.first == [
                "To", "from data of dana@contoso.com", "from data of pool@contoso.com",
                "from a site of the organization",
            ]
        )
        #expect(rows.contains(["other apps", "leaks by a detour", "allowed", "closed"]))
        #expect(rows.contains(["backups", "open by default", "open by default", "closed"]))
        #expect(rows.contains(["Siri", "closed", "closed", "closed"]))
        #expect(rows.allSatisfy { $0.count == 4 && !$0.contains("") })
        #expect(table.matches(of: /scope="col"/).count == 4 && table.matches(of: /scope="row"/).count == rows.count - 1)
    }

    @Test("Each path shows what opens it, where that is written, and its steps")
    func paths() throws {
        let folder = try TemporaryFolder()
        let page = try Self.ofTwoPolicies.get().text
        try folder.write(Self.twoPolicies, to: "policy.yaml")
        let json = try Tool.bash("cd '\(folder.path)' && \"$demarc\" audit --policy policy.yaml --format json").text
        let audit = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let ids = try #require(audit["paths"] as? [[String: Any]]).compactMap { $0["id"] as? String }
        #expect(page.matches(of: /data-path="([0-9a-f]{64})"/).map { String($0.output.1) } == ids)
        let card = try #require(page.split(separator: "<details").dropFirst().first).replacing(/<[^>]*>/, with: "")
        for text in [
            "data of dana@contoso.com → any app",
            "pool.allowedOutboundClipboardSharingLevel is allApps, written at policy.yaml:9:5.",
            "How far the clipboard is shared.", "Tried on a copy: closes this path.",
            "paste 1 character from account:dana@contoso.com into account:pool@contoso.com allow",
            "data of pool@contoso.com",
        ] {
            #expect(card.contains(text), "\(text)")
        }
    }

    // MARK: Claims

    /// Claims about the policy of `ClaimCommandTests`, one for each result.
    static func claims(_ name: String) -> String {
        """
        demarc-test: 1
        policy: policy.yaml
        claims:
          - {name: \(name) 1, never: {from: native, to: print}}
          - {name: \(name) 2, never: {from: native, to: apps:unmanaged, via: copy}}
          - {name: \(name) 3, never: {from: view:X, to: print}}
          - {name: \(name) 4, always: {open: {url: {regex: '^https://a[0-9]+x'}}, then: {verdict: allow}}}
          - name: \(name) 5
            always: {navigate: {view: E, url: 'https://hr.contoso.com/pay'}, then: {verdict: block}}
          - name: \(name) 6
            always: {navigate: {view: E, url: {domain: contoso.com}}, then: {page: managed}}

        """
    }

    static func claimReport(_ claims: String, in folder: TemporaryFolder, _ arguments: String = "") throws -> String {
        try folder.write(claims, to: "claims.yaml")
        return try report(of: ClaimCommandTests.policy, in: folder, "--claims claims.yaml \(arguments)").text
    }

    /// The report of these claims with the escaped rules, made once for both tests.
    private static let withEvasions = Result {
        try claimReport(claims("Claim"), in: TemporaryFolder(), "--evasion")
    }

    @Test("Claims show their results and evidence, refuted claims first")
    func claims() throws {
        let page = try Self.withEvasions.get()
        let section = try #require(page.components(separatedBy: "<section id=\"claims\"").dropFirst().first)
            .components(separatedBy: "</section>")[0]
        let cards = section.components(separatedBy: "<details").dropFirst()
        let titles = cards.map { Self.texts(of: "summary", in: $0).first ?? "" }
        #expect(
            titles == [
                "RefutedClaim 2does not hold", "RefutedClaim 6does not hold",
                "VacuousClaim 3names what the policy does not have",
                "ProvenClaim 5holds, but its rules can be evaded",
                "SampledClaim 4nothing speaks against it, but not everything was asked", "ProvenClaim 1holds",
            ],
            "\(titles)"
        )
        let texts = cards.map { $0.replacing(/<[^>]*>/, with: "") }
        for (position, words) in [
            (0, "As dana@contoso.com: copy 1 character from account:dana@contoso.com plain"),
            (0, "strict.allowedOutboundClipboardSharingLevel: allApps (policy.yaml:2:"),
            (1, "navigate E to https://hr.contoso.com/pay block"), (1, "page: expected managed, got none"),
            (2, "view:X names nothing"), (3, "DM170"), (3, "https://hr.contoso.com/%70ay"),
            (3, "What to do: write the rule for the host"), (5, "claims.yaml:4:5"),
        ] {
            #expect(texts[position].contains(words), "\(words) in \(texts[position])")
        }
        // A refuted claim is open initially.
        #expect(cards.map { $0.prefix { $0 != ">" }.contains(" open") } == [true, true, true, false, false, false])
        #expect(page.contains("<strong>3</strong> claims do not hold"))
    }

    @Test("Evaded rules are shown with each way around them")
    func evasions() throws {
        let page = try Self.withEvasions.get()
        let section = try #require(page.components(separatedBy: "<section id=\"escaped\"").dropFirst().first)
            .components(separatedBy: "</section>")[0].replacing(/<[^>]*>/, with: "")
        for words in [
            "The blocked rule corporate.pay", "4 ways around it", "https://hr.contoso.com/pay block",
            "https://hr.contoso.com/%70ay allow → view, managed page", "It has a percent-encoded letter in the path.",
            "http://hr.contoso.com/pay", "It has no TLS.", "policy.yaml:9:9",
        ] {
            #expect(section.contains(words), "\(words) in \(section)")
        }
        #expect(page.contains("<strong>1</strong> rule is evaded"))
    }

    @Test("Misread URLs show the other destination and the reader")
    func misread() throws {
        let loose = ClaimCommandTests.policy.replacing("default: external", with: "default: internal")
        let page = try Self.report(of: loose, in: try TemporaryFolder(), "--readers nginx").text
        let section = try #require(page.components(separatedBy: "<section id=\"misread\"").dropFirst().first)
            .components(separatedBy: "</section>")[0].replacing(/<[^>]*>/, with: "")
        for words in [
            "Readers go to a place that corporate.pay decides",
            "https://hr.contoso.com/%70ay allow → view, managed page", "https://hr.contoso.com/pay block",
            "That is how nginx reads it (encoded-letter-in-path).", "policy.yaml:9:9",
        ] {
            #expect(section.contains(words), "\(words) in \(section)")
        }
        #expect(page.contains("<strong>1</strong> rule is misread"))
        #expect(try !Self.report(of: loose, in: try TemporaryFolder(), "").text.contains("id=\"misread\""))
    }

    @Test("A refuted claim is the headline if nothing leaks")
    func claimHeadline() throws {
        let all = "--accept-all --reason pilot --until 2099-12-31 --owner dana"
        let page = try Self.claimReport(Self.claims("Claim"), in: try TemporaryFolder(), all)
        #expect(Self.texts(of: "h1", in: page) == ["3 claims do not hold"])
    }

    private static let harmlessClaimTags = Result { tags(of: try claimReport(claims("Claim"), in: TemporaryFolder())) }

    @Test("The name of a claim cannot become markup", arguments: TestSize.rows(hostileNames))
    func hostileClaim(name: String) throws {
        let quoted = { (number: Int) in HostileTexts.quoted("\(name) \(number)") }
        var text = Self.claims("Claim")
        for number in 1...6 { text = text.replacing("name: Claim \(number)", with: "name: \(quoted(number))") }
        let page = try Self.claimReport(text, in: try TemporaryFolder())
        #expect(page.contains("id=\"claims\""))
        #expect(try Self.tags(of: page) == Self.harmlessClaimTags.get())
        #expect(!page.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) || $0.value == 0x2066 })
    }

    @Test("The page loads nothing: no addresses, no inline styles, and its policy allows only its own style sheet")
    func selfContained() throws {
        let page = try Self.ofTwoPolicies.get().text
        #expect(page.contains("default-src &#39;none&#39;; style-src &#39;sha256-"))
        #expect(
            !page.contains("unsafe-") && !page.contains(" style=") && !page.contains(" src=")
                && !page.contains("@import")
        )
        #expect(!page.contains("url(") && page.matches(of: /href="(?!#)/).isEmpty)
        let ids = Set(page.matches(of: /\ id="([^"]*)"/).map(\.output.1))
        for link in page.matches(of: /href="#([^"]*)"/) { #expect(ids.contains(link.output.1), "\(link.output.1)") }
        #expect(ids.count == page.matches(of: /\ id="([^"]*)"/).count)
    }

    @Test("A policy without accounts, and a policy without leaks, are reported as such")
    func nothing() throws {
        let folder = try TemporaryFolder()
        let none = try Self.report(of: "demarc: 1\naccounts: []\n", in: folder)
        #expect(Self.texts(of: "h1", in: none.text) == ["There is no organization data to protect"])
        let all = "--accept-all --reason pilot --until 2099-12-31 --owner dana"
        let accepted = try Self.report(of: Self.twoPolicies, in: folder, all).text
        #expect(Self.texts(of: "h1", in: accepted) == ["contoso data leaves only where it is accepted"])
        #expect(accepted.contains("Until 2099-12-31 by <bdi>dana</bdi>, in bulk: <bdi>pilot</bdi>"))
    }

    /// Each rule is its own gate, and so its own path.
    private static let manyPaths: String = {
        let name = String(repeating: "\u{202E}\u{2066}", count: 120)
        let rules = (0..<205)
            .map { "      - {id: \"\(name)\($0)\", class: internal, edge: 'https://*a\($0).com/*'}\n" }
            .joined()
        let text = """
            demarc: 1
            policies: {strict: {saveAsBlocked: true}}
            accounts: [{account: dana@contoso.com, organization: contoso, policy: strict}]
            views: [{id: E, policy: currentIdentity, isExternalURL: corporate}]
            ruleSets:
              corporate:
                default: external
                rules:

            """
        return text + rules
    }()

    @Test("The report is at most two megabytes and states what it leaves out")
    func limit() throws {
        let load = PolicyDocumentReader(requiresUser: false).load(text: Self.manyPaths, path: "policy.yaml")
        let policy = CompiledPolicy(try #require(load.document))
        let report = AuditReport(PolicyAudit(policy), of: "policy.yaml", .failure(.tooManyQuestions))
        try Self.expectLimits(report.text)
    }

    @Test(
        "A report without room for other settings says so",
        .enabled(if: TestSize.isThorough, "trying them takes ten seconds in debug builds: DEMARC_TIMES=10 does it")
    )
    func limitOfSettings() throws {
        let outcome = try Self.report(of: Self.manyPaths, in: try TemporaryFolder())
        try #require(outcome.status == 0, "\(outcome.errors)")
        try Self.expectLimits(outcome.text)
    }

    private static func expectLimits(_ page: String) throws {
        #expect(page.utf8.count < 2_000_000)
        #expect(page.matches(of: /<details/).count == 50)
        #expect(page.contains("further paths are not shown"))
        #expect(page.contains("further addresses are not shown"))
        #expect(page.contains("too large for trying other settings"))
    }

    @Test("The report is equal in every run")
    func stable() throws {
        let again = try Self.report(of: Self.twoPolicies, in: try TemporaryFolder()).output
        #expect(try Self.ofTwoPolicies.get().output == again)
    }
}
