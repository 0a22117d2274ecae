import PolicyModel
import RuleIndex

/// What questions with two sides have in common: their policies, and that the own side's table is gone through.
extension EngineState {
    /// Writes down whose policies stand on the two sides of a transfer, before any row is looked at.
    ///
    /// - Parameters:
    ///   - own: The side whose table is gone through: the owner, the sender or the receiver.
    ///   - other: The place, or the other app.
    ///   - context: The policies of both sides are written to it.
    /// - Returns: To block, where a side is an account that the policy does not know: it may be managed, by whatever
    ///   policy; and where the own side is another app whose policy is not known. Else nil.
    func enter(_ own: Party, and other: ActingIdentity, _ context: inout DecisionContext) -> Outcome? {
        context.identity = own.identity
        switch (own.identity, other) {
        case (.unknown, _): return context.block(own.reason ?? .identityUnknown)
        case (_, .unknown): return context.block(.identityUnknown)
        default: break
        }
        if case .managed(let other) = other, other.policy != ManagedIdentity.none { context.otherPolicy = other.policy }
        context.noteLockDown(own.identity, other)
        if case .managed(let managed) = own.identity {
            guard managed.policy != ManagedIdentity.none else { return context.block(.receiveSenderUnnamed) }
            context.policy = managed.policy
            notePlace(own, &context)
        }
        return nil
    }

    /// Allows what concerns nobody's data, and says why it is nobody's.
    func allow(unmanaged own: Party, _ context: inout DecisionContext) -> Outcome {
        noteUnmanaged(own, own, &context)
        if own.reason == nil { context.note(.identityUnmanaged) }
        return Outcome(.allow)
    }

    /// The settings of a side's policy.
    @inline(__always)
    func settings(of identity: ManagedIdentity) -> TransferSettings { policy.transferSettings[Int(identity.policy)] }

    /// Why data of a sender may not go into an account outside of its organization; nil where it may.
    func objection(of sender: ActingIdentity) -> ReasonCode? {
        guard case .managed(let sender) = sender else { return nil }
        // What only the other app knows may be anything.
        guard sender.policy != ManagedIdentity.none else { return .receiveSenderUnnamed }
        return settings(of: sender).outbound.isAllApps ? nil : .receiveSenderOutbound
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
