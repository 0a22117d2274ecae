/// What a person must do before the app opens.
public enum LaunchChallenge: String, CaseIterable, Hashable, Sendable {
    /// Sign in again, after a long time offline.
    case signIn
    /// Sign in to the organization with credentials.
    case credentials
    /// Set another PIN.
    case resetPIN
    /// Set a first PIN.
    case setPIN
    /// Enter the PIN, or show a face or finger.
    case pinOrBiometric
    /// Enter the PIN.
    case pin
}

/// The challenges that are due, in the order in which a host presents them.
public struct LaunchChallenges: Hashable, Sendable, Sequence, ExpressibleByArrayLiteral, CustomStringConvertible {
    private var bits: UInt8 = 0

    /// No challenge.
    public init() {}

    /// Creates a set of challenges, given in any order.
    public init(arrayLiteral elements: LaunchChallenge...) { for element in elements { insert(element) } }

    /// Whether no challenge is due.
    public var isEmpty: Bool { bits == 0 }

    /// Whether a challenge is due.
    public func contains(_ challenge: LaunchChallenge) -> Bool { bits & Self.bit(challenge) != 0 }

    /// Adds a challenge.
    public mutating func insert(_ challenge: LaunchChallenge) { bits |= Self.bit(challenge) }

    /// Adds the challenges of another set.
    public mutating func formUnion(_ other: LaunchChallenges) { bits |= other.bits }

    /// Removes the challenges of another set.
    public mutating func subtract(_ other: LaunchChallenges) { bits &= ~other.bits }

    /// Whether another set contains every challenge of this one.
    public func isSubset(of other: LaunchChallenges) -> Bool { bits & ~other.bits == 0 }

    /// Whether the sets have no challenge in common.
    public func isDisjoint(with other: LaunchChallenges) -> Bool { bits & other.bits == 0 }

    /// The challenges individually, in their order.
    public func makeIterator() -> some IteratorProtocol<LaunchChallenge> {
        LaunchChallenge.allCases.lazy.filter { [self] in contains($0) }.makeIterator()
    }

    /// The names of the challenges, separated by spaces.
    public var description: String { map(\.rawValue).joined(separator: " ") }

    private static func bit(_ challenge: LaunchChallenge) -> UInt8 {
        switch challenge {
        case .signIn: 1
        case .credentials: 2
        case .resetPIN: 4
        case .setPIN: 8
        case .pinOrBiometric: 16
        case .pin: 32
        }
    }
}
