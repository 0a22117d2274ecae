public import PolicyModel
import RuleIndex

extension Evaluator {
    /// Whether data may be sent to another app.
    ///
    /// <doc:Transfer> has the table of rows that it follows. What the app is managed for is what the policy document
    /// declares; an app that it doesn't declare is unmanaged. Whether the app is installed makes no difference.
    ///
    /// - Parameters:
    ///   - app: The app that is to receive it.
    ///   - method: How it is sent.
    ///   - sender: The account that owns the data, ``AccountID/noUser`` for unmanaged data; nil is the account that acts.
    ///   - window: The window that the request comes from, where the identity of the user interface is asked; nil for
    ///     none.
    /// - Returns: The decision. An account that the policy in force does not know blocks.
    /// - Complexity: O(1); allocates nothing.
    public mutating func send(
        to app: AppID,
        via method: SharingMethod = .direct,
        ownedBy sender: AccountID? = nil,
        in window: WindowID? = nil
    ) -> Decision {
        decide(in: window) { $0.decideSend(to: app, via: method, ownedBy: .account(sender), &$1) }
    }

    /// Whether content of a place, such as a page, may be sent to another app.
    ///
    /// - Parameters:
    ///   - app: The app that is to receive it.
    ///   - method: How it is sent.
    ///   - place: Where the content is; whoever it belongs to there is the sender.
    ///   - identity: Who acts, before any identity level; nil asks the levels.
    /// - Returns: The decision, as ``send(to:via:ownedBy:in:)``.
    /// - Complexity: O(1); allocates nothing.
    public mutating func send(
        to app: AppID,
        via method: SharingMethod = .direct,
        from place: Place<ViewID>,
        identity: AccountID? = nil
    ) -> Decision {
        decide { $0.decideSend(to: app, via: method, ownedBy: .place(place, actingAs: identity), &$1) }
    }

    /// Whether data may be received from another app.
    ///
    /// <doc:Transfer> has the table of rows that it follows.
    ///
    /// - Parameters:
    ///   - app: The app that sends it.
    ///   - account: The account that is to receive it, ``AccountID/noUser`` for none; nil is the account that acts.
    ///   - owner: The account that owns the item, as its `protectionInfo` says; nil where it says nothing. It restricts
    ///     and never permits: the item must be allowed both as from the app and as from that owner.
    ///   - window: The window that the request comes from, where the identity of the user interface is asked; nil for
    ///     none.
    /// - Returns: The decision; with `switchAccount`, ``account(of:)`` says which account may receive it.
    /// - Complexity: O(1); allocates nothing.
    public mutating func receive(
        from app: AppID,
        into account: AccountID? = nil,
        ownedBy owner: AccountID? = nil,
        in window: WindowID? = nil
    ) -> Decision {
        decide(in: window) { $0.decideReceive(from: app, into: account, ownedBy: owner, &$1) }
    }

    /// Whether there is any app that data may be shared with.
    ///
    /// - Parameters:
    ///   - account: The account that owns the data, ``AccountID/noUser`` for unmanaged data; nil is the account that acts.
    ///   - window: The window that the request comes from, where the identity of the user interface is asked; nil for
    ///     none.
    /// - Returns: The decision: `block` where nothing could receive it, and for an account that the policy in force does
    ///   not know.
    /// - Complexity: O(1); allocates nothing.
    public mutating func appSharing(of account: AccountID? = nil, in window: WindowID? = nil) -> Decision {
        decide(in: window) { $0.decideAppSharing(ownedBy: account, &$1) }
    }

    /// Whether there is any app that data may be shared with. The SDK's `isAppSharingAllowed`.
    ///
    /// - Parameters:
    ///   - account: The account that owns the data, ``AccountID/noUser`` for unmanaged data; nil is the account that acts.
    ///   - window: The window that the request comes from, where the identity of the user interface is asked; nil for
    ///     none.
    /// - Returns: False where nothing could receive it, and for an account that the policy in force does not know. It is
    ///   no decision: what there is to say of the last one can still be read. ``appSharing(of:in:)`` has the reasons.
    public func isAppSharingAllowed(for account: AccountID? = nil, in window: WindowID? = nil) -> Bool {
        latest.allowsAppSharing(ownedBy: account, in: window)
    }
}

/// The rows of the tables for sharing with and receiving from other apps; the first that holds decides, and notes its
/// reasons.
extension EngineState {
    /// Whether data may be sent to another app.
    ///
    /// - Parameters:
    ///   - app: The app that is to receive it.
    ///   - method: How it is sent.
    ///   - sender: Who owns the data.
    ///   - context: What is found out is written to it.
    /// - Returns: What the first row that holds says.
    func decideSend(
        to app: AppID,
        via method: SharingMethod,
        ownedBy sender: DataOwner,
        _ context: inout DecisionContext
    ) -> Outcome {
        let party = party(of: sender, inWindow: context.window)
        let sender = party.identity
        // An app that nothing is known about is unmanaged. This app is whoever acts in it: the receiver's own decision
        // comes later, and until then that is whom the data would be shown to.
        let receiver =
            self.party(at: .app(app), on: .destination, actingAs: nil, inWindow: context.window).identity
        if let outcome = resolveSides(own: party, other: receiver, &context) { return outcome }

        guard case .managed(let managed) = sender else {  // Row 1: unmanaged data …
            return allow(unmanaged: party, &context)
        }
        let settings = settings(of: managed)
        switch settings.outbound {
        case .allApps:  // … or everything may leave.
            return context.allow(.sendOutboundAllApps)
        case .none: return context.block(.sendOutboundNone)  // Row 2: nothing leaves.
        case .managedApps: break
        }
        if sender.isSameOrganization(as: receiver) {  // Row 3: it stays in the organization.
            return context.allow(.sendOutboundSameOrganization)
        }
        context.note(.sendOutboundManagedApps)
        switch method {
        case .direct, .url: return .block  // Row 4: what is handed over this way can't be encrypted.
        case .openIn, .shareExtension: break
        }
        if settings.leavesMDMOpenInUnprotected, isDeviceEnrolled, isMDMManaged(app) {  // Row 5: MDM looks after it.
            return context.allow(.sendOpenInUnprotected)
        }
        if settings.filtersOpenIn { return context.block(.sendOpenInFiltered) }  // Row 6: the app isn't offered.
        context.note(.sendOpenInEncrypted)  // Row 7: it may leave, but only unreadable.
        return Outcome(.allowEncrypted)
    }

