public import PolicyModel
import URLStandard

extension Evaluator {
    /// Answers any question, and says everything about the answer.
    ///
    /// ```swift
    /// let engine = try PolicyEngine(contentsOf: "policy.yaml")
    /// var evaluator = engine.makeEvaluator()
    /// let answer = try evaluator.answer(.paste(from: .view("E"), into: .view("A")))
    /// if answer.verdict == .block { print(answer.reasons.map(\.message)) }
    /// ```
    ///
    /// It looks up what the question names and asks the method of that question, such as
    /// ``navigation(to:in:frame:answer:isSameDocument:identity:)``, which says what is decided. Where every nanosecond
    /// counts, ask that method. An identity question changes the engine. No other question does: a navigation that is
    /// carried out is reported to the engine with ``PolicyEngine/didNavigate(_:_:)``.
    ///
    /// - Parameters:
    ///   - question: The question. To set the identity of a task, it says whether the account may act; what the task asks
    ///     then has to run in `PolicyEngine.withTaskIdentity(_:operation:)`.
    ///   - user: Who acts, before any identity level; nil asks the levels. No account is switched or signed in for it.
    ///   - window: The window that the question comes from; nil for none.
    ///   - pasteboard: What an earlier question copied, for ``Question/pasteCopied(_:into:)``.
    ///   - explains: Whether the answer names the rules that matched too and lost: every rule is asked again for these.
    /// - Returns: The answer.
    /// - Throws: ``QuestionError`` where the question names a view, account or app that the engine does not have. Only an
    ///   identity question may name any account: its answer is `failed` then.
    /// - Complexity: That of the method, and O(*n*) in what is written of the answer.
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

    /// Spells out what was decided last; of an older decision, its codes without their texts.
    package mutating func spellOut(_ decided: DecidedQuestion, explains: Bool = false) -> Answer {
        switch decided {
        case .identity(let result): Answer(.identity(result))
        case .answered(let answer): answer
        case .launch(let decision, _): Answer(decision)
        case .navigation(let decision, _): spellOut(decision, .navigation(decision.verdict), explains: explains)
        case .decision(let decision): spellOut(decision, .decision(decision.verdict), explains: explains)
        }
    }

    private mutating func spellOut(_ decision: Decision, _ outcome: Answer.Outcome, explains: Bool) -> Answer {
        var (route, account, overridden) = (String?.none, AccountID?.none, [RuleReference]())
        // Of a decision that is not the last one, only what it carries itself is known.
        var reasons = decision.reasonCodes.map { Reason(code: $0) }
        do throws(StaleDecision) {
            reasons = try self.reasons(of: decision)
            route = try self.route(of: decision)
            account = try self.account(of: decision)
            if explains { overridden = try explanation(of: decision).overridden }
        } catch {}
        return Answer(
            outcome,
            to: decision.destination,
            route: route,
            page: decision.page,
            urlClass: decision.urlClass,
            account: account,
            value: decision.value,
            reasons: reasons,
            overridden: overridden,
            parsingError: parsingError
        )
    }
}

extension PolicyEngine {
    /// Answers one question, as ``Evaluator/answer(_:as:in:pasteboard:explains:)`` does.
    ///
    /// It makes an evaluator for this one question. To ask many, make an evaluator and keep it.
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

/// What was copied, for a later paste.
public struct CopiedItem: Hashable, Sendable {
    /// The item.
    public var item: ClipboardItem
    /// Its owner, as ``Evaluator/owner(of:identity:)`` gave it when the item was copied.
    public var owner: ClipboardOwner

    /// Makes it.
    public init(_ item: ClipboardItem, ownedBy owner: ClipboardOwner) {
        self.item = item
        self.owner = owner
    }
}

extension Explanation: Encodable {
    /// The explanation as an answer. It has a page and a class where the decision has one of them, as only a navigation
    /// does.
    public var answer: Answer {
        let isNavigation = decision.urlClass != nil || decision.page != nil
        return Answer(
            isNavigation ? .navigation(decision.verdict) : .decision(decision.verdict),
            to: decision.destination,
            route: route,
            page: decision.page,
            urlClass: decision.urlClass,
            account: account,
            value: decision.value,
            reasons: reasons,
            overridden: overridden
        )
    }

    /// Encodes `url`, and then the members that `demarc` writes of an answer with `--explain`.
    public func encode(to encoder: any Encoder) throws {
        try form.encode(to: encoder)
    }

    /// The same, for whoever writes it without Foundation.
    package var form: JSONForm {
        .object([JSONForm.Member("url", .string(orNull: url))] + answer.members(explains: true))
    }
}
