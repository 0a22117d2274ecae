import PolicyModel

/// A policy, and a scenario of it whose answer has a reason. The rows are as short as they can be, so that what is left
/// out does not matter for the reason.
struct ReasonExample: Sendable {
    /// The document, without its first line.
    var policy = ""
    /// What is given for all steps: in braces, or a line for each key.
    var given: String?
    /// The questions before the last one, and their verdicts.
    var first: [(when: String, then: String)] = []
    /// What is given for the last step alone, in braces.
    var lastGiven: String?
    /// The last question.
    var when: String
    /// Its verdict.
    var then: String

    /// The example of a reason; nil for a reason that no scenario can give, because it needs the code of a host.
    static func example(of code: ReasonCode) -> ReasonExample? { all[code] }

    private static let all = [
        ofNavigation, ofPages, ofOpening, ofClipboard, ofTransfer, ofSettings, ofLaunch,
    ].reduce(into: [:]) { $0.merge($1) { first, _ in first } }

    /// The first line of a file with the policy.
    static let policyHeading = "# policy.yaml\n"
    /// The first line of a file with the scenario.
    static let scenarioHeading = "# scenarios.yaml\n"

    /// Both files, each after a line with its name.
    ///
    /// - Parameter code: The reason that the scenario expects, which is also its name.
    /// - Returns: The text.
    func text(expecting code: ReasonCode) -> String {
        var text = Self.policyHeading + "demarc: 1\n" + (policy.isEmpty ? "" : policy + "\n")
        text += "\n" + Self.scenarioHeading
        text += "demarc-test: 1\npolicy: policy.yaml\nscenarios:\n  - name: \(code.rawValue)\n"
        if let given {
            let lines = given.split(separator: "\n")
            text += "    given:" + (lines.count == 1 ? " \(given)\n" : lines.map { "\n      \($0)" }.joined() + "\n")
        }
        let answer = "\(then), reason: \(code.rawValue)"
        guard !first.isEmpty else { return text + Self.step(indent: "    ", given: nil, when, answer) }
        text += "    steps:\n"
        for step in first { text += Self.step(indent: "      - ", given: nil, step.when, step.then) + "\n" }
        return text + Self.step(indent: "      - ", given: lastGiven, when, answer)
    }

    private static func step(indent: String, given: String?, _ when: String, _ verdict: String) -> String {
        let further = String(repeating: " ", count: indent.utf8.count)
        return indent + (given.map { "given: \($0)\n\(further)" } ?? "") + "when: {\(when)}\n"
            + "\(further)then: {verdict: \(verdict)}"
    }
}
