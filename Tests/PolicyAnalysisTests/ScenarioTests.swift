import PolicyAnalysis
import Testing

@Suite("Scenarios") struct ScenarioTests {
    @Test("an outcome is passed, failed or error")
    func outcomes() {
        #expect(ScenarioOutcome.allCases.map(\.rawValue) == ["passed", "failed", "error"])
    }
}
