import PolicyModel
import RuleIndex

/// What a view's rule set says of a URL.
enum RuleAnswer: Sendable {
    /// The view has no rule set, or this load does not ask it.
    case notAsked
    /// The policy in force has no rule set of the name that the view has.
    case missing
    /// A `blob:` URL whose origin is opaque.
    case opaqueOrigin
    case answered(RuleMatch, ruleSet: UInt16)

    var urlClass: URLClass? {
        guard case .answered(let match, _) = self else { return nil }
        return match.urlClass
    }

    /// The answer as a reason; nil where nothing was asked.
    var reason: DecisionReason? {
        switch self {
        case .notAsked: return nil
        case .missing: return DecisionReason(.ruleSetMissing)
        case .opaqueOrigin: return DecisionReason(.ruleOpaqueOrigin)
        case .answered(let match, _):
            switch (match.urlClass, match.rank) {
            case (nil, _): return DecisionReason(.ruleLimit, .ruleSet)
            case (.internal?, let rank?): return DecisionReason(.ruleInternal, .rule, at: rank)
            case (.external?, let rank?): return DecisionReason(.ruleExternal, .rule, at: rank)
            case (.blocked?, let rank?): return DecisionReason(.ruleBlocked, .rule, at: rank)
            case (.internal?, nil): return DecisionReason(.defaultInternal, .ruleSet)
            case (.external?, nil): return DecisionReason(.defaultExternal, .ruleSet)
            case (.blocked?, nil): return DecisionReason(.defaultBlocked, .ruleSet)
            }
        }
    }
}
