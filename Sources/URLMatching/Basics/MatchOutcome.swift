/// The result of a matcher for a URL: it matches, it does not match, or the matcher could not finish.
///
/// The three values combine as in Kleene's logic, with ``limitReached`` as the unknown value. A rule that reached a
/// limit is treated both as matching and as not matching, and only what holds in both cases is concluded.
public enum MatchOutcome: UInt8, CaseIterable, Hashable, Sendable {
    /// The URL does not match.
    case notMatched
    /// A regular expression reached one of its limits, so it is unknown whether the URL matches.
    case limitReached
    /// The URL matches.
    case matched

    /// Makes the outcome of a matcher that always finishes.
    public init(_ isMatch: Bool) { self = isMatch ? .matched : .notMatched }

    /// Matches if both match; combines the conditions of one rule.
    public func and(_ other: MatchOutcome) -> MatchOutcome { rawValue < other.rawValue ? self : other }

    /// Matches if either matches; combines the values of one key.
    public func or(_ other: MatchOutcome) -> MatchOutcome { rawValue > other.rawValue ? self : other }

    /// Matches if this does not; used for `unless`.
    public var negated: MatchOutcome {
        switch self {
        case .notMatched: .matched
        case .limitReached: .limitReached
        case .matched: .notMatched
        }
    }
}
