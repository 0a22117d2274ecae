public import PolicyModel

extension Evaluator {
    /// Whether a feature may be used.
    ///
    /// <doc:SingleSettings> has the table that it follows, and what the verdict means where the answer is finer: a
    /// notification that may show no organization data is allowed, and a file that must be encrypted is blocked as it is.
    ///
    /// - Parameters:
    ///   - setting: The feature.
    ///   - account: The account whose data it is about, ``AccountID/noUser`` for nobody's; nil is whoever
    ///     acts: for `fileEncryption` the identity for files, for all others that of the user interface.
    ///   - window: The window that the feature is used in, where the identity of the user interface is asked.
    /// - Returns: The decision; ``value(of:)`` has the finer answer of the settings that have one.
    /// - Complexity: O(1); allocates nothing.
    public mutating func setting(
        _ setting: SingleSetting,
        for account: AccountID? = nil,
        in window: WindowID? = nil
    ) -> Decision {
        decide { $0.decide(setting, for: account, in: window, &$1) }
    }

    /// The finer answer of the decision this evaluator made last; nil where the setting has none.
    public borrowing func value(of decision: Decision) -> SettingValue? { context.value }
}
