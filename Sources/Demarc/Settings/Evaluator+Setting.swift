public import PolicyModel

extension Evaluator {
    /// Whether a feature may be used.
    ///
    /// - Parameters:
    ///   - setting: The feature.
    ///   - account: The account whose data it is about, ``PolicyModel/AccountID/noUser`` for nobody's; nil is whoever
    ///     acts.
    /// - Returns: The decision; ``value(of:)`` has the finer answer of the settings that have one.
    public mutating func setting(_ setting: SingleSetting, for account: AccountID? = nil) -> Decision {
        renew()
        context.begin()
        return Decision(context.block(.openUndecided), reasons: context.reasons)
    }

    /// The finer answer of the decision this evaluator made last; nil where the setting has none.
    public borrowing func value(of decision: Decision) -> SettingValue? { context.value }
}
