extension LintCode {
    /// What the checks of this folder look for; nil for a code of another.
    var policyExplanation: LintExplanation? {
        switch self {
        case .exemptionsWithoutEffect: LintExplanation(title: "", text: "", example: "")
        default: nil
        }
    }
}
