package import PolicyModel

/// A class of URLs that the rules of a view define, with an example URL.
package struct URLCell: Hashable, Sendable {
    /// Who owns the sites of the class.
    package enum Keeper: Hashable, Sendable {
        /// An internal rule spells their domain out.
        case organization
        /// Nothing indicates that the organization owns them.
        case somebodyElse
    }

    /// The rule set.
    package var ruleSet: String
    /// The views that use the rule set.
    package var views: [String]
    /// An example URL of the class, which the rule set was queried about.
    package var url: String
    /// The class that the rule set assigns to the URL.
    package var urlClass: URLClass
    /// The deciding rule, or nil if the default decides.
    package var rule: String?
    /// Who owns the sites.
    package var keeper: Keeper

    /// Whether the rules and the owner disagree: the view then treats a foreign site as the organization's, or one of
    /// the organization's sites as foreign.
    package var isMislabelled: Bool { (urlClass == .internal) != (keeper == .organization) }

    /// The cells of every rule set that views use, mislabeled cells first.
    package static func all(of document: PolicyDocument, _ sites: PolicySites) -> [URLCell] {
        var seen: Set<URLCell> = []
        let cells = sites.all.flatMap { Self.cells(of: document, $0) }.filter { seen.insert($0).inserted }
        return cells.filter(\.isMislabelled) + cells.filter { !$0.isMislabelled }
    }

    private static func cells(of document: PolicyDocument, _ sites: SiteRegions) -> [URLCell] {
        document.ruleSets.flatMap { ruleSet -> [URLCell] in
            guard let witnesses = sites.witnesses[ruleSet.name] else { return [] }
            let views = document.views.filter { $0.ruleSet == ruleSet.name }.map(\.id).sorted()
            func cell(_ witness: SiteWitness, _ urlClass: URLClass, _ keeper: Keeper) -> URLCell {
                URLCell(
                    ruleSet: ruleSet.name,
                    views: views,
                    url: witness.url,
                    urlClass: urlClass,
                    rule: witness.rule,
                    keeper: keeper
                )
            }
            return witnesses.ownedExternal.map { cell($0, .external, .organization) }
                + witnesses.foreign.map { cell($0, .internal, .somebodyElse) }
                + [witnesses.owned].compactMap { $0.map { cell($0, .internal, .organization) } }
                + [witnesses.external].compactMap { $0.map { cell($0, .external, .somebodyElse) } }
        }
    }
}
