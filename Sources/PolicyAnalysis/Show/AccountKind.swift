import PolicyModel
import RuleIndex

/// What distinguishes the accounts of a policy in decisions, apart from whether two are the same.
struct AccountKind: Hashable {
    private let organization: UInt32?
    private let policy: String?
    /// Whether the account's app configuration takes screen capture out of the control of data transfer. No decision
    /// reads any other key.
    private let opensScreenCapture: Bool

    init(of account: Account, at position: Int, in policy: CompiledPolicy) {
        organization = policy.identityOfAccount[position]?.organization
        self.policy = account.policy
        // Only the policy of a managed account controls screen capture.
        opensScreenCapture = account.isManaged && policy.opensScreenCapture[position]
    }
}
