import PolicyModel
import RuleIndex

/// Who acts, as decisions see it: an identity resolved against the policy in force.
enum ActingIdentity: Hashable, Sendable {
    /// Nobody, an unmanaged account, or no identity at all: nothing is enforced.
    case unmanaged
    /// An identity that the policy in force does not know. Whether it is managed cannot be said, so it fails closed.
    case unknown
    /// A managed account, an app managed for an organization, or several accounts at once under the lock-down policy.
    case managed(ManagedIdentity)
}

extension CompiledPolicy {
    /// An account as decisions under this policy see it; nil and ``PolicyModel/AccountID/noUser`` are nobody.
    ///
    /// - Complexity: O(1); allocates nothing.
    func acting(as account: AccountID?) -> ActingIdentity {
        guard let account, !account.isNoUser else { return .unmanaged }
        guard let position = document.accounts.position(of: account) else { return .unknown }
        return identityOfAccount[position].map { .managed($0) } ?? .unmanaged
    }

    /// An identity level as decisions under this policy see it.
    func acting(as identity: LevelIdentity?) -> ActingIdentity {
        switch identity {
        case nil: return .unmanaged
        case .account(let account)?: return acting(as: account)
        case .merged(let accounts)?:
            let identities = accounts.map { acting(as: $0) }
            if identities.contains(.unknown) { return .unknown }
            return identities.allSatisfy { $0 == .unmanaged } ? .unmanaged : .managed(lockDown)
        }
    }
}
