import ByteText
import Demarc
import Diagnostics
import PolicyModel
import QuestionAnswering
import RuleIndex
import RuleRegions
import Scenarios
import URLMatching
import URLStandard

/// Decides `always`: puts a question for every account, item and URL that the claim leaves open.
struct AlwaysClaim {
    let claim: Claim
    let always: Claim.Always
    let policy: CompiledPolicy
    /// How a counterexample is confirmed. Tests substitute another function, to check that a claim with a counterexample
    /// that it does not confirm does not pass.
    var running = ScenarioRunner.result(of:under:)

    private var document: PolicyDocument { policy.document }

    func result() -> ClaimResult {
        let cells = always.urls.isEmpty ? nil : urls
        if let cells, cells.urls.isEmpty {
            guard cells.isExact else {
                // A claim of which nothing was asked must not pass.
                let message = "no URL was found that `url` matches, so nothing was asked"
                return ClaimResult(.notDecided, .always, "\(message); give one such URL as a text instead")
            }
            return ClaimResult(.vacuous, .always, "`url` matches no URL")
        }
        var asked = 0
        var (hasUnconfirmed, excludesAmbiguous) = (false, false)
        let ambiguous = cells.flatMap { ambiguousURL($0) }
        let tried = cells.map { $0.urls + [ambiguous].compactMap(\.self) }
        var evasion = ClaimEvasion()
        do throws(QuestionError) {
            for user in users {
                let given = given(for: user)
                let host = try ClaimHost(policy, given)
                for question in items.flatMap({ item in questions(item, tried) }) {
                    asked += 1
                    let answer = try host.answer(question)
                    guard !isMet(by: answer) else {
                        evasion.note(question, answer, as: acting(under: given) ?? .noUser)
                        continue
                    }
                    // Of a URL on whose host readers disagree, only that it is blocked can be claimed.
                    if let ambiguous, question.values[.url] == .text(ambiguous), answer.has(.urlAmbiguous) {
                        excludesAmbiguous = true
                        continue
                    }
                    if let refuted = refutation(question, given) { return refuted }
                    hasUnconfirmed = true
                }
                try evasion.look(with: host) { isMet(by: $0) }
            }
        } catch {
            return ClaimResult(.vacuous, .always, error.description)
        }
        guard !hasUnconfirmed else {
            let message = "an answer does not meet it, but a second engine did not confirm that; please report this"
            return ClaimResult(.notDecided, .always, message)
        }
        let count = Quoted.count(asked, "question asked", "questions asked")
        var result =
            if let cells, !cells.isExact || Self.containURLs(cells) {
                ClaimResult(.sampled, .always, "\(count), which cover a sample of the URLs")
            } else if assumesDocuments {
                ClaimResult(.sampled, .always, "\(count) with the policy's own documents of views")
            } else {
                ClaimResult(.proven, .always, count + Self.covered(cells, excludesAmbiguous: excludesAmbiguous))
            }
        // The claim holds for its URLs as written, so it stays proven.
        result.findings = evasion.evadedRules.map(\.diagnostic)
        return result
    }

    /// What the questions cover, if the claim is about several URLs.
    private static func covered(_ cells: RepresentativeURLs?, excludesAmbiguous: Bool) -> String {
        guard cells != nil else { return "" }
        let covered = ", which cover every URL"
        return excludesAmbiguous ? covered + " that all software reads alike; the others are blocked" : covered
    }

    private func isMet(by answer: Answer) -> Bool {
        always.expected.allSatisfy { answer.meets($0, document.accounts) }
    }

    /// A failing scenario that refutes the claim, confirmed in a separate engine; nil if it does not fail there.
    private func refutation(_ question: Question, _ given: ScenarioGiven) -> ClaimResult? {
        let scenario = Scenario(
            name: claim.name,
            location: claim.location,
            policy: claim.policy,
            given: given,
            steps: [.init(question: question, expected: always.expected, location: claim.location)]
        )
        let run = running(scenario, policy)
        guard run.outcome == .failed else { return nil }
        let hasPIN = question.kind == .pin
        return ClaimResult(
            .refuted,
            .always,
            "it does not always hold" + (hasPIN ? "; no scenario is written, because it would contain a PIN" : ""),
            steps: run.steps,
            users: [acting(under: given)].compactMap(\.self),
            scenario: hasPIN ? nil : scenario
        )
    }

    // MARK: Open values

    /// Every managed account that decisions distinguish, if the claim leaves the acting account open. Otherwise nil,
    /// for the policy's acting account.
    private var users: [AccountID?] {
        guard always.openFields.contains(.user) else { return [nil] }
        if case .config = always.question { return configuredUsers }
        // The acting account may be one that the claim names, or another one of the same kind.
        let named = Set(named.compactMap { document.accounts[$0]?.id })
        let extent = FlowExtent(accounts: named, accountsOfEachKind: 1 + named.count)
        let found = FlowOrganization.all(of: policy, extent).flatMap(\.accounts).map(\.id)
        return found.isEmpty ? [nil] : found
    }

    /// One managed account for each configuration. These name accounts individually, so an account of the same kind may
    /// have another one.
    private var configuredUsers: [AccountID?] {
        var seen: Set<AppConfigurationView> = []
        var users: [AccountID?] = []
        for (account, view) in zip(document.accounts.accounts, document.appConfigurationViews())
        where account.isManaged && seen.insert(view).inserted {
            users.append(account.id)
        }
        return users.isEmpty ? [nil] : users
    }

