import ByteText
import PolicyModel
import RuleIndex
import URLStandard

extension Evaluator {
    /// Who acts in a view: whoever the request names, else the task, the view's window, the host, the process.
    func actingIdentity(in view: ResolvedView, as account: AccountID?) -> ActingIdentity {
        if let account { return state.policy.acting(as: account) }
        if state.usesTaskIdentities, let account = TaskIdentity.current { return state.policy.acting(as: account) }
        return view.window.map { state.windowIdentities[Int($0)] } ?? state.hostIdentity
    }

    /// The classification that a view's tag gives it, and why.
    func classification(of view: ResolvedView, _ identity: ActingIdentity) -> (PageClassification, DecisionReason) {
        let declaration = view.policyDeclaration
        let current: PageClassification = if case .managed = identity { .managed } else { .unmanaged }
        switch view.policy {
        case .unset where state.policy.treatsAllWebViewsAsUnmanaged:
            return (.unmanaged, .treatAllWebViewsAsUnmanaged)
        case .unset: return (current, DecisionReason(.viewUnset))
        case .unmanaged: return (.unmanaged, DecisionReason(.viewUnmanaged, viewDeclaration: declaration))
        case .currentIdentity: return (current, DecisionReason(.viewCurrentIdentity, viewDeclaration: declaration))
        case .currentIdentityBlockUpload: return (current, DecisionReason(.viewCurrentIdentityBlockUpload, viewDeclaration: declaration))
        }
    }

    /// The classification of the page that a view shows.
    func currentPage(of view: ResolvedView, _ identity: ActingIdentity) -> PageClassification {
        view.showsExternalPage ? .unmanaged : classification(of: view, identity).0
    }

    /// What the view's rule set says of the URL.
    mutating func askRules(of view: ResolvedView, _ scheme: NavigationScheme) -> RuleAnswer {
        guard let name = view.ruleSetName else { return .notAsked }
        guard let position = state.ruleSets[Int(name)] else { return .missing }
        let rules = state.policy.ruleSets[Int(position)]
        if request.frame == .resource, rules.source.subresources == .allow { return .notAsked }
        guard scheme == .blob else {
            return .answered(rules.match(url, scratch: &scratch), ruleSet: position)
        }
        guard origin.become(originOfBlob: url) else { return .opaqueOrigin }
        return .answered(rules.match(origin, scratch: &scratch), ruleSet: position)
    }

    /// Whether a rule of the view's rule set names the URL's scheme.
    func isNamedByRules(of view: ResolvedView) -> Bool {
        guard let name = view.ruleSetName, let position = state.ruleSets[Int(name)] else { return false }
        return state.policy.ruleSets[Int(position)].names(scheme: url.scheme)
    }

    /// What the request, the view's delegate or its rule set says: the first of them that is there and has an opinion.
    func answer(of view: ResolvedView, _ rules: RuleAnswer) -> ViewAnswer {
        if let answer = request.answer { return ViewAnswer(answer) }
        guard let position = view.delegate, let delegate = state.delegates[Int(position)] else {
            return ViewAnswer(rules)
        }
        switch delegate.isExternalURL(url.href.string, in: request.view) {
        case .answered(let isExternal): return ViewAnswer(isExternal, isExternal ? .delegateExternal : .delegateInternal)
        case .threw: return ViewAnswer(nil, .delegateThrew)
        case .late: return ViewAnswer(nil, .delegateLate)
        case .undecided:
            if case .notAsked = rules { return ViewAnswer(nil, .delegateUndecided) }
            return ViewAnswer(rules)
        }
    }
}

extension URLRecord {
    /// Makes this the URL of the origin that a `blob:` URL belongs to.
    ///
    /// - Returns: False where that origin is opaque.
    fileprivate mutating func become(originOfBlob blob: borrowing URLRecord) -> Bool {
        do throws(URLParsingError) {
            try parse(blob.path)
        } catch {
            return false
        }
        guard NavigationScheme(of: self) == .web else { return false }
        reduceToOrigin()
        return true
    }
}
