/// How a scenario ended.
public enum ScenarioOutcome: String, CaseIterable, Hashable, Sendable {
    /// Everything it expects was so.
    case passed
    /// Something it expects was not so.
    case failed
    /// It could not be run: it names something that the policy does not have.
    case error
}
