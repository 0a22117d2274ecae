import Foundation
import Hosting
import PolicyModel
import RequestReading

/// The circumstances of a question, apart from the request itself.
struct QuestionContext {
    var host: AdapterKind
    /// The position of the binding; nil if there is no such binding.
    var binding: Int?
    var method: [UInt8]
    var wantsHTML: Bool
    var language: [UInt8]?
    var traceparent: [UInt8]?
}

/// Records the answers of one worker: logs them, asks the shadow policy the same questions, and counts.
final class AnswerRecorder {
    private let service: DecisionService
    private let tallies: Tallies
    private let logRing: HandOverRing<LogEntry>
    private let shadowRing: HandOverRing<ShadowPolicy.Question>
    private var sampler: LogSampler

    init(_ service: DecisionService) {
        self.service = service
        tallies = service.registry.open()
        logRing = service.log.makeRing()
        shadowRing = service.shadow.makeRing()
        sampler = LogSampler(service.configuration.log)
    }

    deinit {
        logRing.close()
        shadowRing.close()
        service.registry.close(tallies)
    }

    // MARK: Log

    /// Whether the next decision with a verdict is logged, and the fraction of those decisions that is.
    func sample(_ verdict: Verdict) -> (isLogged: Bool, rate: Double) {
        let rate = sampler.rate(of: verdict)
        return (sampler.takes(rate), rate)
    }

    /// Creates the entry of an answer.
    ///
    /// - Parameters:
    ///   - context: The circumstances of the question.
    ///   - id: The id of the decision.
    ///   - policy: The policy that decided; nil if there was none.
    ///   - subject: What was answered.
    ///   - took: The duration of the decision.
    ///   - rate: The fraction of the decisions with this verdict that is logged.
    /// - Returns: The entry.
    func entry(
        _ context: QuestionContext,
        _ id: String,
        _ policy: PolicyInForce?,
        _ subject: LogEntry.Subject,
        _ took: Duration,
        _ rate: Double
    ) -> LogEntry {
        let binding = context.binding.map { service.configuration.bindings[$0] }
        return LogEntry(
            time: Date(),
            id: id,
            host: context.host,
            binding: binding?.name ?? "-",
            view: binding?.reading.view,
            policy: policy?.named,
            subject: subject,
            method: context.method,
            trace: TraceParent.valid(context.traceparent),
            nanoseconds: took.nanoseconds,
            rate: rate
        )
    }

    /// Passes an entry to the log.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - start: When the request arrived; an audit may take as long as the whole answer.
    /// - Returns: False if it had to be written and could not be.
    func log(_ entry: LogEntry, since start: ContinuousClock.Instant) -> Bool {
        if service.configuration.log.isAudit {
            let isWritten = service.log.writeNow(entry, until: start + service.configuration.decisionLimit)
            tallies.add(to: isWritten ? tallies.shape.logWritten : tallies.shape.logDropped)
            return isWritten
        }
        if logRing.push(entry) {
            service.log.wake()
        } else {
            tallies.add(to: tallies.shape.logDropped)
        }
        return true
    }

    // MARK: Shadow policy

    /// Asks the shadow policy what the policy in force was asked.
    func askShadow(_ question: ShadowPolicy.Question) {
        if shadowRing.push(question) {
            service.shadow.wake()
        } else {
            tallies.add(to: tallies.shape.shadowDropped)
        }
    }

    // MARK: Counts

    /// Counts a decision. In this and the other counts, `binding` is a position; nil if there is no such binding.
    func count(_ decision: RequestDecision, host: AdapterKind, binding: Int?, took duration: Duration) {
        count(decision.verdict, decision.urlClass, host: host, binding: binding, took: duration)
        for reason in decision.reasons { tallies.add(to: tallies.shape.reason(reason.code)) }
        if let fault = decision.fault { tallies.add(to: tallies.shape.fault(.request(fault))) }
    }

    /// Counts a request that was blocked without a decision.
    func count(_ fault: AnswerFault, host: AdapterKind, binding: Int?, took duration: Duration) {
        count(.block, nil, host: host, binding: binding, took: duration)
        tallies.add(to: tallies.shape.fault(fault))
    }

    /// Counts an answer to a question other than a proxy's request, unless it is an identity question.
    func count(_ answer: Answer, host: AdapterKind, binding: Int?, took duration: Duration) {
        guard let verdict = answer.recordedVerdict else { return }
        count(verdict, answer.urlClass, host: host, binding: binding, took: duration)
        for reason in answer.reasons { tallies.add(to: tallies.shape.reason(reason.code)) }
    }

    private func count(
        _ verdict: Verdict,
        _ urlClass: URLClass?,
        host: AdapterKind,
        binding: Int?,
        took duration: Duration
    ) {
        // The first label of the tallies is for no binding.
        let label = binding.map { $0 + 1 } ?? 0
        tallies.add(to: tallies.shape.decisions(host, binding: label, verdict, urlClass))
        let nanoseconds = duration.nanoseconds
        tallies.add(to: tallies.shape.duration(of: nanoseconds))
        tallies.add(nanoseconds, to: tallies.shape.durationSum)
    }
}

extension Duration {
    /// The duration in nanoseconds, 0 for a negative one.
    var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return UInt64(seconds) &* 1_000_000_000 &+ UInt64(attoseconds / 1_000_000_000)
    }
}
