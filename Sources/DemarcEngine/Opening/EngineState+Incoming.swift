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
        if let outcome = readURL(input, &context) { return outcome }
        guard let claims = WrappedURL.unwrap(context.subject.url, into: &context.unwrapped) else {
            return context.block(.openWrappedInvalid)
        }
        if let outcome = readInner(&context) { return outcome }
        let acting = actingIdentity(inWindow: context.window, as: account)
        // A sender that nobody knows is no managed one. This app is whoever acts in it.
        let from = sender.map { party(at: .app($0), on: .source, actingAs: nil).identity } ?? .unmanaged
        if let outcome = enter(Party(actingAs: acting), and: from, &context) { return outcome }
        guard accepts(claims.name, as: acting), accepts(claims.objectID, as: acting) else {
            return context.block(.openWrappedIdentity)
        }
        guard case .managed(let identity) = acting else {
            guard objection(of: from) == nil else { return context.block(.openIncomingSender) }
            return context.open(.asked, in: .system, because: .identityUnmanaged)
        }
        switch settings(of: identity).inbound {
        case .managedApps where !acting.isSameOrganization(as: from): return context.block(.openIncomingManagedApps)
        case .none: return context.block(.openIncomingNone)
        case .allApps, .managedApps: return decideManagedOpen(as: identity, handledBy: .thisApp, &context)
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
        if let outcome = readURL(bytes.span, &context) { return outcome }
        guard !context.subject.url.scheme.isTwinScheme else { return context.block(.openWrappedNested) }
        return nil
    }

    /// Whether a claimed account does not stand in the way.
    private func accepts(_ claim: AccountID?, as acting: ActingIdentity) -> Bool {
        guard let claim, !claim.isNoUser else { return true }
        let claimed = identity(of: claim)
        switch claimed {
        case .unmanaged: return true
        case .unknown: return false
        case .managed: return claimed.isSameAccount(as: acting)
        }
    }
}