    /// The accounts that the question and what is given name.
    private var named: [AccountID] {
        let asked = always.question.values.values.compactMap { value -> AccountID? in
            switch value {
            case .account(let account), .place(.account(let account)): account
            default: nil
            }
        }
        let loaded = always.given.views.compactMap { view -> AccountID? in
            if case .loadedFor(let account)? = view.page { account } else { nil }
        }
        return asked + loaded
    }

    private func given(for user: AccountID?) -> ScenarioGiven {
        var given = always.given
        if let user { given.user = .accounts([user]) }
        return given
    }

    /// The account that acts: that of the first level that is given, or else the policy's own. Nil if several act at
    /// once, or if it is unknown.
    private func acting(under given: ScenarioGiven) -> AccountID? {
        let stated = [given.task, given.user, given.process].compactMap(\.self).map(\.accounts)
        guard let accounts = stated.first(where: { !$0.isEmpty }) else { return document.user }
        return accounts.count == 1 ? accounts.first : nil
    }

    /// The items that decisions distinguish: kinds, and lengths up to each exception and above it.
    private var items: [ClipboardItem?] {
        let own: ClipboardItem
        switch always.question {
        case .copy(let item, _): own = item
        case .paste(let item, _, _): own = item ?? .oneCharacter
        default: return [nil]
        }
        let kinds = always.openFields.contains(.type) ? ClipboardItem.Kind.allCases : [own.kind]
        let exceptions = document.policies.values.map(\.allowedOutboundClipboardSharingExceptionLength)
        let lengths =
            always.openFields.contains(.characters)
            ? Set(exceptions.flatMap { [max(1, $0), $0 + 1] } + [1]).sorted() : [own.characters]
        return kinds.flatMap { kind in
            kind == .text ? lengths.map { ClipboardItem(kind, characters: $0) } : [ClipboardItem(kind)]
        }
    }

    private func questions(_ item: ClipboardItem?, _ urls: [String]?) -> [Question] {
        let question: Question =
            switch (always.question, item) {
            case (.copy(_, let source), let item?): .copy(item, from: source)
            case (.paste(_, let source, let target), let item?): .paste(item, from: source, into: target)
            default: always.question
            }
        guard let urls else { return [question] }
        return urls.map { url in
            var values = question.values
            values[.url] = .text(url)
            return Question(question.kind, values) ?? question
        }
    }

    // MARK: URLs

    /// Whether the answer depends on the document that a view shows, and the claim does not say which one that is. The
    /// host may set another one than the policy gives the view.
    private var assumesDocuments: Bool {
        let asked: String?
        switch always.question {
        case .navigate(_, let view, _, _, _): asked = view
        case .connection(_, _, let view, _): asked = view
        default: return false
        }
        let views = document.views.filter { asked == nil || $0.id == asked }
        return views.contains { view in
            guard always.given.views.first(where: { $0.id == view.id })?.document == nil else { return false }
            return document.ruleSet(named: view.ruleSet)?.rules.contains(where: \.comparesWithDocument) ?? false
        }
    }

    /// Whether URLs are links to managed apps. Such a link can contain any URL, in several ways, so that those that are
    /// asked are only examples.
    private static func containURLs(_ cells: RepresentativeURLs) -> Bool {
        cells.schemes.all.contains { TwinScheme.isTwin($0) }
    }

    /// A URL of the claim, if it has any, with a host that browsers write and other software reads as another one. The
    /// answer about such a URL depends on no rule, unless the policy takes the browser's reading; then it is the same as
    /// about any other name at the same place.
    private func ambiguousURL(_ cells: RepresentativeURLs) -> String? {
        let label = "://\(cells.unnamed.label)."
        let set = URLSet(always.urls)
        var probe = RuleProbe()
        for url in cells.urls {
            let scheme = SchemeMatcher.scheme(of: url)
            guard let start = url.firstRange(of: label), SpecialScheme.allCases.contains(where: { $0.name == scheme })
            else { continue }
            let other = "\(url[..<start.lowerBound])://\(cells.unnamed.label)'.\(url[start.upperBound...])"
            if probe.take(other), set.contains(&probe) == true { return other }
        }
        return nil
    }

    private var urls: RepresentativeURLs {
        var documents = document.views.compactMap(\.document) + always.given.views.compactMap(\.document)
        var ruleSets = document.ruleSets
        if case .navigate(_, let view?, _, _, _) = always.question {
            let declared = document.view(named: view)
            ruleSets = ruleSets.filter { $0.name == declared?.ruleSet }
            let given = always.given.views.first { $0.id == view }?.document
            documents = [given ?? declared?.document].compactMap(\.self)
        }
        let lists = document.policies.values.sorted(on: \.name)
            .flatMap { $0.exemptedUniversalLinks + $0.managedUniversalLinks }
        let links = (lists + (document.apps ?? []).flatMap(\.universalLinks))
            .compactMap { try? LinkPattern($0, as: .universalLink) }
        return RepresentativeURLs(
            always.urls,
            ruleSets,
            links: links,
            documents: documents,
            schemes: .web,
            searchesExpressions: true,
            includesEmptyLabels: true
        )
    }
}
