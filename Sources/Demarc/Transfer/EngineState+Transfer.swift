import PolicyModel
import RuleIndex

/// What the tables of transfers have in common: two sides, of which the own one is asked first.
extension EngineState {
    /// Writes down whose policies stand on the two sides of a transfer, before any row is looked at.
    ///
    /// - Parameters:
    ///   - own: The side whose table is gone through: the owner, the sender or the receiver.
    ///   - other: The place, or the app that sends.
    ///   - context: The policies of both sides are written to it.
    /// - Returns: To block, where a side is an account that the policy does not know: it may be managed, by whatever
    ///   policy. Else nil.
    func enter(_ own: ActingIdentity, from other: ActingIdentity, _ context: inout DecisionContext) -> Outcome? {
        context.identity = own
        switch (own, other) {
        case (.unknown, _), (_, .unknown): return context.block(.identityUnknown)
        default: break
        }
        if case .managed(let own) = own { context.policy = own.policy }
        if case .managed(let other) = other, other.policy != ManagedIdentity.none { context.otherPolicy = other.policy }
        let lockDown = policy.lockDown.policy
        if context.policy == lockDown || context.otherPolicy == lockDown { context.note(.identityLockDown) }
        return nil
    }

    /// The settings of a side's policy.
    @inline(__always)
    func settings(of identity: ManagedIdentity) -> TransferSettings { policy.transferSettings[Int(identity.policy)] }
}

extension ActingIdentity {
    /// Whether both sides are managed for one organization. Several accounts at once are of no organization.
    @inline(__always)
    func isSameOrganization(as other: ActingIdentity) -> Bool {
        guard case .managed(let own) = self, case .managed(let other) = other else { return false }
        return own.isSameOrganization(as: other)
    }

    /// Whether both sides are one managed account. Several accounts at once are the same as nothing.
    @inline(__always)
    func isSameAccount(as other: ActingIdentity) -> Bool {
        guard case .managed(let own) = self, case .managed(let other) = other else { return false }
        return own.isSameAccount(as: other)
    }
}

extension ManagedAppDataTransferLevel {
    /// PERF: `==` of an enumeration with raw values compares those, which are texts.
    @inline(__always)
    var isAllApps: Bool {
        if case .allApps = self { return true }
        return false
    }
}
