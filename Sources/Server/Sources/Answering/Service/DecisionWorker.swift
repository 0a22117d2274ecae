import Foundation
public import Hosting
public import PolicyModel
public import RequestReading

/// The state with which one event loop answers: evaluator, readers, tallies, and a ring of the log.
///
/// It is not sendable and serves one request at a time.
public final class DecisionWorker {
    let service: DecisionService
    let desk: DecisionDesk
    private let tallies: Tallies
    private let logRing: HandOverRing<LogEntry>
    private let shadowRing: HandOverRing<ShadowPolicy.Question>
    private var sampler: LogSampler
    var ids = DecisionIDs()

    init(_ service: DecisionService) {
        self.service = service
        desk = DecisionDesk(service.slot, service.configuration.bindings)
        tallies = service.book.open()
        logRing = service.log.makeRing()
        shadowRing = service.shadow.makeRing()
        sampler = LogSampler(service.configuration.log)
    }

    deinit {
        logRing.close()
        shadowRing.close()
        service.book.close(tallies)
    }

    /// Decides on a request, records the decision, and creates its answer.
    ///
    /// - Parameters:
    ///   - request: The request as the adapter observed it.
    ///   - binding: The name of the binding that the adapter used.
    ///   - host: The kind of adapter.
    ///   - wantsHTML: Whether it is a navigation of a browser that accepts HTML. This and the next two parameters are
    ///     evaluated only if an answer or the log needs them.
    ///   - language: The value of `Accept-Language`.
    ///   - traceparent: The value of `traceparent`; a value that does not have the W3C form is ignored.
    /// - Returns: The answer. It allows only if the policy does, and every fault blocks.
    /// - Complexity: That of the decision plus O(1) for an allow; a page costs a few more microseconds.
    public func answer(
        _ request: ObservedRequest,
        binding: String,
        host: AdapterKind,
        wantsHTML: @autoclosure () -> Bool = false,
        language: @autoclosure () -> [UInt8]? = nil,
        traceparent: @autoclosure () -> [UInt8]? = nil
    ) -> HostAnswer {
        let start = ContinuousClock.now
        let binding = service.positions[binding]
        func asked() -> Asked {
            Asked(
                host: host,
                binding: binding,
                method: request.method,
                wantsHTML: wantsHTML(),
                language: language(),
                traceparent: traceparent()
            )
        }
        desk.renew()
        guard let position = binding else { return refuse(.request(.bindingUnknown), asked(), since: start) }
        guard let policy = desk.policy else { return refuse(.service(.policyMissing), asked(), since: start) }
        guard !policy.isStale(at: start) else { return refuse(.service(.policyStale), asked(), since: start) }
        guard let decision = desk.decide(request, binding: position) else {
            return refuse(.service(.policyMissing), asked(), since: start)
        }
        let took = ContinuousClock.now - start
        // By then, the client has given up, and may or may not have let the request through.
        let limit = service.configuration.decisionLimit
        guard took <= limit else { return refuse(.request(.timedOut), asked(), since: start) }
        let id = ids.next()
        let isAsked = service.shadow.isAsked
        let rate = sampler.rate(of: decision.verdict)
        let isLogged = sampler.takes(rate)
        if isLogged || isAsked {
            let entry = self.entry(asked(), id, policy, .decision(decision), took, rate)
            if isLogged, !record(entry, since: start) {
                return refuse(.service(.auditUnavailable), asked(), since: start)
            }
            // An audit waits for its file. Its record of the decision is then followed by that of the refusal.
            guard !service.configuration.log.isAudit || ContinuousClock.now - start <= limit else {
                return refuse(.request(.timedOut), asked(), since: start)
            }
            if isAsked { askShadow(request, position, entry) }
        }
        count(decision, host: host, binding: binding, took)
        return finish(decision, position, policy, host, id, wantsHTML: wantsHTML(), language: language())
    }

