public import PolicyModel

extension Evaluator {
    /// Whether data may be sent to another app.
    ///
    /// <doc:Transfer> has the table of rows that it follows. What the app is managed for is what the policy document
    /// declares; an app that it doesn't declare is unmanaged. Whether the app is installed makes no difference.
    ///
    /// - Parameters:
    ///   - app: The app that is to receive it.
    ///   - method: How it is sent.
    ///   - sender: The account that owns the data, ``AccountID/noUser`` for nobody's; nil is whoever acts.
    /// - Returns: The decision. An account that the policy in force does not know blocks.
    /// - Complexity: O(1); allocates nothing.
    public mutating func send(
        to app: AppID,
        via method: SharingMethod = .direct,
        ownedBy sender: AccountID? = nil
    ) -> Decision {
        decide { $0.decideSend(to: app, via: method, ownedBy: sender, &$1) }
    }

    /// Whether data may be received from another app.
    ///
    /// <doc:Transfer> has the table of rows that it follows.
    ///
    /// - Parameters:
    ///   - app: The app that sends it.
    ///   - account: The account that is to receive it, ``AccountID/noUser`` for nobody; nil is whoever acts.
    /// - Returns: The decision; with `switchAccount`, ``account(of:)`` says which account may receive it.
    /// - Complexity: O(1); allocates nothing.
    public mutating func receive(from app: AppID, into account: AccountID? = nil) -> Decision {
        decide { $0.decideReceive(from: app, into: account, &$1) }
    }

    /// Whether there is any app that data may be shared with. The SDK's `isAppSharingAllowed`.
    ///
    /// - Parameter account: The account that owns the data, ``AccountID/noUser`` for nobody's; nil is
    ///   whoever acts.
    /// - Returns: False where nothing could receive it, and for an account that the policy in force does not know. It is
    ///   no decision: what there is to say of the last one can still be read.
    public func isAppSharingAllowed(for account: AccountID? = nil) -> Bool {
        latest.allowsAppSharing(ownedBy: account)
    }
}
