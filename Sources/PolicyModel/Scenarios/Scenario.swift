public import Diagnostics

/// One test of a policy: what holds, what is asked, and what must come of it.
public struct Scenario: Hashable, Sendable {
    /// One question with the answer that is expected.
    public struct Step: Hashable, Sendable {
        /// What changes before the question; a step of a life cycle keeps everything else from the step before.
        public var given: ScenarioGiven
        /// The question.
        public var question: Question
        /// The parts of the answer that are checked, in the order they are written.
        public var expected: [ScenarioExpectation]
        /// Where the step is written.
        public var location: SourceLocation

        /// Makes a step.
        public init(
            given: ScenarioGiven = ScenarioGiven(),
            question: Question,
            expected: [ScenarioExpectation],
            location: SourceLocation
        ) {
            self.given = given
            self.question = question
            self.expected = expected
            self.location = location
        }
    }

    /// The name, with the values of its matrix.
    public var name: String
    /// Where it is written.
    public var location: SourceLocation
    /// The position of its policy in ``ScenarioFile/policies``.
    public var policy: Int
    /// What holds from the start: the file's defaults, overridden by the scenario's own.
    public var given: ScenarioGiven
    /// The steps; one, unless the scenario walks through a life cycle.
    public var steps: [Step]

    /// Makes a scenario.
    public init(
        name: String,
        location: SourceLocation,
        policy: Int,
        given: ScenarioGiven = ScenarioGiven(),
        steps: [Step]
    ) {
        self.name = name
        self.location = location
        self.policy = policy
        self.given = given
        self.steps = steps
    }
}

/// One part of an answer, and what it must be.
public struct ScenarioExpectation: Hashable, Sendable {
    /// The part. Of the reasons, one must have the code.
    public var part: Answer.Part
    /// What it must be, where a reason may have a longer code behind a dot; nil where there must be nothing.
    public var value: String?
    /// Where the expectation is written.
    public var location: SourceLocation

    /// Makes an expectation.
    public init(part: Answer.Part, value: String?, location: SourceLocation) {
        self.part = part
        self.value = value
        self.location = location
    }
}

extension Answer.Part {
    /// The name under `then` of scenario files: that of the JSON form, but for `reason`, which expects one of them.
    public var expectationName: String { self == .reasons ? "reason" : rawValue }

    /// The part with a name under `then`.
    package init?(expectationName: String) {
        guard let part = Self.allCases.first(where: { $0.expectationName == expectationName }) else { return nil }
        self = part
    }
}

/// A scenario file as it was read: unit tests for policies.
public struct ScenarioFile: Hashable, Sendable {
    /// A policy that scenarios run under: the document that the file names, with what a scenario patches in it.
    public struct Policy: Hashable, Sendable {
        /// The document, patched.
        public var document: PolicyDocument
        /// The position in ``ScenarioFile/policies`` of the policy it was patched from, whose rule sets it shares; nil
        /// for one that is as the document has it.
        public var base: Int?
        /// The path of the document, as findings show it; empty for one that is no file.
        public var path: String
        /// Which policy of a Graph export is meant; nil where there is no choice.
        public var displayName: String?

        /// Makes a policy.
        public init(document: PolicyDocument, base: Int? = nil, path: String = "", displayName: String? = nil) {
            self.document = document
            self.base = base
            self.path = path
            self.displayName = displayName
        }
    }

    /// The path of the file, as findings show it.
    public var path: String
    /// The policies; scenarios with equal patches share one.
    public var policies: [Policy]
    /// The scenarios in the order they are written, those of a matrix one by one.
    public var scenarios: [Scenario]
    /// The claims in the order they are written.
    public var claims: [Claim]

    /// Makes a file.
    public init(path: String, policies: [Policy], scenarios: [Scenario], claims: [Claim] = []) {
        self.path = path
        self.policies = policies
        self.scenarios = scenarios
        self.claims = claims
    }
}
