/// What a matcher says of a URL: yes, no, or that it could not finish.
///
/// The three combine as in Kleene's logic, ``limitReached`` being the unknown value: a rule that ran into a limit is
/// taken both as matching and as not, and only what holds either way is concluded.
public enum MatchOutcome: UInt8, CaseIterable, Hashable, Sendable {
    /// The URL does not match.
    case notMatched
    /// A regular expression ran into one of its limits, so whether it matches is not known.
    case limitReached
    /// The URL matches.
    case matched

    /// Makes the outcome of a matcher that always finishes.
    public init(_ isMatch: Bool) { self = isMatch ? .matched : .notMatched }

    /// Holds where both hold: the conditions of one rule.
    public func and(_ other: MatchOutcome) -> MatchOutcome { rawValue < other.rawValue ? self : other }

    /// Holds where either holds: the values of one key.
    public func or(_ other: MatchOutcome) -> MatchOutcome { rawValue > other.rawValue ? self : other }

    /// Holds where this does not: what `unless` takes away.
    public var negated: MatchOutcome {
        switch self {
        case .notMatched: .matched
        case .limitReached: .limitReached
        case .matched: .notMatched
        }
    }
}
