import PolicyModel
import RuleIndex

/// The ways in which content can move from one place to another that are decided by one table.
enum ContentFlow: Sendable {
    /// Through the clipboard, or by drag and drop, which is a copy followed by a paste.
    case clipboard
    /// Through a page. It has no exception for short texts, and its level is the level of data transfer.
    case upload

    /// The level of a policy; data transfer has one level fewer.
    @inline(__always)
    func level(_ settings: TransferSettings) -> ManagedAppClipboardSharingLevel {
        switch self {
        case .clipboard: settings.clipboard
        case .upload:
            switch settings.outbound {
            case .allApps: .allApps
            case .managedApps: .managedApps
            case .none: .blocked
            }
        }
    }

    // MARK: The two sides of the table

    /// Whether a level lets its owner's content out, ignoring the exception.
    @inline(__always)
    static func letsOut(_ level: ManagedAppClipboardSharingLevel, withinOrganization: Bool) -> Bool {
        switch level {
        case .blocked: false
        case .managedApps, .managedAppsWithPasteIn: withinOrganization
        case .allApps: true
        }
    }

    /// Whether a level lets content of others in, ignoring the exception.
    @inline(__always)
    static func letsIn(_ level: ManagedAppClipboardSharingLevel, withinOrganization: Bool) -> Bool {
        switch level {
        case .blocked: false
        case .managedApps: withinOrganization
        case .managedAppsWithPasteIn, .allApps: true
        }
    }

    // MARK: Reasons

    /// The reason for the level of the owner's policy, which let the content out or did not.
    func outbound(_ level: ManagedAppClipboardSharingLevel) -> ReasonCode {
        switch (self, level) {
        case (.clipboard, .blocked): .clipboardOutboundBlocked
        case (.clipboard, .managedApps): .clipboardOutboundManagedApps
        case (.clipboard, .managedAppsWithPasteIn): .clipboardOutboundManagedAppsWithPasteIn
        case (.clipboard, .allApps): .clipboardOutboundAllApps
        case (.upload, .blocked): .uploadOutboundNone
        case (.upload, .managedApps), (.upload, .managedAppsWithPasteIn): .uploadOutboundManagedApps
        case (.upload, .allApps): .uploadOutboundAllApps
        }
    }

    /// The reason for the level of the destination's policy, which let the content in or did not.
    func inbound(_ level: ManagedAppClipboardSharingLevel) -> ReasonCode {
        switch (self, level) {
        case (.clipboard, .blocked): .clipboardInboundBlocked
        case (.clipboard, .managedApps): .clipboardInboundManagedApps
        case (.clipboard, .managedAppsWithPasteIn): .clipboardInboundManagedAppsWithPasteIn
        case (.clipboard, .allApps): .clipboardInboundAllApps
        case (.upload, .blocked): .uploadInboundNone
        case (.upload, .managedApps), (.upload, .managedAppsWithPasteIn): .uploadInboundManagedApps
        case (.upload, .allApps): .uploadInboundAllApps
        }
    }

    var unmanaged: ReasonCode { if case .clipboard = self { .clipboardUnmanaged } else { .uploadUnmanaged } }

    var sameAccount: ReasonCode { if case .clipboard = self { .clipboardSameAccount } else { .uploadSameAccount } }

    var outboundOtherApp: ReasonCode {
        if case .clipboard = self { .clipboardOutboundOtherApp } else { .uploadOutboundOtherApp }
    }

    var blockUpload: ReasonCode { if case .clipboard = self { .clipboardBlockUpload } else { .uploadBlockUpload } }
}

/// The table that decides on the clipboard and on uploads, evaluated from the top.
extension EngineState {
    /// Whether content may go from one party to another.
    ///
    /// Each side is decided by its own policy, and both must allow. Each side treats a party of another organization
    /// like an unmanaged party.
    func decide(
        _ flow: ContentFlow,
        _ item: ClipboardItem,
        from owner: Party,
        into destination: Party,
        _ context: inout DecisionContext
    ) -> Outcome {
        if let reason = destination.blocksUpload {  // Under every identity, including unknown ones.
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
            // Both sides are noted even if the first blocks, so that an administrator who loosens one policy sees the
            // other.
            let isLetOut = side(flow, letsOut: from, item, withinOrganization: isSame, &context)
            let comesFromSame = isSame && !owner.mayBeUnmanaged
            let isExempt = comesFromSame && exempts(flow, from, item)
            let isLetIn = side(flow, letsIn: into, withinOrganization: comesFromSame, isExempt: isExempt, &context)
            if case .clipboard = flow, isSame, isLetOut, !isLetIn { context.hasException = context.policy != nil }
            context.ownerBlocks = !isLetOut
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
        guard owner.policy != ManagedIdentity.none else {  // Its app protected the item when writing it.
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

    /// Whether the item is a text that the owner's policy lets out regardless of its level. The exception is always
    /// that of the owner, because it is the owner's data that may leave, even if the destination's level is the one
    /// that blocks.
    private func exempts(_ flow: ContentFlow, _ owner: ManagedIdentity, _ item: ClipboardItem) -> Bool {
        guard case .clipboard = flow, owner.policy != ManagedIdentity.none else { return false }
        return settings(of: owner).exempts(item)
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
