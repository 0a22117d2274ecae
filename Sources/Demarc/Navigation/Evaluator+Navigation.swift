import PolicyModel
import RuleIndex
import URLStandard

/// The rows of the navigation table from the second on; the first that holds decides. The first row, the URL itself, is
/// decided before an evaluator gets here.
///
/// Each row notes its reasons as it decides.
extension Evaluator {
    mutating func decideNavigation(actingAs account: AccountID?) -> Outcome {
        guard let view = state.views[request.viewID] else { return block(.viewUnknown) }
        guard view.isWebView else { return block(.viewNotAWebView) }
        request.view = view
        request.identity = actingIdentity(as: account)
        request.scheme = NavigationScheme(of: url)

        let policy: UInt32
        switch request.identity {
        case .unknown: return block(.identityUnknown)
        case .managed(let position):
            if request.scheme != .web, let outcome = decideWithoutRules() { return outcome }  // Rows 2 and 3.
            policy = position
        case .unmanaged:
            if request.scheme != .web, let outcome = decideWithoutRules() { return outcome }
            note(DecisionReason(.identityUnmanaged))  // Row 4.
            return .allow(.unmanaged)
        }
        request.policy = policy
        askRules()
        if request.rules.urlClass == .blocked { return blockedByRules() }  // Row 5.
        if request.frame == .resource {
            note(DecisionReason(.navigationSubresource))
            return .allow(currentPage)
        }
        if request.frame == .top, request.scheme == .other, !isNamedByRules { return block(.openUndecided) }  // Row 6.
        let isExternal = askWhetherExternal()
        switch isExternal {
        case nil: return withoutAnswer(policy)  // Row 7.
        case true?: return external(policy)  // Rows 8 and 9.
        case false?: return organizational()  // Row 10.
        }
    }

    // MARK: Rows 2 and 3

    private mutating func decideWithoutRules() -> Outcome? {
        switch request.scheme {
        case .blankPage:
            note(DecisionReason(.navigationAbout))
            return .allow(currentPage)
        case .embedded where request.frame != .top:
            note(DecisionReason(.navigationEmbedded))
            return .allow(currentPage)
        case .embedded: return block(.navigationLocalScheme)
        case .local where !state.policy.handles(scheme: url.scheme): return block(.navigationLocalScheme)
        default:
            guard state.policy.handles(scheme: url.scheme) else { return nil }
            note(DecisionReason(.navigationHandledScheme, .webViewHandledURLSchemes))
            return .allow(currentPage)
        }
    }

    // MARK: Row 5

    private mutating func blockedByRules() -> Outcome {
        guard case .answered(_, let ruleSet) = request.rules else { return .block }
        if let reason = request.rules.reason { note(reason) }
        let transitions = state.policy.ruleSets[Int(ruleSet)].source.transitions
        if transitions.isEmpty { note(DecisionReason(.transitionNone, .ruleSet)) }
        for transition in transitions {
            switch transition {
            case .personalAccount: note(DecisionReason(.transitionPersonalAccount, .ruleSet))
            case .privateWindow: note(DecisionReason(.transitionPrivateWindow, .ruleSet))
            }
        }
        return .block
    }

    // MARK: Rows 7 to 10

    private mutating func withoutAnswer(_ policy: UInt32) -> Outcome {
        note(DecisionReason(.navigationNoAnswer))
        guard request.frame == .top, requiresBrowser(policy) else { return .block }
        return routeToBrowser(policy)
    }

    private mutating func external(_ policy: UInt32) -> Outcome {
        if request.frame == .top {
            if requiresBrowser(policy) { return routeToBrowser(policy) }
            note(DecisionReason(.browserNotRequired, .managedBrowserToOpenLinksRequired, at: policy))
        }
        note(DecisionReason(.pageExternal))
        return .allow(.unmanaged)
    }

    private mutating func organizational() -> Outcome {
        guard request.frame == .top else { return .allow(currentPage) }
        let (page, reason) = classification
        note(reason)
        return .allow(page)
    }

    // MARK: Reasons

    @inline(__always)
    mutating func note(_ reason: DecisionReason) { reasons.append(reason) }

    mutating func block(_ code: ReasonCode) -> Outcome {
        note(DecisionReason(code))
        return .block
    }
}
