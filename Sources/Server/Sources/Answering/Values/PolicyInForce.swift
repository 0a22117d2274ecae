public import Demarc
import Hosting

public import struct Foundation.Date

/// One policy that is, or was, in force: an engine of its own, so that no decision can mix two of them.
///
/// An engine that was reloaded could answer the second reading of a path by another policy than the first. So a reload
/// replaces the engine, and whoever began on one finishes on it.
public struct PolicyInForce: Sendable {
    /// Decides. Adapters ask it only what changes nothing in it.
    public let engine: PolicyEngine
    /// The policy's own number.
    public let revision: Int
    /// The SHA-256 of the compiled policy, in hexadecimal digits.
    public let digest: String
    /// When it was put in force.
    public let loaded: Date
    /// Revision and tag in one word, as `x-demarc-policy` has it: `12-9f86d081884c7d65`.
    public let label: String
    /// The policy as records of decisions name it.
    let named: DecisionRecord.Policy
    /// What the authors of rules say about them, by the ids of the rules; an id that two rule sets have is not among them.
    let explanations: [String: String]

    init(_ policy: CompiledPolicy, loaded: Date) {
        engine = PolicyEngine(policy)
        revision = policy.revision
        // A policy that is larger than a compiled file can be has none; a random one still tells it from the last policy,
        // which proxies that keep answers go by.
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

    private static func explanations(of document: PolicyDocument) -> [String: String] {
        var explanations: [String: String] = [:]
        var seen: Set<String> = []
        for rule in document.ruleSets.lazy.flatMap(\.rules) {
            explanations[rule.id] = seen.insert(rule.id).inserted ? rule.because : nil
        }
        return explanations
    }
}
