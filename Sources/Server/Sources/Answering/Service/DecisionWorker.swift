public import Hosting
public import PolicyModel
public import RequestReading

/// The state with which one event loop answers: evaluator, readers, and the recorder of its answers.
///
/// It is not sendable and serves one request at a time.
public final class DecisionWorker {
    private let service: DecisionService
    private let decider: Decider
    private let recorder: AnswerRecorder
    private var ids = DecisionIDs()

    init(_ service: DecisionService) {
        self.service = service
        decider = Decider(service.slot, service.configuration.bindings)
        recorder = AnswerRecorder(service)
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
        func context() -> QuestionContext {
            QuestionContext(
                host: host,
                binding: binding,
                method: request.method,
                wantsHTML: wantsHTML(),
                language: language(),
                traceparent: traceparent()
            )
        }
        decider.renew()
        guard let position = binding else { return refuse(.request(.bindingUnknown), context(), since: start) }
        guard let policy = decider.policy else { return refuse(.service(.policyMissing), context(), since: start) }
        guard !policy.isStale(at: start) else { return refuse(.service(.policyStale), context(), since: start) }
        guard let decision = decider.decide(request, binding: position) else {
            return refuse(.service(.policyMissing), context(), since: start)
        }
        let took = ContinuousClock.now - start
        // By then, the client has given up, and may or may not have let the request through.
        let limit = service.configuration.decisionLimit
        guard took <= limit else { return refuse(.request(.timedOut), context(), since: start) }
        let id = ids.next()
        let isAsked = service.shadow.isAsked
        let (isLogged, rate) = recorder.sample(decision.verdict)
        if isLogged || isAsked {
            let entry = recorder.entry(context(), id, policy, .decision(decision), took, rate)
            if isLogged, !recorder.log(entry, since: start) {
                return refuse(.service(.auditUnavailable), context(), since: start)
            }
            // An audit waits for its file. Its record of the decision is then followed by that of the refusal.
            guard !service.configuration.log.isAudit || ContinuousClock.now - start <= limit else {
                return refuse(.request(.timedOut), context(), since: start)
            }
            if isAsked { recorder.askShadow(ShadowPolicy.Question(request: (request, position), entry: entry)) }
        }
        recorder.count(decision, host: host, binding: position, took: took)
        return finish(decision, position, policy, host, id, wantsHTML: wantsHTML(), language: language())
    }

    /// Creates the answer for a decision.
    private func finish(
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
        decider.renew()
        let context = QuestionContext(
            host: host,
            binding: service.positions[binding],
            method: [],
            wantsHTML: wantsHTML,
            language: language,
            traceparent: traceparent
        )
        return refuse(fault, context, since: .now)
    }

    /// The page of a denial, for proxies that drop the body of an answer: `GET /v1/page?ticket=T`.
    ///
    /// - Parameters:
    ///   - ticket: The value of `x-demarc-ticket` in the denial. An invalid or expired ticket yields a page without
    ///     details of a decision.
    ///   - language: The value of `Accept-Language`.
    /// - Returns: The page, always with status 403.
    public func page(ticket: [UInt8], language: [UInt8]? = nil) -> HostAnswer {
        decider.renew()
        return service.maker.page(ticket: ticket, language: language) { decider.policy?.explanations[$0] ?? [] }
    }

    /// The policy in force, for questions other than a proxy's requests, such as those in JSON.
    ///
    /// - Throws: ``ServiceFault/policyMissing`` or ``ServiceFault/policyStale``: then the only permitted answer is 403.
    public func policyForQuestions() throws(ServiceFault) -> PolicyInForce {
        decider.renew()
        guard let policy = decider.policy else { throw .policyMissing }
        guard !policy.isStale(at: .now) else { throw .policyStale }
        return policy
    }

