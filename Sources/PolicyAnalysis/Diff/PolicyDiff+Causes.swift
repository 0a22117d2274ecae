import PolicyModel
import RuleIndex
import URLMatching

/// The edits that cause a change: each is reverted by itself in the new policy, and applied by itself to the old
/// policy.
extension PolicyDiff {
    /// The maximum number of edits to try, and the maximum number of list entries to compile again for an edit of
    /// rules.
    private static let mostEdits = 64
    private static let mostEntries = 100_000
    /// The maximum number of requests to repeat to show that an edit has no effect.
    private static let mostRequests = 2_000_000

    /// The compared parts of an answer.
    private struct Told: Hashable {
        var answer: DiffAnswer
        var decidedBy: String?
    }

    /// Tries the edits.
    ///
    /// - Parameters:
    ///   - old: The old policy.
    ///   - new: The new policy.
    ///   - requests: All requests that were made.
    ///   - asking: Queries the new policy.
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
            // An edit whose document would contain a dangling name depends on another edit.
            guard let without = Self.asking(edit, to: new, from: old), let alone = Self.asking(edit, to: old, from: new)
            else {
                untriedCount += 1
                continue
            }
            var isNeeded = false
            for position in groups.indices {
                guard let witness = groups[position].witnesses.first else { continue }
                // If the answer is the same, the change is in what decided it.
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

    /// An engine for one policy with the subject of an edit as in the other policy.
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
    /// Whether every referenced policy, rule set and view exists, and parents come first.
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
