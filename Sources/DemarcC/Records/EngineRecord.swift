import CDemarc
import DemarcEngine
import PolicyModel
import RuleIndex
import Synchronization

/// The object behind the handle of an engine.
struct EngineRecord: ~Copyable, Sendable {
    let engine: PolicyEngine
    let link: EngineLink

    init(_ policy: CompiledPolicy, signedIn: [AccountID]?, file: FollowedPolicy?) {
        engine = PolicyEngine(policy, signedIn: signedIn)
        link = EngineLink(file)
    }

    /// Puts a policy in force.
    func reload(_ policy: CompiledPolicy) {
        engine.reload(policy)
        link.reloads.add(1, ordering: .relaxed)
    }
}

/// The state that an engine and its evaluators share in addition to the policy: what distinguishes them from other
/// engines.
final class EngineLink: Sendable {
    /// Distinguishes the views of this engine from those of others.
    private let tag: UInt64
    /// The key that seals answers for `demarc_did_navigate`, so that an answer of another engine is rejected.
    private let key = UInt64.random(in: 1 ... .max)
    /// How often another policy was put in force.
    let reloads = Atomic<UInt32>(0)
    /// The file that is followed; nil for an engine without a file. Only reloading takes the lock.
    let file: Mutex<FollowedPolicy?>
    /// The numbers of the policies that were in force.
    let policies = NumberedPolicies()
    /// The policy whose digest was computed last, with its digest.
    private let digest = Mutex<KnownDigest?>(nil)

    private struct KnownDigest {
        weak var policy: CompiledPolicy?
        let text: String
    }

    init(_ file: FollowedPolicy?) {
        tag = engineTags.withLock { UInt64($0.take()) }
        self.file = Mutex(file)
    }

    deinit { engineTags.withLock { $0.release(UInt16(tag)) } }

    // MARK: Views

    /// The number of a view for the host; nil if the engine has more views than fit in a number.
    ///
    /// ```
    /// 63             42 41      32 31                 0
    /// ┌────────────────┬──────────┬────────────────────┐
    /// │      slot      │  engine  │     generation     │
    /// └────────────────┴──────────┴────────────────────┘
    /// ```
    func number(of view: ViewID) -> demarc_view? {
        let (slot, generation) = (view.word >> 32, view.word & 0xFFFF_FFFF)
        guard slot < 1 << 22 else { return nil }
        return slot << 42 | tag << 32 | generation
    }

    /// The view with a number, which may have been removed from this engine.
    @inline(__always)
    func view(_ number: demarc_view) throws(CallFailure) -> ViewID {
        guard number >> 32 & 1023 == tag else { throw .unknownView }
        return ViewID(word: (number >> 42) << 32 | number & 0xFFFF_FFFF)
    }

    // MARK: Answers

    /// The seal that proves that this engine issued these words.
    @inline(__always)
    func seal(_ words: DecidedPageWords) -> UInt64 {
        // This protects against mistakes, not against the host: code that can call the library can do without it.
        let turned = words.view &<< 21 | words.view &>> 43
        let later = words.serial &<< 42 | words.serial &>> 22
        return (key ^ words.page ^ turned ^ later) &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    // MARK: The policy

    /// The SHA-256 digest of a policy, computed once for each policy.
    func digest(of policy: CompiledPolicy) -> String {
        digest.withLock { known in
            if let known, known.policy === policy { return known.text }
            // Every policy that was opened is a compiled file, which has a digest.
            let text = (try? policy.digest()) ?? ""
            known = KnownDigest(policy: policy, text: text)
            return text
        }
    }
}
