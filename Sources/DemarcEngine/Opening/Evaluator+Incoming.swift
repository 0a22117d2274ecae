import ByteText
public import PolicyModel
import RuleIndex
import URLStandard

extension Evaluator {
    /// Whether a wrapped URL that another managed app handed over may be opened here.
    ///
    /// It is unwrapped once, and the URL inside is decided on like in ``open(_:isKnownManagedAppScheme:identity:in:)``,
    /// with this app known to handle its scheme; ``url(of:)`` is that URL. <doc:Opening> describes what is blocked.
    ///
    /// - Parameters:
    ///   - input: The URL as received; at most 64 KiB.
    ///   - sender: The app that sent it, as the host knows it, never as the URL claims; nil if it is not known.
    ///   - identity: The acting account, which takes precedence over the identity levels; nil uses the levels.
    ///   - window: The window that the request comes from, whose user-interface identity applies; nil for none.
    /// - Returns: The decision.
    /// - Complexity: O(*n*) in the bytes of the input; allocates only for the claims of the URL.
    public mutating func openIncoming(
        _ input: Span<UInt8>,
        from sender: AppID?,
        identity: AccountID? = nil,
        in window: WindowID? = nil
    ) -> Decision {
        decide(in: window) { $0.decideIncoming(input, from: sender, actingAs: identity, &$1) }
    }
}

/// Wrapped URLs that other apps hand over.
extension EngineState {
    /// Whether the URL in a wrapped URL may be opened here.
    ///
    /// The claimed account can only restrict: if it is managed or unknown, and is not the acting account, the URL is
    /// another account's data and is blocked. No claim makes a sender managed.
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
        let window = context.window
        let own = party(actingInWindow: window, as: account)
        let acting = own.identity
        // An unknown sender is not managed. If this app is the sender, its acting account is used.
        let from =
            sender.map { party(at: .app($0), on: .source, actingAs: account, inWindow: window).identity } ?? .unmanaged
        if let outcome = resolveSides(own: own, other: from, &context) { return outcome }
        guard accepts(claims.name, as: acting), accepts(claims.objectID, as: acting) else {
            return context.block(.openWrappedIdentity)
        }
        guard case .managed(let identity) = acting else {
            if let objection = objection(of: from) {
                return context.block(objection == .receiveSenderUnnamed ? objection : .openIncomingSender)
            }
            return context.open(.asked, in: .system, because: .identityUnmanaged)
        }
        switch settings(of: identity).inbound {
        case .managedApps where !acting.isSameOrganization(as: from): return context.block(.openIncomingManagedApps)
        case .none: return context.block(.openIncomingNone)
        case .allApps, .managedApps: return decideManagedOpen(as: identity, handledBy: .thisApp, &context)
        }
    }

    /// Replaces the URL that is decided on with the URL inside it.
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

    /// Whether a claimed account permits the acting account to open the URL.
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
