public import Demarc

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

    init(engine: PolicyEngine, revision: Int, digest: String, loaded: Date) {
        self.engine = engine
        self.revision = revision
        self.digest = digest
        self.loaded = loaded
    }

    /// The first 16 digits of the digest: ICAP's ISTag.
    public var tag: String { String(digest.prefix(16)) }

    /// Revision and tag in one word, as `x-demarc-policy` has it: `12-9f86d081884c7d65`.
    public var label: String { "\(revision)-\(tag)" }
}
