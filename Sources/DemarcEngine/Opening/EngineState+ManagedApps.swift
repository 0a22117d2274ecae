import ByteText
import PolicyModel
import RuleIndex

/// Rows 5, 6, 9, 10 and 11 of the table for opening: URLs that go to a managed app.
extension EngineState {
    // MARK: Rows 5 and 6

    func openDialer(as identity: ManagedIdentity, _ context: inout DecisionContext) -> Outcome {
        let settings = policy.openingSettings[Int(identity.policy)]
        switch settings.dialer {
        case .anyApp:
            return context.open(.asked, in: .system, because: .openDialerAllApps)
        case .managedApps:
            context.note(.openDialerManagedApps)
            return openTwin(.dialerTwin, handlers(of: "tel".utf8.span), as: identity, &context)
        case .custom:
            context.note(.openDialerCustomApp)
            return route(to: .dialer, handlers(of: settings.dialerScheme.span), as: identity, &context)
        case .invalid: return context.block(.openRedirectInvalidDialer)
        case .blocked: return context.block(.openDialerBlocked)
        }
    }

    func openMessaging(as identity: ManagedIdentity, _ context: inout DecisionContext) -> Outcome {
        let settings = policy.openingSettings[Int(identity.policy)]
        switch settings.messaging {
        case .anyApp:
            return context.open(.asked, in: .system, because: .openMessagingAnyApp)
        case .managedApps:
            context.note(.openMessagingAnyManagedApp)
            return openTwin(.twin, handlers(of: context.subject.url.scheme), as: identity, &context)
        case .custom:
            context.note(.openMessagingSpecificApps)
            return route(to: .messaging, handlers(of: settings.messagingScheme.span), as: identity, &context)
        case .invalid: return context.block(.openRedirectInvalidMessaging)
        case .blocked: return context.block(.openMessagingBlocked)
        }
    }

    /// Opens a managed app through the twin of the scheme.
    ///
    /// The system may give the scheme itself to an installed app that is not managed. Then only the twin is opened, and
    /// nothing if no managed app handles the twin.
    private func openTwin(
        _ twin: OpenTarget,
        _ handlers: SchemeHandlers.Entry?,
        as identity: ManagedIdentity,
        _ context: inout DecisionContext
    ) -> Outcome {
        // `telprompt` asks before it dials `tel`: an app for either may open.
        let asked = self.handlers(of: context.subject.url.scheme)?.own
        let mayOpenOther =
            hasInstalled(asked, notManagedAs: identity) || hasInstalled(handlers?.own, notManagedAs: identity)
        if hasInstalled(handlers?.twin, managedAs: identity) {
            noteSharing(handlers?.twin, as: identity, &context)
            return mayOpenOther ? .route(twin, to: .managedApp) : .open(twin, in: .managedApp)
        }
        if lacksTwin(handlers, as: identity) { context.note(.openTwinMissing) }
        guard !mayOpenOther, !areUnmanaged(handlers?.twin, for: identity), !areUnmanaged(asked, for: identity),
            !areUnmanaged(handlers?.own, for: identity)
        else { return context.block(.openAppNotManaged) }
        return .open(twin, in: .managedApp)
    }

    /// Routes to the app whose scheme the policy names, managed or not.
    private func route(
        to app: OpenTarget,
        _ handlers: SchemeHandlers.Entry?,
        as identity: ManagedIdentity,
        _ context: inout DecisionContext
    ) -> Outcome {
        guard areUnmanaged(handlers?.own, for: identity) else {
            noteSharing(handlers?.own, as: identity, &context)
            return .route(app, to: .managedApp)
        }
        context.note(.openAppNotManaged)
        return .route(app, to: .unmanagedApp)
    }

    // MARK: Row 9

    func openMail(as identity: ManagedIdentity, _ context: inout DecisionContext) -> Outcome {
        guard hasMailApp(managedAs: identity) else {
            return context.block(.openMailNotInstalled)
        }
        context.note(.openMail)
        let handlers = handlers(of: ComposeRoute.scheme.utf8.span)
        guard hasInstalled(handlers?.own, notManagedAs: identity) else { return .route(.mail, to: .managedApp) }
        // Through the plain scheme, the system might open the unmanaged app instead, and the message is organization
        // data.
        guard hasInstalled(handlers?.twin, managedAs: identity) else {
            context.note(.openTwinMissing)
            return context.block(.openAppNotManaged)
        }
        noteSharing(handlers?.twin, as: identity, &context)
        return .route(.mailTwin, to: .managedApp)
    }

    // MARK: Rows 10 and 11

