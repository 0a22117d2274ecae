public import PolicyModel
import RuleIndex

extension Evaluator {
    /// Whether the app may open, or go on, for an account, and what the person has to do before.
    ///
    /// <doc:LaunchConditions> has the table that it follows. Ask before a switch to the account completes, when the app
    /// comes back to the front, and at ``LaunchDecision/nextCheck``. Where a window shows several accounts, ask for each
    /// that is managed, and hide the content of each that may not open.
    ///
    /// Time is an argument, and equal facts at equal moments are always answered alike.
    ///
    /// - Parameters:
    ///   - account: The account; nil is the one that acts. Several at once are blocked: ask for one.
    ///   - device: What is known of the device. What the policy asks about and is missing blocks, and wipes nothing.
    ///   - access: What is known of the account's access to the app.
    ///   - now: The moment.
    ///   - window: The window, where the identity of the user interface is asked.
    /// - Returns: The decision.
    /// - Complexity: O(1), and allocates nothing. Its reasons are made when they are read.
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

    /// What becomes of a launch when the person has done what was asked.
    ///
    /// - Parameters:
    ///   - account: The account; nil is the one that acts.
    ///   - means: What the person did, with success. What was not asked for changes nothing.
    ///   - device: What is known of the device.
    ///   - access: What was known of the access before.
    ///   - now: The moment.
    ///   - window: The window, where the identity of the user interface is asked.
    /// - Returns: The decision, with what is still to be done, and the access from now on, for the host to keep.
    /// - Complexity: O(*n*) in the means.
    public mutating func unlock(
        _ account: AccountID? = nil,
        by means: [UnlockMeans],
        device: DeviceFacts,
        access: AccessState,
        at now: Instant,
        in window: WindowID? = nil
    ) -> (decision: LaunchDecision, access: AccessState) {
        let asked = launch(of: account, device: device, access: access, at: now, in: window).challenges
        let (access, remaining) = access.meeting(asked, by: means, at: now)
        var (terms, findings) = launchFindings(of: account, device, access, at: now, in: window)
        // What was met just now is not due again at once, even where it is due every time.
        findings.keep(only: remaining)
        return (LaunchDecision(findings, terms), access)
    }

    /// The requirements that an account's policy has of a PIN; nil for an account that has no policy.
    ///
    /// - Complexity: O(1).
    public mutating func pinRequirement(for account: AccountID? = nil, in window: WindowID? = nil) -> PINRequirement? {
        guard case .managed(let identity) = launchIdentity(of: account, in: window), !identity.isLockDown else {
            return nil
        }
        return PINRequirement(state.policy.policies[Int(identity.policy)])
    }

    /// Whether a PIN will do. For an account without a policy every PIN does, and for one that is not known none.
    mutating func answer(
        toPIN candidate: PINCandidate,
        isReused: Bool,
        of account: AccountID?,
        in window: WindowID?
    ) -> Answer {
        switch launchIdentity(of: account, in: window) {
        case .unmanaged: return Answer(.launch(.allow), reasons: [Reason(code: .identityUnmanaged, action: .allow)])
        case .unknown: return Answer(.launch(.block), reasons: [Reason(code: .identityUnknown, action: .block)])
        case .managed(let identity) where identity.isLockDown:
            return Answer(.launch(.block), reasons: [Reason(code: .identityLockDown, action: .block)])
        case .managed(let identity):
            let policy = state.policy.policies[Int(identity.policy)]
            let problems = PINRequirement(policy).problems(of: candidate, isReused: isReused)
            return Answer(toPIN: problems, under: policy)
        }
    }

    private mutating func launchIdentity(of account: AccountID?, in window: WindowID?) -> ActingIdentity {
        takeLatest()
        let position = window.flatMap { state.position(of: $0) } ?? ResolvedView.none
        return state.actingIdentity(inWindow: position, as: account)
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
        case .unknown: findings.hold(.unknown, .block)
        case .managed(let managed) where managed.isLockDown: findings.hold(.severalAccounts, .block)
        case .managed(let managed):
            let terms = state.policy.launchTerms[Int(managed.policy)]
            return (terms, LaunchTable.findings(terms, device, access, at: now, after: findings))
        }
        return (withoutPolicy, findings)
    }
}
