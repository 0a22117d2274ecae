import Foundation

/// How Chromium is started: what is on its command line and in its preferences, and why.
struct BrowserLaunch {
    /// The profile.
    var profile: String
    /// The port of the egress gate on this machine.
    var gatePort: Int
    var width: Int
    var height: Int
    var runsWithoutSandbox: Bool

    /// The page that a browser begins with; without one it ends. It is in no tab.
    static let keeper = "about:blank#keeper"

    /// The arguments of the browser.
    var arguments: [String] {
        var arguments = [
            "--headless",
            // The protocol goes over a pipe, which no page and no other user of the machine can connect to.
            "--remote-debugging-pipe",
            "--user-data-dir=\(profile)",
            "--window-size=\(width),\(height)",
            // Everything goes through the gate: names are resolved there, and loopback is no exception.
            "--proxy-server=http://127.0.0.1:\(gatePort)",
            "--proxy-bypass-list=<-loopback>",
            // UDP would go around the gate.
            "--disable-quic",
            "--webrtc-ip-handling-policy=disable_non_proxied_udp",
            "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
            // Documents that come without a request of their own, and so without a decision.
            "--disable-features=\(Self.disabledFeatures.joined(separator: ","))",
            // What the browser would ask for by itself.
            "--no-first-run",
            "--no-default-browser-check",
            "--no-pings",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-default-apps",
            "--disable-domain-reliability",
            "--disable-extensions",
            "--disable-sync",
            "--metrics-recording-only",
            "--safebrowsing-disable-auto-update",
            "--password-store=basic",
            "--use-mock-keychain",
            // A page that is not in front is throttled otherwise, and then answers late.
            "--disable-renderer-backgrounding",
            "--disable-backgrounding-occluded-windows",
            "--disable-gpu",
            "--hide-scrollbars=false",
        ]
        if runsWithoutSandbox { arguments.append("--no-sandbox") }
        arguments.append(Self.keeper)
        return arguments
    }

    /// What a page can load ahead of a navigation, or show again without one, and what the browser reports home.
    private static let disabledFeatures = [
        "BackForwardCache", "Prerender2", "SpeculationRulesPrefetchFuture", "NoStatePrefetch", "MediaRouter",
        "OptimizationHints", "AutofillServerCommunication", "CertificateTransparencyComponentUpdater", "Translate",
        "InterestFeedContentSuggestions", "PrivacySandboxSettings4", "DnsOverHttps",
    ]

    /// Writes the profile's preferences; the profile must not exist.
    func makeProfile() throws {
        let preferences = Preferences()
        try FileManager.default.createDirectory(
            atPath: profile + "/Default",
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        try encoder.encode(preferences).write(to: URL(filePath: profile + "/Default/Preferences"))
    }

    /// The preferences that differ from the browser's own; the file has them in snake case.
    private struct Preferences: Encodable {
        struct Network: Encodable {
            /// Never: prefetches and preconnects reach the network without being paused.
            var networkPredictionOptions = 2
        }
        struct WebRTC: Encodable {
            var ipHandlingPolicy = "disable_non_proxied_udp"
            var multipleRoutesEnabled = false
            var nonproxiedUdpEnabled = false
        }
        struct Search: Encodable { var suggestEnabled = false }
        struct Alternate: Encodable { var enabled = false }
        var net = Network()
        var webrtc = WebRTC()
        var search = Search()
        var alternateErrorPages = Alternate()
        var credentialsEnableService = false
    }
}
