import PolicyModel
import RuleIndex

/// An organization of a policy document, with what stands for all that it has.
///
/// Decisions compare accounts only by whether they are the same, and by their organization and policy. Data that goes from
/// one account to another one of the same policy can leave from there as it could before, so one account for each policy
/// stands for all of them.
struct FlowOrganization {
    /// The number by which the engine compares organizations.
    let number: UInt32
    /// Its name; empty where the document gives none.
    let name: String
    /// An account for each policy, the first by its id.
    let accounts: [Account]
    /// How many accounts these stand for.
    let accountCount: Int
    /// The apps that are managed for it, by their ids.
    let apps: [AppDeclaration]

    /// The organizations of a policy, by their names.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - kept: Accounts that are there themselves, though another one could stand for them.
    /// - Returns: The organizations that have a managed account.
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

    /// The organization for people.
    var words: String { name.isEmpty ? "organization" : name }
}

extension AppDeclaration {
    /// Whether it is the managed browser: the app that links are routed to.
    var isManagedBrowser: Bool {
        id == AppID("com.microsoft.msedge") || schemes.contains { $0.hasPrefix("microsoft-edge-http") }
    }
}