    /// Whether data may be received from another app.
    ///
    /// An item that has an owner of its own must be allowed as from the app and as from that owner.
    ///
    /// - Parameters:
    ///   - app: The app that sends it.
    ///   - account: The account that is to receive it; nil asks the identity levels.
    ///   - owner: The account that owns the item; nil where nothing is said about it.
    ///   - context: What is found out is written to it.
    /// - Returns: What the first row that holds says.
    func decideReceive(
        from app: AppID,
        into account: AccountID?,
        ownedBy owner: AccountID?,
        _ context: inout DecisionContext
    ) -> Outcome {
        let party = party(of: .account(account), inWindow: context.window)
        let receiver = party.identity
        let sender = self.party(at: .app(app), on: .source, actingAs: nil, inWindow: context.window).identity
        let owner = owner.map { identity(of: $0) }
        if let outcome = resolveSides(own: party, other: sender, &context) { return outcome }
        if case .unknown? = owner { return context.block(.identityUnknown) }

        guard case .managed(let managed) = receiver else {  // Rows 5 to 8.
            if let objection = objection(of: sender) { return context.block(objection) }
            if let owner, objection(of: owner) != nil { return block(becauseOf: owner, &context) }
            context.note(.identityUnmanaged)
            if case .managed = sender { context.note(.receiveSenderAllApps) }
            return Outcome(.allow)
        }
        let settings = settings(of: managed)
        let isOwnersSame = owner.map { receiver.isSameOrganization(as: $0) } ?? true
        switch settings.inbound {
        case .allApps:
            context.note(.receiveInboundAllApps)
            // The receiver takes anything in, but the owner lets nothing go to another organization.
            if let owner, !isOwnersSame, objection(of: owner) != nil { return block(becauseOf: owner, &context) }
            guard settings.protectsUnknownSources, isDeviceEnrolled else { return Outcome(.allow) }  // Row 2.
            context.note(.receiveInboundProtected)  // Row 1: it counts as the organization's from here on.
            return Outcome(.allowAsOrganizationData)
        case .managedApps:
            let isSendersSame = receiver.isSameOrganization(as: sender)
            if isSendersSame, isOwnersSame {  // Row 3: it never leaves the organization.
                return context.allow(.receiveInboundSameOrganization)
            }
            context.note(isSendersSame ? .receiveOwnerOrganization : .receiveInboundManagedApps)
        case .none: context.note(.receiveInboundNone)
        }
        // Row 4: blocked, unless a person has an account besides that may have it. Several accounts at once have none:
        // whatever one of them takes in is shown to all.
        guard policy.isMultiIdentity, !managed.isLockDown, let other = leastUnmanagedAccount,
            objection(of: sender) == nil, owner.flatMap({ objection(of: $0) }) == nil
        else { return .block }
        context.account = other
        context.note(.receiveSwitchAccount)
        return Outcome(.switchAccount)
    }

    private func block(becauseOf owner: ActingIdentity, _ context: inout DecisionContext) -> Outcome {
        if case .managed(let owner) = owner { context.otherPolicy = owner.policy }
        return context.block(.receiveOwnerOutbound)
    }

    /// Whether there is any app that data may be shared with.
    ///
    /// - Parameters:
    ///   - account: The account that owns the data; nil asks the identity levels.
    ///   - context: What is found out is written to it.
    /// - Returns: To block where nothing could receive it, or whose data it is cannot be said.
    func decideAppSharing(ownedBy account: AccountID?, _ context: inout DecisionContext) -> Outcome {
        let party = party(of: .account(account), inWindow: context.window)
        if let outcome = resolveSides(own: party, other: .unmanaged, &context) { return outcome }
        guard case .managed(let managed) = party.identity else { return allow(unmanaged: party, &context) }
        switch settings(of: managed).outbound {
        case .allApps: return context.allow(.sendOutboundAllApps)
        case .managedApps: return context.allow(.sendOutboundManagedApps)
        case .none: return context.block(.sendOutboundNone)
        }
    }

    /// The same without reasons.
    func allowsAppSharing(ownedBy account: AccountID?, in window: WindowID?) -> Bool {
        let position = window.flatMap { self.position(of: $0) } ?? ResolvedView.none
        switch actingIdentity(inWindow: position, as: account) {
        case .unmanaged: return true
        case .unknown: return false
        case .managed(let managed):
            if case .none = settings(of: managed).outbound { return false }
            return true
        }
    }

    private func isMDMManaged(_ app: AppID) -> Bool { policy.apps?[app]?.isMDMManaged ?? false }
}
