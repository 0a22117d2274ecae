/// A managed account, an app managed for an organization, or several accounts at once, as decisions compare them: by
/// number.
package struct ManagedIdentity: Hashable, Sendable {
    /// Stands for an account, an organization or a policy that there is none of, or that is like no other.
    package static var none: UInt32 { .max }

    /// The position of the account in the directory; ``none`` for an app, and for several accounts at once.
    package let account: UInt32
    /// The number of the organization; ``none`` is the same as no other, itself included.
    package let organization: UInt32
    /// The position of the policy in force; ``none`` where only the other app knows it.
    package let policy: UInt32

    package init(account: UInt32 = Self.none, organization: UInt32 = Self.none, policy: UInt32 = Self.none) {
        self.account = account
        self.organization = organization
        self.policy = policy
    }

    /// Whether it stands for several accounts at once, which are of no organization: even an app without one has its own.
    @inline(__always)
    package var isLockDown: Bool { account == Self.none && organization == Self.none }

    /// Whether both are one account. Several accounts at once are never the same as anything.
    @inline(__always)
    package func isSameAccount(as other: ManagedIdentity) -> Bool { account == other.account && account != Self.none }

    /// Whether both belong to one organization; the same account always does.
    @inline(__always)
    package func isSameOrganization(as other: ManagedIdentity) -> Bool {
        organization == other.organization && organization != Self.none
    }
}
