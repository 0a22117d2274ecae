import PolicyModel
import RuleIndex

/// Whether the managed browser can be reached. Navigation, opening and the question whether something can be opened all
/// use this, so that they agree.
///
/// A browser that the document declares, but that is not managed for the organization, is treated like any other
/// browser: links that must stay managed would leave through it.
struct ManagedBrowserReach: Sendable {
    /// Whether it is not installed, according to the host or the declared apps.
    private let isMissing: Bool
    /// For each installed app that opens `http` URLs as the managed browser, the organization that it is managed for,
    /// nil for an unmanaged app. No list if the document declares no such apps, and therefore does not specify this.
    private let httpOrganizations: [UInt32?]?
    /// The same for `https`.
    private let httpsOrganizations: [UInt32?]?

    /// - Parameters:
    ///   - apps: The declared apps.
    ///   - isInstalled: Whether each of them is installed; nil if all are.
    ///   - isMissing: Whether the host reports that it is not installed.
    init(_ apps: AppTable?, isInstalled: [Bool]?, isMissing: Bool) {
        let declared = apps?.managedBrowsers ?? []
        guard let apps, !declared.isEmpty else {
            // An empty list means that no other apps exist. A list without the browser usually names only the apps that
            // matter to its author: the browser that the policy itself requires is assumed to be there.
            let hasNoApps = apps?.apps.isEmpty ?? false
            (self.isMissing, httpOrganizations, httpsOrganizations) = (isMissing || hasNoApps, nil, nil)
            return
        }
        let installed = declared.filter { isInstalled?[Int($0.app)] ?? true }
        /// A browser that handles only the other scheme does not open the URL: an app that is not declared might.
        func organizations(isSecure: Bool) -> [UInt32?] {
            installed.filter { $0.opens(isSecure: isSecure) }.map { apps.apps[Int($0.app)].managed?.organization }
        }
        self.isMissing = isMissing || installed.isEmpty
        httpOrganizations = organizations(isSecure: false)
        httpsOrganizations = organizations(isSecure: true)
    }

    /// The reason why an identity cannot reach it; nil if it can.
    ///
    /// `isSecure` is whether the URL has the scheme `https` or `wss`.
    ///
    /// - Complexity: O(*n*) in the declared browsers; allocates nothing.
    @inline(__always)
    func obstacle(for identity: ManagedIdentity, isSecure: Bool) -> ReasonCode? {
        if isMissing { return .browserNotInstalled }
        guard let organizations = isSecure ? httpsOrganizations : httpOrganizations else { return nil }
        // Several accounts at once have no organization, even if each of them belongs to the same one: no declared
        // browser is theirs.
        guard identity.organization != ManagedIdentity.none else { return .browserNotManaged }
        for index in organizations.indices where organizations[index] == identity.organization { return nil }
        return .browserNotManaged
    }

    /// Whether an installed browser that is not managed for the organization also opens these URLs as the managed
    /// browser.
    ///
    /// - Complexity: O(*n*) in the declared browsers; allocates nothing.
    @inline(__always)
    func isShared(for identity: ManagedIdentity, isSecure: Bool) -> Bool {
        guard let organizations = isSecure ? httpsOrganizations : httpOrganizations else { return false }
        for index in organizations.indices where organizations[index] != identity.organization { return true }
        return false
    }
}
