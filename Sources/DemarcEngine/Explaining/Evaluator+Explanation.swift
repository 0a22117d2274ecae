import ByteText
public import PolicyModel
import RuleIndex
public import URLStandard

/// A decision with texts for people and logs.
public struct Explanation: Hashable, Sendable {
    /// The decision that is explained.
    public var decision: Decision
    /// The canonical URL; nil if the input is not a URL or the question was not about a URL.
    public var url: String?
    /// What the host must open instead; nil if the verdict is not `route` or there is nothing to open.
    public var route: String?
    /// The reasons in the order in which they decided.
    public var reasons: [Reason]
    /// Rules that also matched but lost, strongest first. If a link is blocked because of the URL inside it, they are
    /// those that match the link and those that match that URL.
    public var overridden: [RuleReference]
    /// The account to switch to; nil if the verdict is not `switchAccount`.
    public var account: AccountID?
    /// Whether the owner's side of a transfer with two sides blocks; ``decidedBy`` depends on it.
    var ownerBlocks = false
    /// Why the input is not a URL; nil if it is a URL, or if the question was not about a URL.
    var parsingError: URLParsingError?

    /// Creates an explanation.
    public init(
        decision: Decision,
        url: String?,
        route: String?,
        reasons: [Reason],
        overridden: [RuleReference],
        account: AccountID? = nil
    ) {
        self.decision = decision
        self.url = url
        self.route = route
        self.reasons = reasons
        self.overridden = overridden
        self.account = account
    }
}

extension Explanation {
    /// The position in ``reasons`` of the reason that decided; nil if there are no reasons.
    public var decidedBy: Int? {
        ReasonCode.positionOfDeciding(reasons.map(\.code), decision.verdict, ownerBlocks: ownerBlocks)
    }
}

extension Decision {
    /// The position in ``reasonCodes`` of the reason that decided; nil if there are no reasons.
    ///
    /// If both sides of a paste or an upload block, this is the destination's reason where the owner's code does not
    /// say by itself that it blocks, as that of a level that keeps content in its organization. ``Explanation/decidedBy``
    /// and `Answer.decidedBy` name the owner's then.
    ///
    /// - Complexity: O(*n*) in the number of reasons; allocates. It is computed on demand, so that decisions do not pay
    ///   for it.
    public var decidedBy: Int? { ReasonCode.positionOfDeciding(reasonCodes, verdict) }
}

extension Evaluator {
    /// Explains this evaluator's last decision.
    ///
    /// - Parameter decision: The last decision.
    /// - Returns: All details of the decision.
    /// - Throws: ``StaleDecision`` for any other decision.
    /// - Complexity: O(*n*) in the number of rules, which are all evaluated again to find those that lost.
    public mutating func explanation(of decision: Decision) throws(StaleDecision) -> Explanation {
        try explanation(of: decision, findsOverridden: true)
    }

    /// The same, without the rules that lost unless they are asked for.
    mutating func explanation(of decision: Decision, findsOverridden: Bool) throws(StaleDecision) -> Explanation {
        try requireLast(decision)
        var explanation = Explanation(
            decision: decision,
            url: try url(of: decision),
            route: try route(of: decision),
            reasons: try reasons(of: decision),
            overridden: findsOverridden ? overridden() : [],
            account: try account(of: decision)
        )
        explanation.ownerBlocks = context.ownerBlocks
        explanation.parsingError = context.parsingError
        return explanation
    }

    /// The canonical form of the URL that this evaluator's last decision is about; nil if the question was not about a
    /// URL, or if the input is not a URL.
    ///
    /// The decision is about this URL, so a host loads it, rather than the input.
    ///
    /// - Throws: ``StaleDecision`` for any other decision.
    /// - Complexity: O(*n*) in the bytes of the URL, for the text that it returns.
    public borrowing func url(of decision: Decision) throws(StaleDecision) -> String? {
        try requireLast(decision)
        return context.subject.url.isEmpty ? nil : context.subject.url.href.string
    }

    /// Why the input of this evaluator's last decision is not a URL; nil if it is a URL, or if the question was not
    /// about a URL.
    ///
    /// - Throws: ``StaleDecision`` for any other decision.
    public borrowing func parsingError(of decision: Decision) throws(StaleDecision) -> URLParsingError? {
        try requireLast(decision)
        return context.parsingError
    }

    /// The account that this evaluator's last decision switches to; nil if it has another verdict.
    ///
    /// - Throws: ``StaleDecision`` for any other decision.
    public borrowing func account(of decision: Decision) throws(StaleDecision) -> AccountID? {
        try requireLast(decision)
        guard decision.verdict == .switchAccount, let position = context.account else { return nil }
        return state.policy.document.accounts.accounts[Int(position)].id
    }

    /// The reasons of this evaluator's last decision, with their rules, settings and places.
    ///
    /// - Parameter decision: The last decision.
    /// - Returns: The reasons in the order in which they decided.
    /// - Throws: ``StaleDecision`` for any other decision; its codes are still available as ``Decision/reasonCodes``.
    public borrowing func reasons(of decision: Decision) throws(StaleDecision) -> [Reason] {
        try requireLast(decision)
        return (0..<decision.reasons.count).map { reason(decision.reasons[$0]) }
    }

