import Foundation
import PolicyFiles
import PolicyModel
import TestSupport
import Testing

@testable import Scenarios

/// The table of parts that answers can have: expectations of all other parts are errors, so it must be exact.
@Suite("Parts of answers") struct AnswerPartTests {
    /// The steps of all scenarios in `Rules/scenarios`, and one more.
    private static let steps = Result { try runSteps() }

    private static func runSteps() throws -> [ScenarioResult.Step] {
        let folder = Repository.path("Rules/scenarios")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".yaml") }
        #expect(!names.isEmpty)
        var steps: [ScenarioResult.Step] = []
        for name in names {
            let file = try #require(ScenarioFileReader().load(path: "\(folder)/\(name)").file, "\(name)")
            var runner = ScenarioRunner(file)
            for scenario in file.scenarios { steps += runner.run(scenario).steps }
        }
        // A wrapped web link that leaves for the managed browser.
        let link = Question.incoming("https-intunemam://https%3A%2F%2Fsearch.example%2F")
        let result = try Samples.result([.init(link, (.verdict, "route"))])
        return steps + result.steps
    }

    /// The parts that have a value.
    private static func parts(of step: ScenarioResult.Step) -> Set<Answer.Part> {
        guard let answer = step.answer else { return [] }
        return Set(
            Answer.Part.allCases.filter { $0 == .reasons ? !answer.reasons.isEmpty : answer.text(of: $0) != nil }
        )
    }

    @Test("Every part of the table occurs in an answer, and no other part does", arguments: Question.Kind.allCases)
    func kinds(kind: Question.Kind) throws {
        let steps = try Self.steps.get().filter { $0.question.kind == kind }
        let occurring = steps.reduce(into: Set<Answer.Part>()) { $0.formUnion(Self.parts(of: $1)) }
        #expect(occurring == Set(kind.answerParts))
    }

    @Test("The JSON of an answer has no part outside the table, except null", arguments: Question.Kind.allCases)
    func json(kind: Question.Kind) throws {
        for step in try Self.steps.get() where step.question.kind == kind {
            let parts = try #require(step.answer).parts
            #expect(Self.parts(of: step).isSubset(of: parts), "\(step.question)")
            for part in Set(parts).subtracting(kind.answerParts) {
                #expect(step.answer?.text(of: part) == nil, "\(step.question): \(part)")
            }
        }
    }

    @Test("Only settings with a more detailed answer have a value")
    func settings() throws {
        for step in try Self.steps.get() {
            guard case .setting(let setting, of: _) = step.question else { continue }
            let value = step.answer?.value
            #expect(value.map { setting.values.contains($0) } ?? setting.values.isEmpty, "\(step.question)")
            #expect(Self.parts(of: step).isSubset(of: step.question.answerParts), "\(step.question)")
        }
    }

    /// The words in backticks in each cell of the table on the page of scenario files that begins with a line.
    private static func table(_ head: Substring) throws -> [[[String]]] {
        let lines = try Repository.text("Sources/Demarc/Demarc.docc/ScenarioFiles.md").split(separator: "\n")
        return lines.drop { $0 != head }.dropFirst(2).prefix { $0.hasPrefix("|") }
            .map { row in
                row.split(separator: "|").map { cell in
                    cell.matches(of: /`([A-Za-z]+)`/).map { String($0.output.1) }
                }
            }
    }

    @Test("The page of scenario files has every short form")
    func shortForms() throws {
        var listed: [String: String] = [:]
        for cells in try Self.table("| Short form of | Value |") {
            try #require(cells.count == 2 && cells[1].count == 1, "\(cells)")
            for name in cells[0] { listed[name] = cells[1][0] }
        }
        for kind in Question.Kind.allCases {
            #expect(listed[kind.rawValue] == kind.shortField?.rawValue, "\(kind)")
        }
    }

    @Test("The page of scenario files has the same table")
    func page() throws {
        var listed: [String: (verdicts: Set<String>, parts: [String])] = [:]
        for cells in try Self.table("| Request | Verdicts | Other parts |") {
            try #require(cells.count == 3, "\(cells)")
            for name in cells[0] { listed[name] = (Set(cells[1]), cells[2]) }
        }
        #expect(listed.keys.sorted() == Question.Kind.allCases.map(\.rawValue).sorted())
        for kind in Question.Kind.allCases {
            #expect(listed[kind.rawValue]?.verdicts == Set(kind.verdicts), "\(kind)")
            #expect(listed[kind.rawValue]?.parts == kind.answerParts.dropFirst().map(\.expectationName), "\(kind)")
        }
    }
}
