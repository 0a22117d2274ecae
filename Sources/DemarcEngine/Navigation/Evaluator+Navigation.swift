public import PolicyModel
import RuleIndex

extension Evaluator {
    /// Whether a web view may navigate to a URL, and where it opens.
    ///
    /// <doc:Navigation> has the table of rows.
    ///
    /// - Parameters:
    ///   - input: The URL as the page or person gave it, in UTF-8.
    ///   - view: The web view that navigates.
    ///   - frame: Whether it is the page, a frame inside it, or a resource.
    ///   - answer: The answer of the host's own code about the URL, in place of the view's delegate; nil calls the
    ///     delegate.
    ///   - isSameDocument: Whether the page stays and only its URL changes: a fragment, or the history API.
    ///   - identity: The acting account, which takes precedence over the identity levels; nil uses the levels.
    /// - Returns: The decision. What cannot be decided is blocked, with the reason.
    /// - Complexity: O(*n*) in the bytes of the input, plus the cost of rules that are in no table; allocates nothing
    ///   once warm, unless a delegate is called.
    public mutating func navigation(
        to input: Span<UInt8>,
        in view: ViewID,
        frame: Frame = .top,
        answer: ExternalURLAnswer? = nil,
        isSameDocument: Bool = false,
        identity: AccountID? = nil
    ) -> Decision {
        navigate(to: input, in: view, frame, answer, isSameDocument: isSameDocument, by: .account(identity))
    }

    /// Whether a web view may navigate to a URL, on behalf of `asker`; see
    /// ``navigation(to:in:frame:answer:isSameDocument:identity:)``.
    package mutating func navigation(
        to input: Span<UInt8>,
        in view: ViewID,
        frame: Frame,
        by asker: Asker
    ) -> Decision {
        navigate(to: input, in: view, frame, nil, isSameDocument: false, by: asker)
    }

    /// The same decision as ``navigation(to:in:frame:answer:isSameDocument:identity:)``, if only the URL and the view
    /// are given.
    ///
    /// PERF: for hosts in other languages, which read a decision field by field and keep it for later. The decision is
    /// written to its final place, and its rule is returned in a register; a returned decision would be written, read
    /// and written again.
    ///
    /// - Parameters:
    ///   - input: The URL as the page or person gave it, in UTF-8.
    ///   - view: The web view that navigates.
    ///   - decision: Receives the decision.
    /// - Returns: The rule that decided; see ``ruleWord(ofDecision:)``.
    package mutating func navigation(
        to input: Span<UInt8>,
        in view: ViewID,
        keptIn decision: inout Decision
    ) -> UInt64 {
        decision = navigate(to: input, in: view, .top, nil, isSameDocument: false, by: .account(nil))
        return context.ruleWord
    }

    @inline(__always)
    private mutating func navigate(
        to input: Span<UInt8>,
        in view: ViewID,
        _ frame: Frame,
        _ answer: ExternalURLAnswer?,
        isSameDocument: Bool,
        by asker: Asker
    ) -> Decision {
        begin()
        context.begin(in: view, frame, answer, isSameDocument: isSameDocument)
        let outcome = unretainedState.with { $0.decideNavigation(to: input, by: asker, &context) }
        return Decision(
            outcome,
            urlClass: context.rules.urlClass,
            reasons: context.reasons.copy,
            decidedPage: decidedPage(outcome.loads),
            serial: serials.current
        )
    }

    /// The data that `didNavigate` needs about the page that the last decision loads.
    @inline(__always)
    private borrowing func decidedPage(_ kind: LoadedPage.Kind) -> DecidedPage? {
        if case .unreported = kind { return nil }
        var account = ResolvedView.none
        if case .loadedFor = kind, case .managed(let identity) = context.identity {
            account = unretainedState.with { $0.accountNumbers[Int(identity.account)] }
        }
        return DecidedPage(
            kind: kind,
            blocksUpload: context.blocksUpload,
            engine: store.engine.short,
            account: account,
            view: context.viewID,
            serial: nextSerial(of: context.viewID)
        )
    }
}

