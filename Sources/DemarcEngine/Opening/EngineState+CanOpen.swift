import ByteText
import PolicyModel
import RuleIndex

/// The conditions under which an app can know that a URL would open. All of them must be met.
extension EngineState {
    /// Whether the app can know that a URL would open.
    ///
    /// - Returns: The outcome of opening it, with its reasons; or a block, with the reasons of every failed condition.
    func decideCanOpen(
        _ input: Span<UInt8>,
        isKnown: Bool,
        actingAs account: AccountID?,
        _ context: inout DecisionContext
    ) -> Outcome {
        let outcome = decideOpen(input, isKnown: isKnown, actingAs: account, &context)
        // An input that is not a URL has no scheme to query.
        guard context.parsingError == nil else { return .block }
        let opening = context.reasons
        context.setReasons(ReasonList())
        context.noteLockDown(context.identity)
        let known = context.reasons.count
        noteQueriedScheme(&context)
        if outcome.verdict == .block { context.note(opening, from: known) }
        if outcome.dependsOnTwin { noteTwin(&context) }
        if !isHandled(outcome, context) {
            context.note(.canOpenNotInstalled)
        }
        guard context.reasons.count == known else { return .block }
        context.setReasons(opening)
        return outcome
    }

    /// Checks that the scheme is among the entries that the system reads.
    private func noteQueriedScheme(_ context: inout DecisionContext) {
        let queried = policy.queriedSchemes
        guard !queried.read.isEmpty else { return context.note(.canOpenNoQuerySchemes) }
        guard !queried.read.contains(context.subject.url.scheme) else { return }
        let isIgnored = queried.ignored.contains(context.subject.url.scheme)
        context.note(isIgnored ? .canOpenSchemeNotRead : .canOpenSchemeMissing)
    }

    /// Checks, if only managed apps may be opened, that the twin is among the entries; a twin itself has none.
    private func noteTwin(_ context: inout DecisionContext) {
        let suffix = TwinScheme.suffix
        guard !context.subject.url.scheme.isTwinScheme,
            !policy.queriedSchemes.read.contains(context.subject.url.scheme, suffix: suffix.utf8.span)
        else { return }
        context.note(.canOpenTwinMissing)
    }

    /// Whether an installed app handles the scheme that would actually be opened.
    private func isHandled(_ outcome: Outcome, _ context: borrowing DecisionContext) -> Bool {
        guard outcome.verdict != .block else { return true }
        guard outcome.destination != .installBrowser else { return false }
        guard policy.apps != nil else { return true }
        let scheme = context.subject.url.scheme
        let identity: ManagedIdentity
        switch context.identity {
        case .managed(let acting): identity = acting
        case .unmanaged, .unknown: return hasApp(handlingAsked: scheme)
        }
        let isSecure = context.subject.url.specialScheme == .https
        let position = Int(identity.policy)
        switch outcome.opens {
        case .nothing: return false
        case .asked: return hasApp(handlingAsked: scheme)
        case .twin: return hasApp(handlingTwinOf: scheme, managedAs: identity)
        case .askedOrTwin: return hasApp(handling: scheme) || hasApp(handlingTwinOf: scheme, managedAs: identity)
        case .dialerTwin: return hasApp(handlingTwinOf: "tel".utf8.span, managedAs: identity)
        case .dialer:
            let dialer = policy.openingSettings[position].dialerScheme
            return hasApp(handling: dialer.span)
        case .messaging:
            let messaging = policy.openingSettings[position].messagingScheme
            return hasApp(handling: messaging.span)
        case .mail, .mailTwin: return hasMailApp(managedAs: identity)
        case .managedBrowser:
            // Navigation and opening route there. If it could not be reached, they would offer to install it.
            return true
        case .customBrowser:
            let browser = policy.requiredBrowsers[position].scheme(isSecure: isSecure)
            return hasApp(handling: browser.span)
        }
    }
    /// Whether an installed app handles the scheme of the URL itself. An app for `tel` also handles `telprompt`.
    private func hasApp(handlingAsked scheme: Span<UInt8>) -> Bool {
        hasApp(handling: scheme) || scheme.isEqual(to: "telprompt".utf8.span) && hasApp(handling: "tel".utf8.span)
    }
}
