import PolicyModel
import RuleIndex

/// The rows of the tables for sharing with and receiving from other apps; the first that holds decides, and notes its
/// reasons.
extension EngineState {
    /// Whether data may be sent to another app.
    ///
    /// - Parameters:
    ///   - app: The app that is to receive it.
    ///   - method: How it is sent.
    ///   - sender: The account that owns the data; nil asks the identity levels.
    ///   - context: What is found out is written to it.
    /// - Returns: What the first row that holds says.
    func decideSend(
        to app: AppID,
        via method: SharingMethod,
        ownedBy sender: AccountID?,
        _ context: inout DecisionContext
    ) -> Outcome {
        let sender = actingIdentity(as: sender)
        // An app that nothing is known of is unmanaged. This app is whoever acts in it: the receiver's own decision
        // comes later, and until then that is whom the data would be shown to.
        let receiver = party(at: .app(app), actingAs: nil).identity
        if let outcome = enter(sender, and: receiver, &context) { return outcome }

        guard case .managed(let managed) = sender else {  // Row 1: nobody's data …
            return context.allow(.identityUnmanaged)
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
    /// - Parameters:
    ///   - app: The app that sends it.
    ///   - account: The account that is to receive it; nil asks the identity levels.
    ///   - context: What is found out is written to it.
    /// - Returns: What the first row that holds says.
    func decideReceive(from app: AppID, into account: AccountID?, _ context: inout DecisionContext) -> Outcome {
        let receiver = actingIdentity(as: account)
        let sender = party(at: .app(app), actingAs: nil).identity
        if let outcome = enter(receiver, and: sender, &context) { return outcome }

        guard case .managed(let managed) = receiver else {  // Rows 5 to 8.
            guard let objection = objection(of: sender) else {
                context.note(.identityUnmanaged)
                if case .managed = sender { context.note(.receiveSenderAllApps) }
                return Outcome(.allow)
            }
            return context.block(objection)
        }
        let settings = settings(of: managed)
        switch settings.inbound {
        case .allApps:
            context.note(.receiveInboundAllApps)
            guard settings.protectsUnknownSources, isDeviceEnrolled else { return Outcome(.allow) }  // Row 2.
            context.note(.receiveInboundProtected)  // Row 1: it counts as the organization's from here on.
            return Outcome(.allowAsOrganizationData)
        case .managedApps:
            if receiver.isSameOrganization(as: sender) {  // Row 3: it never leaves the organization.
                return context.allow(.receiveInboundSameOrganization)
            }
            context.note(.receiveInboundManagedApps)
        case .none: context.note(.receiveInboundNone)
        }
        // Row 4: blocked, unless a person has an account besides that may have it.
        guard policy.isMultiIdentity, let other = firstUnmanagedAccount, objection(of: sender) == nil else {
            return .block
        }
        context.account = other
        context.note(.receiveSwitchAccount)
        return Outcome(.switchAccount)
    }

    /// Whether there is any app that data may be shared with.
    ///
    /// - Parameter account: The account that owns the data; nil asks the identity levels.
    /// - Returns: False where nothing could receive it, or whose data it is cannot be said.
    func allowsAppSharing(ownedBy account: AccountID?) -> Bool {
        switch actingIdentity(as: account) {
        case .unmanaged: return true
        case .unknown: return false
        case .managed(let managed):
            if case .none = settings(of: managed).outbound { return false }
            return true
        }
    }

    private func isMDMManaged(_ app: AppID) -> Bool { policy.apps?[app]?.isMDMManaged ?? false }
}
