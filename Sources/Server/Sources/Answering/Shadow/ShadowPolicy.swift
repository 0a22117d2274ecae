import DemarcEngine
import Hosting
import RequestReading
import Synchronization

/// A second policy, such as the next version, that is asked the same questions as the policy in force: on a separate
/// thread, after the answer, and never in place of it.
///
/// Differences are counted and logged. If it cannot keep up, questions are dropped and counted.
final class ShadowPolicy: Sendable {
    /// A question that was answered.
    struct Question: Sendable {
        var request: ObservedRequest
        /// The position of the binding.
        var binding: Int
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
        guard case .decision(let decision) = question.entry.subject, let policy = decider.policy?.named,
            let shadow = decider.decide(question.request, binding: question.binding)
        else { return }
        tallies.add(to: tallies.shape.shadowAnswered)
        guard shadow.differs(from: decision) else { return }
        tallies.add(to: tallies.shape.shadowDifference(from: decision.verdict, to: shadow.verdict))
        var entry = question.entry
        entry.shadow = (decision: shadow, policy: policy)
        entry.rate = 1
        if !ring.push(entry) { tallies.add(to: tallies.shape.logDropped) }
    }
}

extension RequestDecision {
    /// Whether a client would receive another answer, or a reader of the log would see another class.
    fileprivate func differs(from other: RequestDecision) -> Bool {
        verdict != other.verdict || destination != other.destination || route != other.route
            || urlClass != other.urlClass || page != other.page
    }
}
