import Diagnostics
import Foundation
import PolicyFiles
import RuleIndex
import TestSupport
import Testing

@testable import DemarcCommands
@testable import PolicyAnalysis

/// `demarc diff` for code scanning services, as a page, and with reasons. `ReportPageTests` checks the page in a
/// browser.
@Suite("Formats of demarc diff") struct DiffFormatTests {
    static let old = """
        demarc: 1
        policies:
          strict:
            allowedOutboundDataTransferDestinations: managedApps
            allowedOutboundClipboardSharingLevel: managedApps
            printBlocked: true
        accounts: [{account: dana@contoso.com, organization: contoso, policy: strict}]
        ruleSets:
          corporate:
            default: external
            rules: [{id: intranet, class: internal, domain: contoso.com}, {id: wiki, class: internal, host: a.example}]
        views: [{id: E, policy: currentIdentity, isExternalURL: corporate}]
        """
    /// A change that opens, one that narrows, one that is not compared, and one with another reason.
    static let new =
        old.replacing("printBlocked: true", with: "printBlocked: false\n    minimumRequiredOsVersion: '17'")
        .replacing("id: wiki", with: "id: pages")

    private static func diff(
        _ arguments: String,
        in folder: TemporaryFolder,
        _ old: String = Self.old,
        _ new: String = Self.new
    ) throws -> String {
        try folder.write(old, to: "old.yaml")
        try folder.write(new, to: "new.yaml")
        let outcome = try Tool.bash("cd '\(folder.path)' && \"$demarc\" diff old.yaml new.yaml \(arguments)")
        try #require(outcome.status == 0, "\(outcome.errors)")
        return outcome.text
    }

    private static func results(_ log: String) throws -> [[String: Any]] {
        let log = try #require(JSONSerialization.jsonObject(with: Data(log.utf8)) as? [String: Any])
        let run = try #require((log["runs"] as? [[String: Any]])?.first)
        let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
        let rules = try #require(driver["rules"] as? [[String: Any]]).compactMap { $0["id"] as? String }
        let results = try #require(run["results"] as? [[String: Any]])
        for result in results {
            // Every name in a result exists, and every result has a place: services drop the others.
            #expect(rules.contains(result["ruleId"] as? String ?? ""))
            #expect((result["locations"] as? [Any])?.count == 1)
        }
        return results
    }

    @Test("SARIF has a result for each group at its edit, and one for each part not compared")
    func sarif() throws {
        let folder = try TemporaryFolder()
        let text = try Self.diff("--format sarif --reasons", in: folder)
        #expect(try Self.diff("--format sarif --reasons", in: folder) == text)
        let results = try Self.results(text)
        let kinds = results.compactMap { $0["ruleId"] as? String }
        #expect(kinds.first == "opens" && kinds.contains("reason") && kinds.last == "not-compared", "\(kinds)")
        let first = try #require(results.first)
        #expect(first["level"] as? String == "error" && text.contains("\"startLine\":6,"))
        let message = (first["message"] as? [String: Any])?["text"] as? String
        #expect(message?.hasPrefix("setting, account dana@contoso.com") == true, "\(message ?? "")")
        #expect(message?.contains("by strict.printBlocked: true → false (new.yaml:6:5)") == true)
        let print = (first["partialFingerprints"] as? [String: String])?["demarc/v1"]
        #expect(print?.utf8.count == 64 && first["suppressions"] == nil && first["codeFlows"] != nil)
        // A line added above changes no fingerprint.
        let moved = try Self.results(
            try Self.diff("--format sarif --reasons", in: folder, Self.old, "# moved\n" + Self.new)
        )
        let prints = { (results: [[String: Any]]) in
            results.compactMap { ($0["partialFingerprints"] as? [String: String])?["demarc/v1"] }
        }
        #expect(prints(moved) == prints(results))
    }

    @Test("The page about comparisons lists every rule of SARIF", arguments: DiffFindings.Kind.allCases)
    func documented(kind: DiffFindings.Kind) throws {
        let page = try Repository.text("Sources/Demarc/Demarc.docc/ComparingPolicies.md")
        #expect(page.contains("\n| `\(kind.rawValue)` | "))
    }

