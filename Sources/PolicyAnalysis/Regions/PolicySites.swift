import PolicyModel
import RuleIndex

/// The sites of a policy as each of its organizations keeps them. Organizations of which the document says nothing share
/// what rules tell.
struct PolicySites: Sendable {
    private let inferred: SiteRegions?
    private let declared: [String: SiteRegions]

    /// Finds the sites of a policy.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - known: The sites of a policy that differs little: what is known of its regular expressions stays known.
    /// - Complexity: O(*n* log *n*) in rules and entries of lists, once for each organization that the document speaks of.
    init(_ policy: CompiledPolicy, reusing known: PolicySites? = nil) {
        let names = policy.document.accounts.managed.map(\.organization)
        var declared: [String: SiteRegions] = [:]
        for declaration in policy.document.organizations where names.contains(declaration.name) {
            declared[declaration.name] = SiteRegions(
                policy,
                known?.declared[declaration.name]?.keeper ?? SiteKeeper(declaration)
            )
        }
        self.declared = declared
        let isComplete = !names.isEmpty && names.allSatisfy { name in name.map { declared[$0] != nil } ?? false }
        inferred = isComplete ? nil : SiteRegions(policy, known?.inferred?.keeper ?? SiteKeeper())
    }

    /// What is inferred, and what each organization keeps.
    var all: [SiteRegions] { [inferred].compactMap(\.self) + declared.sorted { $0.key < $1.key }.map(\.value) }

    /// The sites as an organization keeps them.
    subscript(name: String) -> SiteRegions { declared[name] ?? inferred ?? .none }

    /// Whether whose a site is follows from rules, at least for some organization.
    var isInferred: Bool { inferred != nil }
    /// Whether what was found is a sample, for some organization.
    var isSampled: Bool { inferred?.isSampled ?? false || declared.values.contains { $0.isSampled } }
    /// The rules of which not everything is known, by the rule set, each once.
    var undecided: [(ruleSet: String, undecided: SiteWitnesses.Undecided)] {
        var seen: Set<String> = []
        return all.flatMap(\.undecided).filter { seen.insert("\($0.ruleSet)\u{1F}\($0.undecided.rule ?? "")").inserted }
    }
    /// Whether some site is known to be some organization's.
    var hasOwned: Bool { inferred?.hasOwned ?? false || declared.values.contains { $0.hasOwned } }
}
