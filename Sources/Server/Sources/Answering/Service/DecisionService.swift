public import Demarc

public import struct Foundation.Date

/// Turns observed requests into answers: the policy in force, and what is shared by the workers that ask it.
///
/// There is one for a server, whatever listeners it has. It can be used from any thread; requests are answered by
/// workers, of which each event loop has its own.
///
/// ```swift
/// let service = try DecisionService(configuration)
/// try service.put(CompiledPolicy(document), confirmed: .now)
/// let worker = service.makeWorker()
/// let answer = worker.answer(request, binding: "edge", host: .nginx, wantsHTML: true)
/// ```
public final class DecisionService: Sendable {
    /// What the service was made with.
    public let configuration: AnsweringConfiguration

    /// Makes a service without a policy: it blocks everything until it has one.
    ///
    /// - Throws: ``AnsweringError`` where the log cannot be opened or the template of the page cannot be used.
    public init(_ configuration: AnsweringConfiguration) throws(AnsweringError) {
        self.configuration = configuration
    }

    // MARK: The policy

    /// The policy in force; nil before the first.
    public var policy: PolicyInForce? { nil }

    /// Whether requests are decided, and if not, why not. `/readyz` shows it.
    public var readiness: Readiness { .policyMissing }

    /// Puts a policy in force. Requests under way finish on the one that they began with.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - confirmed: When it was last known to be the right one: now, or when whoever fetches policies last heard so.
    public func put(_ policy: CompiledPolicy, confirmed: Date) {}

    /// Notes that the policy in force was found to be still the right one: its age begins anew.
    ///
    /// - Parameter date: When; a date in the future counts as now.
    public func confirmPolicy(at date: Date) {}

    /// Notes that a policy could not be put in force, so that the last good one stays.
    public func noteReloadFailure() {}

    /// Puts a policy in shadow: it is asked the same, off the path of the answers, and differences are counted and logged.
    ///
    /// - Parameter policy: The policy; nil for none.
    public func putShadow(_ policy: CompiledPolicy?) {}

    // MARK: Answering

    /// Makes what one event loop answers with. It is not sendable: use it on that loop alone.
    public func makeWorker() -> DecisionWorker { DecisionWorker() }

    // MARK: Operating

    /// The metrics in Prometheus' text format, version 0.0.4.
    public func metrics() -> String { "" }

    /// The page of `/v1/explain/{id}`, for operators: what the log has of a recent decision.
    ///
    /// - Returns: The page, with status 200, or 404 where no recent decision has the id. It belongs on the admin listener
    ///   alone: a proxy would take the 200 for an allow.
    public func explanation(id: String, language: [UInt8]?) -> HostAnswer {
        HostAnswer(isAllowed: false, status: 404, fields: [], id: "-")
    }

    /// Opens the log's file anew, as after it was rotated away.
    public func reopenLog() {}

    /// Writes everything that is still to be logged, as at the end of a drain.
    ///
    /// - Parameter limit: How long to wait at most.
    /// - Returns: Whether everything was written.
    @discardableResult
    public func flush(within limit: Duration) -> Bool { true }
}

/// Whether requests are decided.
public enum Readiness: String, Sendable {
    /// They are.
    case ready
    /// There is no policy yet, so all are blocked.
    case policyMissing
    /// The policy is too old, so all are blocked.
    case policyStale
}
