public import Diagnostics

/// A key of a Graph document or device log that no setting has.
///
/// It decides nothing. It is kept because a misspelt setting protects nothing either.
public struct UnknownPolicySetting: Hashable, Sendable {
    /// The key.
    public var name: String
    /// Where it is written.
    public var location: SourceLocation

    /// Makes an entry.
    public init(name: String, location: SourceLocation) {
        self.name = name
        self.location = location
    }
}