    /// A reason with the rule, setting and place that belong to its code.
    private borrowing func reason(_ code: ReasonCode) -> Reason {
        if case .urlAmbiguous = code { return Reason(code: code, hosts: context.ambiguousHosts.readings) }
        switch code.subject {
        case .nothing: return Reason(code: code)
        case .rule:
            guard let rules = rulesAsked, context.rules.rank != RuleMatch.noRank else { return Reason(code: code) }
            let rule = rules.reference(rank: context.rules.rank, entry: context.rules.entry)
            return Reason(code: code, rule: rule, location: rule.location)
        case .ruleSetDefault: return Reason(code: code, location: rulesAsked?.source.defaultLocation)
        case .policySetting(let setting): return reason(code, setting, of: context.policy)
        case .otherPolicySetting(let setting): return reason(code, setting, of: context.otherPolicy)
        case .appSetting(let setting):
            let location = state.policy.document.app.location(of: setting)
            return Reason(code: code, setting: setting.rawValue, location: location)
        case .configurationKey(let key): return reason(code, configurationKey: key)
        case .viewPolicy:
            let position = context.policyDeclaration
            let declaration = position == ResolvedView.none ? nil : state.policy.document.views[Int(position)]
            return Reason(code: code, setting: "policy", location: declaration?.policyLocation)
        }
    }

    private borrowing func reason(_ code: ReasonCode, _ setting: PolicySetting, of policy: UInt32?) -> Reason {
        let location = policy.flatMap { state.policy.policies[Int($0)].location(of: setting) }
        var limiting = code.namesCharacterLimit ? policy : nil
        // Only the destination blocks, but the exception of the owner applies to its level as well.
        if case .clipboardInboundBlocked = code, context.hasException { limiting = context.policy }
        let limit = limiting.map { state.policy.transferSettings[Int($0)] }
        return Reason(
            code: code,
            setting: setting.rawValue,
            policy: policy.map { state.policy.policies[Int($0)].name },
            location: location,
            characterLimit: limit.flatMap { $0.clipboardException > 0 ? Int($0.clipboardException) : nil }
        )
    }

    /// A reason that a key of the account's app configuration caused, with the place of its first candidate.
    private borrowing func reason(_ code: ReasonCode, configurationKey key: String) -> Reason {
        guard case .managed(let identity) = context.identity else { return Reason(code: code, setting: key) }
        let candidates = Self.configuration(of: identity, state.policy).candidates(of: key)
        return Reason(code: code, setting: key, location: candidates.first?.location)
    }

    /// The rule set that answered in the last decision.
    private var rulesAsked: CompiledRuleSet? {
        guard case .answered = context.rules.state else { return nil }
        return state.policy.ruleSets[Int(context.rules.ruleSet)]
    }

    /// The rules that matched in addition to the rule that decided.
    private mutating func overridden() -> [RuleReference] {
        guard let rules = rulesAsked else { return [] }
        let isBlob = context.scheme == .blob
        var ranks: Set<UInt32> = []
        if isBlob || isBlockedInside(rules) {
            ranks.formUnion(rules.ranksOfAllMatches(of: context.secondURL, scratch: &context.subject.scratch))
        }
        if !isBlob {
            ranks.formUnion(rules.ranksOfAllMatches(of: context.subject.url, scratch: &context.subject.scratch))
        }
        ranks.remove(context.rules.rank)
        return ranks.sorted().map { rules.reference(rank: $0, entry: 0) }
    }

    /// Whether the last decision blocked a link to an app only because of the URL inside it, which is the second URL.
    ///
    /// PERF: the rules are asked again, so that decisions do not have to note it.
    private mutating func isBlockedInside(_ rules: CompiledRuleSet) -> Bool {
        guard context.scheme == .other, context.rules.urlClass == .blocked else { return false }
        return rules.match(context.subject.url, scratch: &context.subject.scratch).urlClass != .blocked
    }
}

extension Evaluator {
    /// The reasons of this evaluator's last decision, as ``reasons(of:)`` returns them.
    ///
    /// PERF: few rules decide most requests, so the reasons of the previous decision are reused if they are the same.
    /// Creating their texts costs about as much as deciding.
    ///
    /// - Parameter decision: The last decision.
    /// - Returns: The reasons in the order in which they decided.
    /// - Throws: ``StaleDecision`` for any other decision.
    package mutating func sharedReasons(of decision: Decision) throws(StaleDecision) -> [Reason] {
        // The reasons of an ambiguous URL contain its hosts, and those of an app configuration depend on the account;
        // neither is part of any key.
        guard !decision.has(.urlAmbiguous), !decision.has(.settingScreenCaptureAppConfig) else {
            return try reasons(of: decision)
        }
        let key = try reasonsKey(of: decision)
        if let cachedReasons, cachedReasons.key == key { return cachedReasons.reasons }
        let reasons = try reasons(of: decision)
        cachedReasons = CachedReasons(key: key, reasons: reasons)
        return reasons
    }
}
