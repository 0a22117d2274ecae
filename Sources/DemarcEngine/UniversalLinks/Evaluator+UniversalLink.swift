public import PolicyModel
import RuleIndex
import URLMatching
import URLStandard

extension Evaluator {
    /// Whether a URL may open an app as a universal link. Corresponds to the SDK's `isUniversalLinkAllowed`.
    ///
    /// <doc:UniversalLinks> has the table of rows.
    ///
    /// - Parameters:
    ///   - input: The URL in UTF-8.
    ///   - identity: The acting account, which takes precedence over the identity levels; nil uses the levels.
    ///   - window: The window that the request comes from, whose user-interface identity applies; nil for none.
    /// - Returns: The decision. A link that is blocked as a universal link loads as web content.
    /// - Complexity: O(*n*) in the bytes of the input times the entries of the policy's lists; allocates nothing once
    ///   warm.
    public mutating func universalLink(
        _ input: Span<UInt8>,
        identity: AccountID? = nil,
        in window: WindowID? = nil
    ) -> Decision {
        decide(in: window) { $0.decideUniversalLink(input, actingAs: identity, &$1) }
    }
}

/// The rows of the table for universal links; the first row that applies decides, and notes its reasons.
extension EngineState {
    /// Whether a URL may open an app as a universal link, and where it opens.
    ///
    /// - Parameters:
    ///   - input: The URL as it was given.
    ///   - account: The acting account, which takes precedence over the identity levels; nil uses the levels.
    ///   - context: The request; intermediate results are written to it.
    /// - Returns: The outcome of the first row that applies.
    func decideUniversalLink(
        _ input: Span<UInt8>,
        actingAs account: AccountID?,
        _ context: inout DecisionContext
    ) -> Outcome {
        if let outcome = readURL(input, &context) { return outcome }
        context.identity = actingIdentity(inWindow: context.window, as: account)
        context.noteLockDown(context.identity)
        switch context.identity {
        case .unknown: return context.block(reasonOfUnknown(inWindow: context.window, as: account))
        case .unmanaged: return context.open(.asked, in: .system, because: .identityUnmanaged)  // Row 1.
        case .managed(let identity): return decideManagedLink(as: identity, &context)
        }
    }

    private func decideManagedLink(as identity: ManagedIdentity, _ context: inout DecisionContext) -> Outcome {
        context.policy = identity.policy
        let position = Int(identity.policy)
        switch settings(of: identity).outbound {
        case .allApps: return context.open(.asked, in: .system, because: .universalLinkOutboundAllApps)  // Row 1.
        case .none: break
        case .managedApps:
            context.prepareForm()
            if isListed(policy.openingSettings[position].managedLinks, context) {  // Row 2.
                context.note(.universalLinkManaged)
                if hasApp(handlingLink: context, managedAs: identity) {
                    // The person or the system may choose the other app.
                    if hasApp(handlingLink: context, notManagedAs: identity) { context.note(.openAppNotManaged) }
                    return .open(.nothing, in: .managedApp)
                }
                context.note(.universalLinkNotInstalled)
                return routeToManagedBrowser(as: identity, &context)
            }
            if isListed(policy.openingSettings[position].exemptedLinks, context) {  // Row 3.
                return context.open(.asked, in: .unmanagedApp, because: .universalLinkExempted)
            }
        }
        if requiresBrowser(identity.policy) { return routeToBrowser(as: identity, &context) }  // Row 4.
        return context.block(.universalLinkNotAllowed)  // Row 5.
    }

    private func isListed(_ patterns: [LinkPattern], _ context: borrowing DecisionContext) -> Bool {
        for index in patterns.indices where context.form(matches: patterns[index]) { return true }
        return false
    }

    /// Whether an installed app that is managed for the same organization handles the link; if no apps are declared,
    /// this is assumed.
    private func hasApp(handlingLink context: borrowing DecisionContext, managedAs identity: ManagedIdentity) -> Bool {
        guard let apps = policy.apps else { return true }
        for index in apps.links.indices where isUsable(apps.links[index].app, of: apps, managedAs: identity) {
            if context.form(matches: apps.links[index].pattern) { return true }
        }
        return false
    }

    /// Whether an installed app that is not managed for the same organization handles the link.
    private func hasApp(
        handlingLink context: borrowing DecisionContext,
        notManagedAs identity: ManagedIdentity
    ) -> Bool {
        guard let apps = policy.apps else { return false }
        for index in apps.links.indices {
            let app = apps.links[index].app
            if isUsable(app, of: apps, managedAs: nil), !apps.isManaged(app, for: identity),
                context.form(matches: apps.links[index].pattern)
            {
                return true
            }
        }
        return false
    }
}

extension DecisionContext {
    /// Creates the matching form of the URL, if the URL is not already in that form.
    fileprivate mutating func prepareForm() {
        guard !subject.url.isInMatchingForm else { return }
        subject.scratch.form.become(matchingFormOf: subject.url)
    }

    fileprivate borrowing func form(matches pattern: LinkPattern) -> Bool {
        subject.url.isInMatchingForm ? pattern.matches(form: subject.url) : pattern.matches(form: subject.scratch.form)
    }
}
