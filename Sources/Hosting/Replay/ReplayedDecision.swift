public import PolicyModel
public import RequestReading

/// What a request is answered: what a replay compares.
public struct ReplayedDecision: Hashable, Sendable {
    /// What the host must do.
    public var verdict: Verdict
    /// Where the URL goes.
    public var destination: Destination?
    /// What the rules say of the URL.
    public var urlClass: URLClass?
    /// The id of the rule that decided; nil where none did.
    public var rule: String?
    /// The code of the reason that decided, or of the fault.
    public var code: String?

    /// The answer that a log has.
    public init(_ record: DecisionRecord) {
        verdict = record.verdict
        destination = record.destination
        urlClass = record.urlClass
        rule = record.rule
        code = record.fault ?? Self.deciding(record)
    }

    /// The answer of a policy.
    public init(_ decision: RequestDecision) {
        verdict = decision.verdict
        destination = decision.destination
        urlClass = decision.urlClass
        rule = decision.rule?.id
        code = decision.fault?.rawValue ?? decision.decidingReason?.code.rawValue
    }

    /// The code that decided; the first one where the log is of a version that knows other codes.
    private static func deciding(_ record: DecisionRecord) -> String? {
        let codes = record.reasons.compactMap { ReasonCode(rawValue: $0.code) }
        guard codes.count == record.reasons.count else { return record.reasons.first?.code }
        return ReasonCode.positionOfDeciding(codes, record.verdict).map { codes[$0].rawValue }
    }

    /// Whether a host does the same for both. Which rule said so makes no difference.
    func isSame(as other: ReplayedDecision) -> Bool {
        verdict == other.verdict && destination == other.destination && urlClass == other.urlClass
    }
}

/// How a new answer differs from the one before.
public enum ReplayedChange: String, CaseIterable, Comparable, Sendable {
    /// Something gets through that did not, or counts as the organization's that did not.
    case morePermissive = "more-permissive"
    /// It goes somewhere else, and neither place is the stricter one.
    case other
    /// The reverse of more permissive.
    case lessPermissive = "less-permissive"

    /// What people look at first comes first.
    public static func < (left: ReplayedChange, right: ReplayedChange) -> Bool { left.position < right.position }

    private var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    init(from before: ReplayedDecision, to after: ReplayedDecision) {
        let left = (before.verdict.permissiveness, before.urlClass.permissiveness)
        let right = (after.verdict.permissiveness, after.urlClass.permissiveness)
        self = left < right ? .morePermissive : left > right ? .lessPermissive : .other
    }
}

extension Verdict {
    fileprivate var permissiveness: Int {
        switch self {
        case .block: 0
        case .route: 1
        default: 2
        }
    }
}

extension URLClass? {
    /// No class at all is where no rules were asked, which is in between.
    fileprivate var permissiveness: Int {
        switch self {
        case .blocked: 0
        case .external: 1
        case nil: 2
        case .internal: 3
        }
    }
}

/// Why a log does not say enough for a new answer to be known.
public enum ReplayGap: String, CaseIterable, Error, Sendable {
    /// The query was masked, and could change which rule matches.
    case query = "masked.query"
    /// User name and password were masked.
    case credentials = "masked.credentials"
    /// The account is a pseudonym, and no account of the new policy has it under the key.
    case account = "account.unknown"
    /// Nothing says whether several accounts asked, or a policy's only one.
    case noAccount = "account.missing"
    /// The request could not be read, and another policy, or time, may make a difference.
    case fault = "fault"
    /// The log has no URL or view.
    case url = "url.missing"
    /// It was no question of a proxy, so more was asked than the log has.
    case question = "question"
    /// Settings of the binding make a difference that the log does not have.
    case binding = "binding"
}
