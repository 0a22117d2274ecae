import ByteText
import PolicyModel
import RuleIndex
import URLMatching
package import URLStandard

/// The answers of a view's rule set and delegate about a URL.
extension EngineState {
    /// Consults the view's rule set.
    @inline(__always)
    func askRules(of view: ResolvedView, _ input: Span<UInt8>, _ context: inout DecisionContext) -> RuleAnswer {
        let name = view.ruleSetName
        guard name != ResolvedView.none else { return RuleAnswer(.notAsked) }
        guard let ruleSet = ruleSets[Int(name)] else { return RuleAnswer(.missing) }
        if context.frame == .resource, !ruleSet.blocksSubresources { return RuleAnswer(.notAsked) }
        let isBlob = context.scheme == .blob
        if isBlob, !context.secondURL.become(originOfBlob: context.subject.url) {
            return RuleAnswer(.opaqueOrigin)
        }
        if ruleSet.readsDocument { provideDocument(&context) }
        let match = ruleSet.rules.with { rules in
            isBlob
                ? rules.match(context.secondURL, scratch: &context.subject.scratch)
                : rules.match(&context.subject, parsedFrom: input)
        }
        let answer = RuleAnswer(match, of: ruleSet.position)
        guard case .other = context.scheme else { return answer }
        return askAboutWrapped(answer, ruleSet, &context)
    }

    /// The answer about the URL inside a link to an app, if it is `blocked`; otherwise the answer about the link itself.
    /// The app that receives the link opens what is inside it.
    ///
    /// PERF: a separate function, so that web URLs do not pay for it.
    @inline(never)
    private func askAboutWrapped(
        _ answer: RuleAnswer,
        _ ruleSet: NamedRuleSet,
        _ context: inout DecisionContext
    ) -> RuleAnswer {
        if case .blocked? = answer.urlClass { return answer }
        let blocked: RuleAnswer? = firstAnswerAboutURL(inside: &context) { context, _ in
            let match = ruleSet.rules.with { $0.match(context.secondURL, scratch: &context.subject.scratch) }
            guard case .blocked? = match.urlClass else { return nil }
            return RuleAnswer(match, of: ruleSet.position)
        }
        return blocked ?? answer
    }

    /// Gives rules access to the document that the view shows.
    ///
    /// PERF: a separate function, because it counts references; rule sets without `site` never get here.
    @inline(never)
    func provideDocument(_ context: inout DecisionContext) {
        let position = views[context.viewID]?.document ?? ResolvedView.none
        context.subject.scratch.document = position == ResolvedView.none ? nil : documents[Int(position)]
    }

    /// Whether a rule of the view's rule set names the URL's scheme.
    func isNamedByRules(_ context: borrowing DecisionContext) -> Bool {
        guard case .answered = context.rules.state else { return false }
        return policy.ruleSets[Int(context.rules.ruleSet)].names(scheme: context.subject.url.scheme)
    }

    /// Whether the URL is external according to the request, the view's delegate or its rule set: the first of them
    /// that is present and has an opinion. Nil is *no answer*.
    @inline(__always)
    func askWhetherExternal(
        _ rules: RuleAnswer,
        in view: ResolvedView,
        _ context: inout DecisionContext
    ) -> Bool? {
        if let answer = context.answer { return context.take(answer) }
        guard view.delegate == ResolvedView.none else { return ask(view.delegate, &context) }
        return context.take(rules, otherwise: .navigationUnclassified, false)
    }

    @inline(never)
    private func ask(_ delegate: UInt32, _ context: inout DecisionContext) -> Bool? {
        // INVARIANT: a view's delegate is attached and removed in one step with its position.
        guard let delegate = delegates[Int(delegate)] else { return context.take(.noAnswer) }
        switch delegate.isExternalURL(context.subject.url.href.string, in: context.viewID) {
        case .answered(let isExternal): return context.take(isExternal ? .external : .internal)
        case .undecided: return context.take(context.rules, otherwise: .delegateUndecided, nil)
        case .threw: context.note(.delegateThrew)
        case .late: context.note(.delegateLate)
        }
        return nil
    }
}

extension DecisionContext {
    /// Notes the answer of host code, and returns it.
    @inline(never)
    fileprivate mutating func take(_ answer: ExternalURLAnswer) -> Bool? {
        switch answer {
        case .internal:
            note(.delegateInternal)
            return false
        case .external:
            note(.delegateExternal)
            return true
        case .noAnswer:
            note(.delegateNoAnswer)
            return nil
        }
    }

    /// Notes the answer of the rules, and returns it; if no rules were consulted, the given answer.
    @inline(__always)
    fileprivate mutating func take(_ rules: RuleAnswer, otherwise code: ReasonCode, _ isExternal: Bool?) -> Bool? {
        guard let reason = rules.reason else {
            note(code)
            return isExternal
        }
        note(reason)
        switch rules.urlClass {
        case .internal?: return false
        case .external?, .blocked?: return true
        case nil: return nil
        }
    }
}

extension URLRecord {
    /// Makes this the URL of the origin that a `blob:` URL belongs to.
    ///
    /// - Returns: False if that origin is opaque.
    package mutating func become(originOfBlob blob: borrowing URLRecord) -> Bool {
        do throws(URLParsingError) {
            try parse(blob.path)
        } catch {
            return false
        }
        // The Standard gives no origin to a `blob:` of any other scheme, including sockets.
        guard specialScheme == .http || specialScheme == .https else { return false }
        reduceToOrigin()
        return true
    }
}