    /// Creates the answer for a decision.
    func finish(
        _ decision: RequestDecision,
        _ binding: Int,
        _ policy: PolicyInForce,
        _ host: AdapterKind,
        _ id: String,
        wantsHTML: @autoclosure () -> Bool,
        language: @autoclosure () -> [UInt8]?
    ) -> HostAnswer {
        let isAllowed = decision.verdict == .allow && decision.fault == nil
        return service.maker.answer(
            decision,
            AnswerOccasion(
                host: host,
                onRoute: service.configuration.bindings[binding].onRoute,
                // PERF: an allow has no body, so the client's preferences are irrelevant.
                wantsHTML: isAllowed ? false : wantsHTML(),
                language: isAllowed ? nil : language(),
                id: id,
                policy: policy.label
            )
        )
    }

    /// Blocks a request that cannot be decided: an unknown path, a peer that is not listed, a head that is too large.
    ///
    /// - Parameters:
    ///   - fault: The reason.
    ///   - binding: The name of the binding that was used, if any.
    ///   - host: The kind of adapter.
    ///   - wantsHTML: Whether it is a navigation of a browser that accepts HTML.
    ///   - language: The value of `Accept-Language`.
    ///   - traceparent: The value of `traceparent`.
    /// - Returns: An answer that blocks, counted and logged.
    public func refuse(
        _ fault: AnswerFault,
        binding: String,
        host: AdapterKind,
        wantsHTML: Bool = false,
        language: [UInt8]? = nil,
        traceparent: [UInt8]? = nil
    ) -> HostAnswer {
        desk.renew()
        let occasion = Asked(
            host: host,
            binding: service.positions[binding],
            method: [],
            wantsHTML: wantsHTML,
            language: language,
            traceparent: traceparent
        )
        return refuse(fault, occasion, since: .now)
    }

    /// The page of a denial, for proxies that drop the body of an answer: `GET /v1/page?ticket=T`.
    ///
    /// - Parameters:
    ///   - ticket: The value of `x-demarc-ticket` in the denial. An invalid or expired ticket yields a page without
    ///     details of a decision.
    ///   - language: The value of `Accept-Language`.
    /// - Returns: The page, always with status 403.
    public func page(ticket: [UInt8], language: [UInt8]? = nil) -> HostAnswer {
        desk.renew()
        return service.maker.page(ticket: ticket, language: language) { desk.policy?.explanations[$0] }
    }

    /// The policy in force, for questions other than a proxy's requests, such as those in JSON.
    ///
    /// - Throws: ``ServiceFault/policyMissing`` or ``ServiceFault/policyStale``: then the only permitted answer is 403.
    public func policyForQuestions() throws(ServiceFault) -> PolicyInForce {
        desk.renew()
        guard let policy = desk.policy else { throw .policyMissing }
        guard !policy.isStale(at: .now) else { throw .policyStale }
        return policy
    }

    /// Counts and logs an answer to such a question, before it is given.
    ///
    /// - Parameters:
    ///   - answer: The answer. An answer to an identity question has no verdict, and is neither counted nor logged.
    ///   - question: The question.
    ///   - user: The acting account, if the request stated it.
    ///   - host: The kind of adapter.
    ///   - binding: The name of its binding, if any.
    ///   - duration: The duration of the decision.
    /// - Returns: False if the log must contain every answer and could not be written: then the answer must not be
    ///   given; instead, call ``refuse(_:binding:host:wantsHTML:language:traceparent:)`` with
    ///   ``ServiceFault/auditUnavailable``.
    public func record(
        _ answer: Answer,
        to question: Question,
        user: AccountID? = nil,
        host: AdapterKind = .json,
        binding: String = "",
        took duration: Duration
    ) -> Bool {
        guard let verdict = answer.verdict else { return true }
        let rate = sampler.rate(of: verdict)
        if sampler.takes(rate) {
            let asked = Asked(host: host, binding: service.positions[binding], method: [], wantsHTML: false)
            let answered = AnsweredQuestion(question: question, user: user, answer: answer)
            let entry = self.entry(asked, ids.next(), desk.policy, .question(answered), duration, rate)
            guard record(entry, since: .now) else { return false }
        }
        count(answer, host: host, binding: binding, took: duration)
        return true
    }

