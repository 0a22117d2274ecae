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
    ///   - window: The window that the request comes from, where the identity of the user interface is asked; nil for
    ///     none.
    /// - Returns: The decision. An account that the policy in force does not know blocks.
    /// - Complexity: O(1); allocates nothing.
    public mutating func send(
        to app: AppID,
        via method: SharingMethod = .direct,
        ownedBy sender: AccountID? = nil,
        in window: WindowID? = nil
    ) -> Decision {
        decide(in: window) { $0.decideSend(to: app, via: method, ownedBy: .account(sender), &$1) }
    }

    /// Whether content of a place, such as a page, may be sent to another app.
    ///
    /// - Parameters:
    ///   - app: The app that is to receive it.
    ///   - method: How it is sent.
    ///   - place: Where the content is; whoever it belongs to there is the sender.
    ///   - identity: Who acts, before any identity level; nil asks the levels.
    /// - Returns: The decision, as ``send(to:via:ownedBy:in:)``.
    /// - Complexity: O(1); allocates nothing.
    public mutating func send(
        to app: AppID,
        via method: SharingMethod = .direct,
        from place: Place<ViewID>,
        identity: AccountID? = nil
    ) -> Decision {
        decide { $0.decideSend(to: app, via: method, ownedBy: .place(place, actingAs: identity), &$1) }
    }

    /// Whether data may be received from another app.
    ///
    /// <doc:Transfer> has the table of rows that it follows.
    ///
    /// - Parameters:
    ///   - app: The app that sends it.
    ///   - account: The account that is to receive it, ``AccountID/noUser`` for nobody; nil is whoever acts.
    ///   - owner: The account that owns the item, as its `protectionInfo` says; nil where it says nothing. It restricts
    ///     and never permits: the item must be allowed both as from the app and as from that owner.
    ///   - window: The window that the request comes from, where the identity of the user interface is asked; nil for
    ///     none.
    /// - Returns: The decision; with `switchAccount`, ``account(of:)`` says which account may receive it.
    /// - Complexity: O(1); allocates nothing.
    public mutating func receive(
        from app: AppID,
        into account: AccountID? = nil,
        ownedBy owner: AccountID? = nil,
        in window: WindowID? = nil
    ) -> Decision {
        decide(in: window) { $0.decideReceive(from: app, into: account, ownedBy: owner, &$1) }
    }

    /// Whether there is any app that data may be shared with.
    ///
    /// - Parameters:
    ///   - account: The account that owns the data, ``AccountID/noUser`` for nobody's; nil is whoever acts.
    ///   - window: The window that the request comes from, where the identity of the user interface is asked; nil for
    ///     none.
    /// - Returns: The decision: `block` where nothing could receive it, and for an account that the policy in force does
    ///   not know.
    /// - Complexity: O(1); allocates nothing.
    public mutating func appSharing(of account: AccountID? = nil, in window: WindowID? = nil) -> Decision {
        decide(in: window) { $0.decideAppSharing(ownedBy: account, &$1) }
    }

    /// Whether there is any app that data may be shared with. The SDK's `isAppSharingAllowed`.
    ///
    /// - Parameters:
    ///   - account: The account that owns the data, ``AccountID/noUser`` for nobody's; nil is whoever acts.
    ///   - window: The window that the request comes from, where the identity of the user interface is asked; nil for
    ///     none.
    /// - Returns: False where nothing could receive it, and for an account that the policy in force does not know. It is
    ///   no decision: what there is to say of the last one can still be read. ``appSharing(of:in:)`` has the reasons.
    public func isAppSharingAllowed(for account: AccountID? = nil, in window: WindowID? = nil) -> Bool {
        latest.allowsAppSharing(ownedBy: account, in: window)
    }
}
