package import PolicyModel

/// The apps that app protection policies list, as decisions look them up: what each is managed for, and nothing else.
///
/// They are no ``AppTable``. That says of all schemes which apps handle them and whether these are installed, so a scheme
/// that no app of it handles opens nothing; a list of targeted apps says nothing about schemes.
package struct TargetedApps: Sendable {
    private struct App {
        let managed: ManagedIdentity
        /// The name of the organization; nil where it has none, and where the app has none of its own.
        let organization: String?
    }

    private var apps: [AppID: App] = [:]

    /// - Parameters:
    ///   - document: The document with the policies and the accounts under them.
    ///   - identityOfAccount: What each account is managed as.
    ///   - organizations: Those of the accounts; takes one for each app that is listed for several.
    /// - Complexity: O(*n*) in the accounts and the apps that their policies list.
    init(
        _ document: PolicyDocument,
        identityOfAccount: [ManagedIdentity?],
        _ organizations: inout Organizations
    ) {
        // One policy may be that of many accounts, and its apps are the same for all of one organization.
        var read: Set<PolicyOfOrganization> = []
        for (account, identity) in zip(document.accounts.accounts, identityOfAccount) {
            guard let identity, let policy = account.policy.flatMap({ document.policies[$0] }), !policy.apps.isEmpty,
                read.insert(PolicyOfOrganization(policy: policy.name, organization: identity.organization)).inserted
            else { continue }
            for app in policy.apps {
                add(app, for: identity.organization, called: account.organization, &organizations)
            }
        }
    }

    private struct PolicyOfOrganization: Hashable {
        let policy: String
        let organization: UInt32
    }

    private mutating func add(
        _ app: AppID,
        for organization: UInt32,
        called name: String?,
        _ organizations: inout Organizations
    ) {
        guard let known = apps[app] else {
            apps[app] = App(managed: ManagedIdentity(organization: organization), organization: name)
            return
        }
        guard known.managed.organization != organization else { return }
        // On a device the app is managed for one of them, and nothing says for which. Data of neither may go there.
        apps[app] = App(managed: ManagedIdentity(organization: organizations.number(of: nil)), organization: nil)
    }

    /// What an app is managed as; nil for one that no policy lists.
    ///
    /// - Complexity: O(1); allocates nothing.
    package subscript(app: AppID) -> ManagedIdentity? {
        // PERF: most documents list none, and then the id is not hashed for them.
        apps.isEmpty ? nil : apps[app]?.managed
    }

    /// The name of the organization that an app is managed for.
    ///
    /// - Complexity: O(1); allocates nothing.
    func organization(of app: AppID) -> String? { apps[app]?.organization }
}
