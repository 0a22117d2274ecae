package import Demarc
import DevTools

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

/// A browser of a session: its process, its gate, and what is attached to.
struct Browser: Sendable {
    let owner: PageOwner
    let process: BrowserProcess
    let gate: EgressGate
    /// Tells this browser from an earlier one of the same owner.
    let generation: Int
    var targets: [DevToolsSessionID: AttachedTarget] = [:]
    var approved = ApprovedRequests()
    /// Targets that are prepared, and whoever waits for one.
    var ready: [String: DevToolsSessionID] = [:]
    var awaited: [String: CheckedContinuation<DevToolsSessionID?, Never>] = [:]

    var connection: DevToolsConnection { process.connection }

    /// The tab that a session belongs to.
    func tab(of session: DevToolsSessionID) -> Int? { targets[session]?.tab }

    /// Ends the browser and deletes its profile.
    func end() async {
        gate.close()
        for continuation in awaited.values { continuation.resume(returning: nil) }
        await process.end()
    }
}
