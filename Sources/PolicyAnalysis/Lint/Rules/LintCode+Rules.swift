extension LintCode {
    /// What the checks of this folder look for; nil for a code of another.
    var ruleExplanation: LintExplanation? {
        switch self {
        case .shadowedRule: LintExplanation(title: "", text: "", example: "")
        default: nil
        }
    }
}
