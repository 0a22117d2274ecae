import ByteText
import PolicyModel
import RuleIndex
import RuleRegions
import URLMatching
import URLStandard

/// Finds URLs that evade blocked and external rules by being written in another way.
///
/// The rules are evaluated by the index that decisions use. Any difference is then checked with the engine, in a view
/// that uses the rule set. A rewrite that the engine normalizes to the same URL, or rejects because readers disagree on
/// it, is not an escape.
struct EvasionSearch {
    /// The maximum number of rules of a rule set, and the maximum number of URLs of each rule.
    private static let mostRules = 20_000
    private static let mostURLs = 4

    private let policy: CompiledPolicy
    private let asking: FlowAsking
    /// The acting accounts, which represent all managed accounts.
    private let users: [AccountID]

    init(_ asking: FlowAsking) {
        self.asking = asking
        policy = asking.policy
        users = Self.users(of: policy)
    }

    /// One account for each way in which a view treats external pages.
    ///
    /// Only the required browser distinguishes the accounts. If the app shows links in an unmanaged viewer where the
    /// managed browser is missing, the organization does too, because the browser can be managed for another one.
    private static func users(of policy: CompiledPolicy) -> [AccountID] {
        struct Kind: Hashable {
            var browser: RequiredBrowser.Kind
            var organization: UInt32?
        }
        let accounts = policy.document.accounts
        var seen: Set<Kind> = []
        return FlowOrganization.all(of: policy).flatMap(\.accounts).map(\.id).filter { user in
            guard let identity = accounts.position(of: user).flatMap({ policy.identityOfAccount[$0] }) else {
                return false
            }
            let kind = Kind(
                browser: policy.requiredBrowsers[Int(identity.policy)].kind,
                organization: policy.embedsUnmanagedViewer ? identity.organization : nil
            )
            return seen.insert(kind).inserted
        }
    }

    /// The evaded rules, ordered by rule set and id.
    ///
    /// - Complexity: Some dozen look-ups for each rule, and as many questions for each view and acting account.
    func evadedRules() -> [EvadedRule] {
        let document = policy.document
        let classes = FlowGraph.viewClasses(of: document)
        return document.ruleSets.enumerated().flatMap { position, ruleSet -> [EvadedRule] in
            let views = classes.map(\.view).filter { $0.ruleSet == ruleSet.name }
            guard !views.isEmpty else { return [] }
            let map = RuleMap(ruleSet, compiled: policy.ruleSets[position])
            var probe = RuleProbe()
            let documents = views.compactMap(\.document)
            probe.scratch.document = documents.first.flatMap { SiteDocument($0) }
            probe.matchers.document = probe.scratch.document
            return ruleSet.rules.indices
                .filter { ruleSet.rules[$0].urlClass != .internal }
                .sorted(on: { ruleSet.rules[$0].id })
                .prefix(Self.mostRules)
                .compactMap { evaded($0, in: map, views, &probe) }
        }
        .sorted { ($0.rule.ruleSet, $0.rule.id) < ($1.rule.ruleSet, $1.rule.id) }
    }

    private func evaded(
        _ rule: Int,
        in map: RuleMap,
        _ views: [ViewDeclaration],
        _ probe: inout RuleProbe
    ) -> EvadedRule? {
        let id = map.ruleSet.rules[rule].id
        for url in map.samples(of: rule, limit: Self.mostURLs, &probe) {
            guard probe.take(url) else { continue }
            let decision = map.compiled.decision(&probe)
            guard decision.urlClass != nil, let deciding = decision.rule, deciding.id == id else { continue }
            let loose = URLRewrite.all(of: url).filter { rewrite in
                guard probe.take(rewrite.url), let urlClass = map.compiled.decision(&probe).urlClass else {
                    return false
                }
                return urlClass < deciding.urlClass
            }
            guard !loose.isEmpty else { continue }
            let rewrites = Self.firstOfEachKind(loose)
            for view in views {
                for user in users {
                    guard let step = navigate(to: url, in: view, as: user) else { continue }
                    let escapes = rewrites.compactMap { rewrite -> EvadedRule.Escape? in
                        guard let after = navigate(to: rewrite.url, in: view, as: user), after.isLooser(than: step)
                        else { return nil }
                        return EvadedRule.Escape(rewrite: rewrite, step: after)
                    }
                    guard !escapes.isEmpty else { continue }
                    return EvadedRule(rule: deciding, view: view.id, url: url, step: step, escapes: escapes)
                }
            }
        }
        return nil
    }

    private func navigate(to url: String, in view: ViewDeclaration, as user: AccountID) -> FlowStep? {
        asking.ask(FlowRequest(world: .completed, user: user, question: .navigate(to: url, in: view.id)))
    }

    private static func firstOfEachKind(_ rewrites: [URLRewrite]) -> [URLRewrite] {
        var seen: Set<URLRewrite.Kind> = []
        return rewrites.filter { seen.insert($0.kind).inserted }
    }
}
