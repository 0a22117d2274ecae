import PolicyModel
import RuleIndex

/// What a view's rule set says of a URL.
struct RuleAnswer: Sendable {
    /// Whether it says anything.
    enum State: Sendable {
        /// The view has no rule set, or this load does not ask it.
        case notAsked
        /// The policy in force has no rule set of the name that the view has.
        case missing
        /// A `blob:` URL whose origin is opaque.
        case opaqueOrigin
        case answered
    }

    var state: State
    /// The class; nil where the rule set was not asked or has no answer.
    var urlClass: URLClass?
    /// The position of the rule set in the policy.
    var ruleSet: UInt16 = 0
    /// The rank of the rule that decided; `RuleMatch.noRank` for the default.
    var rank = RuleMatch.noRank
    /// The entry of the rule's list that matched, counted from 1.
    var entry: UInt32 = 0

    init(_ state: State) { self.state = state }

    @inline(__always)
    init(_ match: RuleMatch, of ruleSet: UInt16) {
        state = .answered
        urlClass = match.urlClass
        self.ruleSet = ruleSet
        rank = match.rank
        entry = match.entry
    }

    /// The answer as a reason; nil where nothing was asked.
    @inline(__always)
    var reason: ReasonCode? {
        switch state {
        case .notAsked: nil
        case .missing: .ruleSetMissing
        case .opaqueOrigin: .ruleOpaqueOrigin
        case .answered: code
        }
    }

    @inline(__always)
    private var code: ReasonCode {
        let isDefault = rank == RuleMatch.noRank
        switch urlClass {
        case .internal?: return isDefault ? .defaultInternal : .ruleInternal
        case .external?: return isDefault ? .defaultExternal : .ruleExternal
        case .blocked?: return isDefault ? .defaultBlocked : .ruleBlocked
        case nil: return .ruleLimit
        }
    }
}
