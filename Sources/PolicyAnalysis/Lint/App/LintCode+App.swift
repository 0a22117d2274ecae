extension LintCode {
    /// What the checks of this folder look for; nil for a code of another.
    var appExplanation: LintExplanation? {
        switch self {
        case .missingTwinScheme: LintExplanation(title: "", text: "", example: "")
        default: nil
        }
    }
}
