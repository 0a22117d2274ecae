import PolicyModel
import RuleIndex
import RuleRegions
import Scenarios

/// Decides `never` and `can`: whether there is a way from one place to another.
struct FlowClaim {
    let claim: Claim
    let flow: Claim.Flow
    let policy: CompiledPolicy
    let sites: PolicySites
    /// The worst cases to assume.
    var assuming: Set<AuditAssumption> = []

    /// The maximum number of ways to replay in search of one that a second engine confirms.
    private static let mostReplays = 16

    /// The result of the search over all organizations.
    struct Found {
        var asked = 0
        /// A way whose every step a second engine confirmed, with that engine's answers.
        var way: (way: ClaimSearch.Way, steps: [FlowStep])?
        var hasUnconfirmed = false
        var unknown: [FlowSink] = []
        var hasSampledLinks = false
        var closed: ClaimSearch.Way?
        var asking: FlowAsking
    }

    func result() -> ClaimResult {
        var extent = ClaimPlaces.extent(of: flow, in: policy)
        extent.assuming = assuming
        let organizations = FlowOrganization.all(of: policy, extent)
        let places = ClaimPlaces(policy: policy, organizations: organizations, sites: sites)
        for (selector, isSource) in [(flow.from, true), (flow.to, false)] + flow.exceptPlaces.map({ ($0, false) }) {
            if let problem = places.problem(with: selector, asSource: isSource) {
                return ClaimResult(.vacuous, claim.statement.kind, "`\(selector)` names nothing: \(problem)")
            }
        }
        let found = search(organizations, places, extent)
        var result = result(of: found)
        result.isInferred = sites.isInferred
        return result
    }

    /// What a search decides.
    func result(of found: Found) -> ClaimResult { claim.statement.kind == .never ? never(found) : can(found) }

    private func search(
        _ organizations: [FlowOrganization],
        _ places: ClaimPlaces,
        _ extent: FlowExtent
    ) -> Found {
        let asking = FlowAsking(policy, except: extent.excepted)
        var found = Found(asking: asking)
        var replay = PathReplay(asking)
        for organization in organizations where found.way == nil {
            let graph = FlowGraph(organization, asking, sites[organization.name], extent)
            guard !places.sources(flow.from, in: graph).isEmpty else { continue }
            let search = ClaimSearch(flow, graph, places)
            found.unknown += search.unknown
            found.hasSampledLinks = found.hasSampledLinks || graph.hasSampledLinks
            if found.closed == nil { found.closed = search.closed.first }
            for way in search.ways.prefix(Self.mostReplays) where found.way == nil {
                if let walked = replay.replay(way.steps) {
                    found.way = (way, walked)
                } else {
                    found.hasUnconfirmed = true
                }
            }
        }
        found.asked = asking.count
        return found
    }

    // MARK: Never

    private func never(_ found: Found) -> ClaimResult {
        guard let (way, steps) = found.way else {
            if found.hasUnconfirmed { return unconfirmed }
            let questions = "\(found.asked) questions asked"
            if let app = found.unknown.first {
                return sampled("no way was found, but the policy of \(app.words) is not declared; \(questions)")
            }
            if sites.isSampled, dependsOnSites {
                return sampled("no way was found; rules match more than the URLs that were tried; \(questions)")
            }
            if !sites.siteRules.isEmpty, dependsOnSites {
                return sampled("no way was found with the policy's own documents of views; \(questions)")
            }
            if found.hasSampledLinks {
                return sampled("no way was found; the universal links are more than were tried; \(questions)")
            }
            return ClaimResult(.proven, .never, "no way leads there; \(questions)")
        }
        let regression = ClaimRegression(claim, policy, found.asking)
        let shown = regression.scenario(of: steps, along: way.edges)
        return ClaimResult(
            .refuted,
            .never,
            "\(way.capacity.words) can get there (\(way.effort.words))" + (shown.why.map { "; \($0)" } ?? ""),
            steps: shown.steps,
            users: steps.prefix(shown.steps.count).map(\.request.user),
            gates: way.gates.map(\.placedWords),
            scenario: shown.scenario
        )
    }

    private func sampled(_ message: String) -> ClaimResult { ClaimResult(.sampled, claim.statement.kind, message) }

    /// The result if ways were found, but none that a second engine confirms.
    private var unconfirmed: ClaimResult {
        let message = "a way was found, but a second engine did not confirm it; please report this"
        return ClaimResult(.notDecided, claim.statement.kind, message)
    }

    /// Whether the claim depends on who owns which site.
    private var dependsOnSites: Bool {
        switch (flow.from, flow.to) {
        case (.organization, _), (.site, _), (.view, _), (_, .unmanaged), (_, .site), (_, .view): true
        default: false
        }
    }

    // MARK: Can

    private func can(_ found: Found) -> ClaimResult {
        if let (way, steps) = found.way {
            let regression = ClaimRegression(claim, policy, found.asking)
            return ClaimResult(
                .proven,
                .can,
                "\(way.capacity.words) can get there (\(way.effort.words))",
                steps: regression.shown(steps),
                users: steps.map(\.request.user)
            )
        }
        if found.hasUnconfirmed { return unconfirmed }
        guard let closed = found.closed else {
            return ClaimResult(.refuted, .can, "nothing can get there, and no question leads there")
        }
        let shown = ClaimRegression(claim, policy, found.asking).scenario(ofClosed: closed.steps)
        return ClaimResult(
            .refuted,
            .can,
            "nothing can get there" + (shown.why.map { "; \($0)" } ?? ""),
            steps: shown.steps,
            users: closed.steps.prefix(shown.steps.count).map(\.request.user),
            gates: closed.gates.map(\.placedWords),
            scenario: shown.scenario
        )
    }
}
