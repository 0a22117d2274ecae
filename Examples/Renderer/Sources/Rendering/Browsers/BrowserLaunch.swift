import Foundation

/// How Chromium is started: its command line and preferences, with the reasons.
struct BrowserLaunch {
    /// The profile.
    var profile: String
    /// The port of the egress gate on this machine.
    var gatePort: Int
    var width: Int
    var height: Int
    var runsWithoutSandbox: Bool

    /// The initial page of a browser, without which it ends. It is not in any tab.
    static let keeper = "about:blank#keeper"

    /// The arguments of the browser.
    var arguments: [String] {
        var arguments = [
            "--headless",
            // The protocol uses a pipe, to which no page and no other user of the machine can connect.
            "--remote-debugging-pipe",
            "--user-data-dir=\(profile)",
            "--window-size=\(width),\(height)",
            // All traffic goes through the gate: names are resolved there, and loopback is no exception.
            "--proxy-server=http://127.0.0.1:\(gatePort)",
            "--proxy-bypass-list=<-loopback>",
            // UDP would bypass the gate.
            "--disable-quic",
            "--webrtc-ip-handling-policy=disable_non_proxied_udp",
            "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
            // Documents that load without a request of their own, and therefore without a decision.
            "--disable-features=\(Self.disabledFeatures.joined(separator: ","))",
            // Requests that the browser would make by itself.
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
            // Otherwise, a page in the background is throttled, and then answers late.
            "--disable-renderer-backgrounding",
            "--disable-backgrounding-occluded-windows",
            "--disable-gpu",
            "--hide-scrollbars=false",
        ]
        if runsWithoutSandbox { arguments.append("--no-sandbox") }
        arguments.append(Self.keeper)
        return arguments
    }

    /// Features with which a page can load content ahead of a navigation, or show it again without one, and reports of
    /// the browser to its vendor.
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

    /// The preferences that differ from the browser's defaults; the file uses snake case.
    private struct Preferences: Encodable {
        struct Network: Encodable {
            /// Never: prefetches and preconnects would reach the network without being paused.
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
