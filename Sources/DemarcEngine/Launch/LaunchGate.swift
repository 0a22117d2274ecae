public import PolicyModel

/// What a host does for a ``LaunchGate``: it knows the facts, asks the person, and keeps what came of it.
///
/// Every method is called on the thread that switches the identity, outside of the engine's lock, and may take its time.
public protocol LaunchGateHost: Sendable {
    /// What is known right now.
    ///
    /// It is called again each time the person has done something, because the device and the clock have moved on.
    ///
    /// - Parameter account: The account that is to act.
    /// - Returns: What is known of the device, what is known of the account's access to the app, and the moment.
    func launchFacts(of account: AccountID) -> (device: DeviceFacts, access: AccessState, now: Instant)

    /// Asks the person for what is due, in its order.
    ///
    /// - Parameters:
    ///   - challenges: What is due.
    ///   - account: The account that is to act.
    /// - Returns: What the person did with success, which may be a part of it; nil if the person gave up.
    func meet(_ challenges: LaunchChallenges, for account: AccountID) -> [UnlockMeans]?

    /// Hears how a launch ended: a warning is to be shown, a block to be explained, a wipe to be carried out.
    ///
    /// - Parameters:
    ///   - decision: The decision, with its reasons and its ``LaunchDecision/nextCheck``.
    ///   - access: The access from now on, to be kept until the next question.
    ///   - account: The account that is to act.
    func didDecide(_ decision: LaunchDecision, access: AccessState, for account: AccountID)
}

/// Asks before an account acts whether the app may open for it, and has the person meet the challenges that are due.
///
/// | Verdict | Result of the switch |
/// |---|---|
/// | `allow`, `warn` | `success` |
/// | `challenge` | `success` when everything is met; `canceled` when the person gives up, or does nothing of what is due |
/// | `block`, `wipe` | `failed` |
///
/// ```swift
/// func lock(_ engine: PolicyEngine, by lockScreen: some LaunchGateHost) {
///     engine.setSwitchHandler(LaunchGate(engine, host: lockScreen).switchHandler)
/// }
/// ```
///
/// It is optional: a host can ask ``Evaluator/launch(of:device:access:at:in:)`` by itself. It is asked when an identity is
/// switched and not when the app comes back to the front, nor at ``LaunchDecision/nextCheck``: call
/// ``admit(_:)`` then.
public struct LaunchGate<Host: LaunchGateHost>: Sendable {
    /// Weak, because the store keeps the handler. Whoever switches an identity keeps the store.
    private weak let store: StateStore?
    private let host: Host

    /// Makes a gate.
    ///
    /// - Parameters:
    ///   - engine: The engine whose identities are switched. The gate does not keep it alive.
    ///   - host: The host.
    public init(_ engine: PolicyEngine, host: Host) {
        store = engine.store
        self.host = host
    }

    /// The gate as what an engine asks before an account acts.
    public var switchHandler: PolicyEngine.SwitchHandler { { account, _ in admit(account) } }

    /// Asks for one account, and waits for the person where something is due.
    ///
    /// - Parameter account: The account.
    /// - Returns: What becomes of the switch; `failed` if the engine is gone.
    /// - Complexity: One decision, and one more for each time that the person was asked.
    public func admit(_ account: AccountID) -> SwitchIdentityResult {
        guard let store else { return .failed }
        var evaluator = Evaluator(store)
        var means: [UnlockMeans] = []
        var asked = LaunchChallenges()
        // Each round meets a challenge or is the last one; the bound is for a host whose facts keep changing.
        for _ in 0...LaunchChallenge.allCases.count {
            let facts = host.launchFacts(of: account)
            let (decision, access) = evaluator.unlock(
                account,
                by: means,
                device: facts.device,
                access: facts.access,
                at: facts.now
            )
            switch decision.verdict {
            case .allow, .warn:
                host.didDecide(decision, access: access, for: account)
                return .success
            case .block, .wipe:
                host.didDecide(decision, access: access, for: account)
                return .failed
            case .challenge:
                guard decision.challenges != asked, let done = host.meet(decision.challenges, for: account) else {
                    return .canceled
                }
                asked = decision.challenges
                means += done
            }
        }
        return .canceled
    }
}
