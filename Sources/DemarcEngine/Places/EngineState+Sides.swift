import PolicyModel
import RuleIndex

/// The common part of questions with two sides: it resolves their policies, and the own side's table is evaluated.
extension EngineState {
    /// Records the policies of the two sides of a transfer, before any row is evaluated.
    ///
    /// - Parameters:
    ///   - own: The side whose table is evaluated: the owner, the sender or the receiver.
    ///   - other: The place, or the other app.
    ///   - context: The policies of both sides are written to it.
    /// - Returns: A block if a side is an account that is unknown to the policy, because it may be managed by any
    ///   policy; or if the own side is another app whose policy is not known. Otherwise nil.
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

    /// Allows a question about unmanaged data, with the reason why it is unmanaged.
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

    /// Notes the page or view that determines a party's classification. The acting identity is not a reason if a side
    /// is managed, because something is then enforced.
    func notePlace(_ party: Party, _ context: inout DecisionContext) {
        if case .identityUnmanaged? = party.reason { return }
        note(party, &context)
    }

    private func note(_ party: Party, _ context: inout DecisionContext) {
        guard let reason = party.reason, context.noteOnce(reason), case .viewUnmanaged = reason else { return }
        // If both views have this tag, the owner's view is named.
        context.policyDeclaration = party.viewDeclaration
    }

    /// The settings of a side's policy.
    @inline(__always)
    func settings(of identity: ManagedIdentity) -> TransferSettings { policy.transferSettings[Int(identity.policy)] }

    /// The reason why data of a sender may not go into an account outside its organization; nil if it may.
    func objection(of sender: ActingIdentity) -> ReasonCode? {
        guard case .managed(let sender) = sender else { return nil }
        // A sender whose policy is known only to the other app may forbid anything.
        guard sender.policy != ManagedIdentity.none else { return .receiveSenderUnnamed }
        return settings(of: sender).outbound.isAllApps ? nil : .receiveSenderOutbound
    }
}

extension ManagedAppDataTransferLevel {
    /// PERF: `==` on an enumeration with raw values compares the raw values, which are strings.
    @inline(__always)
    var isAllApps: Bool {
        if case .allApps = self { return true }
        return false
    }
}

extension DecisionContext {
    /// Notes a reason unless it is already noted.
    ///
    /// - Returns: Whether it was added.
    @discardableResult
    mutating func noteOnce(_ code: ReasonCode) -> Bool {
        if reasons.contains(code) { return false }
        note(code)
        return true
    }
}
