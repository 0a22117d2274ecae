public import PolicyModel
package import RuleIndex

extension Evaluator {
    /// Whether the app may open, or continue, for an account, and what the person has to do first.
    ///
    /// <doc:LaunchConditions> has the table. Call this before a switch to the account completes, when the app returns
    /// to the foreground, and at ``LaunchDecision/nextCheck``. If a window shows several accounts, call it for each
    /// managed account, and hide the content of each account that may not open.
    ///
    /// Time is an argument: equal facts at equal moments always have the same result.
    ///
    /// - Parameters:
    ///   - account: The account; nil is the acting account. Several accounts at once are blocked: pass a single
    ///     account.
    ///   - device: The known facts about the device. A missing fact that the policy requires blocks, and never wipes.
    ///   - access: The known facts about the account's access to the app.
    ///   - now: The moment.
    ///   - window: The window whose user-interface identity applies.
    /// - Returns: The decision.
    /// - Complexity: O(1), and allocates nothing. Its reasons are created when they are read.
    public mutating func launch(
        of account: AccountID? = nil,
        device: DeviceFacts,
        access: AccessState,
        at now: Instant,
        in window: WindowID? = nil
    ) -> LaunchDecision {
        let (terms, findings) = launchFindings(of: account, device, access, at: now, in: window)
        return LaunchDecision(findings, terms)
    }

    /// The result of a launch after the person has completed challenges.
    ///
    /// A wipe stays a wipe, whatever the person has completed. So does one that only waits for a missing fact: nothing
    /// changes until the fact is known.
    ///
    /// A person may complete several challenges one after another. Then pass all of them each time, until none remains:
    /// a challenge that was met in an earlier call only is due again, unless all are met.
    ///
    /// - Parameters:
    ///   - account: The account; nil is the acting account.
    ///   - means: Everything that the person has completed successfully since the app asked. Anything that was not
    ///     required changes nothing.
    ///   - device: The known facts about the device.
    ///   - access: The facts about the access before this.
    ///   - now: The moment.
    ///   - window: The window whose user-interface identity applies.
    /// - Returns: The decision, with the remaining challenges, and the access from now on, for the host to store.
    /// - Complexity: O(*n*) in the means.
    public mutating func unlock(
        _ account: AccountID? = nil,
        by means: [UnlockMeans],
        device: DeviceFacts,
        access: AccessState,
        at now: Instant,
        in window: WindowID? = nil
    ) -> (decision: LaunchDecision, access: AccessState) {
        var (terms, findings) = launchFindings(of: account, device, access, at: now, in: window)
        let before = LaunchDecision(findings, terms)
        // Findings that wipe do so once no fact is missing. A person who hides a fact must not get rid of the wipe by
        // entering the PIN that was wrong too often.
        guard findings.wiping.isEmpty else { return (before, access) }
        let (access, met) = access.meeting(before.challenges, by: means, at: now)
        (terms, findings) = launchFindings(of: account, device, access, at: now, in: window)
        // A challenge that was just met is not immediately due again, even if it is due every time.
        findings.remove(met)
        return (LaunchDecision(findings, terms), access)
    }

    /// Whether a person may set a PIN for an account.
    ///
    /// An unmanaged account has no policy, so it accepts every PIN. An unknown account accepts none, and neither do
    /// several accounts at once: the policy that the PIN must meet is then undetermined.
    ///
    /// - Parameters:
    ///   - candidate: The PIN. It is neither stored nor contained in the answer.
    ///   - isReused: Whether it is one of the account's last ``PINRequirement/previousCount`` PINs, which the host
    ///     knows.
    ///   - account: The account; nil is the acting account.
    ///   - window: The window whose user-interface identity applies.
    /// - Returns: The answer, whose outcome is `.launch(.allow)` or `.launch(.block)`, with a reason for each problem
    ///   of the PIN.
    /// - Complexity: O(*n*) in the length of the PIN.
    public mutating func pin(
        _ candidate: PINCandidate,
        isReused: Bool = false,
        of account: AccountID? = nil,
        in window: WindowID? = nil
    ) -> Answer {
        switch launchIdentity(of: account, in: window) {
        case .unmanaged: return Answer(.launch(.allow), reasons: [Reason(code: .identityUnmanaged, action: .allow)])
        case .unknown:
            let reason = reasonOfUnknown(account, in: window)
            return Answer(.launch(.block), reasons: [Reason(code: reason, action: .block)])
        case .managed(let identity) where identity.isLockDown:
            return Answer(.launch(.block), reasons: [Reason(code: .identityLockDown, action: .block)])
        case .managed(let identity):
            let policy = state.policy.policies[Int(identity.policy)]
            let problems = PINRequirement(policy).problems(of: candidate, isReused: isReused)
            return Answer(toPIN: problems, under: policy)
        }
    }

    /// The managed account that a launch is about, whichever of its names is used; nil if it is not managed.
    package mutating func managedIdentity(of account: AccountID?, in window: WindowID?) -> ManagedIdentity? {
        guard case .managed(let identity) = launchIdentity(of: account, in: window) else { return nil }
        return identity
    }

    private mutating func launchIdentity(of account: AccountID?, in window: WindowID?) -> ActingIdentity {
        takeLatest()
        return state.actingIdentity(inWindow: state.position(named: window), as: account)
    }

    private func reasonOfUnknown(_ account: AccountID?, in window: WindowID?) -> ReasonCode {
        state.reasonOfUnknown(inWindow: state.position(named: window), as: account)
    }

    private mutating func launchFindings(
        of account: AccountID?,
        _ device: DeviceFacts,
        _ access: AccessState,
        at now: Instant,
        in window: WindowID?
    ) -> (LaunchTerms, LaunchFindings) {
        let identity = launchIdentity(of: account, in: window)
        let withoutPolicy = state.policy.launchTermsWithoutPolicy
        var findings = LaunchFindings()
        if !state.hasManagedAccount {
            if withoutPolicy.requiresPolicy { findings.hold(.policyRequired, .block) }
            if withoutPolicy.warnsWithoutPolicy { findings.hold(.policyAbsent, .warn) }
        }
        switch identity {
        case .unmanaged: findings.hold(.unmanaged, .allow)
        case .unknown:
            let isClosed = reasonOfUnknown(account, in: window) == .windowUnknown
            findings.hold(isClosed ? .closedWindow : .unknown, .block)
        case .managed(let managed) where managed.isLockDown: findings.hold(.severalAccounts, .block)
        case .managed(let managed):
            let terms = state.policy.launchTerms[Int(managed.policy)]
            return (terms, LaunchTable.findings(terms, device, access, at: now, after: findings))
        }
        return (withoutPolicy, findings)
    }
}
