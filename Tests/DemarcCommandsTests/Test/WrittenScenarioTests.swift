import DocumentReading
import Foundation
import PolicyAnalysis
import PolicyFiles
import PolicyModel
import TestSupport
import Testing

@testable import DemarcCommands

@Suite("Scenarios that are written, and their coverage") struct WrittenScenarioTests {
    /// Two scenario files about two policies.
    private static func files(in folder: TemporaryFolder) throws -> [ScenarioFile] {
        try ["a", "b"].map { name in
            try folder.write("demarc: 1\npolicies: {\(name): {}}\n", to: "\(name).yaml")
            let text = """
                demarc-test: 1
                policy: \(name).yaml
                scenarios: [{name: \(name), when: {setting: print}, then: {verdict: allow}}]
                """
            return try #require(ScenarioFileReader().load(path: folder.write(text, to: "\(name)-test.yaml")).file)
        }
    }

    private static let limits: [(what: Comment, set: @Sendable (inout ReadingBounds) -> Void)] = [
        ("bytes", { $0.documentBytes = 100 }), ("values", { $0.nodes = 10 }), ("scenarios", { $0.scenarios = 1 }),
        ("policies", { $0.policyDocuments = 1 }),
    ]

    @Test("Nothing is written that no command could read", arguments: limits.indices)
    func limit(row: Int) throws {
        let folder = try TemporaryFolder()
        let scenarios = try Self.files(in: folder).flatMap { file in
            file.scenarios.map { (scenario: $0, policy: file.policies[$0.policy]) }
        }
        let path = try folder.write("old", to: "rest.yaml")
        let (what, set) = Self.limits[row]
        var bounds = ReadingBounds()
        set(&bounds)
        let error = #expect(throws: CommandError.self, what) {
            try RegressionFile(path, advice: "do less", bounds: bounds).prepare(scenarios)?.write(besides: [])
        }
        #expect(error?.message.hasPrefix("--write-scenario: 2 scenarios do not fit in one file") == true, what)
        #expect(error?.message.hasSuffix("; do less") == true, what)
        #expect(try folder.read("rest.yaml") == "old", what)
        let file = try #require(try RegressionFile(path).prepare(scenarios))
        #expect(try folder.read("rest.yaml") == "old", what)
        try file.write(besides: [])
        #expect(ScenarioFileReader().load(path: path).file?.scenarios.count == 2, what)
    }

    @Test("A coverage of the first classes only is not shown as complete")
    func cut() throws {
        let file = try Self.files(in: TemporaryFolder())[0]
        var all = DecisionCoverages()
        all.note(file.scenarios, of: file)
        #expect(!all.text.contains("the first") && !all.members.contains("isCut"), "\(all.text)")
        var one = DecisionCoverages(limit: 1)
        one.note(file.scenarios, of: file)
        #expect(one.text.contains(" of the first 1 decision classes, "), "\(one.text)")
        #expect(one.text.contains("there are more decision classes; only the first 1 of a policy are counted\n"))
        #expect(one.members.contains(#""total":1,"#) && one.members.contains(#","isCut":true}"#), "\(one.members)")
    }
}
