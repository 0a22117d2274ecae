/// Why a request was blocked without a decision, beyond what is wrong with the request itself.
///
/// The raw values are public API, beside those of ``RequestFault``: they are in answers, logs and metrics, and are never
/// renamed or reused.
public enum ServiceFault: String, CaseIterable, Hashable, Sendable, Error {
    /// No policy is in force yet.
    case policyMissing = "policy.missing"
    /// The policy in force was not confirmed for longer than `maxAge`.
    case policyStale = "policy.stale"
    /// The log must have every decision, and this one could not be written.
    case auditUnavailable = "audit.unavailable"
    /// The path is not one that this listener answers.
    case pathUnknown = "server.pathUnknown"
    /// The server is about to stop.
    case draining = "server.draining"
}

/// Why something was blocked without a decision.
public enum AnswerFault: Hashable, Sendable {
    /// The request could not be read, or may not be asked about.
    case request(RequestFault)
    /// The service could not decide.
    case service(ServiceFault)

    /// The code, as answers, logs and metrics have it.
    public var code: String {
        switch self {
        case .request(let fault): fault.rawValue
        case .service(let fault): fault.rawValue
        }
    }
}
