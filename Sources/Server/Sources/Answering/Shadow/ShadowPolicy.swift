import DemarcEngine
import Hosting
import RequestReading
import Synchronization

/// A second policy, such as the next one, that is asked what the policy in force was asked: on a thread of its own, after
/// the answer, and never instead of it.
///
/// Differences are counted and logged. Where more is asked than it can keep up with, questions are dropped and counted.
final class ShadowPolicy: Sendable {
    /// A question that was answered.
    struct Question: Sendable {
        var request: ObservedRequest
        /// The position of the binding.
        var binding: Int
        /// What was answered, as it is logged.
        var entry: LogEntry
    }

    /// How many questions of one thread may wait.
    static let ringCapacity = 1024

    private let slot: PolicySlot
    private let isOn = Atomic(false)
    private let taker: BackgroundTaker<Question>

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - bindings: The bindings, by whose positions questions name theirs.
    ///   - book: Where it counts.
    ///   - log: Where differences are logged.
    init(_ bindings: [AnswerBinding], _ book: TallyBook, _ log: DecisionLog) {
        let slot = PolicySlot()
        self.slot = slot
        taker = BackgroundTaker("demarc-shadow", capacity: Self.ringCapacity) {
            let work = ShadowWork(DecisionDesk(slot, bindings), book.open(), log.makeRing())
            return { questions in
                for question in questions { work.ask(question) }
                if questions.isEmpty { work.rest() } else { log.wake() }
            }
        }
    }

    deinit { taker.stop() }

    /// Puts a policy in shadow, or none.
    func replace(by policy: PolicyInForce?) {
        slot.replace(by: policy)
        isOn.store(policy != nil, ordering: .relaxed)
    }

    /// The policy in shadow; nil for none.
    var policy: PolicyInForce? { slot.current }

    /// Whether there is a policy to ask.
    var isAsked: Bool { isOn.load(ordering: .relaxed) }

    /// A place for the questions of one more thread.
    func makeRing() -> HandOverRing<Question> { taker.makeRing() }

    /// Wakes the thread up, after a push.
    func wake() { taker.wake() }

    /// Waits until everything asked by now is answered.
    func flush(within limit: Duration) -> Bool { taker.waitUntilTaken(within: limit) }
}

/// What the thread of the policy in shadow works with.
private final class ShadowWork {
    private let desk: DecisionDesk
    private let tallies: Tallies
    private let ring: HandOverRing<LogEntry>

    init(_ desk: DecisionDesk, _ tallies: Tallies, _ ring: HandOverRing<LogEntry>) {
        self.desk = desk
        self.tallies = tallies
        self.ring = ring
    }

    /// Lets go of a policy that was replaced, where nothing is asked.
    func rest() { desk.renew() }

    func ask(_ question: ShadowPolicy.Question) {
        desk.renew()
        guard let shadow = desk.decide(question.request, binding: question.binding),
            let decision = question.entry.decision
        else { return }
        tallies.add(to: tallies.shape.shadowAnswered)
        guard shadow.differs(from: decision) else { return }
        tallies.add(to: tallies.shape.shadowDifference(from: decision.verdict, to: shadow.verdict))
        var entry = question.entry
        entry.shadow = shadow
        entry.shadowPolicy = desk.policy?.named
        entry.rate = 1
        if !ring.push(entry) { tallies.add(to: tallies.shape.logDropped) }
    }
}

extension RequestDecision {
    /// Whether a client would see another answer, or a reader of the log another class.
    fileprivate func differs(from other: RequestDecision) -> Bool {
        verdict != other.verdict || destination != other.destination || route != other.route
            || urlClass != other.urlClass || page != other.page
    }
}
