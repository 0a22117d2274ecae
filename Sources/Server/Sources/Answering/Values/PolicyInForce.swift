public import Demarc
import Hosting

public import struct Foundation.Date

/// A policy that is, or was, in force, with its own engine, so that no decision can mix two policies.
///
/// An engine that was reloaded could decide the second reading of a path by another policy than the first. So a reload
/// replaces the engine, and work that started with an engine finishes with it.
public struct PolicyInForce: Sendable {
    /// The engine. Adapters only ask it questions that do not change it.
    public let engine: PolicyEngine
    /// The revision of the policy.
    public let revision: Int
    /// The SHA-256 digest of the compiled policy, in hexadecimal.
    public let digest: String
    /// When it was put in force.
    public let loaded: Date
    /// Revision and tag in one word, as in `x-demarc-policy`: `12-9f86d081884c7d65`.
    public let label: String
    /// The identity of the policy in decision records.
    let named: DecisionRecord.Policy
    /// The remarks of rule authors, by rule id. Rules of two rule sets can have one id, and each its own remark.
    let explanations: [String: Set<String>]
    /// When it becomes stale; nil for never.
    ///
    /// It is part of the policy. Stored beside it, it would change before or after the policy does, and a worker could
    /// decide by a stale policy because another one is fresh.
    private let staleAfter: ContinuousClock.Instant?

    init(_ policy: CompiledPolicy, loaded: Date, staleAfter: ContinuousClock.Instant? = nil) {
        self.staleAfter = staleAfter
        engine = PolicyEngine(policy)
        revision = policy.revision
        // A policy that is too large for a compiled file has no digest; a random one still distinguishes it from the
        // previous policy, which matters to proxies that cache answers.
        digest =
            (try? policy.digest())
            ?? (0..<8).map { _ in String(UInt32.random(in: 0x1000_0000 ... .max), radix: 16) }.joined()
        named = DecisionRecord.Policy(revision: revision, digest: digest)
        self.loaded = loaded
        label = "\(revision)-\(digest.prefix(16))"
        explanations = Self.explanations(of: policy.document)
    }

    /// The first 16 digits of the digest: ICAP's ISTag.
    public var tag: String { String(digest.prefix(16)) }

    /// Whether the policy is stale at a time.
    func isStale(at moment: ContinuousClock.Instant) -> Bool { staleAfter.map { moment >= $0 } ?? false }

    private static func explanations(of document: PolicyDocument) -> [String: Set<String>] {
        var explanations: [String: Set<String>] = [:]
        for rule in document.ruleSets.lazy.flatMap(\.rules) {
            if let because = rule.because { explanations[rule.id, default: []].insert(because) }
        }
        return explanations
    }
}
