public import Diagnostics

/// One part of an answer, and what it must be.
public struct ScenarioExpectation: Hashable, Sendable {
    /// The parts of an answer that can be checked. The raw values are the names of the JSON form, but for `reason`.
    public enum Part: String, CaseIterable, Hashable, Sendable {
        /// What the host must do, or how an identity request ended.
        case verdict
        /// Where it goes.
        case to
        /// What the host must open instead.
        case route
        /// Whose content the page is.
        case page
        /// What the rule set says of the URL.
        case `class`
        /// The id of the rule that decided.
        case rule
        /// The finer answer of a single setting.
        case value
        /// The account to switch to.
        case account
        /// A reason code, or a dotted prefix of one, that one of the reasons must have.
        case reason
    }

    /// The part.
    public var part: Part
    /// What it must be; nil where there must be none.
    public var value: String?
    /// Where the expectation is written.
    public var location: SourceLocation

    /// Makes an expectation.
    public init(part: Part, value: String?, location: SourceLocation) {
        self.part = part
        self.value = value
        self.location = location
    }
}
