import Diagnostics
import PolicyAnalysis
import PolicyFiles
import PolicyModel
import Scenarios
import TestSupport
import Testing

/// Runs claims about a policy, both given as text.
struct ClaimCase {
    var policy: String
    var claims: String
    /// Other files that the claims name.
    var others: [String: String] = [:]
    /// The worst cases to assume.
    var assuming: Set<AuditAssumption> = []

    /// The result of each claim.
    func results() throws -> [ScenarioResult] {
        let files = MemoryFiles(others.merging(["policy.yaml": policy]) { $1 })
        let text = "demarc-test: 1\npolicy: policy.yaml\nclaims:\n\(claims)"
        let loaded = ScenarioFileReader(files: files).load(text: text, path: "claims.yaml")
        let file = try #require(
            loaded.file,
            "\(TextReport(sources: loaded.sources).text(loaded.diagnostics))\(text)"
        )
        var runner = ScenarioRunner(file, claims: PolicyClaims(assuming: assuming))
        return file.claims.map { runner.run($0) }
    }

    /// The result of the only claim.
    func result() throws -> (result: ScenarioResult, claim: ClaimResult) {
        let results = try results()
        #expect(results.count == 1)
        let result = try #require(results.first)
        return (result, try #require(result.claim))
    }

    /// The counterexample of a claim, written as a scenario file and run again.
    func regression(_ claim: ClaimResult) throws -> ScenarioResult {
        let scenario = try #require(claim.scenario)
        let text = ScenarioFileText(note: "test").text(of: [(scenario, .init(path: "policy.yaml"))])
        let files = MemoryFiles(others.merging(["policy.yaml": policy]) { $1 })
        let loaded = ScenarioFileReader(files: files).load(text: text, path: "refuted.yaml")
        let file = try #require(
            loaded.file,
            "\(TextReport(sources: loaded.sources).text(loaded.diagnostics))\(text)"
        )
        #expect(loaded.diagnostics.isEmpty)
        var runner = ScenarioRunner(file)
        return runner.run(try #require(file.scenarios.first))
    }
}

extension TightDocument {
    /// The case of one claim about the document.
    func claim(_ claim: String) -> ClaimCase { ClaimCase(policy: text, claims: "  - \(claim)\n") }
}
