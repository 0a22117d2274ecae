package import PolicyFiles
import PolicyModel
package import RuleIndex
package import RuleRegions

/// Every way in which data of an organization can leave it under a policy.
///
/// ```swift
/// let audit = PolicyAudit(CompiledPolicy(document))
/// for path in audit.paths { print(path.code.rawValue, path.organization, path.sink.words) }
/// ```
///
/// The audit makes no decisions of its own: each edge of a path is an answer of the engine, and each path is replayed
/// in a separate engine before it is reported. Equal policies have equal audits, regardless of the order of their
/// rules, accounts and views.
package struct PolicyAudit: Sendable {
    /// An audited organization.
    package struct Organization: Hashable, Sendable {
        /// The name; empty if the document gives none.
        package var name: String
        /// How many accounts it has.
        package var accounts: Int
    }

    /// A container where data of an organization starts.
    package struct Origin: Hashable, Sendable {
        /// The organization's name; empty if the document gives none.
        package var organization: String
        /// The container of the data.
        package var source: LeakPath.Source

        package init(organization: String, source: LeakPath.Source) {
            self.organization = organization
            self.source = source
        }
    }

    /// What to look for in addition to paths.
    package struct Options: Hashable, Sendable {
        /// Whether to find and try changes that close paths.
        package var findsFixes = true
        /// How many questions may be asked again to try changes. A dozen changes are tried even if they ask more.
        ///
        /// PERF: in a policy of ten organizations, changes of 140 settings ask fewer. In a policy that declares a
        /// thousand apps, a single change asks some thousand.
        package var mostQuestionsForFixes = 20_000

        /// The worst cases to assume.
        package var assuming: Set<AuditAssumption> = []
        /// Whether to check blocked and external rules against URLs that are written in another way.
        package var findsEvasions = false
        /// The URL readers to compare with the policy.
        package var readers: [ReaderModel] = []

        /// Creates options.
        package init(
            findsFixes: Bool = true,
            assuming: Set<AuditAssumption> = [],
            findsEvasions: Bool = false,
            readers: [ReaderModel] = []
        ) {
            self.findsFixes = findsFixes
            self.assuming = assuming
            self.findsEvasions = findsEvasions
            self.readers = readers
        }
    }

    /// The organizations, by name.
    package let organizations: [Organization]
    /// The containers where the search started, by organization.
    package let origins: [Origin]
    /// URLs for the classes that the rule sets of views define.
    package let urlCells: [URLCell]
    /// The paths: the most important first, then those with the least effort.
    package internal(set) var paths: [LeakPath]
    /// The changes that close the most paths, each tried, in the order in which to make them; those that open paths are
    /// last.
    package internal(set) var chokePoints: [LeakPath.Fix] = []
    /// The gates for which no change was tried, because changes of others asked too many questions.
    package internal(set) var untried: [FlowGate] = []
    /// Expired acceptances; their paths count again.
    package internal(set) var expired: [AcceptedPath] = []
    /// Acceptances of paths that let out more by now: data of further policies, or more of it. These paths count again.
    package internal(set) var exceeded: [AcceptedPath] = []
    /// Acceptances of paths that no longer exist.
    package internal(set) var stale: [AcceptedPath] = []
    /// Blocked and external rules that URLs evade, or nil if they were not requested.
    package let evadedRules: [EvadedRule]?
    /// How other URL readers interpret URLs, or nil if this was not requested.
    package let consensus: ReaderConsensus?
    /// Why the audit is a sample: each undecided rule, and each rule that compares URLs with a document that the host may
    /// change.
    package let sampled: [String]
    /// Whether the audit depends on the documents that the policy gives its views.
    package let assumesDocuments: Bool
    /// How many questions were asked.
    package let questionCount: Int
    /// Whether every class of requests was queried. False if for some rule neither a URL was found nor a proof that
    /// there is none, if a rule compares URLs with a view's document, or if ways were cut or refused.
    package let isExact: Bool
    /// Whether site owners are inferred from rules, because the document does not declare them for every organization.
    package let isInferred: Bool
    /// The worst cases that were assumed.
    package let assuming: Set<AuditAssumption>
    /// How many ways were refused because a second engine answered differently.
    package let refusedCount: Int
    /// Whether the document declares no web view, so that the audit makes no statement about web views.
    package let hasNoViews: Bool

    /// Audits a policy.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - options: What to look for in addition to paths.
    /// - Complexity: O(*n* log *n*) in the rules and list entries, and some hundred decisions for each policy, view and
    ///   app of an organization; less than that again for each fix that is tried, up to a maximum.
    package init(_ policy: CompiledPolicy, _ options: Options = Options()) {
        self.init(policy, options, PolicySites(policy), replaying: PathReplay.replaying)
    }

    /// Audits a policy whose sites are known.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - options: What to look for in addition to paths.
    ///   - sites: Its sites.
    ///   - replaying: How paths are replayed.
    init(
        _ policy: CompiledPolicy,
        _ options: Options,
        _ sites: PolicySites,
        replaying: PathReplay.Replaying
    ) {
        let asking = FlowAsking(policy)
        var replay = PathReplay(asking)
        var found: [LeakPath] = []
        var refused = 0
        var isCut = false
        var origins: [Origin] = []
        var searched: [UInt32: FixTrial.Searched] = [:]
        let all = FlowOrganization.all(of: policy)
        for organization in all {
            let graph = FlowGraph(
                organization,
                asking,
                sites[organization.name],
                FlowExtent(assuming: options.assuming),
                keepsParts: options.findsFixes
            )
            isCut = isCut || graph.hasSampledLinks
            let search = LeakSearch(graph)
            isCut = isCut || search.isCut
            origins += search.sources.map { Origin(organization: organization.name, source: LeakPath.Source($0)) }
            let start = found.count
            for var path in LeakGrouping(graph).paths(of: search.leaks) {
                guard let walked = replaying(&replay, path.steps) else {
                    refused += 1
                    continue
                }
                path.steps = walked
                found.append(path)
            }
            guard options.findsFixes else { continue }
            searched[organization.number] = FixTrial.Searched(graph: graph, paths: Array(found[start...]))
        }
        organizations = all.map { Organization(name: $0.name, accounts: $0.accountCount) }
        paths = found.sorted { $0.isBefore($1) }
        self.origins = origins
        urlCells = URLCell.all(of: policy.document, sites)
        evadedRules = options.findsEvasions ? EvasionSearch(asking).evadedRules() : nil
        consensus = options.readers.isEmpty ? nil : ReaderSearch(asking, readers: options.readers).consensus
        refused += consensus?.refusedCount ?? 0
        let siteRules = sites.siteRules
        assumesDocuments = !siteRules.isEmpty
        sampled =
            sites.undecided.map { $0.undecided.words(in: $0.ruleSet) }
            + siteRules.map { "The rule `\($0.rule)` of `\($0.ruleSet)` with other documents of views." }
        questionCount = asking.count
        isInferred = sites.isInferred
        assuming = options.assuming
        isExact = !isCut && !sites.isSampled && siteRules.isEmpty && refused == 0
        refusedCount = refused
        hasNoViews = FlowGraph.viewClasses(of: policy.document).isEmpty
        if options.findsFixes {
            let trial = FixTrial(searched: searched, assuming: assuming)
            findFixes(policy, sites, trial, mostQuestions: options.mostQuestionsForFixes)
        }
    }

    /// The paths that are not accepted.
    package var openPaths: [LeakPath] { paths.filter { $0.acceptance == nil } }
}

extension LeakPath {
    fileprivate func isBefore(_ other: LeakPath) -> Bool {
        if code.rank != other.code.rank { return code.rank < other.code.rank }
        if effort.weight != other.effort.weight { return effort < other.effort }
        if capacity != other.capacity { return capacity > other.capacity }
        if code != other.code { return code.rawValue < other.code.rawValue }
        return (organization, sink.selector, id) < (other.organization, other.sink.selector, other.id)
    }
}
