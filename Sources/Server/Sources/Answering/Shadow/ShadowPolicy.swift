import DemarcEngine
import Hosting
import PolicyModel
import RequestReading
import Synchronization

/// A second policy, such as the next version, that is asked the same questions as the policy in force: on a separate
/// thread, after the answer, and never in place of it.
///
/// Differences are counted and logged. If it cannot keep up, questions are dropped and counted.
final class ShadowPolicy: Sendable {
    /// A question that was answered.
    struct Question: Sendable {
        /// The request of a proxy, with the position of its binding; nil for a question in JSON, which is in the entry.
        var request: (observed: ObservedRequest, binding: Int)?
        /// The answer, as it is logged.
        var entry: LogEntry
    }

    /// The maximum number of pending questions of one thread.
    static let ringCapacity = 1024

    private let slot: PolicySlot
    private let isOn = Atomic(false)
    private let taker: BackgroundTaker<Question>

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - bindings: The bindings, which questions identify by position.
    ///   - registry: Where the tallies for its counts are.
    ///   - log: The log for differences.
    init(_ bindings: [AnswerBinding], _ registry: TallyRegistry, _ log: DecisionLog) {
        let slot = PolicySlot()
        self.slot = slot
        taker = BackgroundTaker("demarc-shadow", capacity: Self.ringCapacity) {
            let work = ShadowWork(Decider(slot, bindings), registry.open(), log.makeRing())
            return { questions in
                for question in questions { work.ask(question) }
                if questions.isEmpty { work.rest() } else { log.wake() }
            }
        }
    }

    deinit { taker.stop() }

    /// Sets or removes the shadow policy.
    func replace(by policy: PolicyInForce?) {
        slot.replace(by: policy)
        isOn.store(policy != nil, ordering: .relaxed)
    }

    /// The shadow policy; nil for none.
    var policy: PolicyInForce? { slot.current }

    /// Whether there is a shadow policy.
    var isAsked: Bool { isOn.load(ordering: .relaxed) }

    /// Creates a ring for another thread.
    func makeRing() -> HandOverRing<Question> { taker.makeRing() }

    /// Wakes the thread after a push.
    func wake() { taker.wake() }

    /// Waits until all questions so far are answered.
    func flush(within limit: Duration) -> Bool { taker.waitUntilTaken(within: limit) }
}

/// The state of the shadow policy's thread.
private final class ShadowWork {
    private let decider: Decider
    private let tallies: Tallies
    private let ring: HandOverRing<LogEntry>

    init(_ decider: Decider, _ tallies: Tallies, _ ring: HandOverRing<LogEntry>) {
        self.decider = decider
        self.tallies = tallies
        self.ring = ring
    }

    /// Releases a policy that was replaced, if there are no questions.
    func rest() { decider.renew() }

    func ask(_ question: ShadowPolicy.Question) {
        decider.renew()
        guard let policy = decider.policy?.named, let (answer, shadow) = answers(to: question) else { return }
        tallies.add(to: tallies.shape.shadowAnswered)
        guard shadow.differs(from: answer) else { return }
        tallies.add(to: tallies.shape.shadowDifference(from: answer.verdict, to: shadow.verdict))
        var entry = question.entry
        entry.shadow = DecisionRecord.Shadow(
            policy: policy,
            verdict: shadow.verdict,
            urlClass: shadow.urlClass,
            destination: shadow.destination,
            rule: shadow.rule
        )
        entry.rate = 1
        if !ring.push(entry) { tallies.add(to: tallies.shape.logDropped) }
    }

    /// The answers of the policy in force and of the shadow policy; nil if only one of them answers.
    private func answers(to question: ShadowPolicy.Question) -> (ComparedAnswer, ComparedAnswer)? {
        switch question.entry.subject {
        case .decision(let decision):
            guard let request = question.request else { return nil }
            return decider.decide(request.observed, binding: request.binding).map {
                (ComparedAnswer(decision), ComparedAnswer($0))
            }
        case .question(let answered):
            return decider.answer(answered.question, as: answered.user).map {
                (ComparedAnswer(answered.answer), ComparedAnswer($0))
            }
        case .fault: return nil
        }
    }
}

/// The part of an answer that is compared, and the rule that decided.
private struct ComparedAnswer {
    let verdict: Verdict
    let destination: Destination?
    let route: String?
    let urlClass: URLClass?
    let page: PageClassification?
    let rule: String?

    /// The answer to a request of a proxy.
    init(_ decision: RequestDecision) {
        verdict = decision.verdict
        destination = decision.destination
        route = decision.route
        urlClass = decision.urlClass
        page = decision.page
        rule = decision.rule?.id
    }

    /// The answer to a question in JSON.
    init(_ answer: Answer) {
        verdict = answer.recordedVerdict ?? .block
        destination = answer.destination
        route = answer.route
        urlClass = answer.urlClass
        page = answer.page
        rule = answer.rule?.id
    }

    /// Whether a client would receive another answer, or a reader of the log would see another class.
    func differs(from other: ComparedAnswer) -> Bool {
        verdict != other.verdict || destination != other.destination || route != other.route
            || urlClass != other.urlClass || page != other.page
    }
}
