public import Demarc
public import Foundation
import Hosting
import PolicyModel
import Synchronization

/// Converts observed requests to answers: holds the policy in force, and the state that its workers share.
///
/// A server has one, whatever listeners it has. It can be used from any thread; requests are answered by workers, one
/// for each event loop.
///
/// ```swift
/// let service = try DecisionService(configuration)
/// service.put(policy, confirmed: .now)
/// let worker = service.makeWorker()
/// let answer = worker.answer(request, binding: "edge", host: .nginx, wantsHTML: true)
/// ```
public final class DecisionService: Sendable {
    /// The configuration of the service.
    public let configuration: AnsweringConfiguration

    let slot = PolicySlot()
    let registry: TallyRegistry
    let log: DecisionLog
    let shadow: ShadowPolicy
    let maker: AnswerMaker
    /// The positions of the bindings by name.
    let positions: [String: Int]

    private let messages: OperatorMessages?
    private let confirmed = Mutex<Date?>(nil)
    private let reloadFailures = Atomic<UInt64>(0)
    private let isDraining = Atomic(false)

    /// Creates a service without a policy: it blocks everything until it has one.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - messages: The messages to the operator, for the metrics; nil if the logger of the configuration writes them
    ///     elsewhere.
    /// - Throws: ``AnsweringError`` if the log cannot be opened or the template of the page cannot be used.
    public convenience init(
        _ configuration: AnsweringConfiguration,
        messages: OperatorMessages? = nil
    ) throws(AnsweringError) {
        try self.init(configuration, messages: messages, logFile: nil)
    }

    /// Creates a service whose log is a file that is open already; nil opens the destination in the configuration.
    init(
        _ configuration: AnsweringConfiguration,
        messages: OperatorMessages?,
        logFile: LogFile?
    ) throws(AnsweringError) {
        var positions: [String: Int] = [:]
        for (position, binding) in configuration.bindings.enumerated() {
            guard positions.updateValue(position, forKey: binding.name) == nil else {
                throw .bindingTwice(binding.name)
            }
        }
        for verdict in Verdict.allCases where !(0...1).contains(configuration.log.rate(of: verdict)) {
            throw .sample(verdict)
        }
        self.configuration = configuration
        self.messages = messages
        self.positions = positions
        registry = TallyRegistry(TallyShape(bindings: configuration.bindings.map(\.name)))
        log = try DecisionLog(configuration, registry, file: logFile)
        shadow = ShadowPolicy(configuration.bindings, registry, log)
        maker = AnswerMaker(
            pages: try PageWriter(configuration.page),
            tickets: DenialTickets(key: configuration.ticketKey),
            explanations: try ExplanationPage(),
            base: configuration.page.base
        )
    }

    /// Creates the worker of one event loop. It is not sendable: use it only on that loop.
    public func makeWorker() -> DecisionWorker { DecisionWorker(self) }
}

/// The policy.
extension DecisionService {
    /// The policy in force; nil before the first one. It may be replaced between two reads.
    public var policy: PolicyInForce? { slot.current }

    /// Whether new requests should be sent here, and if not, the reason. Shown by `/readyz`.
    public var readiness: Readiness {
        guard let policy else { return .policyMissing }
        if policy.isStale(at: .now) { return .policyStale }
        return isDraining.load(ordering: .relaxed) ? .draining : .ready
    }

    /// Puts a policy in force. Requests in progress finish with the policy that they started with.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - confirmed: When the policy was last confirmed to be current: now, or when the fetcher of policies last
    ///     confirmed it. A future date counts as now.
    /// - Complexity: O(*n*) in the rules, views and accounts of the policy.
    public func put(_ policy: CompiledPolicy, confirmed: Date = .now) {
        let date = min(confirmed, .now)
        // Uses a clock that cannot be set: a wall clock that is set back would keep an old policy alive.
        let age = Duration.seconds(Date.now.timeIntervalSince(date))
        let staleAfter = configuration.maxAge.map { ContinuousClock.now + ($0 - age) }
        slot.replace(by: PolicyInForce(policy, loaded: .now, staleAfter: staleAfter))
        self.confirmed.withLock { $0 = date }
    }

    /// Records that a policy could not be put in force, so that the last valid one stays.
    public func noteReloadFailure() { reloadFailures.add(1, ordering: .relaxed) }

    /// Sets the shadow policy: it is asked the same questions, after the answers are sent, and differences are counted
    /// and logged.
    ///
    /// - Parameter policy: The policy; nil for none.
    /// - Complexity: O(*n*) in the rules, views and accounts of the policy.
    public func putShadow(_ policy: CompiledPolicy?) {
        shadow.replace(by: policy.map { PolicyInForce($0, loaded: .now) })
    }
}

/// Operation.
extension DecisionService {
    /// The metrics in the Prometheus text format, version 0.0.4.
    ///
    /// - Complexity: O(*n*) in bindings and workers.
    public func metrics() -> String {
        let moment = MetricsMoment(
            policy: policy,
            confirmed: confirmed.withLock(\.self),
            isReady: readiness.decides,
            reloadFailures: reloadFailures.load(ordering: .relaxed),
            messagesDropped: messages?.countOfDropped ?? 0
        )
        return MetricsText(registry.sums, registry.shape, moment).text
    }

    /// The media type of ``metrics()``.
    public static let metricsType = "text/plain; version=0.0.4; charset=utf-8"

    /// The page of `/v1/explain/{id}`, for operators: the log record of a recent decision.
    ///
    /// - Parameter id: The id, as received in the path.
    /// - Returns: The page, with status 200, or with 404 if no recent decision in the log has the id. Serve it only on
    ///   the admin listener: a proxy would treat the 200 as an allow.
    public func explanation(id: String) -> HostAnswer {
        maker.explanation(of: DecisionIDs.isValid(id) ? log.recentRecord(id) : nil)
    }

    /// Records that the server is about to stop, for ``readiness``.
    ///
    /// Requests that arrive anyway are decided as before: blocking them would turn every restart into an outage.
    public func beginDrain() { isDraining.store(true, ordering: .relaxed) }

    /// Reopens the log file, for example after a rotation.
    public func reopenLog() { log.reopen() }

    /// Writes all outstanding log records, for example at the end of a drain.
    ///
    /// - Parameter limit: The maximum time to wait.
    /// - Returns: Whether everything was written.
    @discardableResult
    public func flush(within limit: Duration) -> Bool {
        let end = ContinuousClock.now + limit
        // Differences of the shadow policy are logged too.
        let isAsked = shadow.flush(within: limit)
        return log.flush(within: max(.zero, end - .now)) && isAsked
    }
}

/// Whether requests are decided, and new ones should be sent.
public enum Readiness: String, Sendable {
    /// Requests are decided.
    case ready
    /// There is no policy yet, so all requests are blocked.
    case policyMissing
    /// The policy is stale, so all requests are blocked.
    case policyStale
    /// The server is about to stop. Requests are decided until it has.
    case draining

    /// Whether requests are decided.
    public var decides: Bool {
        switch self {
        case .ready, .draining: true
        case .policyMissing, .policyStale: false
        }
    }
}
