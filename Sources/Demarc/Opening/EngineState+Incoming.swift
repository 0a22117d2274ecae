import ByteText
import PolicyModel
import RuleIndex
import URLStandard

/// What other apps hand over as wrapped URLs.
extension EngineState {
    /// Whether the URL in a wrapped one may be opened here.
    ///
    /// The claimed account may only restrict: where it is managed or unknown, and not the account that acts, the URL is
    /// another account's data and goes nowhere. No claim makes a sender a managed one.
    func decideIncoming(
        _ input: Span<UInt8>,
        from sender: AppID?,
        actingAs account: AccountID?,
        _ context: inout DecisionContext
    ) -> Outcome {
        context.parsingError = nil
        guard input.count <= WrappedURL.byteLimit else { return context.block(.openWrappedTooLong) }
        guard readURL(input, &context) else { return .block }
        guard let claims = WrappedURL.unwrap(context.subject.url, into: &context.unwrapped) else {
            return context.block(.openWrappedInvalid)
        }
        if let outcome = readInner(&context) { return outcome }
        let acting = actingIdentity(in: nil as WindowID?, as: account)
        context.identity = acting
        if case .unknown = acting { return context.block(.identityUnknown) }
        guard accepts(claims.name, as: acting), accepts(claims.objectID, as: acting) else {
            return context.block(.openWrappedIdentity)
        }
        switch acting {
        case .unknown: return context.block(.identityUnknown)
        case .unmanaged:
            guard mayLeave(sender, &context) else { return context.block(.openIncomingSender) }
            context.note(.identityUnmanaged)
            return Outcome(.allow, to: .system)
        case .managed(let identity):
            begin(as: identity, &context)
            if let outcome = refusal(of: sender, by: identity, &context) { return outcome }
            return decideRows(as: identity, isKnown: true, &context)
        }
    }

    /// Makes the wrapped URL the one that is decided on.
    private func readInner(_ context: inout DecisionContext) -> Outcome? {
        switch WrappedURL.content(context.unwrapped.span, of: context.subject.url) {
        case .url: break
        case .wrapped: return context.block(.openWrappedNested)
        case .other: return context.block(.openWrappedInvalid)
        }
        let bytes = context.unwrapped
        guard readURL(bytes.span, &context) else { return .block }
        guard !context.subject.url.scheme.isTwinScheme else { return context.block(.openWrappedNested) }
        return nil
    }

    /// Whether a claimed account does not stand in the way.
    private func accepts(_ claim: AccountID?, as acting: ActingIdentity) -> Bool {
        guard let claim, !claim.isNoUser else { return true }
        switch self.acting(as: claim) {
        case .unmanaged: return true
        case .unknown: return false
        case .managed(let claimed):
            guard case .managed(let acting) = acting else { return false }
            return claimed.isSameAccount(as: acting)
        }
    }

    /// The organization that a sender is managed for, as the declared apps say.
    private func managed(_ sender: AppID?) -> ManagedIdentity? {
        guard let sender, let apps = policy.apps, let position = apps.position(of: sender) else { return nil }
        return apps.apps[Int(position)].managed
    }

    /// Whether the sender's own policy lets data go to an unmanaged account.
    private func mayLeave(_ sender: AppID?, _ context: inout DecisionContext) -> Bool {
        guard let managed = managed(sender) else { return true }
        guard managed.policy != ManagedIdentity.none else { return false }
        context.otherPolicy = managed.policy
        return policy.transferSettings[Int(managed.policy)].outbound == .allApps
    }

    /// What the account that acts does not take from other apps.
    private func refusal(
        of sender: AppID?,
        by identity: ManagedIdentity,
        _ context: inout DecisionContext
    ) -> Outcome? {
        switch policy.transferSettings[Int(identity.policy)].inbound {
        case .allApps: return nil
        case .none: return context.block(.openIncomingNone)
        case .managedApps:
            if let managed = managed(sender), managed.isSameOrganization(as: identity) { return nil }
            return context.block(.openIncomingManagedApps)
        }
    }
}
