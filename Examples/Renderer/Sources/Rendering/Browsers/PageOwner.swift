package import Demarc

/// Whose pages a browser process holds.
///
/// Each owner has a process and a profile of its own, so that cookies, caches and the clipboard inside the browser cannot
/// meet. Unmanaged pages of one session are in one process, whoever opened them.
package enum PageOwner: Hashable, Sendable, CustomStringConvertible {
    case account(AccountID)
    case unmanaged

    /// The owner of what a decision loads.
    ///
    /// - Parameters:
    ///   - decision: A decision that allows a navigation.
    ///   - account: The account that it was made for.
    init(of decision: Decision, for account: AccountID) {
        self = decision.page == .managed ? .account(account) : .unmanaged
    }

    package var description: String {
        switch self {
        case .account(let account): account.description
        case .unmanaged: "unmanaged"
        }
    }
}
