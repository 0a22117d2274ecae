public import PolicyModel

/// The answer to one question, in the form the decision path makes it: small, flat, and without text.
///
/// Equal policies and equal requests give equal decisions. Only the engine makes one. What `didNavigate` needs of it is in
/// it, so that it can be reported at any later time and from any thread. What else it points at – rules,
/// settings, places, the account to switch to, a finer answer – is resolved by the evaluator that made it, which also
/// writes the route.
public struct Decision: Hashable, Sendable {
    /// What the host must do.
    public let verdict: Verdict
    /// Where a URL goes; nil where it is blocked, and for every question that is not about opening one.
    public let destination: Destination?
    /// What the view's rule set says of the URL; nil where none was asked, as by every question but navigation.
    public let urlClass: URLClass?
    /// Whose content the page is, where it is allowed in the view; nil otherwise.
    public let page: PageClassification?
    let reasons: ReasonList
    /// What the view shows once the navigation has been carried out; nil where it shows what it did before.
    let decidedPage: DecidedPage?

    @inline(__always)
    init(_ outcome: Outcome, urlClass: URLClass? = nil, reasons: ReasonList, decidedPage: DecidedPage? = nil) {
        verdict = outcome.verdict
        destination = outcome.destination
        page = outcome.page
        self.urlClass = urlClass
        self.reasons = reasons
        self.decidedPage = decidedPage
    }

    /// The codes of the reasons, in the order they decided.
    public var reasonCodes: [ReasonCode] { (0..<reasons.count).map { reasons[$0] } }

    /// Whether one of the reasons has this code.
    ///
    /// - Complexity: O(1); allocates nothing.
    public func has(_ code: ReasonCode) -> Bool { reasons.contains(code) }
}