    @Test("SARIF suppresses accepted paths, with the reason")
    func suppressed() throws {
        let folder = try TemporaryFolder()
        let json = try Self.diff("--format json", in: folder)
        let diff = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let entries = try #require(diff["opens"] as? [String]).map {
            "  - {path: \($0), what: print, reason: a pilot, owner: dana, until: 2099-12-31}\n"
        }
        try folder.write("demarc-audit: 1\naccepted:\n" + entries.joined(), to: ".demarc-audit.yaml")
        let first = try #require(try Self.results(try Self.diff("--format sarif --fail-on opens", in: folder)).first)
        let suppression = (first["suppressions"] as? [[String: Any]])?.first
        #expect(first["ruleId"] as? String == "opens" && suppression?["kind"] as? String == "external")
        #expect((suppression?["justification"] as? String)?.contains("a pilot") == true)
    }

    @Test("SARIF does not point to a line of a git revision, which cannot be opened")
    func revision() throws {
        let sides = try [
            (Self.old, "HEAD:/policy.yaml"),
            (Self.old.replacing(", {id: wiki, class: internal, host: a.example}", with: ""), "policy.yaml"),
        ]
        .map { try Self.policy($0, path: $1) }
        let diff = PolicyDiff(from: sides[0], to: sides[1])
        let results = DiffFindings(diff: diff, new: "policy.yaml", oldPrefix: "HEAD:/").results
        #expect(!results.isEmpty)
        for result in results {
            #expect(result.diagnostic.places.map(\.path) == ["policy.yaml"])
            #expect(result.steps.allSatisfy { $0.place.map { !$0.path.hasPrefix("HEAD") } ?? true })
        }
    }

    @Test("SARIF ends at the services' limit")
    func manyResults() throws {
        var diff = try Self.policies()
        diff.groups = Array(repeating: try #require(diff.groups.first), count: 6000)
        let text = DiffFindings(diff: diff, new: "new.yaml", oldPrefix: nil).text
        #expect(try Self.results(text).count == 5000)
    }

    @Test("A comparison with too many combinations says so, and names no other cause")
    func cut() throws {
        let diff = try Self.policies(limits: DiffRequests.Limits(classes: 10, part: 10))
        let words = DiffWords(diff: diff)
        #expect(words.headline.contains(" · a sample · "), "\(words.headline)")
        let cause =
            "Not everything could be checked: there are too many combinations of accounts, apps, views and URLs, so "
            + "some were left out."
        #expect(words.doubts == [cause] && words.remarks.contains(cause))
        #expect(try DiffWords(diff: Self.policies()).doubts.isEmpty)
    }

    @Test("The report about a policy and itself needs no requests", arguments: ["html", "json", "text"])
    func identical(format: String) throws {
        let commented = Self.old + "\n# as it was\n"
        let report = try Self.diff("--format \(format)", in: try TemporaryFolder(), Self.old, commented)
        let expected = [
            "html": "Both policies have the same content, so no request was needed.",
            "json": #""verdict":"equivalent","exact":true,"requests":0"#,
            "text": "equivalent · exact · 0 edits, 0 groups, 0 without effect",
        ]
        #expect(report.contains(try #require(expected[format])), "\(report)")
    }

    private static func policies(limits: DiffRequests.Limits = DiffRequests.Limits()) throws -> PolicyDiff {
        let (old, new) = (try policy(Self.old), try policy(Self.new))
        return PolicyDiff(from: old, to: new, includingReasons: true, limits: limits)
    }

    /// The policy of a document.
    static func policy(_ text: String, path: String = "a.yaml") throws -> CompiledPolicy {
        let loaded = PolicyDocumentReader(requiresUser: false).load(text: text, path: path)
        return CompiledPolicy(try #require(loaded.document, "\(loaded.diagnostics)"))
    }

    // MARK: HTML

    @Test("The page shows first what opens, then each group with its causes, and what is not compared")
    func page() throws {
        let page = try Self.diff("--format html --reasons", in: try TemporaryFolder())
        let text = page.replacing(/<style>.*?<\/style>/.dotMatchesNewlines(), with: "").replacing(/<[^>]*>/, with: "")
        #expect(page.contains("<h1>A leak path opens</h1>"))
        #expect(page.contains("<details class=\"path error\" data-group="))
        for words in [
            "more permissive · in part", "strict.printBlocked: true → false (new.yaml:6:5)",
            "as before, by rule corporate.wiki → rule corporate.pages",
            "Not compared, because it affects the opening of the app: strict.minimumRequiredOsVersion",
        ] {
            #expect(text.contains(words), "\(words)")
        }
        #expect(page.contains("default-src &#39;none&#39;; style-src &#39;sha256-") && !page.contains("<script"))
        #expect(!page.contains(" src=") && !page.contains(" style=") && !page.contains("unsafe-"))
    }

    @Test("Equal policies are reported as deciding alike")
    func equal() throws {
        let page = try Self.diff("--format html", in: try TemporaryFolder(), Self.old, Self.old)
        #expect(page.contains("<h1>Nothing is decided differently</h1>") && !page.contains("<details"))
    }

    @Test(
        "The name of a document cannot become markup of the page",
        arguments: TestSize.rows(AuditReportTests.hostileNames)
    )
    func hostile(name: String) throws {
        let old = AuditReportTests.hostile(name)
        let new = old.replacing("allApps", with: "managedApps").replacing(
            "default: internal",
            with: "default: external"
        )
        let page = try Self.diff("--format html --reasons", in: try TemporaryFolder(), old, new)
        let elements = Set(page.matches(of: /<([a-z!\/][a-zA-Z0-9]*)/).map { String($0.output.1) })
        let known = Set(HTML.Tag.allNames.flatMap { [$0, "/" + $0] } + ["!DOCTYPE"])
        #expect(elements.isSubset(of: known), "\(elements.subtracting(known))")
        #expect(page.matches(of: /<script|<img|onmouseover="/).isEmpty)
        #expect(!page.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) || $0.value == 0x2066 })
    }

    @Test("The page stays below two megabytes and states what is left out")
    func long() throws {
        var diff = try Self.policies()
        var group = try #require(diff.groups.first)
        group.places = Array(repeating: String(repeating: "w", count: 400), count: 4)
        group.causes = Array(repeating: try #require(group.causes.first), count: 60)
        diff.groups = Array(repeating: group, count: 3000)
        let page = DiffReport(diff, from: "a.yaml", to: "b.yaml").text
        let shown = page.matches(of: /<details/).count
        #expect(page.utf8.count <= 2_000_000 && shown > 0)
        #expect(page.contains("\(3000 - shown) further groups are in the JSON form."))
    }

    // MARK: Reasons

    @Test("Reasons form their own groups in text and Markdown, and change neither verdict nor status")
    func reasons() throws {
        let folder = try TemporaryFolder()
        let new = Self.old.replacing("id: wiki", with: "id: pages")
        let text = try Self.diff("--reasons --fail-on opens,any,unproven", in: folder, Self.old, new)
        #expect(text.hasPrefix("equivalent · exact · "), "\(text)")
        #expect(text.contains("REASON  navigate, view E  1 site: allow as managed as before,"), "\(text)")
        let markdown = try Self.diff("--reasons --format markdown", in: folder, Self.old, new)
        #expect(markdown.contains("<strong>REASON</strong> navigate, view E"))
        let json = try Self.diff("--reasons --format json", in: folder, Self.old, new)
        #expect(json.contains(#""decidedBefore":"rule corporate.wiki","decidedAfter":"rule corporate.pages""#))
        #expect(try !Self.diff("", in: folder, Self.old, new).contains("REASON"))
    }
}

extension HTML.Tag {
    /// The names of all elements that a page can contain.
    fileprivate static let allNames = [
        "html", "head", "title", "meta", "style", "body", "header", "main", "nav", "section", "footer", "h1", "h2",
        "h3",
        "p", "ul", "ol", "li", "dl", "dt", "dd", "div", "span", "strong", "code", "bdi", "a", "details", "summary",
    ]
}
