import CDemarc
import DemarcEngine
import PolicyModel
import RuleIndex

/// The object behind the handle of an evaluator. One call at a time has access to it.
struct EvaluatorRecord: ~Copyable, Sendable {
    let engine: PolicyEngine
    let link: EngineLink
    var evaluator: Evaluator
    /// The names that options last contained.
    var names = KnownNames()
    var requests = RequestRecord()
    var asking: QuestionAsking
    /// The last decision; unmade if the evaluator has decided nothing yet, or has read a request since.
    private var last = Decision.unmade
    private var rules = RuleNumbers()

    init(_ engine: borrowing EngineRecord) {
        self.engine = engine.engine
        link = engine.link
        evaluator = engine.engine.makeEvaluator()
        asking = QuestionAsking(engine.engine)
    }

    // MARK: Deciding

    /// Decides `demarc_navigate` without options.
    @inline(__always)
    mutating func navigate(
        to url: Span<UInt8>,
        in view: demarc_view,
        _ output: Output<demarc_answer>
    ) throws(CallFailure) {
        guard asking.task == nil else { return try navigateInTask(to: url, in: view, output) }
        let word = evaluator.navigation(to: url, in: try link.view(view), keptIn: &last)
        // PERF: before any other part of the decision is read. Numbering a rule may be a call, and values read before
        // it would have to be kept across the call.
        let rule = ruleNumber(of: word)
        guard output.isWhole else { return writeLast(rule, output) }
        output.writeWhole(AnswerWords(last, rule: rule, link))
    }

    /// The same as the account of the evaluator's task.
    @inline(never)
    private mutating func navigateInTask(
        to url: Span<UInt8>,
        in view: demarc_view,
        _ output: Output<demarc_answer>
    ) throws(CallFailure) {
        answer(evaluator.navigation(to: url, in: try link.view(view), identity: asking.task), output)
    }

    /// Encodes a decision, and keeps it, so that its texts can be queried.
    @inline(__always)
    mutating func answer(_ decision: Decision, _ output: Output<demarc_answer>) {
        let rule = ruleNumber(of: evaluator.ruleWord(ofDecision: decision.serial))
        guard output.isWhole else {
            keep(decision)
            return writeLast(rule, output)
        }
        output.writeWhole(AnswerWords(decision, rule: rule, link))
        keep(decision)
    }

    /// Encodes the last decision for another version of the struct.
    ///
    /// PERF: a separate function. Its arguments are written to memory, and otherwise would be written before it is
    /// known whether the function is called.
    @inline(never)
    private func writeLast(_ rule: UInt64, _ output: Output<demarc_answer>) {
        output.write(AnswerWords(last, rule: rule, link))
    }

    /// PERF: a separate call, and the last one. The decision was just written field by field, and a copy of many fields
    /// at once stalls until those writes have reached memory.
    @inline(never)
    private mutating func keep(_ decision: Decision) { last = decision }

    /// One row of a batch.
    @inline(__always)
    mutating func row(_ decision: Decision) -> demarc_row {
        var row = demarc_row()
        row.verdict = UInt8(truncatingIfNeeded: decision.verdict.number)
        row.destination = UInt8(truncatingIfNeeded: decision.destination.number)
        row.url_class = UInt8(truncatingIfNeeded: decision.urlClass.number)
        row.page = UInt8(truncatingIfNeeded: decision.page.number)
        row.rule = ruleNumber(of: evaluator.ruleWord(ofDecision: decision.serial))
        row.reasons = Self.spread(decision.reasonNumbers)
        return row
    }

    /// The public number of a rule.
    ///
    /// - Parameter word: The rule of the last decision, as the engine encodes it.
    /// - Returns: The number; 0 for no rule, and for a rule whose rule set does not fit in a number.
    @inline(__always)
    private mutating func ruleNumber(of word: UInt64) -> UInt64 { word == 0 ? 0 : number(of: word) }

    @inline(never)
    private mutating func number(of word: UInt64) -> UInt64 {
        guard word >> 48 == 0 else { return 0 }
        let version = evaluator.stateVersion
        // PERF: the policy changes only if the state does, and comparing numbers does not touch reference counts. An
        // evaluator is large, and passing it to `rules`, which are mutated at the same time, would copy all of it.
        if version != rules.stateVersion { rules.follow(evaluator.policy, at: version, in: link.policies) }
        return rules.number(of: word)
    }

    private typealias Reasons = (UInt16, UInt16, UInt16, UInt16, UInt16, UInt16, UInt16, UInt16)

    @inline(__always)
    private static func spread(_ numbers: (first: UInt64, further: UInt64)) -> Reasons {
        let (first, further) = numbers
        return (
            UInt16(truncatingIfNeeded: first), UInt16(truncatingIfNeeded: first >> 16),
            UInt16(truncatingIfNeeded: first >> 32), UInt16(truncatingIfNeeded: first >> 48),
            UInt16(truncatingIfNeeded: further), UInt16(truncatingIfNeeded: further >> 16),
            UInt16(truncatingIfNeeded: further >> 32), UInt16(truncatingIfNeeded: further >> 48)
        )
    }

    /// Discards the last decision, because something else was asked.
    mutating func forgetLast() { last = .unmade }

    // MARK: Details of the last decision

    /// The decision of an answer, which must be the last one.
    func decision(of answer: demarc_answer) throws(CallFailure) -> Decision {
        guard last.serial == answer.reserved.0, last.serial > 0 else { throw .stale }
        return last
    }

    /// The rule with a number from a decision of any evaluator of the engine.
    ///
    /// The policy of the last decision counts too: if another one was put in force right after the decision, the host
    /// can still read which rule decided.
    func rule(_ number: UInt64) throws(CallFailure) -> RuleReference {
        let (decided, current) = (evaluator.policy, engine.policy)
        return try link.policies.rule(number) { $0 === decided || $0 === current }
    }

    /// Releases the policy of the last decision.
    mutating func rest() {
        evaluator.rest()
        last = .unmade
        rules.rest()
        requests.rest()
    }
}
