public import Diagnostics

/// One test of a policy: what holds, what is asked, and what must come of it.
public struct Scenario: Hashable, Sendable {
    /// One question with the answer that is expected.
    public struct Step: Hashable, Sendable {
        /// What changes before the question; a step of a life cycle keeps everything else from the step before.
        public var given: ScenarioGiven
        /// The question.
        public var request: ScenarioRequest
        /// The parts of the answer that are checked, in the order they are written.
        public var expected: [ScenarioExpectation]
        /// Where the step is written.
        public var location: SourceLocation

        /// Makes a step.
        public init(
            given: ScenarioGiven = ScenarioGiven(),
            request: ScenarioRequest,
            expected: [ScenarioExpectation],
            location: SourceLocation
        ) {
            self.given = given
            self.request = request
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
