import PolicyModel
import RuleIndex

/// The table that decides on the clipboard and on uploads, from the top.
extension EngineState {
    /// Whether content may go from one party to another.
    ///
    /// Each side is decided by its own policy, and both must allow. To either of them, whoever is of another organization
    /// is like an unmanaged one.
    func decide(
        _ flow: ContentFlow,
        _ item: ClipboardItem,
        from owner: Party,
        into destination: Party,
        _ context: inout DecisionContext
    ) -> Outcome {
        if let reason = destination.blocksUpload {  // Under every identity, unknown ones included.
            context.noteLockDown(owner.identity, destination.identity)
            context.policyDeclaration = destination.viewDeclaration
            context.note(reason)
            return context.block(flow.blockUpload)
        }
        switch (owner.identity, destination.identity) {
        case (.unknown, _): return context.block(owner.reason ?? .identityUnknown)
        case (_, .unknown): return context.block(destination.reason ?? .identityUnknown)
        case (.unmanaged, .unmanaged):
            noteUnmanaged(owner, destination, &context)
            return context.allow(flow.unmanaged)
        case (.managed(let from), .unmanaged):
            context.noteLockDown(owner.identity)
            notePlace(owner, &context)
            notePlace(destination, &context)
            return side(flow, letsOut: from, item, withinOrganization: false, &context) ? Outcome(.allow) : .block
        case (.unmanaged, .managed(let into)):
            context.noteLockDown(destination.identity)
            notePlace(owner, &context)
            notePlace(destination, &context)
            return side(flow, letsIn: into, withinOrganization: false, isExempt: false, &context)
                ? Outcome(.allow) : .block
        case (.managed(let from), .managed(let into)):
            if from.isSameAccount(as: into), owner.isThisApp, destination.isThisApp {
                context.policy = from.policy
                notePlace(owner, &context)
                notePlace(destination, &context)
                return context.allow(flow.sameAccount)
            }
            context.noteLockDown(owner.identity, destination.identity)
            notePlace(owner, &context)
            notePlace(destination, &context)
            let isSame = from.isSameOrganization(as: into)
            // Both sides are noted even where the first blocks: whoever loosens one policy learns of the other.
            let isLetOut = side(flow, letsOut: from, item, withinOrganization: isSame, &context)
            let isExempt = isSame && exempts(flow, from, item)
            let isLetIn = side(flow, letsIn: into, withinOrganization: isSame, isExempt: isExempt, &context)
            return isLetOut && isLetIn ? Outcome(.allow) : .block
        }
    }

    // MARK: The sides

    private func side(
        _ flow: ContentFlow,
        letsOut owner: ManagedIdentity,
        _ item: ClipboardItem,
        withinOrganization: Bool,
        _ context: inout DecisionContext
    ) -> Bool {
        guard owner.policy != ManagedIdentity.none else {  // Its app protected the item when it wrote it.
            context.note(flow.outboundOtherApp)
            return true
        }
        context.policy = owner.policy
        let level = flow.level(settings(of: owner))
        let isLetOut = ContentFlow.letsOut(level, withinOrganization: withinOrganization)
        if !isLetOut, exempts(flow, owner, item) {
            context.note(.clipboardException)
            return true
        }
        context.note(flow.outbound(level))
        return isLetOut
    }

    private func side(
        _ flow: ContentFlow,
        letsIn destination: ManagedIdentity,
        withinOrganization: Bool,
        isExempt: Bool,
        _ context: inout DecisionContext
    ) -> Bool {
        guard destination.policy != ManagedIdentity.none else {
            context.note(.clipboardInboundOtherApp)  // Nothing is uploaded into another app.
            return true
        }
        context.otherPolicy = destination.policy
        let level = flow.level(settings(of: destination))
        let isLetIn = ContentFlow.letsIn(level, withinOrganization: withinOrganization)
        if !isLetIn, isExempt {
            context.noteOnce(.clipboardException)
            return true
        }
        context.note(flow.inbound(level))
        return isLetIn
    }

    /// Whether the item is a text that the owner's policy lets out whatever its level says. The exception is always the
    /// owner's, for it is the owner's data that may go, even where the destination's level is the one that blocks.
    private func exempts(_ flow: ContentFlow, _ owner: ManagedIdentity, _ item: ClipboardItem) -> Bool {
        guard case .clipboard = flow, owner.policy != ManagedIdentity.none else { return false }
        return settings(of: owner).exempts(item)
    }

    // MARK: Reasons

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
}

extension DecisionContext {
    /// Notes a reason unless it is there already.
    ///
    /// - Returns: Whether it was not.
    @discardableResult
    fileprivate mutating func noteOnce(_ code: ReasonCode) -> Bool {
        if reasons.contains(code) { return false }
        note(code)
        return true
    }
}

extension TransferSettings {
    /// Whether an item is a text short enough for the exception.
    @inline(__always)
    func exempts(_ item: ClipboardItem) -> Bool {
        guard case .text = item.kind else { return false }
        return item.characters > 0 && item.characters <= Int(clipboardException)
    }
}
