import Scenarios
import Testing

/// The folder of this package.
private let folder = String(#filePath.dropLast("Tests/PolicyTests/PolicyTests.swift".count))

@Suite("The organization's policy") struct PolicyTests {
    /// Every scenario of the file is a test case, and reports what failed and why.
    @Test("Every scenario passes", arguments: try ScenarioRunner.results(ofFile: folder + "scenarios.yaml"))
    func scenario(_ result: ScenarioResult) {
        #expect(result.outcome == .passed, "\(result)")
    }

    /// Two lines ask a question; any question of a scenario file can be asked.
    @Test("Mail may be printed")
    func printing() throws {
        let engine = try PolicyEngine(contentsOf: folder + "policy.yaml")
        #expect(try engine.answer(.setting(.print)).verdict == .allow)
    }

    @Test(
        "Data may be sent only to managed apps of the organization",
        arguments: [("com.contoso.scanner", Verdict.block), ("com.contoso.notes", .allow)]
    )
    func sending(app: String, verdict: Verdict) throws {
        let engine = try PolicyEngine(contentsOf: folder + "policy.yaml")
        let answer = try engine.answer(.send(to: AppID(app)))
        #expect(answer.verdict == verdict, "\(answer.reasons.map(\.message))")
    }

    @Test("A question about an unknown name is refused")
    func names() throws {
        let engine = try PolicyEngine(contentsOf: folder + "policy.yaml")
        #expect(throws: QuestionError.self) { try engine.answer(.navigate(to: "https://a.example/", in: "nail")) }
    }
}
