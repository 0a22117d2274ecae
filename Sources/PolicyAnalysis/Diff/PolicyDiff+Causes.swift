import PolicyModel
import RuleIndex
import URLMatching

/// Which edits are behind a change: each is taken out of the new policy by itself, and made in the old one by itself.
extension PolicyDiff {
    /// The most edits that are tried, and the most entries of lists that are compiled again for an edit of rules.
    private static let mostEdits = 64
    private static let mostEntries = 100_000
    /// The most requests that are asked again to show that an edit has no effect.
    private static let mostRequests = 2_000_000

    /// What is compared of an answer.
    private struct Told: Hashable {
        var answer: DiffAnswer
        var decidedBy: String?
    }

    /// Tries the edits.
    ///
    /// - Parameters:
    ///   - old: The policy as it was.
    ///   - new: The policy as it is to be.
    ///   - requests: Everything that was asked.
    ///   - asking: Asks the new policy.
    mutating func findCauses(
        _ old: CompiledPolicy,
        _ new: CompiledPolicy,
        _ requests: [FlowRequest],
        _ asking: FlowAsking
    ) {
        let hasLargeLists = [old, new].contains { $0.document.ruleSets.entryCount > Self.mostEntries }
        let compared = edits.filter { !notCompared.contains($0) }
        let tried = compared.filter { !($0.isOfRules && hasLargeLists) }.prefix(Self.mostEdits)
        untriedCount = compared.count - tried.count
        var left = Self.mostRequests
        var search = NoOpSearch(asking, requests)
        for edit in tried {
            // An edit whose document would name what it does not have belongs to another edit.
            guard let without = Self.asking(edit, to: new, from: old), let alone = Self.asking(edit, to: old, from: new)
            else {
                untriedCount += 1
                continue
            }
            var isNeeded = false
            for position in groups.indices {
                guard let witness = groups[position].witnesses.first else { continue }
                // Where the answer is the same, what decided it is what changed.
                func told(_ step: FlowStep?) -> Told {
                    Told(
                        answer: DiffAnswer(step),
                        decidedBy: groups[position].effect == .reason ? step?.decidedBy : nil
                    )
                }
                let reverted = told(without.ask(witness.request))
                if reverted != told(witness.after) { isNeeded = true }
                let isNecessary = reverted == told(witness.before)
                let isSufficient = told(alone.ask(witness.request)) == told(witness.after)
                guard isNecessary || isSufficient else { continue }
                groups[position].causes.append(
                    Cause(edit: edit, isNecessary: isNecessary, isSufficient: isSufficient)
                )
            }
            guard !isNeeded else { continue }
            guard left >= requests.count else {
                untriedCount += 1
                continue
            }
            left -= requests.count
            let isSame = requests.allSatisfy { DiffAnswer(without.ask($0)) == DiffAnswer(asking.ask($0)) }
            if isSame { noOps.append(NoOp(edit: edit, why: search.why(edit, without))) }
        }
    }

    /// Asks one policy with what the other one says of the subject of an edit.
    private static func asking(
        _ edit: PolicyEdit,
        to policy: CompiledPolicy,
        from other: CompiledPolicy
    ) -> FlowAsking? {
        let document = edit.applied(to: policy.document, from: other.document)
        guard document.namesWhatItHas else { return nil }
        let hasItsRuleSets = !edit.isOfRules
        return FlowAsking(
            hasItsRuleSets ? CompiledPolicy(document, withRuleSetsOf: policy) : CompiledPolicy(document)
        )
    }
}

extension PolicyDocument {
    /// Whether every policy, rule set and view that is named is there, parents first.
    fileprivate var namesWhatItHas: Bool {
        let policyNames = accounts.accounts.map(\.policy) + (apps ?? []).map(\.policy)
        guard policyNames.compactMap(\.self).allSatisfy({ policies[$0] != nil }) else { return false }
        if let user, !user.isNoUser, accounts[user] == nil { return false }
        let names = Set(ruleSets.map(\.name))
        var seen: Set<String> = []
        for view in views {
            if let ruleSet = view.ruleSet, !names.contains(ruleSet) { return false }
            if let parent = view.parent, !seen.contains(parent) { return false }
            seen.insert(view.id)
        }
        return true
    }
}

extension [RuleSet] {
    fileprivate var entryCount: Int {
        flatMap(\.rules).flatMap { $0.conditions + $0.exceptions }.flatMap(\.alternatives)
            .reduce(0) { $0 + ($1.list?.count ?? 0) }
    }
}
