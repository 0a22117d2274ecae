public import PolicyModel

extension Evaluator {
    /// Whether data may be sent to another app.
    ///
    /// - Parameters:
    ///   - app: The app that is to receive it.
    ///   - method: How it is sent.
    ///   - sender: The account that owns the data, ``PolicyModel/AccountID/noUser`` for nobody's; nil is whoever acts.
    /// - Returns: The decision.
    public mutating func send(
        to app: AppID,
        via method: SharingMethod = .direct,
        ownedBy sender: AccountID? = nil
    ) -> Decision {
        renew()
        context.begin()
        return Decision(context.block(.openUndecided), reasons: context.reasons)
    }

    /// Whether data may be received from another app.
    ///
    /// - Parameters:
    ///   - app: The app that sends it.
    ///   - account: The account that is to receive it, ``PolicyModel/AccountID/noUser`` for nobody; nil is whoever acts.
    /// - Returns: The decision; with `switchAccount`, ``account(of:)`` says which account may receive it.
    public mutating func receive(from app: AppID, into account: AccountID? = nil) -> Decision {
        renew()
        context.begin()
        return Decision(context.block(.openUndecided), reasons: context.reasons)
    }

    /// Whether there is any app that data may be shared with. The SDK's `isAppSharingAllowed`.
    ///
    /// - Parameter account: The account that owns the data, ``PolicyModel/AccountID/noUser`` for nobody's; nil is
    ///   whoever acts.
    /// - Returns: False where nothing could receive it.
    public mutating func isAppSharingAllowed(for account: AccountID? = nil) -> Bool { false }
}
