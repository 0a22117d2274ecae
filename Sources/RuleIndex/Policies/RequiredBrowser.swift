import PolicyModel

/// The browser that a policy requires external links to open in.
package struct RequiredBrowser: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// None: they may open where they are.
        case none
        /// The managed browser, through its own schemes.
        case managed
        /// The browser behind the policy's custom protocol; content is unmanaged there.
        case custom
        /// A custom protocol is set that is no URL scheme.
        case invalid
    }

    package let kind: Kind
    /// The scheme that stands for `http` there, without `:`; empty where there is no such browser.
    package let httpScheme: [UInt8]
    /// The scheme that stands for `https` there.
    package let httpsScheme: [UInt8]

    init(of policy: AppProtectionPolicy) {
        guard policy.managedBrowserToOpenLinksRequired else {
            self.init(.none)
            return
        }
        guard let custom = policy.customBrowserProtocol else {
            self = .managed
            return
        }
        guard let scheme = custom.scheme else {
            self.init(.invalid)
            return
        }
        self.init(.custom, http: scheme, https: scheme + "s")
    }

    /// The managed browser, which links may be sent to where the policy requires none, too.
    package static var managed: RequiredBrowser {
        RequiredBrowser(.managed, http: "microsoft-edge-http", https: "microsoft-edge-https")
    }

    /// The scheme that is opened there, without `:`.
    package func scheme(isSecure: Bool) -> [UInt8] { isSecure ? httpsScheme : httpScheme }

    private init(_ kind: Kind, http: String = "", https: String = "") {
        self.kind = kind
        httpScheme = Array(http.utf8)
        httpsScheme = Array(https.utf8)
    }
}
