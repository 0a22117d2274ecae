import ByteText
import PolicyModel
import RuleIndex

/// An organization of a policy document, with representatives of everything it contains.
///
/// Decisions compare accounts only by equality, organization and policy, and read one key of an account's app
/// configuration. Data that moves from one account to another account of the same kind can leave from there in the same
/// ways as before. Therefore one account of each kind represents all its accounts.
struct FlowOrganization {
    /// The number by which the engine compares organizations.
    let number: UInt32
    /// The name; empty if the document gives none.
    let name: String
    /// One account of each kind, the first by id, and those that the extent names.
    let accounts: [Account]
    /// How many accounts these represent.
    let accountCount: Int
    /// The apps that are managed for the organization, ordered by id.
    let apps: [AppDeclaration]

    /// Returns the organizations of a policy, ordered by name.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - extent: The accounts and apps to include even if another one could represent them.
    /// - Returns: The organizations with a managed account.
    static func all(of policy: CompiledPolicy, _ extent: FlowExtent = .outlets) -> [FlowOrganization] {
        let document = policy.document
        var members: [UInt32: [(account: Account, kind: AccountKind)]] = [:]
        for (position, account) in document.accounts.accounts.enumerated() {
            guard account.isManaged, let identity = policy.identityOfAccount[position] else { continue }
            let kind = AccountKind(of: account, at: position, in: policy)
            members[identity.organization, default: []].append((account, kind))
        }
        let apps = policy.namedApps(keeping: extent.apps)
        let made = members.map { number, members in
            var counts: [AccountKind: Int] = [:]
            let representatives = members.sorted(on: \.account.id.canonical)
                .filter { member in
                    guard !extent.excepted.contains(member.account.id) else { return true }
                    counts[member.kind, default: 0] += 1
                    return counts[member.kind, default: 0] <= extent.accountsOfEachKind
                        || extent.accounts.contains(member.account.id)
                }
            let accounts = members.map(\.account)
            let alone = accounts.first { $0.organization == nil && $0.id != PolicyDocument.implicitAccount }
            return FlowOrganization(
                number: number,
                name: accounts.lazy.compactMap(\.organization).first ?? alone?.id.canonical ?? "",
                accounts: representatives.map(\.account),
                accountCount: accounts.count,
                apps: apps.filter { policy.managedIdentity(of: $0.id)?.organization == number }
            )
        }
        return made.sorted { ($0.name, $0.number) < ($1.name, $1.number) }
    }
}

extension CompiledPolicy {
    /// The apps that decisions distinguish, ordered by id: those that the document declares, and of those that only
    /// policies list, the first for each organization. Nothing else is known about an app that is only listed.
    ///
    /// - Parameter kept: Apps to include even if another one represents them.
    /// - Returns: The apps.
    func namedApps(keeping kept: Set<AppID> = []) -> [AppDeclaration] {
        let listed = listedApps.values.flatMap { apps in
            apps.enumerated().filter { $0.offset == 0 || kept.contains($0.element) }.map(\.element)
        }
        let managed = listed.map { AppDeclaration(id: $0, isManaged: true, organization: organization(ofApp: $0)) }
        return ((document.apps ?? []) + managed).sorted(on: \.id.bundleID)
    }

    /// The apps that policies of accounts list and the document does not declare, ordered by id, by the number of the
    /// organization that they are managed for.
    var listedApps: [UInt32: [AppID]] {
        // This app is not another app.
        let declared = Set((document.apps ?? []).map(\.id) + [document.app.id.map { AppID($0) }].compactMap(\.self))
        let listed = Set(document.policies.values.flatMap(\.apps)).subtracting(declared)
        let managed = listed.filter { managedIdentity(of: $0) != nil }
        return Dictionary(grouping: managed.sorted(on: \.bundleID)) { app in
            managedIdentity(of: app)?.organization ?? ManagedIdentity.none
        }
    }
}
