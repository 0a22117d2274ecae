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
    /// The organizations for which an installed managed browser is managed; nil if the document declares none, and
    /// therefore does not specify this.
    private let organizations: [UInt32]?

    /// - Parameters:
    ///   - apps: The declared apps.
    ///   - isInstalled: Whether each of them is installed; nil if all are.
    ///   - isMissing: Whether the host reports that it is not installed.
    init(_ apps: AppTable?, isInstalled: [Bool]?, isMissing: Bool) {
        let declared = apps?.managedBrowsers ?? []
        guard let apps, !declared.isEmpty else {
            (self.isMissing, organizations) = (isMissing, nil)
            return
        }
        let installed = declared.filter { isInstalled?[Int($0)] ?? true }
        self.isMissing = isMissing || installed.isEmpty
        organizations = installed.compactMap { apps.apps[Int($0)].managed?.organization }
    }

    /// The reason why an identity cannot reach it; nil if it can.
    ///
    /// - Complexity: O(*n*) in the declared browsers; allocates nothing.
    @inline(__always)
    func obstacle(for identity: ManagedIdentity) -> ReasonCode? {
        if isMissing { return .browserNotInstalled }
        guard let organizations else { return nil }
        guard identity.organization != ManagedIdentity.none else { return .browserNotManaged }
        for index in organizations.indices where organizations[index] == identity.organization { return nil }
        return .browserNotManaged
    }

    /// Whether the document declares managed browsers.
    var isDeclared: Bool { organizations != nil }
}
