import PolicyModel
import RuleIndex

/// What one navigation is about, besides its URL, and what is found out on the way to its decision.
struct NavigationRequest: Sendable {
    var viewID = ViewID(slot: 0, generation: 0)
    var frame = Frame.top
    /// What the host's own code says of the URL.
    var answer: ExternalURLAnswer?

    var view = ResolvedView()
    var identity = ActingIdentity.unmanaged
    var scheme = NavigationScheme.web
    var rules = RuleAnswer.notAsked
    /// The position of the policy that the decision is made under; nil where the identity is unmanaged.
    var policy: UInt32?
}
