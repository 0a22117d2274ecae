/// How a service runs.
package struct RendererSettings: Sendable {
    /// The policy document, which is followed while the service runs.
    package var policy: String
    /// The browser.
    package var chromium = "chromium"
    /// The folder for profiles and downloads; its content is deleted with the session.
    package var folder: String
    /// Names with a fixed address, regardless of DNS, such as the sites of a test; only these may be on this machine or
    /// in a private network.
    package var hosts: [String: HostAddress] = [:]
    /// The size of a page, in its own pixels.
    package var width = 1024
    package var height = 640
    /// The maximum number of sessions.
    package var sessionLimit = 8
    /// How long a session without viewers is kept.
    package var idleLimit: Duration = .seconds(600)
    /// Whether Chromium runs without its own sandbox, because the service runs as root.
    package var runsWithoutSandbox = false

    /// Makes settings with default values for everything else.
    package init(policy: String, folder: String) {
        self.policy = policy
        self.folder = folder
    }
}

/// An address that was assigned to a name by hand.
package struct HostAddress: Hashable, Sendable {
    package var address: String
    package var port: Int

    package init(address: String, port: Int) {
        self.address = address
        self.port = port
    }

    /// Reads a name with its address.
    ///
    /// - Parameter text: `NAME=ADDRESS:PORT`.
    /// - Returns: The name in lowercase and its address; nil for anything else.
    package static func named(_ text: String) -> (name: String, address: HostAddress)? {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let colon = parts[1].lastIndex(of: ":"),
            let port = Int(parts[1][parts[1].index(after: colon)...]), (1...65535).contains(port)
        else { return nil }
        return (parts[0].lowercased(), HostAddress(address: String(parts[1][..<colon]), port: port))
    }
}
