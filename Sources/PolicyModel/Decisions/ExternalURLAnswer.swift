/// What a delegate says when a view asks it `isExternalURL`.
public enum ExternalURLAnswer: String, CaseIterable, Hashable, Sendable {
    /// An organizational location.
    case `internal`
    /// A location that could leak organization data.
    case external
    /// It threw, was late, or could not say.
    case none
}
