import TestSupport
import Testing

/// `Examples/ci/check-policies`: which scenario files it runs, and its exit status.
@Suite("Checking policies in CI") struct CheckPoliciesTests {
    private static let policy = """
        demarc: 1
        ruleSets: {sites: {default: external, rules: [{id: intranet, class: internal, domain: contoso.com}]}}
        views: [{id: document, policy: unmanaged, isExternalURL: sites}]
        """

    /// A scenario file with one scenario, for a page that the policy allows.
    private static func scenarios(_ verdict: String, key: String = #""demarc-test""#) -> String {
        """
        {\(key): 1, "policy": "policy.yaml", "scenarios": [{
          "name": "news", "then": {"verdict": "\(verdict)"},
          "when": {"navigate": {"view": "document", "url": "https://news.example/"}}
        }]}
        """
    }

    @Test(
        "Failed scenarios fail, in every form in which `demarc test` finds them",
        arguments: [
            ("scenarios.yaml", scenarios("allow"), 0, true), ("scenarios.json", scenarios("allow"), 0, true),
            ("scenarios.json", scenarios("block"), 1, true), ("scenarios.yaml", scenarios("block"), 1, true),
            ("SCENARIOS.YML", scenarios("block", key: "demarc-test"), 1, true),
            // What looks like a scenario file, and is none, was meant to be run.
            ("scenarios.yaml", scenarios("block", key: "demarc-tests"), 2, true),
            // A folder without scenarios has nothing to run.
            ("rules.yaml", "# demarc-test: 1\ndemarc-rules: 1\nrules: []\n", 0, false),
        ] as [(String, String, Int32, Bool)]
    )
    func status(name: String, text: String, status: Int32, hasReport: Bool) throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("policies")
        try folder.write(Self.policy, to: "policies/policy.yaml")
        try folder.write(text, to: "policies/\(name)")
        try Self.check(folder, status, hasReport: hasReport)
    }

    @Test("A link to a scenario file is followed")
    func link() throws {
        let folder = try TemporaryFolder()
        for name in ["policies", "shared"] {
            try folder.makeFolder(name)
            try folder.write(Self.policy, to: "\(name)/policy.yaml")
        }
        try folder.write(Self.scenarios("block"), to: "shared/scenarios.yaml")
        let linked = try Tool.bash("ln -s ../shared/scenarios.yaml '\(folder.path)/policies/scenarios.yaml'")
        #expect(linked.status == 0)
        try Self.check(folder, 1, hasReport: true)
    }

    private static func check(_ folder: TemporaryFolder, _ status: Int32, hasReport: Bool) throws {
        let script = Repository.path("Examples/ci/check-policies")
        let outcome = try Tool.bash(
            "exec 2>&1; cd '\(folder.path)' && DEMARC=\"$demarc\" '\(script)' policies results"
        )
        #expect(outcome.status == status, "\(outcome.text)")
        for report in ["scenarios.xml", "coverage.txt"] {
            #expect(((try? folder.read("results/\(report)")) != nil) == hasReport, "\(report)")
        }
    }
}
