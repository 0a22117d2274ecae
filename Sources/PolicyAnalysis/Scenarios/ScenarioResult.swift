public import Diagnostics
public import PolicyModel

/// What became of one scenario.
public struct ScenarioResult: Hashable, Sendable {
    /// What became of one step.
    public struct Step: Hashable, Sendable {
        /// Where the step is written.
        public var location: SourceLocation
        /// The request; ``PolicyModel/ScenarioRequest/words`` says it to people.
        public var request: ScenarioRequest
        /// What the step expects, field by field, in the order it is written; field names are those of the JSON form.
        public var expected: [ScenarioField]
        /// What the engine answered: every field that an answer has.
        public var got: [ScenarioField]
        /// The names of the fields that differ; empty where the step passed.
        public var differences: [String]

        /// Makes a step.
        public init(
            location: SourceLocation,
            request: ScenarioRequest,
            expected: [ScenarioField],
            got: [ScenarioField],
            differences: [String]
        ) {
            self.location = location
            self.request = request
            self.expected = expected
            self.got = got
            self.differences = differences
        }
    }

    /// The name of the scenario, with the values of its matrix.
    public var name: String
    /// Where the scenario is written.
    public var location: SourceLocation
    /// How it ended.
    public var outcome: ScenarioOutcome
    /// The steps that were run: all of them, or those up to and including the first that failed.
    public var steps: [Step]
    /// Why it could not be run; nil unless it is in error.
    public var error: Diagnostic?

    /// Makes a result.
    public init(
        name: String,
        location: SourceLocation,
        outcome: ScenarioOutcome,
        steps: [Step],
        error: Diagnostic? = nil
    ) {
        self.name = name
        self.location = location
        self.outcome = outcome
        self.steps = steps
        self.error = error
    }
}
