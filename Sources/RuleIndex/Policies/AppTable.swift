package import PolicyModel

/// The apps that a policy document declares, as decisions look them up.
package struct AppTable: Sendable {
    /// What decisions need to know of an app.
    package struct App: Sendable {
        /// The organization and policy; nil for an unmanaged app.
        package let managed: ManagedIdentity?
        package let isMDMManaged: Bool
    }

    package let apps: [App]
    private let positions: [AppID: UInt32]

    init(_ declarations: [AppDeclaration], policyNames: [String], _ organizations: inout Organizations) {
        var apps: [App] = []
        for declaration in declarations {
            let policy = declaration.policy.flatMap { policyNames.firstIndex(of: $0) }.map { UInt32($0) }
            let managed =
                declaration.isManaged
                ? ManagedIdentity(
                    organization: organizations.number(of: declaration.organization),
                    policy: policy ?? ManagedIdentity.none
                ) : nil
            apps.append(App(managed: managed, isMDMManaged: declaration.isMDMManaged))
        }
        self.apps = apps
        positions = Dictionary(
            declarations.enumerated().map { ($1.id, UInt32($0)) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The position of an app in ``apps`` and in the document.
    ///
    /// - Complexity: O(1); allocates nothing.
    package func position(of app: AppID) -> UInt32? { positions[app] }
}
