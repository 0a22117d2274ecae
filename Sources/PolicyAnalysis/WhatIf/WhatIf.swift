import PolicyModel
package import RuleIndex
import RuleRegions

/// What an audit would find with other settings of policies, in a form that a report can show without an engine.
///
/// Each part of the graph of flows is queried under every combination of the settings that it depends on. A report
/// contains these answers, and searches them as ``PolicyAudit`` searches a graph. During construction, questions that
/// are repeated with other values of *other* settings must have the same answers. If one does not, there is no what-if,
/// rather than one that is wrong in some case.
package struct WhatIf: Sendable {
    /// Why there is no what-if.
    package enum Refusal: Error, Hashable, Sendable {
        /// No policy setting has an effect.
        case nothingToChange
        /// There are too many combinations to query.
        case tooManyQuestions
        /// An answer of this part depends on more settings than are known here.
        case dependsOnMore(part: String)
    }

    /// The maximum number of combinations of the settings that one part depends on.
    static let mostRows = 144
    /// The maximum number of questions, which take some seconds.
    private static let mostQuestions = 600_000
    /// The minimum number of documents to query if some part has the maximum number of rows.
    private static let usualRuns = mostRows + 2 * sampleCount
    /// How many documents with random values are queried at the beginning and at the end.
    private static let sampleCount = 48

    /// The edges of one organization, by part and by the values of the settings that the part depends on.
    struct Organization {
        var name: String
        /// Its accounts, one for each policy.
        var accounts: [FlowNode] = []
        /// The containers: those where data starts come first, in the order of the audit.
        var nodes: [Node] = []
        var tables: [String: Table] = [:]
    }

    struct Node: Hashable {
        var node: FlowNode
        var policy: String?
        var isSource: Bool
    }

    struct Table {
        /// The choices that the table depends on.
        var positions: [Int]
        /// The edges by row; a row without edges is left out.
        var rows: [Int: [WhatIfEdge]] = [:]
    }

    let choices: WhatIfChoices
    private(set) var organizations: [Organization] = []
    /// The rows that have been queried, for each set of choices.
    private var covered: [[Int]: Set<Int>] = [:]
    private var questionCount = 0
    private var random = SampleSource()
    private let extent: FlowExtent
    private let ignored: PolicySetting?
    private let limit: Int

    /// Queries a policy.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - assuming: The worst cases that the audit assumes.
    /// - Throws: ``Refusal`` if the page must do without a what-if.
    /// - Complexity: Some hundred audits without fixes.
    package init(_ policy: CompiledPolicy, assuming: Set<AuditAssumption> = []) throws(Refusal) {
        try self.init(policy, assuming, ignoring: nil, limit: Self.mostQuestions)
    }

    /// Queries a policy.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - assuming: The worst cases that the audit assumes.
    ///   - ignored: A setting that parts are assumed not to depend on. A test uses it to show that this is detected.
    ///   - limit: The maximum number of questions.
    /// - Throws: ``Refusal``.
    init(
        _ policy: CompiledPolicy,
        _ assuming: Set<AuditAssumption>,
        ignoring ignored: PolicySetting?,
        limit: Int
    ) throws(Refusal) {
        let sites = PolicySites(policy)
        let extent = FlowExtent(assuming: assuming)
        var choices = WhatIfChoices(policy.document)
        while true {
            do throws(Restart) {
                try self.init(policy, sites, choices, extent, ignored, limit)
                return
            } catch {
                switch error {
                case .refused(let refusal): throw refusal
                case .giveUp(let place): choices.give(up: place)
                }
            }
        }
    }

    private enum Restart: Error {
        case refused(Refusal)
        /// Some part has too many combinations unless this setting stays fixed.
        case giveUp(PolicySettingPlace)
    }

    private init(
        _ policy: CompiledPolicy,
        _ sites: PolicySites,
        _ choices: WhatIfChoices,
        _ extent: FlowExtent,
        _ ignored: PolicySetting?,
        _ limit: Int
    ) throws(Restart) {
        self.choices = choices
        self.extent = extent
        self.ignored = ignored
        self.limit = limit
        guard !choices.choices.isEmpty else { throw .refused(.nothingToChange) }
        try ask(choices.current, policy, sites)
        // It is better to fail now than after that many questions.
        guard questionCount * Self.usualRuns <= limit else { throw .refused(.tooManyQuestions) }
        for _ in 0..<Self.sampleCount { try ask(anything(), policy, sites) }
        repeat {
            while let next = uncovered() { try ask(next, policy, sites) }
            for _ in 0..<Self.sampleCount { try ask(anything(), policy, sites) }
        } while uncovered() != nil
    }

    /// The choices that some table depends on, in order: only these have an effect.
    var used: [Int] { Set(organizations.flatMap { $0.tables.values.flatMap(\.positions) }).sorted() }

    // MARK: Querying

    /// Queries the document with some values.
    private mutating func ask(
        _ chosen: WhatIfChoices.Chosen,
        _ policy: CompiledPolicy,
        _ sites: PolicySites
    ) throws(Restart) {
        guard questionCount <= limit else { throw .refused(.tooManyQuestions) }
        let patched = CompiledPolicy(choices.document(with: chosen), withRuleSetsOf: policy)
        let asking = FlowAsking(patched)
        for (position, organization) in FlowOrganization.all(of: patched).enumerated() {
            let graph = FlowGraph(organization, asking, sites[organization.name], extent, skipsJoined: false)
            if position == organizations.count { organizations.append(Organization(name: organization.name)) }
            try take(graph, position, chosen)
        }
        questionCount += asking.count
        let asked = Set(organizations.flatMap { $0.tables.values.map(\.positions) })
        for positions in asked {
            covered[positions, default: []].insert(choices.row(of: positions, in: chosen))
        }
    }

    private mutating func take(_ graph: FlowGraph, _ position: Int, _ chosen: WhatIfChoices.Chosen) throws(Restart) {
        var found: [String: [WhatIfEdge]] = [:]
        for edge in graph.edges {
            guard let part = WhatIfPart(of: edge, in: graph.document), let made = WhatIfEdge(edge, of: graph) else {
                throw .refused(.dependsOnMore(part: "\(edge.steps.map(\.request.question.kind.rawValue))"))
            }
            if organizations[position].tables[part.name] == nil {
                let positions = try positions(of: part)
                organizations[position].tables[part.name] = Table(positions: positions)
            }
            var edges = found.removeValue(forKey: part.name) ?? []
            if !edges.indices.contains(where: { edges[$0].take(made) }) { edges.append(made) }
            found[part.name] = edges
            note([edge.from] + (made.target.map { [$0] } ?? []), of: graph, position)
        }
        let accounts = graph.organization.accounts.map { FlowNode.account($0.id) }
        note(graph.origins.map(\.node) + [.site] + accounts, of: graph, position)
        organizations[position].accounts = accounts
        for (name, table) in organizations[position].tables {
            let row = choices.row(of: table.positions, in: chosen)
            let edges = found[name] ?? []
            if covered[table.positions]?.contains(row) == true {
                guard Self.areSame(edges, table.rows[row] ?? []) else { throw .refused(.dependsOnMore(part: name)) }
            } else if !edges.isEmpty {
                organizations[position].tables[name]?.rows[row] = edges
            }
        }
    }

    private static func areSame(_ left: [WhatIfEdge], _ right: [WhatIfEdge]) -> Bool {
        left == right && left.map(\.location) == right.map(\.location)
    }

    private func positions(of part: WhatIfPart) throws(Restart) -> [Int] {
        let positions = choices.positions(of: part.settings.filter { $0.setting != ignored })
        guard choices.count(of: positions) > Self.mostRows else { return positions }
        let weakest = positions.min { choices.choices[$0].rank < choices.choices[$1].rank }
        guard let weakest else { throw .refused(.dependsOnMore(part: part.name)) }
        throw .giveUp(choices.choices[weakest].place)
    }

    private mutating func note(_ nodes: [FlowNode], of graph: FlowGraph, _ position: Int) {
        for node in nodes where !organizations[position].nodes.contains(where: { $0.node == node }) {
            let origin = graph.origins.first { $0.node == node }
            organizations[position].nodes.append(
                Node(node: node, policy: origin?.policy.name, isSource: origin != nil || node == .site)
            )
        }
    }

    // MARK: What to query

    /// Values for as many uncovered rows as can be combined, or nil if everything has been queried.
    private mutating func uncovered() -> WhatIfChoices.Chosen? {
        var fixed: [Int: Int] = [:]
        let sets = covered.keys.sorted { left, right in
            let (one, two) = (choices.count(of: left), choices.count(of: right))
            return one == two ? left.lexicographicallyPrecedes(right) : one > two
        }
        for positions in sets {
            let known = covered[positions, default: []]
            let count = choices.count(of: positions)
            guard known.count < count else { continue }
            for row in 0..<count where !known.contains(row) {
                let values = choices.values(of: positions, inRow: row)
                let fits = zip(positions, values).allSatisfy { fixed[$0] == nil || fixed[$0] == $1 }
                guard fits else { continue }
                for (position, value) in zip(positions, values) { fixed[position] = value }
                break
            }
        }
        guard !fixed.isEmpty else { return nil }
        var chosen = anything()
        for (position, value) in fixed { chosen[position] = value }
        return chosen
    }

    /// Random values for every setting that may be changed, the same in every run.
    private mutating func anything() -> WhatIfChoices.Chosen {
        var chosen = choices.current
        for position in choices.offered {
            chosen[position] = random.next(below: choices.choices[position].values.count)
        }
        return chosen
    }
}

/// Pseudorandom numbers that are the same in every run.
private struct SampleSource {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    mutating func next(below count: Int) -> Int {
        // [Xorshift](https://www.jstatsoft.org/article/view/v008i14); nothing depends on its quality.
        state ^= state &<< 13
        state ^= state &>> 7
        state ^= state &<< 17
        return Int(state % UInt64(count))
    }
}
