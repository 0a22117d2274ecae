import Synchronization

/// Holds one policy that is replaced as a whole, and tells readers with one load whether it was.
final class PolicySlot: Sendable {
    private let generation = Atomic<UInt64>(0)
    private let policy = Mutex<PolicyInForce?>(nil)

    /// The policy; nil for none.
    var current: PolicyInForce? { policy.withLock(\.self) }

    /// Whether there was another replacement since a generation.
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

    /// The policy and the generation that it is of.
    var latest: (policy: PolicyInForce?, generation: UInt64) {
        policy.withLock { ($0, generation.load(ordering: .acquiring)) }
    }
}
