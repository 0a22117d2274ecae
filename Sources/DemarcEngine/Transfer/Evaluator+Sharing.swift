public import PolicyModel
import RuleIndex

extension Evaluator {
    /// Whether data may be sent to another app.
    ///
    /// <doc:Transfer> has the table of rows. The policy document declares which organization the app is managed for; an
    /// app that it doesn't declare is unmanaged. Whether the app is installed makes no difference.
    ///
    /// - Parameters:
    ///   - app: The app that is to receive the data.
    ///   - method: How the data is sent.
    ///   - sender: The account that owns the data, ``AccountID/noUser`` for unmanaged data; nil is the acting account.
    ///   - identity: The acting account, which takes precedence over the identity levels; nil uses the levels. If this
    ///     app is the receiver, the acting account receives the data.
    ///   - window: The window that the request comes from, whose user-interface identity applies; nil for none.
    /// - Returns: The decision. An account that is unknown to the policy in force blocks.
    /// - Complexity: O(1); allocates nothing.
    public mutating func send(
        to app: AppID,
        via method: SharingMethod = .direct,
        ownedBy sender: AccountID? = nil,
        identity: AccountID? = nil,
        in window: WindowID? = nil
    ) -> Decision {
        decide(in: window) {
            $0.decideSend(to: app, via: method, ownedBy: .account(sender ?? identity), actingAs: identity, &$1)
        }
    }

    /// Whether content of a place, such as a page, may be sent to another app.
    ///
    /// - Parameters:
    ///   - app: The app that is to receive the content.
    ///   - method: How the content is sent.
    ///   - place: The place of the content, whose owner there counts as the sender.
    ///   - identity: The acting account, which takes precedence over the identity levels; nil uses the levels. If this
    ///     app is the receiver, the acting account receives the data.
    ///   - window: The window that the request comes from, in which this app receives the data; nil for none. It makes
    ///     no difference for the place.
    /// - Returns: The decision, as ``send(to:via:ownedBy:identity:in:)``.
    /// - Complexity: O(1); allocates nothing.
    public mutating func send(
        to app: AppID,
        via method: SharingMethod = .direct,
        from place: Place<ViewID>,
        identity: AccountID? = nil,
        in window: WindowID? = nil
    ) -> Decision {
        decide(in: window) {
            let owner = DataOwner.place(place, actingAs: identity)
            return $0.decideSend(to: app, via: method, ownedBy: owner, actingAs: identity, &$1)
        }
    }

    /// Whether data may be received from another app.
    ///
    /// <doc:Transfer> has the table of rows.
    ///
    /// - Parameters:
    ///   - app: The app that sends the data.
    ///   - account: The account that is to receive it, ``AccountID/noUser`` for none; nil is the acting account.
    ///   - owner: The account that owns the item according to its `protectionInfo`; nil if that names none. It can
    ///     restrict but never permit: the item must be allowed both as coming from the app and as coming from that
    ///     owner.
    ///   - identity: The acting account, which takes precedence over the identity levels; nil uses the levels. If this
    ///     app is the sender, the acting account sends the data.
    ///   - window: The window that the request comes from, whose user-interface identity applies; nil for none.
    /// - Returns: The decision; with `switchAccount`, ``account(of:)`` returns the account that may receive the data.
    /// - Complexity: O(1); allocates nothing.
    public mutating func receive(
        from app: AppID,
        into account: AccountID? = nil,
        ownedBy owner: AccountID? = nil,
        identity: AccountID? = nil,
        in window: WindowID? = nil
    ) -> Decision {
        decide(in: window) {
            $0.decideReceive(from: app, into: account ?? identity, ownedBy: owner, actingAs: identity, &$1)
        }
    }

    /// Whether there is any app that data may be shared with.
    ///
    /// - Parameters:
    ///   - account: The account that owns the data, ``AccountID/noUser`` for unmanaged data; nil is the acting account.
    ///   - window: The window that the request comes from, whose user-interface identity applies; nil for none.
    /// - Returns: The decision: `block` if no app could receive it, and for an account that is unknown to the policy in
    ///   force.
    /// - Complexity: O(1); allocates nothing.
    public mutating func appSharing(of account: AccountID? = nil, in window: WindowID? = nil) -> Decision {
        decide(in: window) { $0.decideAppSharing(ownedBy: account, &$1) }
    }

