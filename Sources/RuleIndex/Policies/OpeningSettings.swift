import PolicyModel
package import URLMatching

/// The settings of a policy that decide what may be opened, as bytes that decisions compare.
package struct OpeningSettings: Sendable {
    /// Where a phone number opens.
    package enum Redirect: Hashable, Sendable {
        /// In any app that the system chooses.
        case anyApp
        /// In managed apps.
        case managedApps
        /// In the app with the policy's scheme.
        case custom
        /// In the app with the policy's scheme, which is not set or not a scheme.
        case invalid
        /// Nowhere.
        case blocked
    }

    package let dialer: Redirect
    /// The scheme of the dialer, without `:`; empty unless ``dialer`` is custom.
    package let dialerScheme: [UInt8]
    package let messaging: Redirect
    /// The scheme of the messaging app, without `:`; empty unless ``messaging`` is custom.
    package let messagingScheme: [UInt8]
    /// The schemes that may open although their apps are not managed.
    package let exemptedSchemes: SchemeSet
    package let managedLinks: [LinkPattern]
    package let exemptedLinks: [LinkPattern]

    init(_ policy: AppProtectionPolicy) {
        let dialerScheme = policy.customDialerAppProtocol?.scheme
        dialer =
            switch policy.dialerRestrictionLevel {
            case .allApps: .anyApp
            case .managedApps: .managedApps
            case .customApp: dialerScheme == nil ? .invalid : .custom
            case .blocked: .blocked
            }
        let messagingScheme = policy.messagingRedirectAppUrlScheme?.scheme
        messaging =
            switch policy.protectedMessagingRedirectAppType {
            case .anyApp: .anyApp
            case .anyManagedApp: .managedApps
            case .specificApps: messagingScheme == nil ? .invalid : .custom
            case .blocked: .blocked
            }
        self.dialerScheme = dialer == .custom ? Array((dialerScheme ?? "").utf8) : []
        self.messagingScheme = messaging == .custom ? Array((messagingScheme ?? "").utf8) : []
        exemptedSchemes = SchemeSet(policy.exemptedAppProtocols.flatMap(\.schemes))
        managedLinks = Self.patterns(policy.managedUniversalLinks)
        exemptedLinks = Self.patterns(policy.exemptedUniversalLinks)
    }

    /// An entry that is not a pattern never matches; the reader of the policy has warned about it.
    static func patterns(_ entries: [String]) -> [LinkPattern] {
        entries.compactMap { try? LinkPattern($0, as: .universalLink) }
    }
}

/// The browser that a policy requires external links to open in.
package struct RequiredBrowser: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// None: they may open in place.
        case none
        /// The managed browser, through its own schemes.
        case managed
        /// The browser of the policy's custom protocol; content is unmanaged there.
        case custom
        /// The custom protocol that is set is not a URL scheme.
        case invalid
    }

    package let kind: Kind
    /// The scheme that replaces `http` for the browser, without `:`; empty if there is no such browser.
    package let httpScheme: [UInt8]
    /// The scheme that replaces `https` for the browser.
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

    /// The managed browser, to which links may be sent even if the policy requires none.
    package static var managed: RequiredBrowser {
        RequiredBrowser(.managed, http: "microsoft-edge-http", https: "microsoft-edge-https")
    }

    /// The scheme to open in the browser, without `:`.
    package func scheme(isSecure: Bool) -> [UInt8] { isSecure ? httpsScheme : httpScheme }

    private init(_ kind: Kind, http: String = "", https: String = "") {
        self.kind = kind
        httpScheme = Array(http.utf8)
        httpsScheme = Array(https.utf8)
    }
}
