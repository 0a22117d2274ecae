import PolicyFiles
import RuleIndex
import TestSupport
import Testing

@testable import PolicyAnalysis

/// Audits of policies with regular expressions: what an automaton proves, and what stays a sample.
@Suite("Auditing regular expressions") struct RegexAuditTests {
    private static func audit(_ rules: String..., showsUnmanaged: Bool = false) throws -> PolicyAudit {
        try TightDocument().with {
            $0.rules = rules.map { "{\($0)}" }
            if showsUnmanaged { $0.views[0] = "{id: A, policy: unmanaged, isExternalURL: corporate}" }
        }
        .audit()
    }

    @Test(
        "The audit is exact, and finds a foreign site that the rule decides",
        arguments: [
            (#"^https://([a-z0-9-]+\.)?contoso\.com/"#, false),
            (#"^https://(www|hr)\.contoso\.(com|de)(:\d+)?/"#, false),
            (#"contoso\.com"#, true), (#"^https://[^/]*contoso\.com/"#, true),
            (#"^https://[a-z]+\.sharepoint\.com/"#, true),
            (#"^https://[0-9]{4}[a-f]{3}\.example/x/[0-9]+\?k=[xyz]{4}$"#, true), (#"^https://contoso\.com@"#, false),
        ]
    )
    func exact(regex: String, isForeign: Bool) throws {
        let audit = try Self.audit("id: a, class: internal, regex: '\(regex)'")
        #expect(audit.isExact && audit.sampled.isEmpty)
        #expect(audit.paths.map(\.code) == (isForeign ? [.mislabelledSite] : []), "\(audit.paths.map(\.line))")
        #expect(audit.paths.allSatisfy { $0.gates.map(\.name) == ["a"] })
    }

    @Test("If stronger rules cover every foreign site, the audit proves that none is allowed")
    func taken() throws {
        let loose = #"id: loose, class: internal, regex: '^https://[a-z]+\.example/x/[0-9]{3}$'"#
        let stop = "id: stop, class: blocked, domain: example"
        #expect(try Self.audit(loose).paths.map(\.code) == [.mislabelledSite])
        let tight = try Self.audit(loose, stop)
        #expect(tight.paths.isEmpty && tight.isExact, "\(tight.sampled)")
        // A rule of a lower priority excludes nothing, and a rule with more conditions excludes less.
        #expect(try Self.audit(loose, stop + ", priority: -1").paths.map(\.code) == [.mislabelledSite])
        let less = try Self.audit(loose, "id: stop, class: blocked, host: a.example")
        #expect(less.paths.map(\.code) == [.mislabelledSite], "\(less.sampled)")
    }

    @Test("A site of the organization is found that needs an automaton to construct")
    func owned() throws {
        let regex = #"^https://(?:a|b)\.contoso\.com:8443/x/[0-9]{3}/(?!00)[A-F]{2}\?k=[xyz]{4}$"#
        let audit = try Self.audit("id: a, class: internal, regex: '\(regex)'", showsUnmanaged: true)
        #expect(audit.paths.map(\.code) == [.mislabelledPage] && audit.isExact, "\(audit.sampled)")
    }

    @Test(
        "If no proof is possible, the result is a sample with its reason",
        arguments: [
            (#"^https://(\w)\1\.example/[0-9]{3}[xyz]$"#, "it has syntax that is not supported"),
            (#"^https://(?=abc)(?!abc)[a-z]+\.example/"#, "what was found did not match"),
        ]
    )
    func sampled(regex: String, reason: String) throws {
        let audit = try Self.audit("id: a, class: internal, regex: '\(regex)'")
        #expect(!audit.isExact && audit.paths.isEmpty)
        #expect(audit.sampled == ["The rule `a` of `corporate` was sampled: \(reason)."])
        #expect(audit.notCovered.contains(audit.sampled[0]) && audit.claim.hasSuffix("(sampled, sites inferred)."))
    }

    @Test(
        "The audit finds a foreign site of an expression that does not spell out its hosts, as lint finds the expression",
        arguments: [
            #"/readme\.md$"#, #"[?&]to=contoso\.com"#, #"^https://[a-z]+\.github\.io/x"#,
            #"^https://contoso[0-9]\.com/x"#,
            #"^https://[a-z]+\.[a-z]+/wiki/"#, #"^https://(.*\.)?contoso\.com/x"#,
        ]
    )
    func foreign(regex: String) throws {
        let audit = try Self.audit("id: loose, class: internal, regex: '\(regex)'")
        #expect(audit.paths.map(\.code) == [.mislabelledSite] && audit.isExact, "\(audit.paths.map(\.line))")
    }

    @Test("The one foreign name in a long list is found")
    func list() throws {
        var names = (0..<20_000).map { "partner\($0).example" }
        names[12_345] = "github.io"
        let text = TightDocument().with {
            $0.rules.append("{id: partners, class: internal, list: {file: p.txt, format: domains}}")
        }
        .text
        let files = MemoryFiles(["policy.yaml": text, "p.txt": names.joined(separator: "\n")])
        let loaded = PolicyDocumentReader(files: files, requiresUser: false).load(path: "policy.yaml")
        let document = try #require(loaded.document, "\(loaded.diagnostics)")
        let audit = PolicyAudit(CompiledPolicy(document), PolicyAudit.Options(findsFixes: false))
        #expect(
            audit.paths.map(\.line) == [
                "DM105 account:dana@contoso.com → site:foreign [corporate.partners: list p.txt]"
            ]
        )
        #expect(audit.isExact)
    }
}
