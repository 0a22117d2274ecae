import Demarc
import PolicyModel
import RuleIndex

/// Puts the questions of a page to the engine. `ScenarioHost` explains why it is a class.
final class PageAsking {
    private let policy: CompiledPolicy
    private let document: PolicyDocument
    private let probes: ProbeDocuments
    /// Whether the accounts belong to several organizations.
    private let hasOrganizations: Bool
    /// The evaluator for the unchanged document, used for links.
    private var links: Evaluator
    private var transfers: Evaluator
    private var locations: Evaluator
    private var navigations: Evaluator

    init(_ policy: CompiledPolicy) {
        self.policy = policy
        document = policy.document
        hasOrganizations = Set(policy.identityOfAccount.compactMap { $0?.organization }).count > 1
        probes = ProbeDocuments(policy.document)
        links = PolicyEngine(policy).makeEvaluator()
        transfers = PolicyEngine(CompiledPolicy(probes.apps, withRuleSetsOf: policy)).makeEvaluator()
        locations = PolicyEngine(CompiledPolicy(probes.accounts, withRuleSetsOf: policy)).makeEvaluator()
        navigations = PolicyEngine(probes.rules).makeEvaluator()
    }

    /// The lines for a group of accounts.
    func lines(for group: AccountGroup) -> [PolicyPage.Line] {
        if let (named, member) = naming(group) { return named.lines(for: member) }
        return PageQuestion.all(for: group, of: document, probes).compactMap { asked in
            guard let answer = answer(asked.question, asked.topic, as: group.account) else { return nil }
            return PolicyPage.Line(
                topic: asked.topic,
                question: asked.question.kind,
                target: asked.target,
                owner: asked.owner,
                deed: asked.deed,
                object: asked.object,
                outcome: outcome(of: answer) { _ in true }
            )
        }
    }

    /// The page of a document that names the organization of an account which forms one alone; nil for every other
    /// group. Without the name, no app could be declared as managed for that organization among several.
    private func naming(_ group: AccountGroup) -> (asking: PageAsking, group: AccountGroup)? {
        guard hasOrganizations, group.policy != nil, group.organization == nil else { return nil }
        let names = document.accounts.accounts.map(\.organization) + (document.apps ?? []).map(\.organization)
        var taken = Set(names.compactMap { $0?.lowercased() } + document.organizations.map { $0.name.lowercased() })
        let name = ProbeDocuments.fresh("demarc.organization", &taken)
        var named = document
        named.accounts = AccountDirectory(
            document.accounts.accounts.map { account in
                var account = account
                if account.id == group.account { account.organization = name }
                return account
            }
        )
        var member = group
        member.organization = name
        return (PageAsking(CompiledPolicy(named, withRuleSetsOf: policy)), member)
    }

    /// What a view does while an account acts, or nil if the engine does not know the view.
    func view(_ view: ViewDeclaration, actingAs account: AccountID) -> PolicyPage.ViewSection? {
        // Without a rule set, the app itself decides what is external.
        let says: (ExternalURLAnswer) -> ExternalURLAnswer? = { view.ruleSet == nil ? $0 : nil }
        guard
            let inside = navigate(to: ProbeDocuments.internalURL, in: view, says(.internal), account),
            let outside = navigate(to: ProbeDocuments.externalURL, in: view, says(.external), account),
            let unmatched = navigate(to: ProbeDocuments.unmatchedURL, in: view, nil, account)
        else { return nil }
        return PolicyPage.ViewSection(
            id: view.id,
            account: account,
            // The rules for these URLs are generated, so only the consequences are reported.
            internal: outcome(of: inside) { $0.rule == nil && !$0.code.isDelegates },
            external: outcome(of: outside) { $0.rule == nil && !$0.code.isDelegates },
            unmatched: outcome(of: unmatched) { _ in true }
        )
    }

    private func navigate(
        to url: String,
        in view: ViewDeclaration,
        _ says: ExternalURLAnswer?,
        _ account: AccountID
    ) -> Answer? {
        try? navigations.answer(.navigate(to: url, in: view.id, answer: says), as: account)
    }

    private func answer(_ question: Question, _ topic: PolicyPage.Topic, as account: AccountID) -> Answer? {
        switch topic {
        case .links: try? links.answer(question, as: account)
        case .save, .open: try? locations.answer(question, as: account)
        case .clipboard, .apps, .features: try? transfers.answer(question, as: account)
        }
    }

    /// The outcome, with the deciding reason and its setting. Only reasons that satisfy `isMeant` count. If the
    /// deciding reason has no setting, the setting of another reason is used.
    private func outcome(of answer: Answer, _ isMeant: (Reason) -> Bool) -> PolicyPage.Outcome {
        let document = document
        let meant = answer.reasons.filter(isMeant)
        let deciding = answer.decidingReason.flatMap { isMeant($0) ? $0 : nil }
        let inForce = ([deciding].compactMap(\.self) + meant).lazy.compactMap { SettingInForce($0, in: document) }.first
        let shown = deciding ?? meant.first { SettingInForce($0, in: document) != nil } ?? meant.first
        return PolicyPage.Outcome(
            verdict: answer.verdict ?? .block,
            destination: answer.destination,
            page: answer.page,
            value: answer.value,
            sentence: (shown ?? answer.decidingReason)?.message ?? "",
            setting: inForce
        )
    }
}

extension ReasonCode {
    /// Whether the reason reports the app's own answer.
    fileprivate var isDelegates: Bool { self == .delegateInternal || self == .delegateExternal }
}
