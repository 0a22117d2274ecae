import PolicyModel
import RuleIndex

/// Whether the managed browser can be reached: asked by navigation, by opening and by the question whether something can
/// be opened, so that they agree.
///
/// A browser that the document declares, and that is not managed for the organization, is just another browser: links
/// that must stay managed would leave for it.
struct ManagedBrowserReach: Sendable {
    /// Whether it is not installed, as the host or the declared apps say.
    private let isMissing: Bool
    /// The organizations that an installed one is managed for; nil where the document declares none, and so says nothing
    /// of it.
    private let organizations: [UInt32]?

    /// - Parameters:
    ///   - apps: The declared apps.
    ///   - isInstalled: For each of them whether it is installed; nil where all are.
    ///   - isMissing: Whether the host says that it is not installed.
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

    /// Why an identity cannot reach it; nil where it can.
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

    /// Whether the document declares such browsers.
    var isDeclared: Bool { organizations != nil }
}
