import PolicyModel

/// The policies that the accounts and apps of each policy have in another document.
///
/// The id of a leak path contains the names of the policies that open it. If accounts move to a policy with the same values,
/// their data can leave as before, although every path has another id.
struct PoliciesElsewhere {
    /// Nil in a set is an account or app that has no policy in the other document, or is not in it.
    private var names: [String: Set<String?>] = [:]

    /// The maximum number of combinations of policies to try for a path.
    private static let mostCombinations = 64

    /// - Parameters:
    ///   - document: The document with the policies.
    ///   - other: The other document.
    init(of document: PolicyDocument, in other: PolicyDocument) {
        for account in document.accounts.accounts {
            guard let policy = account.policy else { continue }
            names[policy, default: []].insert(other.accounts[account.id]?.policy)
        }
        let apps = Dictionary((other.apps ?? []).map { ($0.id, $0.policy) }) { first, _ in first }
        for app in document.apps ?? [] {
            guard let policy = app.policy else { continue }
            names[policy, default: []].insert(apps[app.id] ?? nil)
        }
    }

    /// Whether the other document has the path for everybody who is under the path's policies here, whatever policies they
    /// have there.
    ///
    /// - Parameters:
    ///   - path: A path of the document.
    ///   - ids: The ids of all paths of the other document.
    /// - Returns: Whether it has the path; false if there are too many combinations of policies.
    func had(_ path: LeakPath, among ids: Set<String>) -> Bool {
        let owners = Set(path.gates.filter { $0.kind == .setting }.map(\.owner)).sorted()
        guard !owners.isEmpty else { return false }
        var combinations: [[String: String]] = [[:]]
        for owner in owners {
            let elsewhere = names[owner] ?? []
            let known = elsewhere.compactMap(\.self).sorted()
            guard !known.isEmpty, known.count == elsewhere.count,
                combinations.count * known.count <= Self.mostCombinations
            else { return false }
            combinations = combinations.flatMap { combination in
                known.map { combination.merging([owner: $0]) { $1 } }
            }
        }
        return combinations.allSatisfy { ids.contains(path.id(renaming: $0)) }
    }
}
