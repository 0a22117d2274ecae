import CDemarc
import DemarcEngine
import PolicyModel
import RuleIndex

/// What is behind the handle of an evaluator. One call at a time has it.
struct EvaluatorRecord: ~Copyable, Sendable {
    let engine: PolicyEngine
    let link: EngineLink
    var evaluator: Evaluator
    /// The names that options had last.
    var names = KnownNames()
    var requests = RequestRecord()
    var asking: QuestionAsking
    /// The last decision; none where the evaluator has made none, or has read a request since.
    private var last = Decision.unmade
    private var rules = RuleNumbers()

    init(_ engine: borrowing EngineRecord) {
        self.engine = engine.engine
        link = engine.link
        evaluator = engine.engine.makeEvaluator()
        asking = QuestionAsking(engine.engine)
    }

    // MARK: Deciding

    /// Decides what `demarc_navigate` does without options.
    @inline(__always)
    mutating func navigate(
        to url: Span<UInt8>,
        in view: demarc_view,
        _ output: Output<demarc_answer>
    ) throws(CallFailure) {
        let word = evaluator.navigation(to: url, in: try link.view(view), keptIn: &last)
        // PERF: before anything of the decision is read. Numbering a rule may be a call, over which all that was read is kept.
        let rule = ruleNumber(of: word)
        guard output.isWhole else { return writeLast(rule, output) }
        output.writeWhole(AnswerWords(last, rule: rule, link))
    }

    /// Spells a decision out, and keeps it, so that its texts can be asked for.
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

    /// Spells the last decision out for another version of the struct.
    ///
    /// PERF: kept apart. What is passed on is written to memory, and would be before it is known whether it is passed.
    @inline(never)
    private func writeLast(_ rule: UInt64, _ output: Output<demarc_answer>) {
        output.write(AnswerWords(last, rule: rule, link))
    }

    /// PERF: a call of its own, and the last one. A decision was just written field by field, and a copy of many fields at
    /// once waits until that has reached memory.
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

    /// The number that a rule has outside.
    ///
    /// - Parameter word: The rule behind the last decision, as the engine gives it.
    /// - Returns: The number; 0 for no rule, and for one of more rule sets than a number has room for.
    @inline(__always)
    private mutating func ruleNumber(of word: UInt64) -> UInt64 { word == 0 ? 0 : number(of: word) }

    @inline(never)
    private mutating func number(of word: UInt64) -> UInt64 {
        guard word >> 48 == 0 else { return 0 }
        let version = evaluator.stateVersion
        // PERF: the policy changes only where the state does, and comparing numbers counts no reference. An evaluator is
        // large: handing it to `rules`, which change meanwhile, would copy all of it.
        if version != rules.stateVersion { rules.follow(evaluator.policy, at: version) }
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

    /// Forgets the last decision: something else was asked.
    mutating func forgetLast() { last = .unmade }

    // MARK: About the last decision

    /// The decision of an answer, which must be the last one.
    func decision(of answer: demarc_answer) throws(CallFailure) -> Decision {
        guard last.serial == answer.reserved.0, last.serial > 0 else { throw .stale }
        return last
    }

    /// The rule of a number that a decision of this evaluator had.
    func rule(_ number: UInt64) throws(CallFailure) -> RuleReference {
        guard let rule = evaluator.rule(at: try rules.position(of: number, evaluator.policy)) else {
            throw .unknownRule
        }
        return rule
    }

    /// Lets go of the policy of the last decision.
    mutating func rest() {
        evaluator.rest()
        last = .unmade
        rules.rest()
        requests.rest()
    }
}

/// The numbers that rules have outside.
///
/// ```
/// 63         48 47         32 31                  0
/// ┌────────────┬─────────────┬─────────────────────┐
/// │   policy   │ rule set + 1│         rank        │
/// └────────────┴─────────────┴─────────────────────┘
/// ```
private struct RuleNumbers {
    /// Counts the policies that rules were numbered of.
    private var count: UInt64 = 1
    private var policy: CompiledPolicy?
    /// The state of the evaluator that the policy is of.
    private(set) var stateVersion: UInt64 = 0

    @inline(__always)
    func number(of word: UInt64) -> UInt64 { count << 48 | word }

    /// Numbers rules of the policy that is in force now.
    @inline(never)
    mutating func follow(_ current: CompiledPolicy, at version: UInt64) {
        stateVersion = version
        if let policy, policy === current { return }
        if policy != nil { count = count % 0xFFFF + 1 }
        policy = current
    }

    /// Where the rule of a number is, as long as the policy is the one that it was numbered of.
    func position(
        of number: UInt64,
        _ current: CompiledPolicy
    ) throws(CallFailure) -> (ruleSet: UInt32, rank: UInt32) {
        let ruleSet = UInt32(truncatingIfNeeded: number >> 32 & 0xFFFF)
        guard ruleSet > 0 else { throw .unknownRule }
        guard number >> 48 == count, let policy, policy === current else {
            throw CallFailure(DEMARC_STALE, "stale", "the rule belongs to a policy that is no longer in force")
        }
        return (ruleSet - 1, UInt32(truncatingIfNeeded: number))
    }

    mutating func rest() {
        if policy != nil { count = count % 0xFFFF + 1 }
        policy = nil
        stateVersion = 0
    }
}