    /// What an adapter keeps to answer such questions under the policy in force. It is released with the policy, even
    /// if no further question comes.
    ///
    /// - Parameter make: Makes it, for the first question under a policy.
    /// - Returns: What was made for the policy in force.
    /// - Throws: As ``policyForQuestions()``.
    public func companion<Value: AnyObject>(_ make: (PolicyInForce) -> Value) throws(ServiceFault) -> Value {
        _ = try policyForQuestions()
        guard let companion = decider.companion(make) else { throw .policyMissing }
        return companion
    }

    /// Counts and logs an answer to such a question, before it is given. The shadow policy is asked the question too, if
    /// it is a navigation or a tunnel under the policy as it is.
    ///
    /// - Parameters:
    ///   - answer: The answer. An answer to an identity question is neither counted nor logged; it decides nothing.
    ///   - question: The question.
    ///   - user: The account that acted; nil for no account.
    ///   - hasGiven: Whether the question was about a given state.
    ///   - duration: The duration of the decision.
    /// - Returns: False if the log must contain every answer and could not be written: then the answer must not be
    ///   given; instead, call ``refuse(_:binding:host:wantsHTML:language:traceparent:)`` with
    ///   ``ServiceFault/auditUnavailable``.
    public func record(
        _ answer: Answer,
        to question: Question,
        user: AccountID? = nil,
        hasGiven: Bool = false,
        took duration: Duration
    ) -> Bool {
        guard let verdict = answer.recordedVerdict else { return true }
        let isOfProxies = question.kind == .navigate || question.kind == .connection
        let isAsked = service.shadow.isAsked && isOfProxies && !hasGiven
        let (isLogged, rate) = recorder.sample(verdict)
        if isLogged || isAsked {
            let context = QuestionContext(host: .json, method: [], wantsHTML: false)
            let answered = AnsweredQuestion(question: question, user: user, answer: answer)
            let entry = recorder.entry(context, ids.next(), decider.policy, .question(answered), duration, rate)
            if isLogged, !recorder.log(entry, since: .now) { return false }
            if isAsked { recorder.askShadow(ShadowPolicy.Question(entry: entry)) }
        }
        recorder.count(answer, host: .json, binding: nil, took: duration)
        return true
    }

    /// Releases a policy that was replaced. Call it periodically on a loop that may be idle for long: a policy stays in
    /// memory until every worker has switched to a later one.
    public func rest() { decider.renew() }
}

extension DecisionWorker {
    private func refuse(
        _ fault: AnswerFault,
        _ context: QuestionContext,
        since start: ContinuousClock.Instant
    ) -> HostAnswer {
        let id = ids.next()
        let took = ContinuousClock.now - start
        if fault != .service(.auditUnavailable) {
            let (isLogged, rate) = recorder.sample(.block)
            // The request is blocked in any case, and its answer gives the original reason.
            if isLogged {
                _ = recorder.log(recorder.entry(context, id, decider.policy, .fault(fault), took, rate), since: start)
            }
        }
        recorder.count(fault, host: context.host, binding: context.binding, took: took)
        return service.maker.answer(
            fault,
            AnswerOccasion(
                host: context.host,
                onRoute: .page,
                wantsHTML: context.wantsHTML,
                language: context.language,
                id: id,
                policy: decider.policy?.label ?? "-"
            )
        )
    }
}

/// For benchmarks only: what a worker does apart from deciding and logging. The server itself never uses it.
///
/// It is here because no release build can import what is private to a worker.
extension DecisionWorker {
    /// Answers with an earlier decision as if it had been made now, without logging, as a baseline for a benchmark.
    package func answerAgain(
        _ decision: RequestDecision,
        binding: String,
        host: AdapterKind,
        wantsHTML: @autoclosure () -> Bool,
        language: @autoclosure () -> [UInt8]?
    ) -> HostAnswer? {
        let start = ContinuousClock.now
        decider.renew()
        guard let binding = service.positions[binding], let policy = decider.policy, !policy.isStale(at: start) else {
            return nil
        }
        let took = ContinuousClock.now - start
        recorder.count(decision, host: host, binding: binding, took: took)
        return finish(decision, binding, policy, host, ids.next(), wantsHTML: wantsHTML(), language: language())
    }
}