    /// Whether there is any app that data may be shared with. Corresponds to the SDK's `isAppSharingAllowed`.
    ///
    /// - Parameters:
    ///   - account: The account that owns the data, ``AccountID/noUser`` for unmanaged data; nil is the acting account.
    ///   - window: The window that the request comes from, whose user-interface identity applies; nil for none.
    /// - Returns: False if no app could receive it, and for an account that is unknown to the policy in force. This is
    ///   not a decision: the details of the last decision stay readable. ``appSharing(of:in:)`` provides the reasons.
    public func isAppSharingAllowed(for account: AccountID? = nil, in window: WindowID? = nil) -> Bool {
        latest.allowsAppSharing(ownedBy: account, in: window)
    }
}

/// The rows of the tables for sharing with and receiving from other apps; the first row that applies decides, and notes
/// its reasons.
extension EngineState {
    /// Whether data may be sent to another app.
    ///
    /// - Parameters:
    ///   - app: The app that is to receive the data.
    ///   - method: How the data is sent.
    ///   - sender: The owner of the data.
    ///   - account: The acting account, which takes precedence over the identity levels; nil uses the levels.
    ///   - context: Intermediate results are written to it.
    /// - Returns: The outcome of the first row that applies.
    func decideSend(
        to app: AppID,
        via method: SharingMethod,
        ownedBy sender: DataOwner,
        actingAs account: AccountID?,
        _ context: inout DecisionContext
    ) -> Outcome {
        let party = party(of: sender, inWindow: context.window)
        let sender = party.identity
        // An unknown app is unmanaged. If the receiver is this app, its acting identity is used: the receiver's own
        // decision comes later, and until then the data would be shown to that identity.
        let receiver =
            self.party(at: .app(app), on: .destination, actingAs: account, inWindow: context.window).identity
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
        case .direct, .url: return .block  // Row 4: data sent this way cannot be encrypted.
        case .openIn, .shareExtension: break
        }
        if settings.leavesMDMOpenInUnprotected, isDeviceEnrolled, isMDMManaged(app) {  // Row 5: MDM protects it.
            return context.allow(.sendOpenInUnprotected)
        }
        if settings.filtersOpenIn { return context.block(.sendOpenInFiltered) }  // Row 6: the app isn't offered.
        context.note(.sendOpenInEncrypted)  // Row 7: it may leave, but only encrypted.
        return Outcome(.allowEncrypted)
    }

    /// Whether data may be received from another app.
    ///
    /// An item with an owner of its own must be allowed both as coming from the app and as coming from that owner.
    ///
    /// - Parameters:
    ///   - app: The app that sends the data.
    ///   - account: The account that is to receive it; nil uses the identity levels.
    ///   - owner: The account that owns the item; nil if none is given.
    ///   - actingAccount: The acting account, which takes precedence over the identity levels; nil uses the levels.
    ///   - context: Intermediate results are written to it.
    /// - Returns: The outcome of the first row that applies.
    func decideReceive(
        from app: AppID,
        into account: AccountID?,
        ownedBy owner: AccountID?,
        actingAs actingAccount: AccountID?,
        _ context: inout DecisionContext
    ) -> Outcome {
        let party = party(of: .account(account), inWindow: context.window)
        let receiver = party.identity
        let sender =
            self.party(at: .app(app), on: .source, actingAs: actingAccount, inWindow: context.window).identity
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
            // The receiver accepts anything, but the owner's policy lets nothing go to another organization.
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
        // Row 4: blocked, unless the person has another account that may receive it. Several accounts at once have
        // none: data that one of them receives is shown to all.
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
    ///   - account: The account that owns the data; nil uses the identity levels.
    ///   - context: Intermediate results are written to it.
    /// - Returns: A block if no app could receive it, or the owner of the data cannot be determined.
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
        switch actingIdentity(inWindow: position(named: window), as: account) {
        case .unmanaged: return true
        case .unknown: return false
        case .managed(let managed):
            if case .none = settings(of: managed).outbound { return false }
            return true
        }
    }

    /// Whether device management protects what another app receives. This app is the account that acts in it, whoever
    /// installed it.
    private func isMDMManaged(_ app: AppID) -> Bool { app != hostAppID && policy.apps?[app]?.isMDMManaged ?? false }
}
