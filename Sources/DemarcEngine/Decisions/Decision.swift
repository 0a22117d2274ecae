public import PolicyModel

/// The answer to one question, in the form the decision path makes it: small, flat, and without text.
///
/// Equal policies and equal requests give equal decisions. Only the engine makes one. What `didNavigate` needs of it is
/// in it, so it can be reported at any later time and from any thread. Rules, settings, places, the route and the
/// account to switch to are texts of the policy and the URL: the evaluator that made the decision gives them until its
/// next question, and refuses with ``StaleDecision`` from then on.
public struct Decision: Sendable {
    /// What the host must do.
    public let verdict: Verdict
    /// Where a URL goes; nil where it is blocked, and for every question that is not about opening one.
    public let destination: Destination?
    /// What the view's rule set says of the URL; nil where none was asked, as by every question but navigation.
    public let urlClass: URLClass?
    /// Whose content the page is, where it is allowed in the view; nil otherwise.
    public let page: PageClassification?
    /// The finer answer of a single setting; nil where the setting has none, and for every other question.
    public let value: SettingValue?
    /// What is really opened in place of the URL.
    let opens: OpenTarget
    @usableFromInline let reasons: ReasonList
    /// What the view shows once the navigation has been carried out; nil where it shows what it did before.
    @usableFromInline let decidedPage: DecidedPage?
    /// The number of the evaluation that made it; no other one of the process has it.
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

    /// The codes of the reasons, in the order they decided.
    public var reasonCodes: [ReasonCode] { (0..<reasons.count).map { reasons[$0] } }

    /// The numbers of the reasons in their order, 16 bits each, the first of them lowest; see `ReasonCode.number`.
    ///
    /// PERF: inlined in other modules too. A call would be handed a copy of the decision, of more than a hundred bytes.
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

/// When a decision was made tells no two decisions apart.
extension Decision: Hashable {
    /// Whether both say the same, for the same reasons.
    public static func == (left: Self, right: Self) -> Bool {
        left.verdict == right.verdict && left.destination == right.destination && left.urlClass == right.urlClass
            && left.page == right.page && left.value == right.value && left.opens == right.opens
            && left.reasons == right.reasons && left.decidedPage == right.decidedPage
    }

    /// Hashes what a decision says.
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

/// A decision that is not the last one of the evaluator that was asked about it.
///
/// The evaluator has been asked something else since, has rested, or is not the one that made the decision. It then
/// knows nothing of the decision's rule, route or account, and does not answer with those of another decision. Ask for
/// what you need before the next question, or keep an ``Explanation``.
public struct StaleDecision: Error, Hashable, Sendable, CustomStringConvertible {
    init() {}

    /// What happened, and what to do.
    public var description: String {
        "the decision is not this evaluator's last one: ask about a decision before the next question"
    }
}

/// What `didNavigate` needs of a decision that changes the page: what that is, for which account, and for which view.
///
/// It is all in the decision, so that it can be reported at any later time and from any thread.
///
/// Equal requests give equal decisions, so when and where it was decided, and the number that one engine has for an
/// account, tell no two decisions apart.
@usableFromInline struct DecidedPage: Hashable, Sendable {
    /// What the page is that the view shows once the navigation has been carried out.
    @usableFromInline let kind: LoadedPage.Kind
    /// Whether the view that it is loaded in blocks uploads.
    @usableFromInline let blocksUpload: Bool
    /// The number of the account that it was decided for; ``ResolvedView/none`` unless it is loaded for one.
    @usableFromInline let account: UInt32
    /// The view that the navigation was decided for.
    @usableFromInline let view: ViewID
    /// Grows from decision to decision on a view.
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
