import PolicyModel
import RuleIndex

/// An organization of a policy document, with what stands for all that it has.
///
/// Decisions compare accounts only by whether they are the same, and by their organization and policy, and no decision has
/// more than two. So two accounts for each policy stand for all of them.
struct FlowOrganization {
    /// The number by which the engine compares organizations.
    let number: UInt32
    /// Its name; empty where the document gives none.
    let name: String
    /// At most two accounts for each policy, by their ids.
    let accounts: [Account]
    /// How many accounts these stand for.
    let accountCount: Int
    /// The apps that are managed for it, by their ids.
    let apps: [AppDeclaration]

    /// The organizations of a policy, by their names.
    static func all(of policy: CompiledPolicy) -> [FlowOrganization] {
        let document = policy.document
        var members: [UInt32: [Account]] = [:]
        for (position, account) in document.accounts.accounts.enumerated() {
            guard account.isManaged, let identity = policy.identityOfAccount[position] else { continue }
            members[identity.organization, default: []].append(account)
        }
        let made = members.map { number, accounts in
            var representatives: [String: [Account]] = [:]
            for account in accounts.sorted(by: { $0.id.canonical < $1.id.canonical }) {
                let policy = account.policy ?? ""
                guard representatives[policy, default: []].count < 2 else { continue }
                representatives[policy, default: []].append(account)
            }
            let alone = accounts.first { $0.organization == nil && $0.id != PolicyDocument.implicitAccount }
            return FlowOrganization(
                number: number,
                name: accounts.lazy.compactMap(\.organization).first ?? alone?.id.canonical ?? "",
                accounts: representatives.values.joined().sorted { $0.id.canonical < $1.id.canonical },
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
