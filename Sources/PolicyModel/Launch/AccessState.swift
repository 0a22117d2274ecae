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
    /// The missing facts that a question or a situation states to be missing: facts from elsewhere do not complete them.
    package var statedMissing = LaunchFactSet()

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
    /// Sets another PIN. It counts only beside the present PIN or the credentials, if these are due.
    case resetPIN
    /// Signs in again after a long time offline; the app checks in.
    case signIn

    /// Whether it meets a challenge.
    ///
    /// - Parameters:
    ///   - challenge: The challenge.
    ///   - challenges: All challenges that are due.
    /// - Returns: Whether a person who has completed it has met the challenge.
    public func meets(_ challenge: LaunchChallenge, among challenges: LaunchChallenges) -> Bool {
        switch self {
        case .pin: challenge == .pin || challenge == .pinOrBiometric
        case .biometric: challenge == .pinOrBiometric
        case .credentials: challenge == .credentials
        // A person who has just set the first PIN has entered it.
        case .setPIN: challenge == .setPIN || UnlockMeans.pin.meets(challenge, among: challenges)
        // Setting another PIN does not show that the person knows the present one, unless credentials replace that.
        case .resetPIN:
            challenge == .resetPIN || challenge == .setPIN
                || (challenges.contains(.credentials) && UnlockMeans.pin.meets(challenge, among: challenges))
        case .signIn: challenge == .signIn
        }
    }

    /// Whether a challenge that is due requests it, even if it counts only beside what the person has yet to do.
    package func isRequested(by challenges: LaunchChallenges) -> Bool {
        counts(among: Self.allCases, for: challenges) && !met(among: challenges).isDisjoint(with: challenges)
    }

    /// Every challenge that it meets.
    fileprivate func met(among challenges: LaunchChallenges) -> LaunchChallenges {
        var met = LaunchChallenges()
        for challenge in LaunchChallenge.allCases where meets(challenge, among: challenges) { met.insert(challenge) }
        return met
    }

    /// Whether it counts beside everything else that the person did. A new PIN is set only if that was requested, and
    /// another one only by a person who has given the credentials or the present PIN, if one of them is due: otherwise a
    /// person who knows neither could set a PIN, and enter that.
    fileprivate func counts(among means: [UnlockMeans], for challenges: LaunchChallenges) -> Bool {
        switch self {
        case .setPIN: return challenges.contains(.setPIN)
        case .resetPIN:
            let due = [LaunchChallenge.credentials, .pin, .pinOrBiometric].filter { challenges.contains($0) }
            return challenges.contains(.resetPIN)
                && (due.isEmpty
                    || means.contains { means in
                        guard means != .setPIN, means != .resetPIN else { return false }
                        return due.contains { means.meets($0, among: challenges) }
                    })
        case .pin, .biometric, .credentials, .signIn: return true
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
    /// - Returns: The state, and every challenge that was met. When none remain, all are recorded as met now, and wrong
    ///   PINs are forgotten if a PIN was requested. This does not happen earlier, because meeting one of several
    ///   challenges would then cancel the others.
    public func meeting(
        _ challenges: LaunchChallenges,
        by means: [UnlockMeans],
        at now: Instant
    ) -> (state: AccessState, met: LaunchChallenges) {
        var state = self
        var met = LaunchChallenges()
        var entersPIN = false
        for done in means where done.counts(among: means, for: challenges) {
            let metNow = done.met(among: challenges)
            guard !metNow.isDisjoint(with: challenges) else { continue }
            met.formUnion(metNow)
            state.note(done, at: now)
            entersPIN = entersPIN || done.entersPIN
        }
        if challenges.isSubset(of: met), !challenges.isEmpty {
            state.lastMet = .known(now)
            state.lastActivity = .known(now)
            if entersPIN { state.pinFailures = .known(0) }
        }
        return (state, met)
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
