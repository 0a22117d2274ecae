import PolicyModel
import RuleIndex

/// An organization of a policy document, with representatives of everything it contains.
///
/// Decisions compare accounts only by equality, organization and policy. Data that moves from one account to another
/// account of the same policy can leave from there in the same ways as before. Therefore one account for each policy
/// represents all its accounts.
struct FlowOrganization {
    /// The number by which the engine compares organizations.
    let number: UInt32
    /// The name; empty if the document gives none.
    let name: String
    /// One account for each policy: the first by id.
    let accounts: [Account]
    /// How many accounts these represent.
    let accountCount: Int
    /// The apps that are managed for the organization, ordered by id.
    let apps: [AppDeclaration]

    /// Returns the organizations of a policy, ordered by name.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - kept: Accounts to include even if another account could represent them.
    /// - Returns: The organizations with a managed account.
    static func all(of policy: CompiledPolicy, keeping kept: Set<AccountID> = []) -> [FlowOrganization] {
        let document = policy.document
        var members: [UInt32: [Account]] = [:]
        for (position, account) in document.accounts.accounts.enumerated() {
            guard account.isManaged, let identity = policy.identityOfAccount[position] else { continue }
            members[identity.organization, default: []].append(account)
        }
        let made = members.map { number, accounts in
            var policies: Set<String> = []
            let representatives = accounts.sorted { $0.id.canonical < $1.id.canonical }
                .filter { policies.insert($0.policy ?? "").inserted || kept.contains($0.id) }
            let alone = accounts.first { $0.organization == nil && $0.id != PolicyDocument.implicitAccount }
            return FlowOrganization(
                number: number,
                name: accounts.lazy.compactMap(\.organization).first ?? alone?.id.canonical ?? "",
                accounts: representatives,
                accountCount: accounts.count,
                apps: (document.apps ?? [])
                    .filter { policy.managedIdentity(of: $0.id)?.organization == number }
                    .sorted { $0.id.bundleID < $1.id.bundleID }
            )
        }
        return made.sorted { ($0.name, $0.number) < ($1.name, $1.number) }
    }

    /// The organization's name for display.
    var words: String { name.isEmpty ? "organization" : name }
}

extension AppDeclaration {
    /// Whether the app is the managed browser, to which links are routed.
    var isManagedBrowser: Bool {
        id == AppID("com.microsoft.msedge") || schemes.contains { $0.hasPrefix("microsoft-edge-http") }
    }
}
