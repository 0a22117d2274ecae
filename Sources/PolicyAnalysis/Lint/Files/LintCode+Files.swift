extension LintCode {
    /// What the checks of this folder look for; nil for a code of another.
    var fileExplanation: LintExplanation? {
        switch self {
        case .unusedSuppression: LintExplanation(title: "", text: "", example: "")
        default: nil
        }
    }
}
