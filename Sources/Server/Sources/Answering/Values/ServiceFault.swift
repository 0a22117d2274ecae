/// Why a request was blocked without a decision, apart from faults of the request itself.
///
/// The raw values are public API, like those of ``RequestFault``: they appear in answers, logs and metrics, and are
/// never renamed or reused.
public enum ServiceFault: String, CaseIterable, Hashable, Sendable, Error {
    /// No policy is in force yet.
    case policyMissing = "policy.missing"
    /// The policy in force was not confirmed for longer than `maxAge`.
    case policyStale = "policy.stale"
    /// The log must contain every decision, and this one could not be written.
    case auditUnavailable = "audit.unavailable"
    /// The listener does not serve the path.
    case pathUnknown = "server.pathUnknown"
}

/// Why a request was blocked without a decision.
public enum AnswerFault: Hashable, Sendable {
    /// The request could not be read, or its sender is not permitted to ask.
    case request(RequestFault)
    /// The service could not decide.
    case service(ServiceFault)

    /// The code, as in answers, logs and metrics.
    public var code: String {
        switch self {
        case .request(let fault): fault.rawValue
        case .service(let fault): fault.rawValue
        }
    }
}
