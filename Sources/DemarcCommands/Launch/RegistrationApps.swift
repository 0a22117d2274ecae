import PolicyFiles
import PolicyModel

/// The apps that a document decides about: its own app, and the apps that the policy of an account applies to.
///
/// Graph returns the registrations of every app of the organization, but the conditions of a policy, such as the
/// version of the app, are about these apps.
struct RegistrationApps {
    private let own: AppID?
    /// The apps of each policy that lists apps.
    private let listed: [String: Set<AppID>]
    private let accounts: AccountDirectory
    private let user: AccountID

    /// Collects the apps of a document.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - user: The acting account, whose policy decides the registrations of unknown accounts.
    init(_ document: PolicyDocument, user: AccountID) {
        own = document.app.id.map { AppID($0) }
        listed = document.policies.mapValues { Set($0.apps) }.filter { !$0.value.isEmpty }
        accounts = document.accounts
        self.user = user
    }

    /// Whether a registration is of one of the apps. Without a bundle id, and if neither the document nor the policy
    /// names an app, it could be.
    func includes(_ registration: ManagedAppRegistration) -> Bool {
        guard let app = registration.app.map({ AppID($0) }) else { return true }
        let account = registration.account.flatMap { accounts[$0] } ?? accounts[user]
        let others = account?.policy.flatMap { listed[$0] }
        guard own != nil || others != nil else { return true }
        return app == own || others?.contains(app) ?? false
    }
}
