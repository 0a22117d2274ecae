public import PolicyModel

/// Whose an item on the pasteboard is, as recorded when it was copied.
public struct ClipboardOwner: Hashable, Sendable {
    /// The account; nil where it is not known, which counts as unmanaged.
    public var account: AccountID?
    /// The app that it was copied in; nil where that is not known.
    public var app: AppID?

    /// Makes an owner.
    public init(account: AccountID? = nil, app: AppID? = nil) {
        self.account = account
        self.app = app
    }
}
