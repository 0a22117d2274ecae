public import Diagnostics

/// One test of a policy: a situation, a question, and the expected answer.
public struct Scenario: Hashable, Sendable {
    /// One question with its expected answer.
    public struct Step: Hashable, Sendable {
        /// The changes before the question; a step of a life cycle keeps everything else from the previous step.
        public var given: ScenarioGiven
        /// The question.
        public var question: Question
        /// The parts of the answer that are checked, in the order in which they are written.
        public var expected: [ScenarioExpectation]
        /// Where the step is written.
        public var location: SourceLocation

        /// Creates a step.
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
    /// The initial situation: the file's defaults, overridden by the scenario's own values.
    public var given: ScenarioGiven
    /// The steps; a single step, unless the scenario covers a life cycle.
    public var steps: [Step]

    /// Creates a scenario.
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

/// One part of an answer, with its expected value.
public struct ScenarioExpectation: Hashable, Sendable {
    /// The part. For the reasons, one of them must have the code.
    public var part: Answer.Part
    /// The expected value, where a reason may have a longer code that continues after a dot; nil if there must be no
    /// value.
    public var value: String?
    /// Whether the part must not have the value. Another value, or none, meets that.
    public var isExcluded: Bool
    /// Where the expectation is written.
    public var location: SourceLocation

    /// Creates an expectation.
    public init(part: Answer.Part, value: String?, isExcluded: Bool = false, location: SourceLocation) {
        self.part = part
        self.value = value
        self.isExcluded = isExcluded
        self.location = location
    }
}

extension Answer.Part {
    /// The name under `then` in scenario files: that of the JSON form, except for `reason`, which expects one of the
    /// reasons.
    public var expectationName: String { self == .reasons ? "reason" : rawValue }

    /// The part with a name under `then`.
    package init?(expectationName: String) {
        guard let part = Self.allCases.first(where: { $0.expectationName == expectationName }) else { return nil }
        self = part
    }
}

/// A scenario file as read: unit tests for policies.
public struct ScenarioFile: Hashable, Sendable {
    /// A policy that scenarios run under: the document that the file names, with the patches of a scenario.
    public struct Policy: Hashable, Sendable {
        /// The document, patched.
        public var document: PolicyDocument
        /// The position in ``ScenarioFile/policies`` of the policy it was patched from, whose rule sets it shares; nil
        /// for an unpatched policy.
        public var base: Int?
        /// The path of the document, as findings show it; empty if it is not a file.
        public var path: String
        /// Which policy of a Graph export is meant; nil if there is only one.
        public var displayName: String?

        /// Creates a policy.
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
    /// The scenarios in the order in which they are written, with each row of a matrix as its own scenario.
    public var scenarios: [Scenario]
    /// The claims in the order in which they are written.
    public var claims: [Claim]

    /// Creates a file.
    public init(path: String, policies: [Policy], scenarios: [Scenario], claims: [Claim] = []) {
        self.path = path
        self.policies = policies
        self.scenarios = scenarios
        self.claims = claims
    }
}
