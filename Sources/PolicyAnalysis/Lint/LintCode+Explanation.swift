public import AppLint

extension LintCode {
    /// What the check looks for, at length.
    public var explanation: LintExplanation {
        // Each area explains its own codes in a file of its own, and answers nil for the others'.
        fileExplanation ?? ruleExplanation ?? policyExplanation ?? appExplanation
            ?? LintExplanation(title: rawValue, text: "", example: "")
    }
}
