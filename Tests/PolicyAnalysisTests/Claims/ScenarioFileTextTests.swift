import PolicyFiles
import PolicyModel
import TestSupport
import Testing

@testable import PolicyAnalysis

@Suite("Scenarios written as a file") struct ScenarioFileTextTests {
    private static func names(in text: String) throws -> [Scenario] {
        let files = MemoryFiles(["policy.yaml": "demarc: 1\npolicies: {p: {}}\n"])
        let loaded = ScenarioFileReader(files: files).load(text: text, path: "scenarios.yaml")
        return try #require(loaded.file, "\(loaded.diagnostics)\n\(text)").scenarios
    }

    @Test(
        "A name is read back as it was, and nothing in it becomes a variable",
        arguments: HostileTexts.markup + ["${x}", "\u{D4E}${x}", "$${x}", "${\u{301}x}", "{\u{301}", "$"]
    )
    func name(name: String) throws {
        let first = """
            demarc-test: 1
            policy: policy.yaml
            scenarios: [{name: a, when: {open: "tel:1"}, then: {verdict: allow}}]
            """
        var scenario = try #require(try Self.names(in: first).first)
        scenario.name = name
        let text = ScenarioFileText(note: "test").text(of: [(scenario, .init(path: "policy.yaml"))])
        let read = try #require(try Self.names(in: text).first).name
        let isSame = read.utf8.elementsEqual(name.utf8)
        #expect(isSame, "\(text)")
    }
}
