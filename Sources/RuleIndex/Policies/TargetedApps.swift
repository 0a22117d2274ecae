package import PolicyModel

/// The apps that app protection policies list, in the form that decisions look up: the identity that each is managed
/// for, and nothing else.
///
/// This is not an ``AppTable``. An app table declares for all schemes which apps handle them and whether these are
/// installed, so a scheme that none of its apps handles opens nothing; a list of targeted apps has no information about
/// schemes.
package struct TargetedApps: Sendable {
    private struct App {
        let managed: ManagedIdentity
        /// The name of the organization; nil if it has none, or if the app belongs to none of its own.
        let organization: String?
    }

    private var apps: [AppID: App] = [:]

    /// - Parameters:
    ///   - document: The document with the policies and the accounts under them.
    ///   - identityOfAccount: The identity that each account is managed as.
    ///   - organizations: The organizations of the accounts; one is added for each app that is listed for several.
    /// - Complexity: O(*n*) in the accounts and the apps that their policies list.
    init(
        _ document: PolicyDocument,
        identityOfAccount: [ManagedIdentity?],
        _ organizations: inout Organizations
    ) {
        // Many accounts may share a policy, and its apps are the same for all accounts of one organization.
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
        // On a device the app is managed for one of them, but it is unknown which. Data of neither may go there.
        apps[app] = App(managed: ManagedIdentity(organization: organizations.number(of: nil)), organization: nil)
    }

    /// The identity that an app is managed as; nil if no policy lists it.
    ///
    /// - Complexity: O(1); allocates nothing.
    package subscript(app: AppID) -> ManagedIdentity? {
        // PERF: most documents list no apps, and then the id is not hashed.
        apps.isEmpty ? nil : apps[app]?.managed
    }

    /// The name of the organization that an app is managed for.
    ///
    /// - Complexity: O(1); allocates nothing.
    func organization(of app: AppID) -> String? { apps[app]?.organization }
}
