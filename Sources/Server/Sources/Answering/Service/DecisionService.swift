public import Demarc
public import Foundation
import Hosting
import Synchronization

/// Turns observed requests into answers: the policy in force, and what is shared by the workers that ask it.
///
/// There is one for a server, whatever listeners it has. It can be used from any thread; requests are answered by
/// workers, of which each event loop has its own.
///
/// ```swift
/// let service = try DecisionService(configuration)
/// service.put(policy, confirmed: .now)
/// let worker = service.makeWorker()
/// let answer = worker.answer(request, binding: "edge", host: .nginx, wantsHTML: true)
/// ```
public final class DecisionService: Sendable {
    /// What the service was made with.
    public let configuration: AnsweringConfiguration

    let slot = PolicySlot()
    let book: TallyBook
    let log: DecisionLog
    let shadow: ShadowPolicy
    let maker: AnswerMaker
    /// The positions of the bindings by their names.
    let positions: [String: Int]

    private let start = ContinuousClock.now
    /// When the policy gets too old, in nanoseconds since the start.
    private let staleAfter = Atomic<UInt64>(.max)
    private let confirmed = Mutex<Date?>(nil)
    private let reloadFailures = Atomic<UInt64>(0)

    /// Makes a service without a policy: it blocks everything until it has one.
    ///
    /// - Throws: ``AnsweringError`` where the log cannot be opened or the template of the page cannot be used.
    public init(_ configuration: AnsweringConfiguration) throws(AnsweringError) {
        var positions: [String: Int] = [:]
        for (position, binding) in configuration.bindings.enumerated() {
            guard positions.updateValue(position, forKey: binding.name) == nil else {
                throw .bindingTwice(binding.name)
            }
        }
        for (verdict, share) in configuration.log.sample where !(0...1).contains(share) { throw .sample(verdict) }
        self.configuration = configuration
        self.positions = positions
        book = TallyBook(TallyShape(bindings: configuration.bindings.map(\.name)))
        log = try DecisionLog(configuration.log, book, configuration.logger)
        shadow = ShadowPolicy(configuration.bindings, book, log)
        maker = AnswerMaker(
            pages: try PageWriter(configuration.page),
            tickets: DenialTickets(key: configuration.ticketKey),
            memory: DenialMemory(),
            base: configuration.page.base
        )
    }

    /// Makes what one event loop answers with. It is not sendable: use it on that loop alone.
    public func makeWorker() -> DecisionWorker { DecisionWorker(self) }
}

/// The policy.
extension DecisionService {
    /// The policy in force; nil before the first. Between two reads it may be replaced.
    public var policy: PolicyInForce? { slot.current }

    /// Whether requests are decided, and if not, why not. `/readyz` shows it.
    public var readiness: Readiness {
        guard policy != nil else { return .policyMissing }
        return isStale(at: .now) ? .policyStale : .ready
    }

    /// Puts a policy in force. Requests under way finish on the one that they began with.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - confirmed: When it was last known to be the right one: now, or when whoever fetches policies last heard so.
    /// - Complexity: O(*n*) in the rules, views and accounts of the policy.
    public func put(_ policy: CompiledPolicy, confirmed: Date = .now) {
        let next = PolicyInForce(policy, loaded: .now)
        // Before it is in force, so that a policy that is too old already decides nothing.
        confirm(at: confirmed, isNew: true)
        slot.replace(by: next)
    }

    /// Notes that the policy in force was found to be still the right one: its age begins anew.
    ///
    /// - Parameter date: When; a date in the future counts as now, and one before an earlier call changes nothing.
    public func confirmPolicy(at date: Date = .now) { confirm(at: date, isNew: false) }

    private func confirm(at date: Date, isNew: Bool) {
        let date = min(date, .now)
        confirmed.withLock { confirmed in
            if !isNew, let confirmed, confirmed >= date { return }
            confirmed = date
            guard let maxAge = configuration.maxAge else { return }
            // On a clock that nobody sets: a wall clock put back would keep an old policy alive.
            let age = Duration.seconds(Date.now.timeIntervalSince(date))
            let end = (ContinuousClock.now - start) + maxAge - age
            staleAfter.store(end.nanoseconds, ordering: .releasing)
        }
    }

    /// Whether the policy is too old at a moment.
    func isStale(at moment: ContinuousClock.Instant) -> Bool {
        let end = staleAfter.load(ordering: .acquiring)
        return end != .max && (moment - start).nanoseconds >= end
    }

    /// Notes that a policy could not be put in force, so that the last good one stays.
    public func noteReloadFailure() { reloadFailures.add(1, ordering: .relaxed) }

    /// Puts a policy in shadow: it is asked the same, off the path of the answers, and differences are counted and logged.
    ///
    /// - Parameter policy: The policy; nil for none.
    /// - Complexity: O(*n*) in the rules, views and accounts of the policy.
    public func putShadow(_ policy: CompiledPolicy?) {
        shadow.replace(by: policy.map { PolicyInForce($0, loaded: .now) })
    }
}

/// Operating.
extension DecisionService {
    /// The metrics in Prometheus' text format, version 0.0.4.
    ///
    /// - Complexity: O(*n*) in bindings and workers.
    public func metrics() -> String {
        let moment = MetricsMoment(
            policy: policy,
            confirmed: confirmed.withLock(\.self),
            isReady: readiness == .ready,
            reloadFailures: reloadFailures.load(ordering: .relaxed)
        )
        return MetricsText(book.sums, book.shape, moment).text
    }

    /// The media type of ``metrics()``.
    public static let metricsType = "text/plain; version=0.0.4; charset=utf-8"

    /// The page of `/v1/explain/{id}`, for operators: what the log has of a recent decision.
    ///
    /// - Parameters:
    ///   - id: The id, as it came in the path.
    ///   - language: The value of `Accept-Language`; the page speaks the words of the log, which are English.
    /// - Returns: The page, with status 200, or with 404 where no recent decision of the log has the id. It belongs on the
    ///   admin listener alone: a proxy would take the 200 for an allow.
    public func explanation(id: String, language: [UInt8]? = nil) -> HostAnswer {
        maker.explanation(of: DecisionIDs.isValid(id) ? log.recentRecord(id) : nil)
    }

    /// Opens the log's file anew, as after it was rotated away.
    public func reopenLog() { log.reopen() }

    /// Writes everything that is still to be logged, as at the end of a drain.
    ///
    /// - Parameter limit: How long to wait at most.
    /// - Returns: Whether everything was written.
    @discardableResult
    public func flush(within limit: Duration) -> Bool {
        let end = ContinuousClock.now + limit
        // Differences of the policy in shadow are logged too.
        let isAsked = shadow.flush(within: limit)
        return log.flush(within: max(.zero, end - .now)) && isAsked
    }
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
