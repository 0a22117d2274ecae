package import PolicyModel

/// A class of URLs that the rules of a view make, with a URL that shows it.
package struct URLCell: Hashable, Sendable {
    /// Whose the sites of the class are.
    package enum Keeper: Hashable, Sendable {
        /// An internal rule spells their domain out.
        case organization
        /// Nothing says that they are the organization's.
        case somebodyElse
    }

    /// The rule set that was asked.
    package var ruleSet: String
    /// The views that it answers for.
    package var views: [String]
    /// A URL of the class, which the rule set was asked about.
    package var url: String
    /// What the rule set says of it.
    package var urlClass: URLClass
    /// The rule that says it; nil where the default does.
    package var rule: String?
    /// Whose the sites are.
    package var keeper: Keeper

    /// Whether the rules and the keeper differ: then the view takes a foreign site for the organization's, or one of the
    /// organization's for a foreign one.
    package var isMislabelled: Bool { (urlClass == .internal) != (keeper == .organization) }

    /// The cells of every rule set that views ask, those that are mislabelled first.
    static func all(of document: PolicyDocument, _ sites: PolicySites) -> [URLCell] {
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
