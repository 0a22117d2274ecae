public import PolicyModel

extension Evaluator {
    /// Whether a feature may be used.
    ///
    /// <doc:SingleSettings> has the table, and describes the meaning of the verdict if there is a more detailed answer:
    /// a notification that may show no organization data is allowed, and a file that must be encrypted is blocked
    /// unless encrypted.
    ///
    /// - Parameters:
    ///   - setting: The feature.
    ///   - account: The account that owns the data, ``AccountID/noUser`` for unmanaged data; nil is the acting account:
    ///     for `fileEncryption` the identity for files, for all others the identity of the user interface.
    ///   - window: The window that the feature is used in, whose user-interface identity applies. If it shows several
    ///     accounts, files must be encrypted too.
    /// - Returns: The decision; ``Decision/value`` is the more detailed answer of the settings that have one.
    /// - Complexity: O(1); allocates nothing.
    public mutating func setting(
        _ setting: SingleSetting,
        for account: AccountID? = nil,
        in window: WindowID? = nil
    ) -> Decision {
        decide(in: window) { $0.decide(setting, of: .account(account), &$1) }
    }

    /// Whether a feature may be used with the content of a place, such as printing a page.
    ///
    /// - Parameters:
    ///   - setting: The feature.
    ///   - place: The place of the content, whose owner there counts as the owner of the data.
    ///   - identity: The acting account, which takes precedence over the identity levels; nil uses the levels.
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
