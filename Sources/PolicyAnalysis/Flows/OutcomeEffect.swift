/// What a change of an outcome means, the most important first.
package enum OutcomeEffect: String, CaseIterable, Hashable, Comparable, Sendable {
    /// More is allowed.
    case wider
    /// Some things are newly allowed, and some are no longer allowed.
    case mixed
    /// Less is allowed.
    case narrower
    /// As much is allowed, but in another way: for example, an app now opens what the system opened before.
    case elsewhere
    /// The outcome is the same, but another rule or setting decides. Reported only on request.
    case reason

    /// Whether the left effect is more important.
    package static func < (left: OutcomeEffect, right: OutcomeEffect) -> Bool {
        (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }

    /// Whether something is newly allowed.
    package var allowsMore: Bool { self == .wider || self == .mixed }

    /// Whether something is no longer allowed.
    package var allowsLess: Bool { self == .narrower || self == .mixed }
}

extension OutcomeEffect {
    /// The effect of an equal answer for another reason, or nil if the reason is the same.
    init?(ofReasonsFrom old: FlowStep?, to new: FlowStep?) {
        guard let old, let new, old.decidedBy != new.decidedBy else { return nil }
        self = .reason
    }

    /// The effect of a changed answer, or nil if nothing changes.
    init?(from old: FlowOutcome, to new: FlowOutcome) {
        guard old != new else { return nil }
        let (before, after) = (AnswerReach(old), AnswerReach(new))
        switch (after.subtracting(before).isEmpty, before.subtracting(after).isEmpty) {
        case (true, true) where before.isEmpty && old.configuration == new.configuration:
            // A missing subject and a block are equivalent: nothing happens in either case. Of two blocks, one may offer
            // another way to open the URL.
            guard old.verdict != nil, new.verdict != nil else { return nil }
            switch (new.offers.isSubset(of: old.offers), old.offers.isSubset(of: new.offers)) {
            case (true, true): return nil
            case (false, true): self = .wider
            case (true, false): self = .narrower
            case (false, false): self = .mixed
            }
        case (false, true): self = .wider
        case (true, false): self = .narrower
        case (true, true): self = .elsewhere
        case (false, false): self = .mixed
        }
    }
}
