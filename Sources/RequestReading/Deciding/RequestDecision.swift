public import PolicyModel

/// The decision on one request, with everything that there is to say of it.
///
/// It owns its facts, so it can be logged, answered and explained at any later time and on any thread. A request that
/// could not be read has a ``fault`` and no reasons; it blocks.
public struct RequestDecision: Hashable, Sendable {
    /// Which question was asked of the engine.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// A request for a URL.
        case navigate
        /// A tunnel to a host and port.
        case connection
    }

    /// How much a decision says of itself.
    public enum Detail: Hashable, Sendable {
        /// Everything.
        case all
        /// Everything of a denial, and of what is allowed no URL and neither reasons nor rule: for hosts that log nothing.
        case denials
    }

    /// What the proxy must do: allow, route or block.
    public let verdict: Verdict
    /// Where the URL goes; nil where it is blocked.
    public let destination: Destination?
    /// What the rules of the view say of the URL; nil where they were not asked, or have no answer.
    public let urlClass: URLClass?
    /// Whose content the page is; nil where it is not shown.
    public let page: PageClassification?
    /// The reasons, in the order they decided; empty where there is a fault.
    public let reasons: [Reason]
    /// Why the request could not be read; nil where it could.
    public let fault: RequestFault?
    /// What the host must open instead; nil unless the verdict is `Verdict/route`.
    public let route: String?
    /// The URL as it was decided, or `https://host:port/` for a tunnel; nil where it could not be read.
    public let url: String?
    /// The URL as another reader sees it, where that one is decided differently; nil otherwise.
    public let otherURL: String?
    /// Which question was asked.
    public let kind: Kind
    /// What the request is for.
    public let frame: Frame
    /// The account that the request was decided for; nil under lock-down, for a document's implicit account, and where
    /// the account could not be read.
    public let account: AccountID?
    /// The rule that decided; nil where no rule did.
    public let rule: RuleReference?

    /// A request that could not be read, or could not be served: it blocks.
    ///
    /// - Parameters:
    ///   - fault: Why.
    ///   - kind: Which question would have been asked.
    public init(blockedBy fault: RequestFault, kind: Kind = .navigate) {
        self.init(verdict: .block, fault: fault, kind: kind)
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

    /// The reason that decided, as opposed to those that say whose content it is about or what follows; nil where there is a
    /// fault, and without reasons.
    public var decidingReason: Reason? {
        ReasonCode.positionOfDeciding(reasons.map(\.code), verdict).map { reasons[$0] }
    }

    /// The codes that a log and an answer show: that of the fault, or those of the reasons.
    public var codes: [String] { fault.map { [$0.rawValue] } ?? reasons.map(\.code.rawValue) }
}
