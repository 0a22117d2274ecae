import Foundation
import TestSupport
import Testing

@testable import DemarcCommands

/// `demarc audit --format html`: what the page holds, whatever the document is. `ReportPageTests` looks at it in a browser.
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
        "</script><script>alert(1)</script>", "<!--", "]]>", "\" onmouseover=\"alert(1)", "' x='", "&lt;b&gt;",
        "a\u{202E}b\u{2066}c", "</title><img src=x onerror=alert(1)>", "\u{2028}", "\u{200B}", "אבג", "</style>",
    ]

    /// A document with such a name in every place that a report shows.
    static func hostile(_ name: String) -> String {
        let quoted = "\"\(spelled(name))\""
        return """
            demarc: 1
            policies: {\(quoted): {allowedOutboundClipboardSharingLevel: allApps}}
            accounts: [{account: dana@contoso.com, organization: \(quoted), policy: \(quoted)}]
            ruleSets: {\(quoted): {default: internal, rules: [{id: \(quoted), class: internal, regex: 'con\\.com'}]}}
            views: [{id: \(quoted), policy: currentIdentity, isExternalURL: \(quoted)}]
            """
    }

    /// A text as YAML takes it, which takes some letters only where they are spelled out.
    private static func spelled(_ text: String) -> String {
        text.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        .joined()
    }

    static func report(of text: String, in folder: TemporaryFolder, _ arguments: String = "") throws -> Tool.Outcome {
        try folder.write(text, to: "policy.yaml")
        return try Tool.bash("cd '\(folder.path)' && \"$demarc\" audit --policy policy.yaml --format html \(arguments)")
    }

    /// The report of ``twoPolicies``, made once for all that is looked for in it.
    private static let ofTwoPolicies = Result { try report(of: twoPolicies, in: TemporaryFolder()) }

    /// The texts of all elements of a name, tags left out.
    private static func texts(of element: String, in page: String) -> [String] {
        guard let expression = try? Regex("<\(element)(?: [^>]*)?>(.*?)</\(element)>") else { return [] }
        return page.matches(of: expression.dotMatchesNewlines())
            .compactMap { $0.output[1].substring }
            .map { $0.replacing(/<[^>]*>/, with: "").trimmingCharacters(in: .whitespacesAndNewlines) }
    }

    @Test("a name can be no markup", arguments: hostileNames)
    func hostileName(name: String) throws {
        let outcome = try Self.report(of: Self.hostile(name), in: try TemporaryFolder())
        try #require(outcome.status == 0, "\(outcome.errors)")
        let page = outcome.text
        // Every element is one of the builder's, and the page has as many of each as one with a harmless name.
        let isSame = Self.tags(of: page).sorted() == Self.harmlessTags
        #expect(isSame)
        // Nothing that reorders text is left, and nothing that ends a line in some readers.
        #expect(!page.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) || $0.value == 0x2066 })
        #expect(!page.unicodeScalars.contains { [0x2028, 0x2029, 0x200B].contains($0.value) })
    }

    private static let harmlessTags = tags(
        of: ((try? report(of: hostile("name"), in: TemporaryFolder()))?.text) ?? ""
    )
    .sorted()

    private static func tags(of page: String) -> [String] {
        page.replacing(/<style>.*?<\/style>/.dotMatchesNewlines(), with: "<style>")
            .replacing(/<script.*?<\/script>/.dotMatchesNewlines(), with: "<script>")
            .matches(of: /<[^>]*>/)
            // Values of attributes differ by the name; how many there are, and what they are called, does not.
            .map { String($0.output).replacing(/"[^"]*"/, with: "") }
            .filter { !$0.hasPrefix("<path ") }
    }

    @Test("says first what leaks, then what to change")
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

    @Test("has a table of flows with headers and words")
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

    @Test("shows each path with what opens it, where that is written, and the steps")
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

    /// Claims about the policy of `ClaimCommandTests` that end in every way.
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

    /// The report of these claims with the ways around rules, made once for both tests of it.
    private static let withEvasions = Result {
        try claimReport(claims("Claim"), in: TemporaryFolder(), "--evasion")
    }

    @Test("shows claims with what became of them, those first that do not hold, and how it is seen")
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
                "ProvenClaim 5holds, but its rules can be escaped",
                "SampledClaim 4not refuted, but not everything was checked", "ProvenClaim 1holds",
            ],
            "\(titles)"
        )
        let texts = cards.map { $0.replacing(/<[^>]*>/, with: "") }
        for (position, words) in [
            (0, "As dana@contoso.com: copy 1 character from account:dana@contoso.com plain"),
            (0, "strict.allowedOutboundClipboardSharingLevel: allApps (policy.yaml:2:"),
            (1, "navigate E to https://hr.contoso.com/pay block"), (1, "page: expected managed, got nothing"),
            (2, "view:X names nothing"), (3, "DM170"), (3, "https://hr.contoso.com/%70ay"),
            (3, "What to do: write the rule for the host"), (5, "claims.yaml:4:5"),
        ] {
            #expect(texts[position].contains(words), "\(words) in \(texts[position])")
        }
        // What does not hold is open to begin with.
        #expect(cards.map { $0.prefix { $0 != ">" }.contains(" open") } == [true, true, true, false, false, false])
        #expect(page.contains("<strong>3</strong> claims do not hold"))
    }

    @Test("shows rules that are escaped, with each way around them")
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
        #expect(page.contains("<strong>1</strong> rule is escaped"))
    }

    @Test("shows what other readers go to instead, and which reader it is")
    func misread() throws {
        let loose = ClaimCommandTests.policy.replacing("default: external", with: "default: internal")
        let page = try Self.report(of: loose, in: try TemporaryFolder(), "--readers nginx").text
        let section = try #require(page.components(separatedBy: "<section id=\"misread\"").dropFirst().first)
            .components(separatedBy: "</section>")[0].replacing(/<[^>]*>/, with: "")
        for words in [
            "Readers go to what corporate.pay decides", "https://hr.contoso.com/%70ay allow → view, managed page",
            "https://hr.contoso.com/pay block", "That is how nginx takes it (encoded-letter-in-path).",
            "policy.yaml:9:9",
        ] {
            #expect(section.contains(words), "\(words) in \(section)")
        }
        #expect(page.contains("<strong>1</strong> rule is read past"))
        #expect(try !Self.report(of: loose, in: try TemporaryFolder(), "").text.contains("id=\"misread\""))
    }

    @Test("a claim that does not hold is the headline where nothing leaks")
    func claimHeadline() throws {
        let all = "--accept-all --reason pilot --until 2099-12-31 --owner dana"
        let page = try Self.claimReport(Self.claims("Claim"), in: try TemporaryFolder(), all)
        #expect(Self.texts(of: "h1", in: page) == ["3 claims do not hold"])
    }

    private static let harmlessClaimTags = Result { tags(of: try claimReport(claims("Claim"), in: TemporaryFolder())) }

    @Test("a name of a claim can be no markup", arguments: hostileNames)
    func hostileClaim(name: String) throws {
        let quoted = { (number: Int) in "\"\(Self.spelled("\(name) \(number)"))\"" }
        var text = Self.claims("Claim")
        for number in 1...6 { text = text.replacing("name: Claim \(number)", with: "name: \(quoted(number))") }
        let page = try Self.claimReport(text, in: try TemporaryFolder())
        #expect(page.contains("id=\"claims\""))
        #expect(try Self.tags(of: page) == Self.harmlessClaimTags.get())
        #expect(!page.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) || $0.value == 0x2066 })
    }

    @Test("asks for nothing: no address, no style of an element, and a policy that allows its own style alone")
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

    @Test("of a policy without accounts, and of one without a leak, says so")
    func nothing() throws {
        let folder = try TemporaryFolder()
        let none = try Self.report(of: "demarc: 1\naccounts: []\n", in: folder)
        #expect(Self.texts(of: "h1", in: none.text) == ["There is no organization data to protect"])
        let all = "--accept-all --reason pilot --until 2099-12-31 --owner dana"
        let accepted = try Self.report(of: Self.twoPolicies, in: folder, all).text
        #expect(Self.texts(of: "h1", in: accepted) == ["contoso data leaves only where it is accepted"])
        #expect(accepted.contains("Until 2099-12-31 by <bdi>dana</bdi>, in bulk: <bdi>pilot</bdi>"))
    }

    @Test("is at most two megabytes, and says what it leaves out")
    func limit() throws {
        // Each rule is a gate of its own, and so a path.
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
        let outcome = try Self.report(of: text + rules, in: try TemporaryFolder())
        try #require(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.count < 2_000_000)
        #expect(outcome.text.matches(of: /<details/).count == 50)
        #expect(outcome.text.contains("further paths are not shown"))
        #expect(outcome.text.contains("further addresses are not shown"))
        #expect(outcome.text.contains("too large for trying other settings"))
    }

    @Test("is the same in every run")
    func stable() throws {
        let again = try Self.report(of: Self.twoPolicies, in: try TemporaryFolder()).output
        #expect(try Self.ofTwoPolicies.get().output == again)
    }
}
