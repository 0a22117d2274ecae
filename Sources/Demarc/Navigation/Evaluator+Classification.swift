import ByteText
import PolicyModel
import RuleIndex
import URLStandard

extension Evaluator {
    /// Who acts in the view: whoever the request names, else the task, the view's window, the host, the process.
    func actingIdentity(as account: AccountID?) -> ActingIdentity {
        if let account { return state.policy.acting(as: account) }
        if state.usesTaskIdentities, let account = TaskIdentity.current { return state.policy.acting(as: account) }
        return request.view.window.map { state.windowIdentities[Int($0)] } ?? state.hostIdentity
    }

    /// The classification that the view's tag gives it, and why.
    var classification: (PageClassification, DecisionReason) {
        let current: PageClassification = if case .managed = request.identity { .managed } else { .unmanaged }
        let declaration = request.view.policyDeclaration ?? DecisionReason.undeclared
        switch request.view.policy {
        case .unset where state.policy.treatsAllWebViewsAsUnmanaged:
            return (.unmanaged, DecisionReason(.viewTreatAllAsUnmanaged, .treatAllWebViewsAsUnmanaged))
        case .unset:
            return (current, DecisionReason(.viewUnset))
        case .unmanaged:
            return (.unmanaged, DecisionReason(.viewUnmanaged, .viewPolicy, at: declaration))
        case .currentIdentity:
            return (current, DecisionReason(.viewCurrentIdentity, .viewPolicy, at: declaration))
        case .currentIdentityBlockUpload:
            return (current, DecisionReason(.viewCurrentIdentityBlockUpload, .viewPolicy, at: declaration))
        }
    }

    /// The classification of the page that the view shows.
    var currentPage: PageClassification { request.view.showsExternalPage ? .unmanaged : classification.0 }

    /// Asks the view's rule set what it says of the URL.
    mutating func askRules() {
        guard let name = request.view.ruleSetName else { return }
        guard let position = state.ruleSets[Int(name)] else {
            request.rules = .missing
            return
        }
        let rules = state.policy.ruleSets[Int(position)]
        if request.frame == .resource, rules.source.subresources == .allow { return }
        if request.scheme != .blob {
            request.rules = .answered(rules.match(url, scratch: &scratch), ruleSet: position)
        } else if origin.become(originOfBlob: url) {
            request.rules = .answered(rules.match(origin, scratch: &scratch), ruleSet: position)
        } else {
            request.rules = .opaqueOrigin
        }
    }

    /// Whether a rule of the view's rule set names the URL's scheme.
    var isNamedByRules: Bool {
        guard case .answered(_, let ruleSet) = request.rules else { return false }
        return state.policy.ruleSets[Int(ruleSet)].names(scheme: url.scheme)
    }

    /// Whether the URL is external, says the request, the view's delegate or its rule set: the first of them that is there
    /// and has an opinion. Nil is *no answer*.
    mutating func askWhetherExternal() -> Bool? {
        if let answer = request.answer { return note(answer) }
        guard let position = request.view.delegate, let delegate = state.delegates[Int(position)] else {
            return noteAnswerOfRules(otherwise: .navigationUnclassified, false)
        }
        switch delegate.isExternalURL(url.href.string, in: request.viewID) {
        case .answered(let isExternal): return note(isExternal ? .external : .internal)
        case .undecided: return noteAnswerOfRules(otherwise: .delegateUndecided, nil)
        case .threw: note(DecisionReason(.delegateThrew))
        case .late: note(DecisionReason(.delegateLate))
        }
        return nil
    }

    private mutating func note(_ answer: ExternalURLAnswer) -> Bool? {
        switch answer {
        case .internal:
            note(DecisionReason(.delegateInternal))
            return false
        case .external:
            note(DecisionReason(.delegateExternal))
            return true
        case .none:
            note(DecisionReason(.delegateNoAnswer))
            return nil
        }
    }

    private mutating func noteAnswerOfRules(otherwise code: ReasonCode, _ isExternal: Bool?) -> Bool? {
        guard let reason = request.rules.reason else {
            note(DecisionReason(code))
            return isExternal
        }
        note(reason)
        return request.rules.urlClass.map {
            switch $0 {
            case .internal: false
            case .external, .blocked: true
            }
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
