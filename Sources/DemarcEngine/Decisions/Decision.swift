public import PolicyModel

/// The result of one question, in the form that the decision path produces: small, flat, and without text.
///
/// Equal policies and equal requests give equal decisions. Only the engine creates decisions. A decision contains
/// everything that `didNavigate` needs, so it can be reported later and from any thread. Rules, settings, places, the
/// route and the account to switch to are texts of the policy and the URL. The evaluator that made the decision
/// provides them until its next question, and throws ``StaleDecision`` from then on.
public struct Decision: Sendable {
    /// What the host must do.
    public let verdict: Verdict
    /// Where a URL opens; nil if it is blocked, and for every question that is not about opening a URL.
    public let destination: Destination?
    /// The class that the view's rule set gives the URL; nil if no rule set was consulted, as for every question but
    /// navigation.
    public let urlClass: URLClass?
    /// The classification of the page, if it is allowed in the view; nil otherwise.
    public let page: PageClassification?
    /// The more detailed answer for a single setting; nil if the setting has none, and for every other question.
    public let value: SettingValue?
    /// What is actually opened in place of the URL.
    let opens: OpenTarget
    @usableFromInline let reasons: ReasonList
    /// What the view shows after the navigation has been carried out; nil if the page stays.
    @usableFromInline let decidedPage: DecidedPage?
    /// The number of the evaluation that made the decision, unique in the process.
    package let serial: UInt64

    @inline(__always)
    init(
        _ outcome: Outcome,
        urlClass: URLClass? = nil,
        reasons: ReasonList,
        decidedPage: DecidedPage? = nil,
        serial: UInt64
    ) {
        verdict = outcome.verdict
        destination = outcome.destination
        page = outcome.page
        value = outcome.value
        opens = outcome.opens
        self.urlClass = urlClass
        self.reasons = reasons
        self.decidedPage = decidedPage
        self.serial = serial
    }

    /// The codes of the reasons, in the order in which they decided.
    public var reasonCodes: [ReasonCode] { (0..<reasons.count).map { reasons[$0] } }

    /// The numbers of the reasons in their order, 16 bits each, the first in the lowest bits; see `ReasonCode.number`.
    ///
    /// PERF: inlined in other modules too. A call would pass a copy of the decision, which is more than a hundred
    /// bytes.
    @inlinable @inline(__always)
    package var reasonNumbers: (first: UInt64, further: UInt64) { reasons.numbers }

    /// How many reasons there are.
    @inlinable @inline(__always)
    package var reasonCount: Int { reasons.count }

    /// Whether one of the reasons has this code.
    ///
    /// - Complexity: O(1); allocates nothing.
    public func has(_ code: ReasonCode) -> Bool { reasons.contains(code) }
}

/// Equality ignores when a decision was made.
extension Decision: Hashable {
    /// Whether both have the same result, for the same reasons.
    public static func == (left: Self, right: Self) -> Bool {
        left.verdict == right.verdict && left.destination == right.destination && left.urlClass == right.urlClass
            && left.page == right.page && left.value == right.value && left.opens == right.opens
            && left.reasons == right.reasons && left.decidedPage == right.decidedPage
    }

    /// Hashes the result and the reasons.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(verdict)
        hasher.combine(destination)
        hasher.combine(urlClass)
        hasher.combine(page)
        hasher.combine(value)
        hasher.combine(opens)
        hasher.combine(reasons)
        hasher.combine(decidedPage)
    }
}

/// An error: the decision is not the last one of the evaluator that was queried about it.
///
/// The evaluator has answered another question since, has rested, or did not make the decision. It then no longer has
/// the decision's rule, route or account, and does not return those of another decision. Query what you need before the
/// next question, or keep an ``Explanation``.
public struct StaleDecision: Error, Hashable, Sendable, CustomStringConvertible {
    init() {}

    /// What happened, and what to do.
    public var description: String {
        "the decision is not this evaluator's last decision: query it before the next question"
    }
}

/// The part of a decision that `didNavigate` needs if the page changes: the kind of page, its account, and its view.
///
/// The decision contains everything needed, so it can be reported later and from any thread.
///
/// Equal requests give equal decisions. Therefore equality ignores when and where the decision was made, and the number
/// that an engine has assigned to an account.
@usableFromInline struct DecidedPage: Hashable, Sendable {
    /// The kind of page that the view shows after the navigation has been carried out.
    @usableFromInline let kind: LoadedPage.Kind
    /// Whether the view that the page is loaded in blocks uploads.
    @usableFromInline let blocksUpload: Bool
    /// The engine that decided, as ``EngineNumber/short``: others have given the number of the account to another.
    @usableFromInline let engine: UInt16
    /// The number of the account that the decision was made for; ``ResolvedView/none`` unless the page is loaded for an
    /// account.
    @usableFromInline let account: UInt32
    /// The view that the decision was made for.
    @usableFromInline let view: ViewID
    /// Increases with each decision on a view.
    @usableFromInline let serial: UInt64

    /// The page, as the view tree keeps it.
    var page: LoadedPage { LoadedPage(kind: kind, blocksUpload: blocksUpload, account: account) }

    @usableFromInline
    static func == (left: Self, right: Self) -> Bool {
        left.kind == right.kind && left.blocksUpload == right.blocksUpload
    }

    @usableFromInline
    func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(blocksUpload)
    }
}
