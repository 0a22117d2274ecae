import PolicyModel
import RuleIndex
import Scenarios
import TestSupport
import Testing

@testable import PolicyAnalysis

@Suite("Claims about another policy") struct ComparisonClaimTests {
    /// A change of the tight document that yields the other policy, and the expected results of the claims.
    struct Row: CustomTestStringConvertible {
        var name: String
        var topics: String = ""
        var noMore: ClaimResult.Verdict
        var equivalent: ClaimResult.Verdict
        var change: @Sendable (TightDocument) -> TightDocument

        var testDescription: String { "\(name) \(topics)" }
    }

    private static let rows: [Row] = [
        Row(name: "the same", noMore: .proven, equivalent: .proven) { $0 },
        Row(name: "a name alone", noMore: .proven, equivalent: .proven) { $0.setting("displayName", "old") },
        Row(name: "printed once", noMore: .proven, equivalent: .refuted) { $0.setting("printBlocked", "false") },
        Row(name: "another intranet", noMore: .refuted, equivalent: .refuted) {
            $0.with { $0.rules = ["{id: other, class: internal, domain: other.example}"] }
        },
        Row(name: "a wider intranet", noMore: .refuted, equivalent: .refuted) {
            $0.with { $0.rules.append("{id: partner, class: internal, domain: partner.example}") }
        },
        Row(name: "printed once", topics: "[clipboard]", noMore: .proven, equivalent: .proven) {
            $0.setting("printBlocked", "false")
        },
        Row(name: "printed once", topics: "[print]", noMore: .proven, equivalent: .refuted) {
            $0.setting("printBlocked", "false")
        },
        Row(name: "copied to all", topics: "[clipboard, print]", noMore: .proven, equivalent: .refuted) {
            $0.setting("allowedOutboundClipboardSharingLevel", "allApps")
        },
        Row(name: "an unmanaged viewer once", noMore: .proven, equivalent: .refuted) {
            $0.with { $0.app += "\n  safariViewControllerBlockedOverride: true" }
        },
        Row(name: "another version", noMore: .sampled, equivalent: .sampled) {
            $0.setting("minimumRequiredOsVersion", "'17'")
        },
        Row(name: "another version", topics: "[clipboard]", noMore: .proven, equivalent: .proven) {
            $0.setting("minimumRequiredOsVersion", "'17'")
        },
        Row(name: "the same", topics: "[launch]", noMore: .notDecided, equivalent: .notDecided) { $0 },
        Row(name: "the same", topics: "[print, launch]", noMore: .sampled, equivalent: .sampled) { $0 },
        Row(name: "the same", topics: "[config]", noMore: .proven, equivalent: .proven) { $0 },
        Row(name: "the same", topics: "[config, print]", noMore: .proven, equivalent: .proven) { $0 },
        Row(name: "the same", topics: "[config, launch]", noMore: .sampled, equivalent: .sampled) { $0 },
        Row(name: "printed once", topics: "[config]", noMore: .proven, equivalent: .proven) {
            $0.setting("printBlocked", "false")
        },
        Row(name: "a new account", topics: "[config]", noMore: .proven, equivalent: .proven) {
            $0.with { $0.accounts.remove(at: 1) }
        },
        Row(name: "configured once", topics: "[config]", noMore: .proven, equivalent: .refuted) {
            $0.with { $0.sections = Self.configured("com.c.limit") }
        },
        Row(name: "another acting account", topics: "[config]", noMore: .sampled, equivalent: .sampled) {
            $0.with { $0.sections = "user: dana@contoso.com\n" }
        },
        // A tunnel whose path is not visible is now allowed.
        Row(name: "another expression", noMore: .refuted, equivalent: .refuted) {
            $0.with { $0.rules.append(#"{id: odd, class: blocked, regex: '^https://(\w)\1\.example/[0-9]{3}[xyz]$'}"#) }
        },
        Row(name: "another expression", topics: "[navigate]", noMore: .sampled, equivalent: .sampled) {
            $0.with { $0.rules.append(#"{id: odd, class: blocked, regex: '^https://(\w)\1\.example/[0-9]{3}[xyz]$'}"#) }
        },
    ]

    /// A section that configures one key for every account.
    private static func configured(_ key: String, as value: String = "'20'") -> String {
        "appConfigurations: [{settings: {\(key): \(value)}}]\n"
    }

    private static func run(_ claim: String, against other: TightDocument) throws -> ClaimResult {
        let run = ClaimCase(policy: TightDocument().text, claims: "  - \(claim)\n", others: ["old.yaml": other.text])
        return try run.result().claim
    }

    @Test("A claim is proven, or refuted by a changed decision", arguments: TestSize.rows(rows))
    func table(row: Row) throws {
        let other = row.change(TightDocument())
        let topics = row.topics.isEmpty ? "" : ", for: \(row.topics)"
        let equivalent = try Self.run("equivalent: {to: old.yaml\(topics)}", against: other)
        #expect(equivalent.verdict == row.equivalent, "\(equivalent.message)")
        let noMore =
            topics.isEmpty
            ? try Self.run("noMorePermissiveThan: old.yaml", against: other)
            : try Self.run("noMorePermissiveThan: {to: old.yaml\(topics)}", against: other)
        #expect(noMore.verdict == row.noMore, "\(noMore.message)")
    }

    @Test(
        "A claim is not proven if a path opens, even if no decision differs",
        arguments: ["equivalent: {to: old.yaml}", "noMorePermissiveThan: old.yaml"]
    )
    func openedPath(claim: String) throws {
        func document(_ hosts: String) -> String {
            TightDocument().with {
                $0.rules.append("{id: partner, class: internal, domain: partner.example}")
                $0.sections = "organizations:\n  contoso: {hosts: [contoso.com\(hosts)]}\n"
            }
            .text
        }
        let others = ["old.yaml": document(", partner.example")]
        let result = try ClaimCase(policy: document(""), claims: "  - \(claim)\n", others: others).result().claim
        #expect(result.verdict == .sampled && result.message.contains("although a path to"), "\(result.message)")
        // That less may leave contradicts only an equivalence.
        let (back, more) = (document(", partner.example"), ["old.yaml": document("")])
        let turned = try ClaimCase(policy: back, claims: "  - \(claim)\n", others: more).result().claim
        #expect(turned.message.contains("although a path to") == claim.hasPrefix("equivalent"), "\(turned.message)")
    }

    @Test(
        "The web view of a document without views is compared",
        arguments: ["treatAllWebViewsAsUnmanaged: true", "webViewHandledURLSchemes: [foo]"]
    )
    func implicitView(setting: String) throws {
        let old = """
            demarc: 1
            policies:
              p: {allowedOutboundDataTransferDestinations: managedApps, allowedOutboundClipboardSharingLevel: managedApps}
            accounts: [{account: dana@contoso.com, organization: contoso, policy: p}]

            """
        let new = old + "app: {\(setting)}\n"
        let diff = PolicyDiff(from: try compiledPolicy(old), to: try compiledPolicy(new))
        #expect(diff.groups.contains { $0.question == .navigate } && diff.isExact)
        #expect(diff.comparison != .equivalent && diff.noOps.isEmpty)
        for claim in ["equivalent: old.yaml", "noMorePermissiveThan: old.yaml"] {
            let run = ClaimCase(policy: new, claims: "  - \(claim)\n", others: ["old.yaml": old])
            #expect(try run.result().claim.verdict == .refuted, "\(claim)")
        }
        // An audit does not cover such a view.
        #expect(PolicyAudit(try compiledPolicy(new)).hasNoViews)
    }

    @Test(
        "A blob that the app no longer handles is decided by its origin, and so its page can become unmanaged",
        arguments: [
            "{default: external}", "{default: internal, rules: [{id: site, class: external, host: b.example}]}",
            """
            {default: internal, rules: [
              {id: page, class: external, url: 'https://a.example/x'}, {id: site, class: external, host: b.example}]}
            """,
        ]
    )
    func blob(ruleSet: String) throws {
        let new = """
            demarc: 1
            policies: {p: {allowedOutboundClipboardSharingLevel: managedApps}}
            accounts: [{account: dana@contoso.com, policy: p}]
            ruleSets: {default: \(ruleSet.replacing("\n", with: ""))}

            """
        let old = new + "app: {webViewHandledURLSchemes: [blob]}\n"
        let diff = PolicyDiff(from: try compiledPolicy(old), to: try compiledPolicy(new))
        #expect(diff.comparison == .incomparable && diff.isExact)
        let witnesses = diff.groups.filter { $0.effect == .mixed }.flatMap(\.witnesses)
        #expect(witnesses.contains { $0.after?.page == .unmanaged }, "\(diff.groups)")
        let run = ClaimCase(policy: new, claims: "  - noMorePermissiveThan: old.yaml\n", others: ["old.yaml": old])
        #expect(try run.result().claim.verdict == .refuted)
    }

    @Test("An account with another app configuration is compared itself")
    func configuration() throws {
        let old = TightDocument().setting("screenCaptureConfigurationState", nil).with { document in
            document.accounts = ["a", "b", "c"]
                .map { "{account: \($0)@contoso.com, organization: contoso, policy: strict}" }
        }
        let new = old.with { $0.sections = RelatedHoleTests.capture(of: "c@contoso.com") }
        for claim in ["noMorePermissiveThan: old.yaml", "equivalent: {to: old.yaml, for: [screenCapture]}"] {
            let run = ClaimCase(policy: new.text, claims: "  - \(claim)\n", others: ["old.yaml": old.text])
            let result = try run.result().claim
            let captures = Question.setting(.screenCapture, of: .account(AccountID("c@contoso.com")))
            #expect(result.verdict == .refuted && result.steps.map(\.question) == [captures], "\(result.message)")
            let turned = ClaimCase(policy: old.text, claims: "  - \(claim)\n", others: ["old.yaml": new.text])
            #expect(try turned.result().claim.verdict == (claim.hasPrefix("no") ? .proven : .refuted))
        }
    }

    @Test("A claim about app configurations that are the same in both policies is proven")
    func sameConfiguration() throws {
        let policy = TightDocument().with { $0.sections = Self.configured("com.c.limit") }.text
        let run = ClaimCase(policy: policy, claims: "  - equivalent: {to: policy.yaml, for: config}\n")
        let result = try run.result().claim
        #expect(result.verdict == .proven && result.message.hasPrefix("both policies answer"), "\(result.message)")
    }

    /// What the new policy configures where the old one has `com.c.limit: '20'`, with its answer and what a scenario
    /// expects instead.
    private static let configurations: [(String, String, AppConfigurationVerdict, String?)] = [
        ("com.c.other", "'20'", .absent, "value"), ("com.c.limit", "'2077'", .value, nil),
    ]

    @Test("A refutation shows what the app configuration answers, without its value", arguments: configurations.indices)
    func refutedConfiguration(row: Int) throws {
        let (key, value, verdict, expected) = Self.configurations[row]
        let (old, new) = (Self.configured("com.c.limit"), Self.configured(key, as: value))
        func document(_ sections: String) -> String { TightDocument().with { $0.sections = sections }.text }
        let given = ClaimCase(
            policy: document(new),
            claims: "  - equivalent: {to: old.yaml, for: config}\n",
            others: ["old.yaml": document(old)]
        )
        let (result, claim) = try given.result()
        let step = try #require(claim.steps.last)
        #expect(claim.verdict == .refuted && step.question.kind == .config)
        #expect(step.answer?.outcome == .configuration(verdict), "\(claim.message)")
        #expect(!ScenarioJSONReport().object(result).contains("2077"))
        guard let expected else {
            #expect(claim.scenario == nil && claim.message.hasSuffix("because it would contain the value"))
            return
        }
        #expect(step.unmet.map(\.value) == [expected])
        #expect(try given.regression(claim).outcome == .failed)
        let mended = ClaimCase(policy: document(old), claims: "", others: given.others)
        #expect(try mended.regression(claim).outcome == .passed)
    }

    // MARK: Documents of views

    /// An edit, and whether the documents that the host sets may decide what it changes.
    struct Edit: Sendable, CustomTestStringConvertible {
        var name: String
        var assumesDocuments: Bool
        var change: @Sendable (inout TightDocument) -> Void

        var testDescription: String { name }
    }

    private static let near = TightDocument().with {
        $0.rules.append("{id: near, class: internal, site: same-site}")
        $0.views[1] = "{id: E, policy: currentIdentity, isExternalURL: corporate}"
        $0.moreRuleSets = "  other: {default: blocked}\n"
    }

    private static let edits: [Edit] = [
        Edit(name: "the rule", assumesDocuments: true) { $0.rules[1] = "{id: near, class: blocked, site: same-site}" },
        Edit(name: "its exception", assumesDocuments: true) {
            $0.rules[1] = "{id: near, class: external, domain: x.example, unless: {site: same-origin}}"
        },
        Edit(name: "another rule of the rule set", assumesDocuments: true) {
            $0.rules.append("{id: wiki, class: internal, host: wiki.contoso.com}")
        },
        Edit(name: "the view", assumesDocuments: true) {
            $0.views[1] = "{id: E, policy: unmanaged, isExternalURL: corporate}"
        },
        Edit(name: "a browser", assumesDocuments: true) { $0 = $0.setting("customBrowserProtocol", "other") },
        Edit(name: "another rule set", assumesDocuments: false) { $0.moreRuleSets = "  other: {default: external}\n" },
        Edit(name: "another view", assumesDocuments: false) { $0.views[0] = "{id: A, policy: currentIdentity}" },
        Edit(name: "printing", assumesDocuments: false) { $0 = $0.setting("printBlocked", "false") },
        Edit(name: "an app configuration", assumesDocuments: false) {
            $0.sections = RelatedHoleTests.capture(of: "dana@contoso.com")
        },
        Edit(name: "nothing", assumesDocuments: false) { _ in },
    ]

    @Test(
        "A comparison is a sample if the host's documents may decide what an edit changes",
        arguments: TestSize.rows(edits)
    )
    func documents(edit: Edit) throws {
        let (old, new) = (Self.near, Self.near.with(edit.change))
        let diff = PolicyDiff(from: .init(try old.document()), to: .init(try new.document()))
        #expect(diff.assumesDocuments == edit.assumesDocuments && diff.isExact == !edit.assumesDocuments)
        // With other documents, an edit without effect may have one.
        if edit.assumesDocuments { #expect(diff.noOps.allSatisfy { $0.why != nil }) }
    }

    @Test("A claim about another policy is a sample if the host's documents may decide")
    func documentsOfClaims() throws {
        let old = Self.near.with { $0.rules.removeLast() }
        func claim(_ claim: String) throws -> ClaimResult {
            let run = ClaimCase(policy: Self.near.text, claims: "  - \(claim)\n", others: ["old.yaml": old.text])
            return try run.result().claim
        }
        for text in ["noMorePermissiveThan: old.yaml", "equivalent: {to: old.yaml, for: [webViews]}"] {
            let result = try claim(text)
            #expect(result.verdict == .sampled && result.message.hasSuffix("own documents of views"))
        }
        #expect(try claim("equivalent: {to: old.yaml, for: [print]}").verdict == .proven)
    }

    @Test("A refutation shows a failing scenario, and the edit that causes it")
    func regression() throws {
        let run = ClaimCase(
            policy: TightDocument().setting("printBlocked", "false").text,
            claims: "  - noMorePermissiveThan: old.yaml\n",
            others: ["old.yaml": TightDocument().text]
        )
        let claim = try run.result().claim
        #expect(claim.verdict == .refuted && claim.message.hasPrefix("setting is wider"), "\(claim.message)")
        #expect(claim.gates.count == 1 && claim.gates[0].hasPrefix("strict.printBlocked: true → false (policy.yaml:"))
        let again = try run.regression(claim)
        #expect(again.outcome == .failed)
        #expect(again.steps.last?.unmet.map(\.value) == ["block"])
    }
}
