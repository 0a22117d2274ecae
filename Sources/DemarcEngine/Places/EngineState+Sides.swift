import PolicyModel
import RuleIndex

/// What questions with two sides have in common: their policies, and that the own side's table is gone through.
extension EngineState {
    /// Writes down the policies of the two sides of a transfer, before any row is looked at.
    ///
    /// - Parameters:
    ///   - own: The side whose table is gone through: the owner, the sender or the receiver.
    ///   - other: The place, or the other app.
    ///   - context: The policies of both sides are written to it.
    /// - Returns: To block, where a side is an account that the policy does not know: it may be managed, by whatever
    ///   policy; and where the own side is another app whose policy is not known. Else nil.
    func resolveSides(own: Party, other: ActingIdentity, _ context: inout DecisionContext) -> Outcome? {
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

    /// Allows what concerns unmanaged data, and says why it is unmanaged.
    func allow(unmanaged own: Party, _ context: inout DecisionContext) -> Outcome {
        noteUnmanaged(own, own, &context)
        if own.reason == nil { context.note(.identityUnmanaged) }
        return Outcome(.allow)
    }

    /// Notes why nothing is managed on either side.
    func noteUnmanaged(_ owner: Party, _ destination: Party, _ context: inout DecisionContext) {
        note(owner, &context)
        note(destination, &context)
    }

    /// Notes the page or view that made a party what it is. Who acts is no reason where a side is managed: something is
    /// enforced then.
    func notePlace(_ party: Party, _ context: inout DecisionContext) {
        if case .identityUnmanaged? = party.reason { return }
        note(party, &context)
    }

    private func note(_ party: Party, _ context: inout DecisionContext) {
        guard let reason = party.reason, context.noteOnce(reason), case .viewUnmanaged = reason else { return }
        // Of two views with this tag, the owner's is named.
        context.policyDeclaration = party.viewDeclaration
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

extension DecisionContext {
    /// Notes a reason unless it is there already.
    ///
    /// - Returns: Whether it was not.
    @discardableResult
    mutating func noteOnce(_ code: ReasonCode) -> Bool {
        if reasons.contains(code) { return false }
        note(code)
        return true
    }
}
