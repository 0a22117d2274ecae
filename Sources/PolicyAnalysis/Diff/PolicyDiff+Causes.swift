import PolicyModel
import RuleIndex

/// The edits that cause a change: each is reverted by itself in the new policy, and applied by itself to the old
/// policy.
extension PolicyDiff {
    /// The maximum number of edits to try.
    private static let mostEdits = 64
    /// The maximum number of requests to repeat to show that an edit has no effect.
    private static let mostRequests = 2_000_000

    /// The compared parts of an answer.
    private struct Told: Hashable {
        var answer: FlowOutcome
        var decidedBy: String?
    }

    /// Tries the edits.
    ///
    /// - Parameters:
    ///   - old: The old policy.
    ///   - new: The new policy.
    ///   - requests: All requests that were made.
    ///   - asking: Queries the new policy.
    ///   - outcomes: What the new policy answered to each request.
    mutating func findCauses(
        _ old: CompiledPolicy,
        _ new: CompiledPolicy,
        _ requests: [FlowRequest],
        _ asking: FlowAsking,
        _ outcomes: [FlowOutcome]
    ) {
        let compared = edits.filter(\.isAsked)
        let tried = compared.prefix(Self.mostEdits)
        let compiled = CompiledRuleSets([new, old])
        untriedCount = compared.count - tried.count
        var left = Self.mostRequests
        var search = NoOpSearch(asking, requests)
        // PERF: each path is compared with every edit, so not again for each edit.
        let hasUnexplainedPath = hasUnexplainedPath
        for edit in tried {
            // An edit whose document would contain a dangling name depends on another edit.
            guard let without = Self.asking(edit, to: new, from: old, compiled),
                let alone = Self.asking(edit, to: old, from: new, compiled)
            else {
                untriedCount += 1
                continue
            }
            guard !noteCauses(edit, without: without, alone: alone) else { continue }
            guard left >= requests.count else {
                untriedCount += 1
                continue
            }
            left -= requests.count
            let isSame = zip(requests, outcomes).allSatisfy { without.outcome(of: $0) == $1 }
            // What is not compared may change even if no answer does.
            guard isSame, edit.omission == nil else { continue }
            // A path that the edit opens or closes is an effect, whatever the answers are.
            guard !(opens + closes).contains(where: { $0.gates.contains(where: edit.changes) }) else { continue }
            let why = search.why(edit, without)
            // So is a path that no gate explains, such as one to a site that an edit takes from the organization or
            // gives to it.
            guard why != nil || !hasUnexplainedPath else { continue }
            // That nothing changes in a sample, or with some documents of views, proves nothing.
            guard why != nil || isComplete && !assumesDocuments else {
                untriedCount += 1
                continue
            }
            noOps.append(NoOp(edit: edit, why: why))
        }
        guard !isComplete || assumesDocuments else { return }
        // The differences that a sample shows say nothing about the URLs that were not asked.
        let unchanged = Set(withoutEffect)
        var unasked = UnaskedChanges(from: old.document, to: new.document)
        for edit in compared where !unchanged.contains(edit) {
            let (more, less) = unasked.directions(of: edit)
            if more { hidesMore = true }
            if less { hidesLess = true }
        }
    }

    /// Adds an edit to the causes of the groups whose change it is necessary or sufficient for.
    ///
    /// - Parameters:
    ///   - edit: The edit.
    ///   - without: Queries the new policy without the edit.
    ///   - alone: Queries the old policy with only the edit.
    /// - Returns: Whether the answer of some group is another one without the edit.
    private mutating func noteCauses(_ edit: PolicyEdit, without: FlowAsking, alone: FlowAsking) -> Bool {
        var isNeeded = false
        for position in groups.indices {
            guard let witness = groups[position].witnesses.first else { continue }
            // If the answer is the same, the change is in what decided it.
            func told(_ step: FlowStep?) -> Told {
                Told(
                    answer: FlowOutcome(step),
                    decidedBy: groups[position].effect == .reason ? step?.decidedBy : nil
                )
            }
            let reverted = told(without.ask(witness.request))
            if reverted != told(witness.after) { isNeeded = true }
            let isNecessary = reverted == told(witness.before)
            let isSufficient = told(alone.ask(witness.request)) == told(witness.after)
            guard isNecessary || isSufficient else { continue }
            groups[position].causes.append(Cause(edit: edit, isNecessary: isNecessary, isSufficient: isSufficient))
        }
        return isNeeded
    }

    /// Whether a path opens or closes although no edit changes what it depends on.
    private var hasUnexplainedPath: Bool {
        (opens + closes).contains { path in !edits.contains { path.gates.contains(where: $0.changes) } }
    }

    /// An engine for one policy with the subject of an edit as in the other policy. Nil if the document would name what is
    /// not there, or if a large rule set would have to be compiled again.
    private static func asking(
        _ edit: PolicyEdit,
        to policy: CompiledPolicy,
        from other: CompiledPolicy,
        _ compiled: CompiledRuleSets
    ) -> FlowAsking? {
        let document = edit.applied(to: policy.document, from: other.document)
        guard document.namesWhatItHas else { return nil }
        guard edit.isOfRules else { return FlowAsking(CompiledPolicy(document, withRuleSetsOf: policy)) }
        let ruleSets = document.ruleSets.compactMap { compiled[$0] }
        guard ruleSets.count == document.ruleSets.count else { return nil }
        return FlowAsking(CompiledPolicy(document, ruleSets: ruleSets))
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
