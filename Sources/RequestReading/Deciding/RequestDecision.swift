public import PolicyModel

/// The decision on one request, with all of its details.
///
/// The decision contains everything needed, so it can be logged, returned and explained later and on any thread. A
/// request that could not be read has a ``fault`` and no reasons; it blocks.
public struct RequestDecision: Hashable, Sendable {
    /// The question that the engine was asked.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// A request for a URL.
        case navigate
        /// A tunnel to a host and port.
        case connection
    }

    /// The level of detail of a decision.
    public enum Detail: Hashable, Sendable {
        /// All details.
        case all
        /// All details of a denial; for an allowed request, no URL, no reasons and no rule. For hosts that log nothing.
        case denials
    }

    /// What the proxy must do: allow, route or block.
    public let verdict: Verdict
    /// Where the URL opens; nil if it is blocked.
    public let destination: Destination?
    /// The class that the rules of the view give to the URL; nil if they were not consulted or have no answer.
    public let urlClass: URLClass?
    /// The classification of the page; nil if the page is not shown.
    public let page: PageClassification?
    /// The reasons, in the order they decided; empty if there is a fault.
    public let reasons: [Reason]
    /// Why the request could not be read; nil if it could.
    public let fault: RequestFault?
    /// The URL that the host must open instead; nil unless the verdict is `Verdict/route`.
    public let route: String?
    /// The URL as it was decided, or `https://host:port/` for a tunnel; nil if it could not be read.
    public let url: String?
    /// The URL as another reader sees it, if that URL is decided differently; nil otherwise.
    public let otherURL: String?
    /// Whether the path was also decided as it was sent, with `.` or `..` segments, which ``url`` does not have.
    public internal(set) var isDecidedAsSent = false
    /// The question that was asked.
    public let kind: Kind
    /// What the request is for.
    public let frame: Frame
    /// The account that the request was decided for; nil under lock-down, for a document's implicit account, and if the
    /// account could not be read.
    public let account: AccountID?
    /// The rule that decided; nil if no rule did.
    public let rule: RuleReference?

    /// Creates the decision for a request that could not be read or served: it blocks.
    ///
    /// - Parameters:
    ///   - fault: The reason.
    ///   - kind: The question that would have been asked.
    public init(blockedBy fault: RequestFault, kind: Kind = .navigate) {
        self.init(verdict: .block, fault: fault, kind: kind)
    }

    /// Creates the decision for a request whose readings are decided differently: it blocks, with the rules behind two of
    /// the readings.
    package init(differing first: RequestDecision, _ second: RequestDecision) {
        self.init(
            verdict: .block,
            urlClass: first.urlClass == second.urlClass ? first.urlClass : nil,
            reasons: [first, second].map { Reason(differing: $0) },
            url: first.url,
            otherURL: second.url,
            kind: .navigate,
            frame: first.frame,
            account: first.account,
            rule: first.verdict == .block ? first.rule ?? second.rule : second.rule ?? first.rule
        )
    }

    init(
        verdict: Verdict,
        destination: Destination? = nil,
        urlClass: URLClass? = nil,
        page: PageClassification? = nil,
        reasons: [Reason] = [],
        fault: RequestFault? = nil,
        route: String? = nil,
        url: String? = nil,
        otherURL: String? = nil,
        kind: Kind,
        frame: Frame = .top,
        account: AccountID? = nil,
        rule: RuleReference? = nil
    ) {
        self.verdict = verdict
        self.destination = destination
        self.urlClass = urlClass
        self.page = page
        self.reasons = reasons
        self.fault = fault
        self.route = route
        self.url = url
        self.otherURL = otherURL
        self.kind = kind
        self.frame = frame
        self.account = account
        self.rule = rule
    }

    /// The reason that decided, as opposed to reasons that identify the owner of the content or describe consequences;
    /// nil if there is a fault, or if there are no reasons.
    public var decidingReason: Reason? {
        ReasonCode.positionOfDeciding(reasons.map(\.code), verdict).map { reasons[$0] }
    }

    /// The codes for logs and answers: the code of the fault, or the codes of the reasons.
    public var codes: [String] { fault.map { [$0.rawValue] } ?? reasons.map(\.code.rawValue) }
}

extension Reason {
    /// The reason contributed by one of two readings: its rule, or the place of the default that decided it.
    fileprivate init(differing decision: RequestDecision) {
        let decider = decision.reasons.first { $0.rule != nil } ?? decision.reasons.first { $0.location != nil }
        self.init(code: .urlReadingsDiffer, rule: decider?.rule, location: decider?.location)
    }
}
