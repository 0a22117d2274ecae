/// What stands behind a reason, beside its code.
package enum ReasonSubject: Hashable, Sendable {
    /// Nothing that is written anywhere.
    case nothing
    /// The rule that decided.
    case rule
    /// The default of the rule set that was asked.
    case ruleSetDefault
    /// The web-view policy of the view.
    case viewPolicy
    /// A setting of the app.
    case appSetting(AppSetting)
    /// A setting of the policy that decides: that of the account that acts, or of the side of a transfer whose table is
    /// gone through.
    case policySetting(PolicySetting)
    /// A setting of the policy on the other side of a transfer: the destination's, the place's, the other app's.
    case otherPolicySetting(PolicySetting)
}
