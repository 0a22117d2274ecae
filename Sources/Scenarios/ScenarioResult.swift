public import Diagnostics
public import PolicyModel

/// The result of one scenario or claim.
public struct ScenarioResult: Hashable, Sendable {
    /// How a scenario ended.
    public enum Outcome: String, CaseIterable, Hashable, Sendable {
        /// All expectations were met.
        case passed
        /// An expectation was not met.
        case failed
        /// The scenario could not be run: it names something that the policy does not contain.
        case error
    }

    /// The result of one step.
    public struct Step: Hashable, Sendable {
        /// The place of the step.
        public var location: SourceLocation
        /// The question; `Question.words` describes it in words.
        public var question: Question
        /// The expectations of the step, in the order they are written.
        public var expected: [ScenarioExpectation]
        /// The engine's answer; nil if the question could not be asked.
        public var answer: Answer?
        /// The expectations that the answer does not meet.
        public var unmet: [ScenarioExpectation]

        /// Creates a step.
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
    /// The place of the scenario.
    public var location: SourceLocation
    /// How it ended.
    public var outcome: Outcome
    /// The steps that were run: all of them, or those up to and including the first that failed.
    public var steps: [Step]
    /// The reason why it could not be run; nil unless the outcome is an error.
    public var error: Diagnostic?
    /// The result of the claim; nil for a scenario.
    public var claim: ClaimResult?

    /// Creates a result.
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

/// The results of one file's scenarios.
public struct ScenarioFileResult: Sendable {
    /// One scenario that was run, with its duration.
    public struct Run: Sendable {
        /// Its result.
        public var result: ScenarioResult
        /// Its duration.
        public var duration: Duration

        /// Creates a run.
        public init(_ result: ScenarioResult, duration: Duration) {
            self.result = result
            self.duration = duration
        }
    }

    /// The path of the file.
    public var path: String
    /// The scenarios, in the order they were run.
    public var runs: [Run]
    /// The reason why the file could not be read; nil if it was read.
    public var error: Diagnostic?
    /// The files that errors point into.
    public var sources: [SourceFile]

    /// Creates the result of a file.
    public init(path: String, runs: [Run] = [], error: Diagnostic? = nil, sources: [SourceFile] = []) {
        self.path = path
        self.runs = runs
        self.error = error
        self.sources = sources
    }

    /// The number of scenarios with an outcome.
    public func count(_ outcome: ScenarioResult.Outcome) -> Int { runs.count { $0.result.outcome == outcome } }

    /// The results to report: those of the scenarios, preceded by an error result for a file that could not be read, so
    /// that every report includes it.
    var results: [Run] {
        guard let error else { return runs }
        // The problem may be in the policy; the error's place shows that.
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

// MARK: Descriptions

/// The name, the outcome, and what is wrong: suitable for a test's message.
extension ScenarioResult: CustomStringConvertible {
    /// The name and the outcome, followed by what failed, or why it could not be run.
    public var description: String {
        let lines =
            switch outcome {
            case .passed: [] as [String]
            case .failed: failureLines
            case .error: [error.map { "\($0.location.map { "\($0): " } ?? "")\($0.message)" } ?? "not run"]
            }
        return (["\(name): \(outcome.rawValue)"] + lines).map { VisibleText.of($0) }.joined(separator: "\n")
    }

    /// The parts that differ, on one line.
    var failureSummary: String {
        if let claim { return claim.message }
        guard let step = steps.last else { return outcome.rawValue }
        return step.unmetLines.joined(separator: "; ")
    }

    /// All details: the step, each part that differs, and the reasons of the answer with their sentences.
    var failureLines: [String] {
        if let claim { return claim.lines }
        guard let step = steps.last else { return [] }
        return ["\(step.location): \(step.question.words)"] + step.unmetLines.map { "  \($0)" }
            + (step.answer?.reasons ?? []).map { "  because \($0.line)" }
    }
}

extension ScenarioResult.Step {
    /// The expected and the actual value, with one line for each part.
    package var unmetLines: [String] {
        unmet.map { expectation in
            let value = expectation.value.map { shown($0, expectation.part) } ?? "none"
            let wanted = expectation.isExcluded ? "not \(value)" : value
            return "\(expectation.part.expectationName): expected \(wanted), got \(got(expectation.part))"
        }
    }

    /// Values of the app configuration may be personal data, so no report shows them.
    private func shown(_ text: String, _ part: Answer.Part) -> String {
        // A launch that needs no challenge has an empty list of them.
        if part == .challenges, text.isEmpty { return "none" }
        return question.kind == .config && part == .value ? AppConfigurationValue.scrubbed : text
    }

    private func got(_ part: Answer.Part) -> String {
        guard let answer else { return "none" }
        guard part == .reasons else { return answer.text(of: part).map { shown($0, part) } ?? "none" }
        let codes = answer.reasons.map(\.code.rawValue)
        return codes.isEmpty ? "none" : codes.joined(separator: ", ")
    }
}
