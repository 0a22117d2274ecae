import PolicyModel
import RuleIndex
import URLStandard

/// The rows of the navigation table from the second on; the first that holds decides. The first row, the URL itself, is
/// decided before an evaluator gets here.
extension Evaluator {
    mutating func decideNavigation(actingAs account: AccountID?) -> Decision {
        guard let view = state.views[request.view] else { return .block(.viewUnknown) }
        guard view.isWebView else { return .block(.viewNotAWebView) }
        let identity = actingIdentity(in: view, as: account)
        guard identity != .unknown else { return .block(.identityUnknown) }

        let scheme = NavigationScheme(of: url)
        if scheme != .web, let decision = decideWithoutRules(scheme, in: view, identity) { return decision }  // Rows 2, 3.
        guard case .managed(let policy) = identity else {  // Row 4.
            return Decision(.allow, to: .view, page: .unmanaged, reasons: ReasonList(DecisionReason(.identityUnmanaged)))
        }
        actingPolicy = policy
        let rules = askRules(of: view, scheme)
        if rules.urlClass == .blocked { return blockedByRules(rules) }  // Row 5.
        if request.frame == .resource { return allowedResource(rules, in: view, identity) }
        if request.frame == .top, scheme == .other, !isNamedByRules(of: view) {  // Row 6.
            return Decision(.block, urlClass: rules.urlClass, reasons: ReasonList(DecisionReason(.openUndecided)))
        }
        let browser = BrowserRouting(policy: policy, state, isWeb: scheme == .web)
        let answer = answer(of: view, rules)
        switch answer.isExternal {
        case nil: return withoutAnswer(answer.reason, rules.urlClass, browser)  // Row 7.
        case true?: return external(answer.reason, rules.urlClass, browser)  // Rows 8, 9.
        case false?: return `internal`(answer.reason, rules.urlClass, in: view, identity)  // Row 10.
        }
    }

    // MARK: Rows 2 and 3

    private borrowing func decideWithoutRules(
        _ scheme: NavigationScheme, in view: ResolvedView, _ identity: ActingIdentity
    ) -> Decision? {
        switch scheme {
        case .blankPage:
            return allowUnchanged(DecisionReason(.navigationAbout), in: view, identity)
        case .embedded where request.frame != .top:
            return allowUnchanged(DecisionReason(.navigationEmbedded), in: view, identity)
        case .local where !state.policy.handles(scheme: url.scheme), .embedded:
            return .block(.navigationLocalScheme)
        default:
            guard state.policy.handles(scheme: url.scheme) else { return nil }
            let reason = DecisionReason(.navigationHandledScheme, .appSetting(.webViewHandledURLSchemes))
            return allowUnchanged(reason, in: view, identity)
        }
    }

    // MARK: Row 5

    private func blockedByRules(_ rules: RuleAnswer) -> Decision {
        guard case .answered(_, let ruleSet) = rules, let reason = rules.reason else { return .block(.ruleBlocked) }
        var reasons = ReasonList(reason)
        let transitions = state.policy.ruleSets[Int(ruleSet)].source.transitions
        if transitions.isEmpty { reasons.append(DecisionReason(.transitionNone, .ruleSet(ruleSet))) }
        for transition in transitions {
            switch transition {
            case .personalAccount: reasons.append(DecisionReason(.transitionPersonalAccount, .ruleSet(ruleSet)))
            case .privateWindow: reasons.append(DecisionReason(.transitionPrivateWindow, .ruleSet(ruleSet)))
            }
        }
        return Decision(.block, urlClass: .blocked, reasons: reasons)
    }

    private func allowedResource(_ rules: RuleAnswer, in view: ResolvedView, _ identity: ActingIdentity) -> Decision {
        Decision(
            .allow, to: .view, urlClass: rules.urlClass, page: currentPage(of: view, identity),
            reasons: ReasonList(DecisionReason(.navigationSubresource)))
    }

    // MARK: Rows 7 to 10

    private func withoutAnswer(_ cause: DecisionReason, _ urlClass: URLClass?, _ browser: BrowserRouting) -> Decision {
        var reasons = ReasonList(cause)
        reasons.append(DecisionReason(.navigationNoAnswer))
        guard request.frame == .top, browser.isRequired else {
            return Decision(.block, urlClass: urlClass, reasons: reasons)
        }
        return browser.route(urlClass, reasons)
    }

    private func external(_ cause: DecisionReason, _ urlClass: URLClass?, _ browser: BrowserRouting) -> Decision {
        var reasons = ReasonList(cause)
        if request.frame == .top {
            if browser.isRequired { return browser.route(urlClass, reasons) }
            reasons.append(browser.notRequired)
        }
        reasons.append(DecisionReason(.pageExternal))
        return Decision(.allow, to: .view, urlClass: urlClass, page: .unmanaged, reasons: reasons)
    }

    private func `internal`(
        _ cause: DecisionReason, _ urlClass: URLClass?, in view: ResolvedView, _ identity: ActingIdentity
    ) -> Decision {
        var reasons = ReasonList(cause)
        guard request.frame == .top else {
            return Decision(
                .allow, to: .view, urlClass: urlClass, page: currentPage(of: view, identity), reasons: reasons)
        }
        let (page, reason) = classification(of: view, identity)
        reasons.append(reason)
        return Decision(.allow, to: .view, urlClass: urlClass, page: page, reasons: reasons)
    }

    private func allowUnchanged(
        _ reason: DecisionReason, in view: ResolvedView, _ identity: ActingIdentity
    ) -> Decision {
        Decision(.allow, to: .view, page: currentPage(of: view, identity), reasons: ReasonList(reason))
    }
}

extension Decision {
    /// Blocked for one reason.
    static func block(_ code: ReasonCode) -> Decision { Decision(.block, reasons: ReasonList(DecisionReason(code))) }
}
