import PolicyModel
import RuleIndex
import URLStandard

/// The rows of the table for opening a URL outside of this app; the first that holds decides, and notes its reasons.
extension EngineState {
    /// Whether a URL may be handed to the system, and where it opens.
    ///
    /// - Parameters:
    ///   - input: The URL as it was given.
    ///   - isKnown: Whether the caller knows that the scheme belongs to a managed app.
    ///   - account: Who acts, before any identity level; nil asks the levels.
    ///   - context: The request; what is found out is written to it.
    /// - Returns: What the first row that holds says.
    func decideOpen(
        _ input: Span<UInt8>,
        isKnown: Bool,
        actingAs account: AccountID?,
        _ context: inout DecisionContext
    ) -> Outcome {
        if let outcome = readURL(input, &context) { return outcome }  // Row 1.
        context.identity = actingIdentity(inWindow: context.window, as: account)
        context.noteLockDown(context.identity)
        switch context.identity {
        case .unknown: return context.block(.identityUnknown)
        case .unmanaged: return context.open(.asked, in: .system, because: .identityUnmanaged)  // Row 2.
        case .managed(let identity):
            return decideManagedOpen(as: identity, handledBy: isKnown ? .managedApp : .unknown, &context)
        }
    }

    /// Rows 3 to 11, under a managed identity.
    func decideManagedOpen(
        as identity: ManagedIdentity,
        handledBy handler: SchemeHandler,
        _ context: inout DecisionContext
    ) -> Outcome {
        context.policy = identity.policy
        let outbound = settings(of: identity).outbound
        if case .managedApps = outbound,  // Row 3.
            policy.openingSettings[Int(identity.policy)].exemptedSchemes.contains(context.subject.url.scheme)
        {
            return context.open(.asked, in: .unmanagedApp, because: .openExempted)
        }
        let scheme = OpenScheme(of: context.subject.url)
        switch scheme {
        case .web:  // Row 4.
            if requiresBrowser(identity.policy) { return routeToBrowser(as: identity, &context) }
            return context.open(.asked, in: .system, because: .openBrowserNotRequired)
        case .dialer: return openDialer(as: identity, &context)  // Row 5.
        case .messaging: return openMessaging(as: identity, &context)  // Row 6.
        case .mail, .twin, .other: break
        }
        switch outbound {
        case .allApps: return context.open(.asked, in: .system, because: .openOutboundAllApps)  // Row 7.
        case .none: return context.block(.openOutboundNone)  // Row 8.
        case .managedApps:
            if case .mail = scheme { return openMail(as: identity, &context) }  // Row 9.
            return openManagedApp(scheme, as: identity, handledBy: handler, &context)  // Rows 10 and 11.
        }
    }
}
