public import PolicyModel

/// The host's part of a ``LaunchGate``: it provides the facts, challenges the person, and stores the result.
///
/// Every method is called on the thread that switches the identity, outside the engine's lock, and may take a long
/// time.
public protocol LaunchGateHost: Sendable {
    /// The facts that are currently known.
    ///
    /// It is called again each time the person has completed something, because the device and the clock may have
    /// changed.
    ///
    /// - Parameter account: The account that is to act.
    /// - Returns: The known facts about the device, the known facts about the account's access to the app, and the
    ///   moment.
    func launchFacts(of account: AccountID) -> (device: DeviceFacts, access: AccessState, now: Instant)

    /// Asks the person to complete the challenges that are due, in their order.
    ///
    /// It is called again with the challenges that remain, unless the person did nothing that is due. If the present PIN
    /// or the credentials are due too, ``LaunchChallenge/resetPIN`` remains until one of them is met as well.
    /// ``UnlockMeans/pin`` is always the present PIN, and not the one that the person has just set in its place.
    ///
    /// - Parameters:
    ///   - challenges: The challenges that are due.
    ///   - account: The account that is to act.
    /// - Returns: What the person completed successfully, possibly only some of it; nil if the person canceled.
    func meet(_ challenges: LaunchChallenges, for account: AccountID) -> [UnlockMeans]?

    /// Receives the result of a launch: show a warning, explain a block, or carry out a wipe.
    ///
    /// - Parameters:
    ///   - decision: The decision, with its reasons and its ``LaunchDecision/nextCheck``.
    ///   - access: The access from now on, to be stored until the next question.
    ///   - account: The account that is to act.
    func didDecide(_ decision: LaunchDecision, access: AccessState, for account: AccountID)
}

/// Checks before an account acts whether the app may open for it, and has the person meet the challenges that are due.
///
/// | Verdict | Result of the switch |
/// |---|---|
/// | `allow`, `warn` | `success` |
/// | `challenge` | `success` when everything is met; `canceled` when the person cancels or does nothing that is due |
/// | `block`, `wipe` | `failed` |
///
/// ```swift
/// func lock(_ engine: PolicyEngine, by lockScreen: some LaunchGateHost) {
///     engine.setSwitchHandler(LaunchGate(engine, host: lockScreen).switchHandler)
/// }
/// ```
///
/// It is optional: a host can call ``Evaluator/launch(of:device:access:at:in:)`` itself. The gate runs when an identity
/// is switched, but not when the app returns to the foreground or at ``LaunchDecision/nextCheck``: call ``admit(_:)``
/// then.
public struct LaunchGate<Host: LaunchGateHost>: Sendable {
    /// Weak, because the store keeps the handler. The caller that switches an identity keeps the store alive.
    private weak let store: StateStore?
    private let host: Host

    /// Creates a gate.
    ///
    /// - Parameters:
    ///   - engine: The engine whose identities are switched. The gate does not keep it alive.
    ///   - host: The host.
    public init(_ engine: PolicyEngine, host: Host) {
        store = engine.store
        self.host = host
    }

    /// The gate as the handler that an engine calls before an account acts.
    public var switchHandler: PolicyEngine.SwitchHandler { { account, _ in admit(account) } }

    /// Checks one account, and waits for the person if something is due.
    ///
    /// - Parameter account: The account.
    /// - Returns: The result of the switch; `failed` if the engine no longer exists.
    /// - Complexity: One decision, plus one for each time that the person is challenged.
    public func admit(_ account: AccountID) -> SwitchIdentityResult {
        guard let store else { return .failed }
        var evaluator = Evaluator(store)
        var means: [UnlockMeans] = []
        var asked = LaunchChallenges()
        var hasDoneMore = false
        // Each round does something that is due or is the last; the limit guards against a host whose facts keep changing.
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
                // Another PIN counts only beside the present one, so the same challenges remain after it was set.
                guard decision.challenges != asked || hasDoneMore,
                    let done = host.meet(decision.challenges, for: account)
                else { return .canceled }
                asked = decision.challenges
                hasDoneMore = done.contains { !means.contains($0) && $0.isRequested(by: asked) }
                means += done
            }
        }
        return .canceled
    }
}
