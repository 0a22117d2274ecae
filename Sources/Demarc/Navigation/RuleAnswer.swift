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
    case answered(RuleMatch, ruleSet: UInt32)

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
        case .answered(let match, let ruleSet):
            guard let urlClass = match.urlClass else { return DecisionReason(.ruleLimit, .ruleSet(ruleSet)) }
            guard let rank = match.rank else { return DecisionReason(urlClass.defaultReason, .ruleSet(ruleSet)) }
            return DecisionReason(urlClass.ruleReason, .rule(ruleSet: ruleSet, rank: rank, entry: match.entry))
        }
    }
}

extension URLClass {
    fileprivate var ruleReason: ReasonCode {
        switch self {
        case .internal: .ruleInternal
        case .external: .ruleExternal
        case .blocked: .ruleBlocked
        }
    }

    fileprivate var defaultReason: ReasonCode {
        switch self {
        case .internal: .defaultInternal
        case .external: .defaultExternal
        case .blocked: .defaultBlocked
        }
    }
}
