public import PolicyModel

extension Evaluator {
    /// Answers any question, with all details.
    ///
    /// ```swift
    /// let engine = try PolicyEngine(contentsOf: "policy.yaml")
    /// var evaluator = engine.makeEvaluator()
    /// let answer = try evaluator.answer(.paste(from: .view("E"), into: .view("A")))
    /// if answer.verdict == .block { print(answer.reasons.map(\.message)) }
    /// ```
    ///
    /// It looks up the names in the question and calls the method for that question, such as
    /// ``navigation(to:in:frame:answer:isSameDocument:identity:)``, whose documentation describes the decision. If
    /// every nanosecond counts, call that method directly. An identity question changes the engine. No other question
    /// does: report a navigation that is carried out to the engine with ``PolicyEngine/didNavigate(_:_:)``.
    ///
    /// - Parameters:
    ///   - question: The question. A question that sets the identity of a task only reports whether the account may
    ///     act; the task's further questions then have to run in `PolicyEngine.withTaskIdentity(_:operation:)`.
    ///   - user: The acting account, which takes precedence over the identity levels; nil uses the levels. No account
    ///     is switched or signed in for it.
    ///   - window: The window that the question comes from; nil for none.
    ///   - pasteboard: What an earlier question copied, for ``Question/pasteCopied(as:characters:into:)``.
    ///   - explains: Whether the answer includes the rules that also matched but lost. Finding them evaluates every
    ///     rule again.
    /// - Returns: The answer.
    /// - Throws: ``QuestionError`` if the question names a view, account or app that the engine does not have. Only an
    ///   identity question may name any account: its answer is then `failed`.
    /// - Complexity: That of the method, plus O(*n*) in the text of the answer.
    public mutating func answer(
        _ question: Question,
        as user: AccountID? = nil,
        in window: WindowID? = nil,
        pasteboard: CopiedItem? = nil,
        explains: Bool = false
    ) throws(QuestionError) -> Answer {
        let decided = try decide(question, as: user, in: window, pasteboard: pasteboard)
        return spellOut(decided, explains: explains)
    }

    /// Adds the texts to the last decision; for an older decision, returns its codes without texts.
    package mutating func spellOut(_ decided: DecidedQuestion, explains: Bool = false) -> Answer {
        switch decided {
        case .identity(let result): Answer(.identity(result))
        case .answered(let answer): answer
        case .launch(let decision, _): Answer(decision)
        case .navigation(let decision, _): spellOut(decision, .navigation(decision.verdict), explains: explains)
        case .connection(let decision, _): spellOut(decision, .connection(decision.verdict), explains: explains)
        case .decision(let decision, _): spellOut(decision, .decision(decision.verdict), explains: explains)
        }
    }

    private mutating func spellOut(_ decision: Decision, _ outcome: Answer.Outcome, explains: Bool) -> Answer {
        do throws(StaleDecision) {
            return try explanation(of: decision, findsOverridden: explains).answer(as: outcome)
        } catch {
            // A decision that is not the last one has only the data that it carries itself.
            let reasons = decision.reasonCodes.map { Reason(code: $0) }
            return Explanation(decision: decision, url: nil, route: nil, reasons: reasons, overridden: [])
                .answer(as: outcome)
        }
    }
}

extension PolicyEngine {
    /// Answers one question, as ``Evaluator/answer(_:as:in:pasteboard:explains:)`` does.
    ///
    /// It creates an evaluator for this one question. For many questions, create an evaluator and keep it.
    ///
    /// - Throws: ``QuestionError``.
    public func answer(
        _ question: Question,
        as user: AccountID? = nil,
        in window: WindowID? = nil,
        explains: Bool = false
    ) throws(QuestionError) -> Answer {
        var evaluator = makeEvaluator()
        return try evaluator.answer(question, as: user, in: window, explains: explains)
    }
}

/// A copied item, for a later paste.
public struct CopiedItem: Hashable, Sendable {
    /// The item.
    public var item: ClipboardItem
    /// Its owner, as ``Evaluator/owner(of:)`` returned it when the item was copied.
    public var owner: ClipboardOwner

    /// Creates a copied item.
    public init(_ item: ClipboardItem, ownedBy owner: ClipboardOwner) {
        self.item = item
        self.owner = owner
    }
}

extension Explanation: Encodable {
    /// The explanation as an answer. It has a page and a class if the decision has either of them, as only a navigation
    /// and a tunnel do. The page of a tunnel is nil.
    public var answer: Answer {
        let isNavigation = decision.urlClass != nil || decision.page != nil
        return answer(as: isNavigation ? .navigation(decision.verdict) : .decision(decision.verdict))
    }

    /// The explanation as an answer with an outcome.
    func answer(as outcome: Answer.Outcome) -> Answer {
        var answer = Answer(
            outcome,
            to: decision.destination,
            url: url,
            route: route,
            page: decision.page,
            urlClass: decision.urlClass,
            account: account,
            value: decision.value,
            reasons: reasons,
            overridden: overridden,
            parsingError: parsingError
        )
        answer.ownerBlocks = ownerBlocks
        return answer
    }

    /// Encodes the members that `demarc` writes for an answer with `--explain`. One of them is always `url`, which is
    /// null if there is none.
    public func encode(to encoder: any Encoder) throws {
        try form.encode(to: encoder)
    }

    /// The same, for output without Foundation.
    package var form: JSONForm {
        let withoutURL = answer.parts.contains(.url) ? [] : [JSONForm.Member("url", .null)]
        return .object(withoutURL + answer.members(explains: true))
    }
}
