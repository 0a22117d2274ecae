import ByteText
import PolicyModel
import RuleIndex

/// Rows 5, 6, 9, 10 and 11 of the table for opening: what goes to a managed app.
extension EngineState {
    // MARK: Rows 5 and 6

    func openDialer(as identity: ManagedIdentity, _ context: inout DecisionContext) -> Outcome {
        switch policy.openingSettings[Int(identity.policy)].dialer {
        case .anyApp:
            return context.allow(.openDialerAllApps, to: .system)
        case .managedApps:
            context.note(.openDialerManagedApps)
            if lacksTwin("tel".utf8.span, as: identity) { context.note(.openTwinMissing) }
            return Outcome(.allow, to: .managedApp)
        case .custom:
            context.note(.openDialerCustomApp)
            return .route(.managedApp)
        case .invalid: return context.block(.openRedirectInvalidDialer)
        case .blocked: return context.block(.openDialerBlocked)
        }
    }

    func openMessaging(as identity: ManagedIdentity, _ context: inout DecisionContext) -> Outcome {
        switch policy.openingSettings[Int(identity.policy)].messaging {
        case .anyApp:
            return context.allow(.openMessagingAnyApp, to: .system)
        case .managedApps:
            context.note(.openMessagingAnyManagedApp)
            if lacksTwin(context.subject.url.scheme, as: identity) { context.note(.openTwinMissing) }
            return Outcome(.allow, to: .managedApp)
        case .custom:
            context.note(.openMessagingSpecificApps)
            return .route(.managedApp)
        case .invalid: return context.block(.openRedirectInvalidMessaging)
        case .blocked: return context.block(.openMessagingBlocked)
        }
    }

    // MARK: Row 9

    func openMail(as identity: ManagedIdentity, _ context: inout DecisionContext) -> Outcome {
        guard hasMailApp(managedAs: identity) else {
            return context.block(.openMailNotInstalled)
        }
        context.note(.openMail)
        return .route(.managedApp)
    }

    // MARK: Rows 10 and 11

    func openManagedApp(
        _ scheme: OpenScheme,
        as identity: ManagedIdentity,
        isKnown: Bool,
        _ context: inout DecisionContext
    ) -> Outcome {
        let lacksTwin = lacksTwin(context.subject.url.scheme, as: identity)
        if isKnown {
            context.note(.openManagedAppKnown)
        } else if case .twin = scheme {
            context.note(.openManagedAppScheme)
        } else if policy.apps != nil, hasApp(handlingTwinOf: context.subject.url.scheme, managedAs: identity) {
            context.note(.openManagedAppDeclared)
        } else {
            context.note(.openOutboundManagedApps)
            if lacksTwin { context.note(.openTwinMissing) }
            return .block
        }
        if lacksTwin { context.note(.openTwinMissing) }
        return Outcome(.allow, to: .managedApp)
    }

    // MARK: What the declared apps say

    /// Whether an installed app handles a scheme; where no apps are declared, every scheme is handled.
    ///
    /// - Parameters:
    ///   - scheme: The scheme in lower case.
    ///   - identity: Where given, the app must be managed for the same organization.
    /// - Returns: Whether there is one.
    func hasApp(handling scheme: Span<UInt8>, managedAs identity: ManagedIdentity? = nil) -> Bool {
        guard let apps = policy.apps else { return true }
        guard let entry = apps.handlers[scheme] else { return false }
        return hasInstalled(entry.own, of: apps, managedAs: identity)
    }

    /// The same of the managed mail app.
    func hasMailApp(managedAs identity: ManagedIdentity) -> Bool {
        let scheme = ComposeRoute.scheme
        return hasApp(handling: scheme.utf8.span, managedAs: identity)
    }

    /// The same of the scheme's twin.
    func hasApp(handlingTwinOf scheme: Span<UInt8>, managedAs identity: ManagedIdentity) -> Bool {
        guard let apps = policy.apps else { return true }
        guard let entry = apps.handlers[scheme] else { return false }
        return hasInstalled(entry.twin, of: apps, managedAs: identity)
    }

    /// Whether managed apps of the organization handle a scheme, but none its twin: then they cannot be reached. What is
    /// a twin itself needs none.
    private func lacksTwin(_ scheme: Span<UInt8>, as identity: ManagedIdentity) -> Bool {
        guard !scheme.isTwinScheme, let apps = policy.apps, let entry = apps.handlers[scheme] else { return false }
        return hasInstalled(entry.own, of: apps, managedAs: identity)
            && !hasInstalled(entry.twin, of: apps, managedAs: identity)
    }

    private func hasInstalled(_ range: Range<Int>, of apps: AppTable, managedAs identity: ManagedIdentity?) -> Bool {
        for index in range where isUsable(apps.handlers.apps[index], of: apps, managedAs: identity) { return true }
        return false
    }

    /// Whether an app is installed and, where an identity is given, managed for its organization.
    func isUsable(_ app: UInt32, of apps: AppTable, managedAs identity: ManagedIdentity?) -> Bool {
        if let isInstalled, !isInstalled[Int(app)] { return false }
        guard let identity else { return true }
        return apps.apps[Int(app)].managed?.isSameOrganization(as: identity) ?? false
    }
}
