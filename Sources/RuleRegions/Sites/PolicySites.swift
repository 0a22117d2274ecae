import ByteText
import PolicyModel
package import RuleIndex

/// The sites of a policy, separately for each of its organizations. Organizations that the document does not declare
/// share the sites that are inferred from rules.
package struct PolicySites: Sendable {
    private let inferred: SiteRegions?
    private let declared: [String: SiteRegions]

    /// Finds the sites of a policy.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - known: The sites of a similar policy, whose results about rules and regular expressions are reused.
    /// - Complexity: O(*n* log *n*) in rules and entries of lists, once for each organization that the document
    ///   declares.
    package init(_ policy: CompiledPolicy, reusing known: PolicySites? = nil) {
        let names = policy.document.accounts.managed.map(\.organization)
        var declared: [String: SiteRegions] = [:]
        for declaration in policy.document.organizations where names.contains(declaration.name) {
            declared[declaration.name] = SiteRegions(
                policy,
                declaration,
                reusing: known?.declared[declaration.name]
            )
        }
        self.declared = declared
        let isComplete = !names.isEmpty && names.allSatisfy { name in name.map { declared[$0] != nil } ?? false }
        inferred = isComplete ? nil : SiteRegions(policy, reusing: known?.inferred)
    }

    /// The inferred sites, and the sites of each declared organization.
    package var all: [SiteRegions] { [inferred].compactMap(\.self) + declared.sorted(on: { $0.key }).map(\.value) }

    /// The sites of an organization.
    package subscript(name: String) -> SiteRegions { declared[name] ?? inferred ?? .none }

    /// Whether site owners are inferred from rules for at least one organization.
    package var isInferred: Bool { inferred != nil }
    /// Whether the result is only a sample for some organization.
    package var isSampled: Bool { inferred?.isSampled ?? false || declared.values.contains { $0.isSampled } }
    /// The undecided rules with their rule sets, without duplicates.
    package var undecided: [(ruleSet: String, undecided: SiteWitnesses.Undecided)] {
        var seen: Set<String> = []
        return all.flatMap(\.undecided).filter { seen.insert("\($0.ruleSet)\u{1F}\($0.undecided.rule ?? "")").inserted }
    }
    /// The rules that compare URLs with the document that a view shows, without duplicates; see
    /// ``SiteRegions/siteRules``.
    package var siteRules: [(ruleSet: String, rule: String)] {
        var seen: Set<String> = []
        return all.flatMap(\.siteRules).filter { seen.insert("\($0.ruleSet)\u{1F}\($0.rule)").inserted }
    }
    /// Whether some site is known to belong to some organization.
    package var hasOwned: Bool { inferred?.hasOwned ?? false || declared.values.contains { $0.hasOwned } }
}
