public import PolicyModel
public import RequestReading

/// What one event loop answers with: evaluator, readers, tallies, and a place in the log.
///
/// It is not sendable and serves one request at a time.
public final class DecisionWorker {
    init() {}

    /// Decides on a request, records the decision, and makes its answer.
    ///
    /// - Parameters:
    ///   - request: What the adapter saw.
    ///   - binding: The name of the binding that it asked with.
    ///   - host: Which kind of adapter asks.
    ///   - wantsHTML: Whether it is a navigation of a browser that takes HTML.
    ///   - language: The value of `Accept-Language`.
    ///   - traceparent: The value of `traceparent`; what is not in W3C's form is ignored.
    /// - Returns: The answer. It allows only where the policy does, and every fault blocks.
    /// - Complexity: That of the decision and O(1) for an allow; a page costs some microseconds more.
    public func answer(
        _ request: ObservedRequest,
        binding: String,
        host: HostName,
        wantsHTML: Bool = false,
        language: [UInt8]? = nil,
        traceparent: [UInt8]? = nil
    ) -> HostAnswer {
        refuse(.service(.policyMissing), binding: binding, host: host)
    }

    /// Blocks what there is nothing to decide on: an unknown path, a peer that is not listed, a head that is too large.
    ///
    /// - Returns: An answer that blocks, counted and logged.
    public func refuse(
        _ fault: AnswerFault,
        binding: String,
        host: HostName,
        wantsHTML: Bool = false,
        language: [UInt8]? = nil,
        traceparent: [UInt8]? = nil
    ) -> HostAnswer {
        HostAnswer(isAllowed: false, status: 403, fields: [], id: "-")
    }

    /// The page of a denial, for proxies that drop the body of an answer: `GET /v1/page?ticket=T`.
    ///
    /// - Parameters:
    ///   - ticket: What the denial had in `x-demarc-ticket`. A bad or late one gets a page that says nothing of a decision.
    ///   - language: The value of `Accept-Language`.
    /// - Returns: The page, always with status 403.
    public func page(ticket: [UInt8], language: [UInt8]? = nil) -> HostAnswer {
        HostAnswer(isAllowed: false, status: 403, fields: [], id: "-")
    }

    /// The policy in force, for questions that are not of a proxy's request, such as those over JSON; nil while there is
    /// none, or it is too old: then nothing may be answered but 403.
    ///
    /// It is one and the same until the loop asks again.
    public func policyForQuestions() -> PolicyInForce? { nil }

    /// Counts an answer to such a question.
    public func count(_ answer: Answer, host: HostName, binding: String, took duration: Duration) {}
}