/// The rows of the navigation table; the first row that applies decides, and notes its reasons.
extension EngineState {
    /// Whether a web view may navigate to a URL, and where it opens.
    ///
    /// - Parameters:
    ///   - input: The URL as it was given.
    ///   - asker: The acting account, which takes precedence over the identity levels.
    ///   - context: The request; intermediate results are written to it.
    /// - Returns: The outcome of the first row that applies.
    @inline(__always)
    func decideNavigation(
        to input: Span<UInt8>,
        by asker: Asker,
        _ context: inout DecisionContext
    ) -> Outcome {
        if let outcome = readURL(input, &context) { return outcome }  // Row 1.
        guard let view = views[context.viewID] else { return context.block(.viewUnknown) }
        guard view.isWebView else { return context.block(.viewNotAWebView) }
        context.policyDeclaration = view.policyDeclaration
        context.blocksUpload = view.policy.blocksUpload
        context.identity = actingIdentity(in: view, by: asker)
        if case .unknown = context.identity { return context.block(.identityUnknown) }
        context.noteLockDown(context.identity)
        if context.scheme != .web, let outcome = decideWithoutRules(&context) { return outcome }  // Rows 2 and 3.
        guard case .managed(let identity) = context.identity else {  // Row 4.
            context.note(.identityUnmanaged)
            return context.replacesPage ? .load(.unmanagedIdentity) : .allow(currentPage(context))
        }
        return decideManaged(as: identity, in: view, input, &context)
    }

    @inline(__always)
    private func decideManaged(
        as identity: ManagedIdentity,
        in view: ResolvedView,
        _ input: Span<UInt8>,
        _ context: inout DecisionContext
    ) -> Outcome {
        context.policy = identity.policy
        let rules = askRules(of: view, input, &context)
        context.rules = rules
        if case .blocked? = rules.urlClass { return blockedByRules(&context) }  // Row 5.
        if context.frame == .resource {
            context.note(.navigationSubresource)
            return .allow(currentPage(context))
        }
        if context.frame == .top, context.scheme == .other, !isNamedByRules(context) {  // Row 6.
            return openElsewhere(as: identity, &context)
        }
        switch askWhetherExternal(rules, in: view, &context) {
        case nil: return withoutAnswer(as: identity, &context)  // Row 7.
        case true?: return external(as: identity, &context)  // Rows 8 and 9.
        case false?: return organizational(view.policy, &context)  // Row 10.
        }
    }

    // MARK: Rows 2 and 3

    private func decideWithoutRules(_ context: inout DecisionContext) -> Outcome? {
        switch context.scheme {
        case .blankPage:
            context.note(.navigationAbout)
            return .allow(currentPage(context))
        case .embedded where context.frame != .top:
            context.note(.navigationEmbedded)
            return .allow(currentPage(context))
        case .embedded: return context.block(.navigationLocalScheme)
        case .local where !policy.handles(scheme: context.subject.url.scheme):
            return context.block(.navigationLocalScheme)
        case .web, .blob, .local, .other:
            guard policy.handles(scheme: context.subject.url.scheme) else { return nil }
            context.note(.navigationHandledScheme)
            return .allow(currentPage(context))
        }
    }

    // MARK: Row 5

    func blockedByRules(_ context: inout DecisionContext) -> Outcome {
        if let reason = context.rules.reason { context.note(reason) }
        let transitions = policy.ruleSets[Int(context.rules.ruleSet)].transitions
        if transitions.isEmpty { context.note(.transitionNone) }
        for transition in transitions {
            switch transition {
            case .personalAccount: context.note(.transitionPersonalAccount)
            case .privateWindow: context.note(.transitionPrivateWindow)
            }
        }
        return .block
    }

    // MARK: Row 6

    /// PERF: a separate function, so that URLs that load in the view do not pay for it.
    @inline(never)
    private func openElsewhere(as identity: ManagedIdentity, _ context: inout DecisionContext) -> Outcome {
        decideManagedOpen(as: identity, handledBy: .unknown, &context)
    }

    // MARK: Rows 7 to 10

    private func withoutAnswer(as identity: ManagedIdentity, _ context: inout DecisionContext) -> Outcome {
        context.note(.navigationNoAnswer)
        guard context.frame == .top, requiresBrowser(identity.policy) else { return .block }
        return routeToBrowser(as: identity, &context)
    }

    @inline(__always)
    private func external(as identity: ManagedIdentity, _ context: inout DecisionContext) -> Outcome {
        if context.frame == .top {
            if requiresBrowser(identity.policy) { return routeToBrowser(as: identity, &context) }
            context.note(.browserNotRequired)
            // The same document with another URL is not another page.
            guard context.replacesPage else { return .allow(currentPage(context)) }
            context.note(.pageExternal)
            return .load(.external)
        }
        context.note(.pageExternal)  // Only that frame; the page around it keeps its classification.
        return .allow(.unmanaged)
    }

    private func organizational(_ tag: WebViewPolicy, _ context: inout DecisionContext) -> Outcome {
        guard context.replacesPage else { return .allow(currentPage(context)) }
        let (page, reason) = classification(by: tag, actingAs: context.identity)
        context.note(reason)
        guard case .managed = page, case .managed(let identity) = context.identity else { return .load(.unmanagedView) }
        return .load(identity.isLockDown ? .lockDown : .loadedFor)
    }
}
