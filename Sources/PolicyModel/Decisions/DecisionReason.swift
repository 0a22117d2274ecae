/// A reason as the decision path writes it: a code and what it points at, without text.
///
/// Positions are those of the compiled policy that made the decision; whoever holds that policy turns them into a
/// ``Reason``.
package struct DecisionReason: Hashable, Sendable {
    /// What stands behind a reason.
    package enum Subject: Hashable, Sendable {
        case nothing
        /// A rule by its rank in a rule set, and the entry of its list that matched, counted from 1; 0 without one.
        case rule(ruleSet: UInt32, rank: UInt32, entry: UInt32)
        /// The default of a rule set.
        case ruleSet(UInt32)
        /// A setting of the app protection policy at a position.
        case policySetting(PolicySetting, policy: UInt32)
        /// A setting of the app.
        case appSetting(AppSetting)
        /// The web-view policy of a view, by the position of its declaration; nil where the host set it.
        case viewPolicy(declaration: UInt32?)
    }

    package var code: ReasonCode
    package var subject: Subject

    package init(_ code: ReasonCode, _ subject: Subject = .nothing) {
        self.code = code
        self.subject = subject
    }
}
