extension LintCode {
    /// What the checks of this folder look for; nil for a code of another.
    package var appExplanation: LintExplanation? {
        // By topic, in files of their own.
        querySchemeExplanation ?? urlTypeExplanation ?? settingKeyExplanation ?? settingValueExplanation
            ?? declarationExplanation ?? entitlementExplanation ?? activationExplanation ?? predicateExplanation
    }
}
