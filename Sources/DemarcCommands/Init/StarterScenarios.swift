import Diagnostics
import PolicyFiles
import PolicyModel
import Scenarios

/// The initial scenario file of a folder: it expects the policy's current answers.
struct StarterScenarios {
    static let path = "scenarios.yaml"

    private let policy: StarterPolicy

    init(_ policy: StarterPolicy) { self.policy = policy }

    /// The file.
    ///
    /// The questions are asked as scenarios of a file without answers, so each answer is for exactly the question that
    /// the file will ask.
    ///
    /// - Throws: ``CommandError`` if a question cannot be asked of this policy.
    func text() throws(CommandError) -> String {
        let unanswered = file(Array(repeating: "{verdict: block}", count: questions.count))
        let reader = ScenarioFileReader(files: MemoryFiles(policy.files))
        guard let scenarios = reader.load(bytes: Array(unanswered.utf8), path: Self.path).file else {
            throw .unreadable("no tests can be written for this policy")
        }
        var runner = ScenarioRunner(scenarios)
        var answers: [String] = []
        for scenario in scenarios.scenarios {
            guard let answer = runner.run(scenario).steps.last?.answer else {
                throw .unreadable("the policy has no answer to `\(scenario.name)`")
            }
            answers.append(Self.expectation(answer))
        }
        return file(answers)
    }

    private static func expectation(_ answer: Answer) -> String {
        var parts = ["verdict: \(answer.verdictName)"]
        if let destination = answer.destination { parts.append("to: \(destination.rawValue)") }
        if let page = answer.page { parts.append("page: \(page.rawValue)") }
        if let value = answer.value { parts.append("value: \(value.rawValue)") }
        return "{\(parts.joined(separator: ", "))}"
    }

    private func file(_ answers: [String]) -> String {
        var text = """
            # What the policy answers today. `demarc test` fails when a change of the policy changes one of the answers.
            # Read them: if an answer is not what you want, write the one that you want, and then fix the policy.
            demarc-test: 1
            policy: \(StarterPolicy.path)
            scenarios:

            """
        for (question, answer) in zip(questions, answers) {
            text += "  - name: \(question.name)\n    when: {\(question.when)}\n    then: \(answer)\n"
        }
        return text
    }

    private var questions: [(name: String, when: String)] {
        let notes = "com.example.notes"
        return [
            ("A page of the organization", "navigate: {view: page, url: \"https://www.\(policy.domain)/\"}"),
            ("A page of somebody else", "navigate: {view: page, url: \"https://news.example/\"}"),
            ("A phone number", "open: \"tel:+15550100\""),
            ("A mail address", "open: \"mailto:someone@news.example\""),
            ("Copied text, pasted into an app without a policy", "paste: {from: page, into: \"app:\(notes)\"}"),
            ("A copy, saved on the device", "save: {to: localStorage}"),
            (
                "A copy, saved to the organization's OneDrive",
                "save: {to: oneDriveForBusiness, account: \"\(policy.account)\"}"
            ),
            ("A copy, saved to a personal OneDrive", "save: {to: oneDriveForBusiness, account: person@home.example}"),
            ("A photo of the library, added to a document", "openFrom: {from: photoLibrary}"),
            ("A document, sent to an app without a policy", "send: {to: \(notes)}"),
            ("A document, received from an app without a policy", "receive: {from: \(notes)}"),
            ("A document, printed", "setting: print"),
            ("A screenshot", "setting: screenCapture"),
        ]
    }
}
