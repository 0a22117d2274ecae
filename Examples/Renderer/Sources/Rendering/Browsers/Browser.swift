import DevTools

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
