/// A scenario file as it was read: unit tests for policies.
public struct ScenarioFile: Hashable, Sendable {
    /// A policy that scenarios run under: the document that the file names, with what a scenario patches in it.
    public struct Policy: Hashable, Sendable {
        /// The document, patched.
        public var document: PolicyDocument
        /// The position in ``ScenarioFile/policies`` of the policy it was patched from, whose rule sets it shares; nil
        /// for one that is as the document has it.
        public var base: Int?

        /// Makes a policy.
        public init(document: PolicyDocument, base: Int? = nil) {
            self.document = document
            self.base = base
        }
    }

    /// The path of the file, as findings show it.
    public var path: String
    /// The policies; scenarios with equal patches share one.
    public var policies: [Policy]
    /// The scenarios in the order they are written, those of a matrix one by one.
    public var scenarios: [Scenario]

    /// Makes a file.
    public init(path: String, policies: [Policy], scenarios: [Scenario]) {
        self.path = path
        self.policies = policies
        self.scenarios = scenarios
    }
}
