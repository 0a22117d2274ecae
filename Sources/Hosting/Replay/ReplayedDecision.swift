package import PolicyModel
package import RequestReading

/// The answer to a request, as compared by a replay.
package struct ReplayedDecision: Hashable, Sendable {
    /// What the host must do.
    package var verdict: Verdict
    /// Where the URL opens.
    package var destination: Destination?
    /// The class that the rules give to the URL.
    package var urlClass: URLClass?
    /// The id of the rule that decided; nil if no rule did.
    package var rule: String?
    /// The code of the reason that decided, or of the fault.
    package var code: String?

    /// The answer in a log record.
    package init(_ record: DecisionRecord) {
        verdict = record.verdict
        destination = record.destination
        urlClass = record.urlClass
        rule = record.rule
        code = record.fault ?? Self.deciding(record)
    }

    /// The answer of a policy.
    package init(_ decision: RequestDecision) {
        verdict = decision.verdict
        destination = decision.destination
        urlClass = decision.urlClass
        rule = decision.rule?.id
        code = decision.fault?.rawValue ?? decision.decidingReason?.code.rawValue
    }

    /// The code that decided; the first code if the log is of a version with unknown codes.
    private static func deciding(_ record: DecisionRecord) -> String? {
        let codes = record.reasons.compactMap { ReasonCode(rawValue: $0.code) }
        guard codes.count == record.reasons.count else { return record.reasons.first?.code }
        return ReasonCode.positionOfDeciding(codes, record.verdict).map { codes[$0].rawValue }
    }

    /// Whether a host acts the same for both. The deciding rule makes no difference.
    func isSame(as other: ReplayedDecision) -> Bool {
        verdict == other.verdict && destination == other.destination && urlClass == other.urlClass
    }
}

/// How a new answer differs from the previous one.
package enum ReplayedChange: String, CaseIterable, Comparable, Sendable {
    /// Something is allowed that was not, or counts as the organization's although it did not before.
    case morePermissive = "more-permissive"
    /// Neither answer is more permissive: the URL opens somewhere else, or it stays blocked for another reason.
    case other
    /// The reverse of more permissive.
    case lessPermissive = "less-permissive"

    /// Orders the changes by importance to readers.
    package static func < (left: ReplayedChange, right: ReplayedChange) -> Bool { left.position < right.position }

    private var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    init(from before: ReplayedDecision, to after: ReplayedDecision) {
        // The class of what stays blocked permits nothing.
        guard before.verdict != .block || after.verdict != .block else {
            self = .other
            return
        }
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
    /// No class means that no rules were consulted, which ranks in between.
    fileprivate var permissiveness: Int {
        switch self {
        case .blocked: 0
        case .external: 1
        case nil: 2
        case .internal: 3
        }
    }
}

/// Why a log does not contain enough for a new answer.
package enum ReplayGap: String, CaseIterable, Error, Sendable {
    /// The query was masked, and could affect which rule matches.
    case query = "masked.query"
    /// The path was sent with `.` or `..` segments, and how it was sent could affect which rule matches.
    case path = "path.sent"
    /// User name and password were masked.
    case credentials = "masked.credentials"
    /// The account is a pseudonym, and no account of the new policy has it under the key.
    case account = "account.unknown"
    /// It is unknown whether several accounts acted, or a policy's only account.
    case noAccount = "account.missing"
    /// The request could not be read, and another policy, or another time, may make a difference.
    case fault = "fault"
    /// The log has no URL or no view.
    case url = "url.missing"
    /// The question did not come from a proxy, so it had inputs that the log does not contain.
    case question = "question"
    /// The result depends on settings of the binding that the log does not contain, `scheme`, `readings` or `tunnels`,
    /// or on whether the client wrote the default port.
    case binding = "binding"
}
