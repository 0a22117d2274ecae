/// The settings of a service.
package struct RendererSettings: Sendable {
    /// The policy document, which is followed while the service runs.
    package var policy: String
    /// The browser.
    package var chromium = "chromium"
    /// The folder of profiles and downloads; its contents are deleted with their session.
    package var folder: String
    /// Names that resolve to a given address regardless of DNS, such as the sites of a test; only these may be on this
    /// machine or in a private network.
    package var hosts: [String: HostAddress] = [:]
    /// The size of a page, in CSS pixels.
    package var width = 1024
    package var height = 640
    /// The maximum number of concurrent sessions.
    package var sessionLimit = 8
    /// How long a session is kept while no page shows it.
    package var idleLimit: Duration = .seconds(600)
    /// Whether Chromium runs without its own sandbox, because the service runs as root.
    package var runsWithoutSandbox = false

    /// Creates settings with default values.
    package init(policy: String, folder: String) {
        self.policy = policy
        self.folder = folder
    }
}

/// An address that was assigned to a name.
package struct HostAddress: Hashable, Sendable {
    package var address: String
    package var port: Int

    package init(address: String, port: Int) {
        self.address = address
        self.port = port
    }

    /// Parses an assignment of an address to a name.
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