    /// Counts an answer to such a question without logging it.
    ///
    /// - Parameters:
    ///   - answer: The answer. An answer to an identity question has no verdict and is not counted.
    ///   - host: The kind of adapter.
    ///   - binding: The name of its binding, if any.
    ///   - duration: The duration of the decision.
    public func count(_ answer: Answer, host: AdapterKind, binding: String = "", took duration: Duration) {
        guard let verdict = answer.verdict else { return }
        let shape = tallies.shape
        let position = bindingLabel(service.positions[binding])
        tallies.add(to: shape.decisions(host, binding: position, verdict, answer.urlClass))
        for reason in answer.reasons { tallies.add(to: shape.reason(reason.code)) }
        count(duration)
    }

    /// Releases a policy that was replaced. Call it periodically on a loop that may be idle for long: a policy stays in
    /// memory until every worker has switched to a later one.
    public func rest() { desk.renew() }
}

extension DecisionWorker {
    /// The circumstances of a question, apart from the request itself.
    private struct Asked {
        var host: AdapterKind
        /// The position of the binding; nil if there is no such binding.
        var binding: Int?
        var method: [UInt8]
        var wantsHTML: Bool
        var language: [UInt8]?
        var traceparent: [UInt8]?
    }

    private func refuse(_ fault: AnswerFault, _ asked: Asked, since start: ContinuousClock.Instant) -> HostAnswer {
        let id = ids.next()
        let took = ContinuousClock.now - start
        let rate = sampler.rate(of: .block)
        let isUnwritable = fault == .service(.auditUnavailable)
        if !isUnwritable, sampler.takes(rate) {
            let entry = self.entry(asked, id, desk.policy, .fault(fault), took, rate)
            // The request is blocked in any case, and its answer gives the original reason.
            _ = record(entry, since: start)
        }
        let binding = bindingLabel(asked.binding)
        tallies.add(to: tallies.shape.decisions(asked.host, binding: binding, .block, nil))
        tallies.add(to: tallies.shape.fault(fault))
        count(took)
        return service.maker.answer(
            fault,
            AnswerOccasion(
                host: asked.host,
                onRoute: .page,
                wantsHTML: asked.wantsHTML,
                language: asked.language,
                id: id,
                policy: desk.policy?.label ?? "-"
            )
        )
    }

    private func entry(
        _ asked: Asked,
        _ id: String,
        _ policy: PolicyInForce?,
        _ subject: LogEntry.Subject,
        _ took: Duration,
        _ rate: Double
    ) -> LogEntry {
        let binding = asked.binding.map { service.configuration.bindings[$0] }
        return LogEntry(
            time: Date(),
            id: id,
            host: asked.host,
            binding: binding?.name ?? "-",
            view: binding?.reading.view,
            policy: policy?.named,
            subject: subject,
            method: asked.method,
            trace: TraceParent.valid(asked.traceparent),
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
    private func record(_ entry: LogEntry, since start: ContinuousClock.Instant) -> Bool {
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

    private func askShadow(_ request: ObservedRequest, _ binding: Int, _ entry: LogEntry) {
        if shadowRing.push(ShadowPolicy.Question(request: request, binding: binding, entry: entry)) {
            service.shadow.wake()
        } else {
            tallies.add(to: tallies.shape.shadowDropped)
        }
    }

    func count(_ decision: RequestDecision, host: AdapterKind, binding: Int?, _ took: Duration) {
        let shape = tallies.shape
        let binding = bindingLabel(binding)
        tallies.add(to: shape.decisions(host, binding: binding, decision.verdict, decision.urlClass))
        for reason in decision.reasons { tallies.add(to: shape.reason(reason.code)) }
        if let fault = decision.fault { tallies.add(to: shape.fault(.request(fault))) }
        count(took)
    }

    private func count(_ duration: Duration) {
        let nanoseconds = duration.nanoseconds
        tallies.add(to: tallies.shape.duration(of: nanoseconds))
        tallies.add(nanoseconds, to: tallies.shape.durationSum)
    }

    /// The label of a binding in the tallies, the first of which is for no binding.
    private func bindingLabel(_ position: Int?) -> Int { position.map { $0 + 1 } ?? 0 }
}

extension Duration {
    /// The duration in nanoseconds, 0 for a negative one.
    var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return UInt64(seconds) &* 1_000_000_000 &+ UInt64(attoseconds / 1_000_000_000)
    }
}
