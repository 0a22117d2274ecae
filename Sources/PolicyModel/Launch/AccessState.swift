/// The access of an account to the app on a device. Anything that is not given has not happened.
///
/// The host stores it: Demarc reports that a PIN is due, and receives the result.
public struct AccessState: Hashable, Sendable {
    /// The result of the last attempt to authenticate.
    public enum Authentication: String, CaseIterable, Hashable, Sendable {
        /// The account is valid.
        case valid
        /// The service reports that the account is disabled or gone.
        case failed
        /// There was no attempt; a missing value counts as this.
        case untried
    }

    /// When the app last checked in with the service.
    public var lastCheckIn: Fact<Instant> = .missing
    /// The result of the last attempt to authenticate.
    public var authentication: Fact<Authentication> = .missing
    /// When the PIN was set; missing if none is set.
    public var pinSetAt: Fact<Instant> = .missing
    /// How often a wrong PIN was entered since the last right one; missing counts as 0.
    public var pinFailures: Fact<Int> = .missing
    /// When the PIN was last entered.
    public var lastPIN: Fact<Instant> = .missing
    /// When all challenges were last met.
    public var lastMet: Fact<Instant> = .missing
    /// When the account was last active in the app.
    public var lastActivity: Fact<Instant> = .missing

    /// The state of an account that has done nothing yet.
    public init() {}
}

/// What a person does to open an app.
public enum UnlockMeans: String, CaseIterable, Hashable, Sendable {
    /// Enters the PIN.
    case pin
    /// Shows a face or finger.
    case biometric
    /// Signs in to the organization with credentials.
    case credentials
    /// Sets a first PIN.
    case setPIN
    /// Sets another PIN.
    case resetPIN
    /// Signs in again after a long time offline; the app checks in.
    case signIn

    /// Whether it meets a challenge.
    public func meets(_ challenge: LaunchChallenge) -> Bool {
        switch self {
        case .pin: challenge == .pin || challenge == .pinOrBiometric
        case .biometric: challenge == .pinOrBiometric
        case .credentials: challenge == .credentials
        // A person who has just set a PIN has entered it, and a person who has set another PIN has set a PIN.
        case .setPIN: challenge == .setPIN || UnlockMeans.pin.meets(challenge)
        case .resetPIN: challenge == .resetPIN || UnlockMeans.setPIN.meets(challenge)
        case .signIn: challenge == .signIn
        }
    }

    /// Whether it was among the challenges. A new PIN is set only if that was requested: otherwise a person who does
    /// not know the PIN could set one.
    fileprivate func isAskedFor(by challenges: LaunchChallenges) -> Bool {
        switch self {
        case .setPIN: challenges.contains(.setPIN)
        case .resetPIN: challenges.contains(.resetPIN)
        case .pin, .biometric, .credentials, .signIn: true
        }
    }

    /// Whether the person enters or sets a PIN.
    fileprivate var entersPIN: Bool {
        switch self {
        case .pin, .setPIN, .resetPIN: true
        case .biometric, .credentials, .signIn: false
        }
    }
}

extension AccessState {
    /// The state after a person completed challenges. Anything that was not requested changes nothing.
    ///
    /// - Parameters:
    ///   - challenges: The challenges that were requested.
    ///   - means: What the person completed successfully.
    ///   - now: The moment of completion.
    /// - Returns: The state, and the challenges that remain. When none remain, all are recorded as met now, and wrong
    ///   PINs are forgotten. This does not happen earlier, because meeting one of several challenges would then cancel
    ///   the others.
    public func meeting(
        _ challenges: LaunchChallenges,
        by means: [UnlockMeans],
        at now: Instant
    ) -> (state: AccessState, remaining: LaunchChallenges) {
        var state = self
        var remaining = challenges
        for means in means where means.isAskedFor(by: challenges) {
            for challenge in challenges where means.meets(challenge) {
                remaining.remove(challenge)
                state.note(means, at: now)
            }
        }
        if remaining.isEmpty, !challenges.isEmpty {
            state.lastMet = .known(now)
            state.lastActivity = .known(now)
            if means.contains(where: \.entersPIN) { state.pinFailures = .known(0) }
        }
        return (state, remaining)
    }

    private mutating func note(_ means: UnlockMeans, at now: Instant) {
        switch means {
        case .pin: lastPIN = .known(now)
        case .biometric: break
        case .credentials: authentication = .known(.valid)
        case .setPIN, .resetPIN: (pinSetAt, lastPIN) = (.known(now), .known(now))
        case .signIn: (lastCheckIn, authentication) = (.known(now), .known(.valid))
        }
    }
}
