package import Demarc
import DevTools

/// The owner of the pages in a browser process.
///
/// Each owner has its own process and profile, so cookies, caches and the browser's clipboard are never shared.
/// Unmanaged pages of one session are in one process, whoever opened them.
package enum PageOwner: Hashable, Sendable, CustomStringConvertible {
    case account(AccountID)
    case unmanaged

    /// The owner of the page that a decision loads.
    ///
    /// - Parameters:
    ///   - decision: A decision that allows a navigation.
    ///   - account: The account of the decision.
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

/// A browser of a session: its process, its gate, and its attached targets.
struct Browser: Sendable {
    let owner: PageOwner
    let process: BrowserProcess
    let gate: EgressGate
    /// Distinguishes this browser from an earlier one of the same owner.
    let generation: Int
    var targets: [DevToolsSessionID: AttachedTarget] = [:]
    var approved = ApprovedRequests()
    /// Prepared targets, and the callers that wait for one.
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
