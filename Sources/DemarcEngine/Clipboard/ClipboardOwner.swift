public import PolicyModel

/// Whose an item on the pasteboard is, as recorded when it was copied.
///
/// ``Evaluator/owner(of:identity:)`` makes one. What is recorded can restrict a later paste and never permit one: the
/// policy in force at the paste says what the account may do, and an owner that it does not know, or knows otherwise
/// than it was recorded, blocks.
public struct ClipboardOwner: Hashable, Sendable {
    /// The account; nil where it is nobody's, not known, or that of several accounts at once.
    public var account: AccountID?
    /// The app that it was copied in; nil where that is not known. Where the engine does not know which app it runs in,
    /// nil is this app.
    public var app: AppID?
    /// The organization of the account or app; nil where it names none, or that is not known.
    public var organization: String?
    /// Whether it was managed when it was copied. A managed item without an account or a managed app that the policy
    /// knows is pasted nowhere.
    public var isManaged: Bool

    /// Makes an owner. One of whom nothing is known counts as unmanaged.
    public init(
        account: AccountID? = nil,
        app: AppID? = nil,
        organization: String? = nil,
        isManaged: Bool = false
    ) {
        self.account = account
        self.app = app
        self.organization = organization
        self.isManaged = isManaged
    }
}
