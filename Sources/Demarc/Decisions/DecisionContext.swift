import PolicyModel
import RuleIndex
import URLStandard

/// What one decision reads of its request and writes on its way: buffers that live on from decision to decision, and
/// what has been found out so far.
struct DecisionContext: ~Copyable, Sendable {
    /// The URL that is decided on, empty where the input is none; and what asking rules about it writes to.
    var subject = MatchSubject()
    /// Why the input is no URL; nil where it is one.
    var parsingError: URLParsingError?
    /// The same of the origin behind a `blob:` URL.
    var origin = MatchSubject()

    // MARK: The request
    var viewID = ViewID(slot: 0, generation: 0)
    var frame = Frame.top
    /// What the host's own code says of the URL.
    var answer: ExternalURLAnswer?

    // MARK: Found out so far
    var view = ResolvedView()
    var identity = ActingIdentity.unmanaged
    var scheme = NavigationScheme.web
    var rules = RuleAnswer(.notAsked)
    /// The position of the policy that decides; nil under an unmanaged identity.
    var policy: UInt32?
    private(set) var reasons = ReasonList()

    /// Begins another decision.
    @inline(__always)
    mutating func begin(in view: ViewID, _ frame: Frame, _ answer: ExternalURLAnswer?) {
        viewID = view
        self.frame = frame
        self.answer = answer
        rules = RuleAnswer(.notAsked)
        policy = nil
        reasons = ReasonList()
    }

    @inline(__always)
    mutating func note(_ code: ReasonCode) { reasons.append(code) }

    mutating func block(_ code: ReasonCode) -> Outcome {
        note(code)
        return .block
    }
}