    /// Opens a managed app through the twin of the scheme if an app handles the twin, otherwise through the scheme
    /// itself.
    func openManagedApp(
        _ scheme: OpenScheme,
        as identity: ManagedIdentity,
        handledBy handler: SchemeHandler,
        _ context: inout DecisionContext
    ) -> Outcome {
        let handlers = handlers(of: context.subject.url.scheme)
        let opensTwin = !context.subject.url.scheme.isTwinScheme && hasInstalled(handlers?.twin, managedAs: identity)
        let (reason, target): (ReasonCode, OpenTarget)
        switch (handler, scheme) {
        case (.thisApp, _): return context.open(.askedOrTwin, in: .managedApp, because: .openManagedAppKnown)
        case (.managedApp, _): (reason, target) = (.openManagedAppKnown, .askedOrTwin)
        case (.unknown, .twin): (reason, target) = (.openManagedAppScheme, .asked)
        case (.unknown, _) where opensTwin: (reason, target) = (.openManagedAppDeclared, .twin)
        case (.unknown, _):
            context.note(.openOutboundManagedApps)
            if lacksTwin(handlers, as: identity) { context.note(.openTwinMissing) }
            var outcome = Outcome.block
            outcome.dependsOnTwin = true
            return outcome
        }
        guard opensTwin || !areUnmanaged(handlers?.own, for: identity) else {
            context.note(.openOutboundManagedApps)
            return context.block(.openAppNotManaged)
        }
        context.note(reason)
        guard !opensTwin else {
            // Through the plain scheme, the system might open the unmanaged app instead.
            var outcome: Outcome =
                hasInstalled(handlers?.own, notManagedAs: identity)
                ? .route(.twin, to: .managedApp) : .open(target, in: .managedApp)
            if case .twin = target { outcome.dependsOnTwin = true }
            noteSharing(handlers?.twin, as: identity, &context)
            return outcome
        }
        if lacksTwin(handlers, as: identity), !context.subject.url.scheme.isTwinScheme {
            context.note(.openTwinMissing)
        }
        noteSharing(handlers?.own, as: identity, &context)
        return .open(target, in: .managedApp)
    }

    // MARK: Declared apps

    /// Notes that an installed app that is not managed handles what is opened in a managed app.
    ///
    /// Which of several apps with one scheme opens is the system's choice, so the decision must not be silent about it.
    private func noteSharing(_ handlers: Range<Int>?, as identity: ManagedIdentity, _ context: inout DecisionContext) {
        if hasInstalled(handlers, notManagedAs: identity) { context.note(.openAppNotManaged) }
    }

    /// The apps that handle a scheme in lower case, and the apps that handle its twin; nil if none is declared.
    private func handlers(of scheme: Span<UInt8>) -> SchemeHandlers.Entry? { policy.apps?.handlers[scheme] }

    /// Whether an installed app handles a scheme; if no apps are declared, every scheme counts as handled.
    func hasApp(handling scheme: Span<UInt8>) -> Bool {
        guard let apps = policy.apps else { return true }
        guard let entry = apps.handlers[scheme] else { return false }
        for index in entry.own where isUsable(apps.handlers.apps[index], of: apps, managedAs: nil) { return true }
        return false
    }

    /// Whether the managed mail app is installed and managed for the organization; if no apps are declared, it is
    /// assumed to be.
    func hasMailApp(managedAs identity: ManagedIdentity) -> Bool {
        guard policy.apps != nil else { return true }
        return hasInstalled(handlers(of: ComposeRoute.scheme.utf8.span)?.own, managedAs: identity)
    }

    /// Whether an installed app that is managed for the organization handles the scheme's twin; if no apps are
    /// declared, this is assumed.
    func hasApp(handlingTwinOf scheme: Span<UInt8>, managedAs identity: ManagedIdentity) -> Bool {
        guard policy.apps != nil else { return true }
        return hasInstalled(handlers(of: scheme)?.twin, managedAs: identity)
    }

    /// Whether managed apps of the organization handle a scheme, but none handles its twin: then they cannot be
    /// reached.
    private func lacksTwin(_ handlers: SchemeHandlers.Entry?, as identity: ManagedIdentity) -> Bool {
        hasInstalled(handlers?.own, managedAs: identity) && !hasInstalled(handlers?.twin, managedAs: identity)
    }

    /// Whether one of the given apps is installed and managed for the organization.
    private func hasInstalled(_ handlers: Range<Int>?, managedAs identity: ManagedIdentity) -> Bool {
        guard let apps = policy.apps, let handlers else { return false }
        for index in handlers where isUsable(apps.handlers.apps[index], of: apps, managedAs: identity) { return true }
        return false
    }

    /// Whether one of the given apps is installed but not managed for the organization.
    private func hasInstalled(_ handlers: Range<Int>?, notManagedAs identity: ManagedIdentity) -> Bool {
        guard let apps = policy.apps, let handlers else { return false }
        for index in handlers {
            let app = apps.handlers.apps[index]
            if isUsable(app, of: apps, managedAs: nil), !apps.isManaged(app, for: identity) { return true }
        }
        return false
    }

    /// Whether apps are declared for a scheme, and the app that would open is not managed for the organization.
    ///
    /// An installed app opens; the other apps count only if none is installed.
    private func areUnmanaged(_ handlers: Range<Int>?, for identity: ManagedIdentity) -> Bool {
        guard let apps = policy.apps, let handlers, !handlers.isEmpty else { return false }
        if hasInstalled(handlers, managedAs: identity) { return false }
        if hasInstalled(handlers, notManagedAs: identity) { return true }
        for index in handlers where apps.isManaged(apps.handlers.apps[index], for: identity) { return false }
        return true
    }

    /// Whether an app is installed and, if an identity is given, managed for its organization.
    func isUsable(_ app: UInt32, of apps: AppTable, managedAs identity: ManagedIdentity?) -> Bool {
        if let isInstalled, !isInstalled[Int(app)] { return false }
        guard let identity else { return true }
        return apps.isManaged(app, for: identity)
    }
}
