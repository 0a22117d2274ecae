/// How a service is run.
package struct RendererSettings: Sendable {
    /// The policy document; it is followed while the service runs.
    package var policy: String
    /// The browser.
    package var chromium = "chromium"
    /// Where profiles and downloads are kept; everything in it is deleted with its session.
    package var folder: String
    /// Names that lead to an address whatever DNS says, such as the sites of a test; only these may be on this machine or
    /// in a private network.
    package var hosts: [String: HostAddress] = [:]
    /// The size of a page, in its own pixels.
    package var width = 1024
    package var height = 640
    /// How many sessions there may be at once.
    package var sessionLimit = 8
    /// How long a session is kept while nobody looks at it.
    package var idleLimit: Duration = .seconds(600)
    /// Whether Chromium runs without its own sandbox, because the service runs as root.
    package var runsWithoutSandbox = false

    /// Makes settings with everything else as it is by default.
    package init(policy: String, folder: String) {
        self.policy = policy
        self.folder = folder
    }
}

/// An address that a name was given by hand.
package struct HostAddress: Hashable, Sendable {
    package var address: String
    package var port: Int

    package init(address: String, port: Int) {
        self.address = address
        self.port = port
    }

    /// Reads where a name leads.
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
