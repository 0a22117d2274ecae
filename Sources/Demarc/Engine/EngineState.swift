import Atomics
import PolicyModel
import RuleIndex

/// Everything a decision reads besides its request, at one moment: policy, identities and views.
///
/// A decision takes one state and keeps it to its end, so it never sees half a change.
final class EngineState: AtomicReference, Sendable {
    /// Counts the states of an engine.
    let version: UInt64
    let policy: CompiledPolicy
    let views: ViewTable
    let delegates: [AttachedDelegate?]
    /// Who acts outside of any window.
    let hostIdentity: ActingIdentity
    /// Who acts in each window the engine knows.
    let windowIdentities: [ActingIdentity]
    /// The rule set behind each name the engine knows; nil where the policy has none of that name.
    let ruleSets: [NamedRuleSet?]
    let usesTaskIdentities: Bool
    /// Whether the host knows that the managed browser is missing.
    let lacksManagedBrowser: Bool

    init(_ state: borrowing MutableEngineState, version: UInt64) {
        self.version = version
        let policy = state.policy
        self.policy = policy
        views = state.tree.table
        delegates = state.delegates
        hostIdentity = policy.acting(as: state.identities.effective(in: nil))
        let identities = state.identities
        windowIdentities = state.windows.map { policy.acting(as: identities.effective(in: $0)) }
        ruleSets = state.ruleSetNames.map { NamedRuleSet($0, in: policy) }
        usesTaskIdentities = state.usesTaskIdentities
        lacksManagedBrowser = state.lacksManagedBrowser
    }
}

extension CompiledPolicy {
    /// An identity as decisions under this policy see it.
    func acting(as account: AccountID?) -> ActingIdentity {
        guard let account, !account.isNoUser else { return .unmanaged }
        guard let position = document.accounts.position(of: account) else { return .unknown }
        return policyOfAccount[position].map { .managed(policy: $0) } ?? .unmanaged
    }
}
