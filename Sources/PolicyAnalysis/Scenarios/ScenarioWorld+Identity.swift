import Demarc
import PolicyModel
import RuleIndex

extension ScenarioWorld {
    /// Lets another identity act.
    ///
    /// An account that the policy does not know is no mistake here: the answer is `failed`.
    mutating func switchIdentity(
        to identity: ScenarioIdentity,
        _ level: ScenarioRequest.Level,
        _ window: String?
    ) -> SwitchIdentityResult {
        let account = identity.accounts.first
        switch level {
        case .process: return engine.switchIdentity(to: account, at: .process)
        case .ui:
            return engine.switchIdentity(to: account, at: window.map { .window(WindowID($0)) } ?? .hostWide)
        case .task:
            if let account, !account.isNoUser, document.accounts[account] == nil { return .failed }
            // A task that begins inside another one may have an identity of its own.
            task = account
            return .success
        }
    }

    // MARK: Signing in and out

    /// Makes an engine in which every account is signed in but those at some positions of the directory.
    static func engine(_ policy: CompiledPolicy, signedOut: Set<Int>) -> PolicyEngine {
        guard !signedOut.isEmpty else { return PolicyEngine(policy) }
        let accounts = policy.document.accounts.accounts
        return PolicyEngine(
            policy,
            signedIn: accounts.indices.filter { !signedOut.contains($0) }.map { accounts[$0].id }
        )
    }
}
