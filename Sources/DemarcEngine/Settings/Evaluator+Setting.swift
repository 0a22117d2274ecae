public import PolicyModel

extension Evaluator {
    /// Whether a feature may be used.
    ///
    /// <doc:SingleSettings> has the table that it follows, and what the verdict means where the answer is finer: a
    /// notification that may show no organization data is allowed, and a file that must be encrypted is blocked as it is.
    ///
    /// - Parameters:
    ///   - setting: The feature.
    ///   - account: The account whose data it is about, ``AccountID/noUser`` for unmanaged data; nil is the account that
    ///     acts: for `fileEncryption` the identity for files, for all others that of the user interface.
    ///   - window: The window that the feature is used in, where the identity of the user interface is asked. Where it
    ///     shows several accounts, files must be encrypted too.
    /// - Returns: The decision; ``Decision/value`` is the finer answer of the settings that have one.
    /// - Complexity: O(1); allocates nothing.
    public mutating func setting(
        _ setting: SingleSetting,
        for account: AccountID? = nil,
        in window: WindowID? = nil
    ) -> Decision {
        decide(in: window) { $0.decide(setting, of: .account(account), &$1) }
    }

    /// Whether a feature may be used with what is at a place, such as printing a page.
    ///
    /// - Parameters:
    ///   - setting: The feature.
    ///   - place: Where the content is; whoever it belongs to there is whose data it is about.
    ///   - identity: Who acts, before any identity level; nil asks the levels.
    /// - Returns: The decision, as ``setting(_:for:in:)``.
    /// - Complexity: O(1); allocates nothing.
    public mutating func setting(
        _ setting: SingleSetting,
        at place: Place<ViewID>,
        identity: AccountID? = nil
    ) -> Decision {
        decide { $0.decide(setting, of: .place(place, actingAs: identity), &$1) }
    }
}
