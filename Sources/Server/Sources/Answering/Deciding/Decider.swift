import DemarcEngine
import PolicyModel
import RequestReading
import Synchronization

/// Holds a policy that is replaced as a whole. Readers detect a replacement with a single load.
final class PolicySlot: Sendable {
    private let generation = Atomic<UInt64>(0)
    private let policy = Mutex<PolicyInForce?>(nil)

    /// The policy; nil for none.
    var current: PolicyInForce? { policy.withLock(\.self) }

    /// Whether the policy was replaced after a generation.
    func hasMoved(since generation: UInt64) -> Bool {
        self.generation.load(ordering: .acquiring) != generation
    }

    /// Replaces the policy.
    func replace(by next: PolicyInForce?) {
        policy.withLock { policy in
            policy = next
            generation.add(1, ordering: .releasing)
        }
    }

    /// The policy and its generation.
    var latest: (policy: PolicyInForce?, generation: UInt64) {
        policy.withLock { ($0, generation.load(ordering: .acquiring)) }
    }
}

/// The state with which one thread decides: the policy that it has seen last, an evaluator for it, and a reader for
/// each binding.
///
/// All readings of one request are decided under the single policy that ``renew()`` found, even if another policy is
/// put in force in the meantime.
final class Decider {
    private final class Reading {
        var reader: RequestReader

        init(_ binding: RequestBinding) { reader = RequestReader(binding) }
    }

    /// A policy with an evaluator for it.
    private final class EvaluatedPolicy {
        let policy: PolicyInForce
        var evaluator: Evaluator
        /// What an adapter made for the policy; see ``Decider/companion(_:)``.
        var companion: AnyObject?

        init(_ policy: PolicyInForce) {
            self.policy = policy
            evaluator = policy.engine.makeEvaluator()
        }
    }

    private let slot: PolicySlot
    private let bindings: [AnswerBinding]
    private var generation: UInt64 = 0
    private var evaluated: EvaluatedPolicy?
    private var readings: [Reading] = []

    init(_ slot: PolicySlot, _ bindings: [AnswerBinding]) {
        self.slot = slot
        self.bindings = bindings
    }

    /// The policy under which requests are decided until the next ``renew()``; nil for none.
    var policy: PolicyInForce? { evaluated?.policy }

    /// Switches to the policy in force.
    ///
    /// PERF: a load and a comparison, except for the first request after a replacement.
    @inline(__always)
    func renew() {
        guard slot.hasMoved(since: generation) else { return }
        takeLatest()
    }

    @inline(never)
    private func takeLatest() {
        let latest = slot.latest
        generation = latest.generation
        evaluated = latest.policy.map(EvaluatedPolicy.init)
        // A reader caches what it found out about its engine, so it is replaced too.
        readings = evaluated == nil ? [] : bindings.map { Reading($0.reading) }
    }

    /// What an adapter makes for the policy, once. It is released with the policy, even if no further question comes.
    ///
    /// - Parameter make: Makes it.
    /// - Returns: What was made; nil without a policy.
    func companion<Value: AnyObject>(_ make: (PolicyInForce) -> Value) -> Value? {
        guard let evaluated else { return nil }
        if let known = evaluated.companion as? Value { return known }
        let made = make(evaluated.policy)
        evaluated.companion = made
        return made
    }

    /// Reads a request and decides on it.
    ///
    /// - Parameters:
    ///   - request: The request as the adapter observed it.
    ///   - binding: The position of the binding.
    /// - Returns: The decision; nil without a policy.
    func decide(_ request: borrowing ObservedRequest, binding: Int) -> RequestDecision? {
        guard let evaluated, readings.indices.contains(binding) else { return nil }
        return readings[binding].reader.decide(request, with: &evaluated.evaluator)
    }

    /// Answers a question that was answered under another policy.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - user: The account that acted; nil for no account.
    /// - Returns: The answer; nil without a policy. If the policy does not have what the question names, it blocks, as it
    ///   does for the request of a proxy.
    func answer(_ question: Question, as user: AccountID?) -> Answer? {
        guard let evaluated else { return nil }
        return (try? evaluated.evaluator.answer(question, as: user ?? .noUser)) ?? Answer(.decision(.block))
    }
}
