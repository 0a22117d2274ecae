import PolicyModel
import RuleIndex

/// The sites of a policy as each of its organizations keeps them. Organizations of which the document says nothing share
/// what rules tell.
struct PolicySites: Sendable {
    private let inferred: SiteRegions?
    private let declared: [String: SiteRegions]

    /// Finds the sites of a policy.
    ///
    /// - Complexity: O(*n* log *n*) in rules and entries of lists, once for each organization that the document speaks of.
    init(_ policy: CompiledPolicy) {
        let names = policy.document.accounts.managed.map(\.organization)
        var declared: [String: SiteRegions] = [:]
        for declaration in policy.document.organizations where names.contains(declaration.name) {
            declared[declaration.name] = SiteRegions(policy, SiteKeeper(declaration))
        }
        self.declared = declared
        let isComplete = !names.isEmpty && names.allSatisfy { name in name.map { declared[$0] != nil } ?? false }
        inferred = isComplete ? nil : SiteRegions(policy)
    }

    /// The sites as an organization keeps them.
    subscript(name: String) -> SiteRegions { declared[name] ?? inferred ?? .none }

    /// Whether whose a site is follows from rules, at least for some organization.
    var isInferred: Bool { inferred != nil }
    /// Whether what was found is a sample, for some organization.
    var isSampled: Bool { inferred?.isSampled ?? false || declared.values.contains { $0.isSampled } }
    /// Whether some site is known to be some organization's.
    var hasOwned: Bool { inferred?.hasOwned ?? false || declared.values.contains { $0.hasOwned } }
}
