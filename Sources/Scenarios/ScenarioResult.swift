public import Diagnostics
public import PolicyModel

/// What became of one scenario, or of one claim.
public struct ScenarioResult: Hashable, Sendable {
    /// How a scenario ended.
    public enum Outcome: String, CaseIterable, Hashable, Sendable {
        /// Everything it expects was so.
        case passed
        /// Something it expects was not so.
        case failed
        /// It could not be run: it names something that the policy does not have.
        case error
    }

    /// What became of one step.
    public struct Step: Hashable, Sendable {
        /// Where the step is written.
        public var location: SourceLocation
        /// The question; `Question.words` says it to people.
        public var question: Question
        /// What the step expects, in the order it is written.
        public var expected: [ScenarioExpectation]
        /// What the engine answered; nil where it could not be asked.
        public var answer: Answer?
        /// What the step expects and the answer does not meet.
        public var unmet: [ScenarioExpectation]

        /// Makes a step.
        public init(
            location: SourceLocation,
            question: Question,
            expected: [ScenarioExpectation],
            answer: Answer? = nil,
            unmet: [ScenarioExpectation] = []
        ) {
            self.location = location
            self.question = question
            self.expected = expected
            self.answer = answer
            self.unmet = unmet
        }
    }

    /// The name of the scenario, with the values of its matrix.
    public var name: String
    /// Where the scenario is written.
    public var location: SourceLocation
    /// How it ended.
    public var outcome: Outcome
    /// The steps that were run: all of them, or those up to and including the first that failed.
    public var steps: [Step]
    /// Why it could not be run; nil unless it is in error.
    public var error: Diagnostic?
    /// What became of the claim that it is; nil for a scenario.
    public var claim: ClaimResult?

    /// Makes a result.
    public init(
        name: String,
        location: SourceLocation,
        outcome: Outcome,
        steps: [Step],
        error: Diagnostic? = nil,
        claim: ClaimResult? = nil
    ) {
        self.name = name
        self.location = location
        self.outcome = outcome
        self.steps = steps
        self.error = error
        self.claim = claim
    }
}

/// What became of the scenarios of one file.
public struct ScenarioFileResult: Sendable {
    /// One scenario that was run, and how long that took.
    public struct Run: Sendable {
        /// What became of it.
        public var result: ScenarioResult
        /// How long it took.
        public var duration: Duration

        /// Makes a run.
        public init(_ result: ScenarioResult, duration: Duration) {
            self.result = result
            self.duration = duration
        }
    }

    /// The path of the file.
    public var path: String
    /// The scenarios, in the order they were run.
    public var runs: [Run]
    /// Why the file could not be read; nil where it could.
    public var error: Diagnostic?
    /// The files that errors point into.
    public var sources: [SourceFile]

    /// Makes the result of a file.
    public init(path: String, runs: [Run] = [], error: Diagnostic? = nil, sources: [SourceFile] = []) {
        self.path = path
        self.runs = runs
        self.error = error
        self.sources = sources
    }

    /// How many scenarios ended in a way.
    public func count(_ outcome: ScenarioResult.Outcome) -> Int { runs.count { $0.result.outcome == outcome } }

    /// The results to report: those of the scenarios, behind one in error for a file that could not be read, so that no
    /// report is silent about it.
    var results: [Run] {
        guard let error else { return runs }
        // What is wrong may be in the policy; the place in the error says so.
        let line = error.location.flatMap { $0.path == path ? $0.line : nil } ?? 1
        let unread = ScenarioResult(
            name: "(file)",
            location: SourceLocation(path: path, line: line, column: 1),
            outcome: .error,
            steps: [],
            error: error
        )
        return [Run(unread, duration: .zero)] + runs
    }
}

// MARK: In words

/// The name, how it ended, and what is wrong: fit for a message of a test.
extension ScenarioResult: CustomStringConvertible {
    /// The name and how it ended, and below that what failed, or why it could not be run.
    public var description: String {
        let lines =
            switch outcome {
            case .passed: [] as [String]
            case .failed: failureLines
            case .error: [error.map { "\($0.location.map { "\($0): " } ?? "")\($0.message)" } ?? "not run"]
            }
        return (["\(name): \(outcome.rawValue)"] + lines).map { VisibleText.of($0) }.joined(separator: "\n")
    }

    /// One line: the parts that differ.
    var failureSummary: String {
        if let claim { return claim.message }
        guard let step = steps.last else { return outcome.rawValue }
        return step.unmetLines.joined(separator: "; ")
    }

    /// Everything: the step, each part that differs, and the reasons of the answer with their sentences.
    var failureLines: [String] {
        if let claim { return claim.lines }
        guard let step = steps.last else { return [] }
        return ["\(step.location): \(step.question.words)"] + step.unmetLines.map { "  \($0)" }
            + (step.answer?.reasons ?? []).map { "  because \($0.line)" }
    }
}

extension ScenarioResult.Step {
    /// What was expected and what came instead, a line for each part.
    package var unmetLines: [String] {
        unmet.map { expectation in
            let wanted = expectation.value.map { shown($0, expectation.part) } ?? "nothing"
            return "\(expectation.part.expectationName): expected \(wanted), got \(got(expectation.part))"
        }
    }

    /// Values of the app configuration may be personal data, so no report shows one.
    private func shown(_ text: String, _ part: Answer.Part) -> String {
        question.kind == .config && part == .value ? AppConfigurationValue.scrubbed : text
    }

    private func got(_ part: Answer.Part) -> String {
        guard let answer else { return "nothing" }
        guard part == .reasons else { return answer.text(of: part).map { shown($0, part) } ?? "nothing" }
        let codes = answer.reasons.map(\.code.rawValue)
        return codes.isEmpty ? "nothing" : codes.joined(separator: ", ")
    }
}
