public import PolicyModel

/// A part of a decision by its name in the JSON form: `verdict`, `to`, `route`, `page`, `class`, `rule`, `value`,
/// `account`, `reason` where it is expected, `reasons` where it is an answer.
public struct ScenarioField: Hashable, Sendable {
    /// What a field holds.
    public enum Value: Hashable, Sendable {
        /// Nothing; `null`.
        case none
        /// A text.
        case text(String)
        /// The reasons of an answer.
        case reasons([Reason])
    }

    /// The name.
    public var name: String
    /// What it holds.
    public var value: Value

    /// Makes a field.
    public init(name: String, value: Value) {
        self.name = name
        self.value = value
    }
}
