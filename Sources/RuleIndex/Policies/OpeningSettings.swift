import PolicyModel
package import URLMatching

/// The settings of a policy that decide what may be opened, as bytes that decisions compare.
package struct OpeningSettings: Sendable {
    /// Where a phone number goes.
    package enum Redirect: Hashable, Sendable {
        /// To whatever app the system chooses.
        case anyApp
        /// To managed apps.
        case managedApps
        /// To the app behind the policy's scheme.
        case custom
        /// To the app behind the policy's scheme, and that is not set or is none.
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
    /// The schemes that open although their apps are not managed.
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

    /// An entry that is no pattern never matches; the reader of the policy has warned of it.
    static func patterns(_ entries: [String]) -> [LinkPattern] {
        entries.compactMap { try? LinkPattern($0, as: .universalLink) }
    }
}
