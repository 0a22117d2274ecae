import Demarc
import PolicyModel

/// What of an owner distinguishes classes of requests.
extension ClipboardOwner {
    /// The managed account that owns the content, or no account if the content is unmanaged; nil if the owner is not
    /// known, or is not one account.
    var knownAccount: AccountID? { account ?? (isManaged ? nil : .noUser) }

    /// The page whose content has this owner; nil if no class has such a page.
    var page: ScenarioGiven.Page? { knownAccount.map { $0.isNoUser ? .external : .loadedFor($0) } }
}
