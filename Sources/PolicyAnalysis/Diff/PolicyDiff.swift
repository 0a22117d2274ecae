package import PolicyFiles
package import PolicyModel
package import RuleIndex
import RuleRegions

/// The decisions in which two policies differ, and the edits that cause the differences.
///
/// ```swift
/// let diff = PolicyDiff(from: CompiledPolicy(released), to: CompiledPolicy(proposed))
/// for group in diff.groups where !group.opens.isEmpty { print(group.question.rawValue, group.count) }
/// ```
///
/// The comparison puts to both policies, each in its own engine, every request that either policy distinguishes. Each
/// reported difference was confirmed a second time, in separate engines. Equal policies have no groups, regardless of
/// the order of their parts and of how they are written.
package struct PolicyDiff: Sendable {
    /// How the new policy relates to the old policy.
    package enum Comparison: String, CaseIterable, Hashable, Sendable {
        /// It makes the same decisions.
        case equivalent
        /// It allows more, and nothing less.
        case morePermissive
        /// It allows less, and nothing more.
        case lessPermissive
        /// It allows some things that the old policy does not, and vice versa.
        case incomparable
        /// No difference was found, but not every difference could be checked; or the differences that were found only
        /// allow more, or only less, but an edited rule of which not every URL was asked may do the opposite.
        case unknown
    }

    /// Decisions that changed in the same way.
    package struct Group: Sendable {
        /// The effect of the change.
        package var effect: OutcomeEffect
        /// The kind of question.
        package var question: Question.Kind
        /// The views, accounts or apps that are affected, sorted.
        package var places: [String]
        /// How many classes of requests changed in this way; for navigations, how many site names.
        package var count: Int
        /// Some of the requests, each with the answers of the old and the new policy. An answer is nil if that policy
        /// does not contain the subject of the question.
        package var witnesses: [Witness]
        /// The edits that are necessary or sufficient for the change.
        package var causes: [Cause]
        /// The ids of the leak paths that the edits open and that are not accepted.
        package var opens: [String] = []
        /// The ids of the leak paths that the edits open and that are accepted.
        package var accepted: [String] = []
        /// The ids of the leak paths that the edits close.
        package var closes: [String] = []
    }

    /// One request with both answers.
    package struct Witness: Sendable {
        /// The request.
        package var request: FlowRequest
        /// The answer of the old policy.
        package var before: FlowStep?
        /// The answer of the new policy.
        package var after: FlowStep?
    }

    /// An edit that causes a group.
    package struct Cause: Hashable, Sendable {
        /// The edit.
        package var edit: PolicyEdit
        /// Whether the new policy without the edit gives the old policy's answer.
        package var isNecessary: Bool
        /// Whether the old policy with only this edit gives the new policy's answer.
        package var isSufficient: Bool
    }

    /// The changes, the most important first.
    package internal(set) var groups: [Group] = []
    /// The leak paths that open and that are not accepted: by each of them something can leave that could not leave under
    /// the old policy.
    package internal(set) var opens: [LeakPath]
    /// The leak paths that open and that are accepted.
    package internal(set) var accepted: [LeakPath] = []
    /// Expired acceptances of paths that open. These paths count as not accepted.
    package internal(set) var expired: [AcceptedPath] = []
    /// The leak paths that close: by each of them something could leave that cannot leave under the new policy.
    package let closes: [LeakPath]
    /// All differences between the two documents.
    package let edits: [PolicyEdit]
    /// The edits that change no decision, each with the reason if one is proven.
    package internal(set) var noOps: [NoOp] = []
    /// The edits that are not compared, or not in every respect: of launch conditions, such as versions and PINs, which
    /// `demarc launch` compares, of the account that acts by default, of other names of accounts, of the app's id, and of
    /// values of app configurations that no query for one value returns.
    package let notCompared: [PolicyEdit]
    /// How many edits were not judged individually, because there are too many, they take too long, or only a sample of
    /// the requests was compared, in which they change nothing.
    package internal(set) var untriedCount = 0
    /// How many requests both policies answered; 0 if the documents are the same, which needs none.
    package let requestCount: Int
    /// The kinds of questions that were asked, and `config` if nothing needed to be asked about app configurations.
    let comparedKinds: Set<Question.Kind>
    /// How many differences a second engine did not confirm. They are not reported.
    package internal(set) var refusedCount = 0
    /// Why not every class of requests was compared; empty if every one was.
    package let gaps: Set<Gap>

    /// Whether the result depends on the documents that the policies give their views: rules compare with them, and the
    /// host may set others.
    package let assumesDocuments: Bool

    /// Whether a URL was found for every edited rule, and none was left out about which its versions may differ, if any
    /// navigation was asked. Otherwise, such a rule may allow more or less than the differences show.
    package let reachesEachRule: Bool

    /// Whether an edit may allow more than the differences show, because only a sample of the URLs of its rule was asked,
    /// and neither the edit itself nor a proof that it changes nothing rules that out.
    var hidesMore = false
    /// Likewise, whether an edit may allow less than the differences show.
    var hidesLess = false

    /// Whether an edited rule may allow more than the differences show.
    package var mayAllowMore: Bool { !reachesEachRule || hidesMore }
    /// Whether an edited rule may allow less than the differences show.
    package var mayAllowLess: Bool { !reachesEachRule || hidesLess }

    /// How the new policy relates to the old policy.
    package var comparison: Comparison {
        let changed = Set(groups.map(\.effect)).subtracting([.reason])
        // If no decision differs but a path opens or closes, the path shows more than the comparison.
        if changed.isEmpty { return isExact && (opens + accepted + closes).isEmpty ? .equivalent : .unknown }
        let effects = changed.subtracting([.elsewhere])
        if effects == [.wider] { return mayAllowLess ? .unknown : .morePermissive }
        if effects == [.narrower] { return mayAllowMore ? .unknown : .lessPermissive }
        return .incomparable
    }

    /// Compares two policies.
    ///
    /// - Parameters:
    ///   - old: The old policy.
    ///   - new: The new policy.
    ///   - includingReasons: Whether to report equal decisions that another rule or setting makes.
    /// - Complexity: O(*n*) in the classes of requests of both, up to a maximum, and the entries of lists, and the same
    ///   again for each edit. If the documents are the same, O(*n*) in the documents.
    package init(from old: CompiledPolicy, to new: CompiledPolicy, includingReasons: Bool = false) {
        guard !old.document.withPolicyNames(of: new.document).isSame(as: new.document) else {
            self.init()
            return
        }
        self.init(from: old, to: new, includingReasons: includingReasons, asking: { _ in true })
    }

    /// Compares two policies.
    ///
    /// - Parameters:
    ///   - old: The old policy.
    ///   - new: The new policy.
    ///   - includingReasons: Whether to report equal decisions that another rule or setting makes.
    ///   - isAsked: Whether to include a question; every question by default.
    ///   - limits: How many requests may be made.
    ///   - confirming: How a difference is confirmed.
    init(
        from old: CompiledPolicy,
        to new: CompiledPolicy,
        includingReasons: Bool = false,
        asking isAsked: (Question) -> Bool = { _ in true },
        limits: DiffRequests.Limits = DiffRequests.Limits(),
        confirming: (FlowAsking, FlowRequest) -> FlowStep? = { asking, request in asking.ask(request) }
    ) {
        let old = CompiledPolicy(old.document.withPolicyNames(of: new.document), withRuleSetsOf: old)
        edits = PolicyEdit.all(from: old.document, to: new.document)
        notCompared = edits.filter { $0.omission != nil }
        let (before, after) = (FlowAsking(old), FlowAsking(new))
        // A list of a million names is traversed once for each policy.
        let sites = (old: PolicySites(old), new: PolicySites(new))
        let requests = DiffRequests(before, after, edits, sites: sites, tellsRules: includingReasons, limits: limits)
        let asked = requests.all.filter { isAsked($0.request.question) }
        requestCount = asked.count
        comparedKinds = Set(asked.map(\.request.question.kind) + (requests.hasEqualConfigurations ? [.config] : []))
        reachesEachRule = requests.reachesEachRule || !comparedKinds.contains(.navigate)
        let found = Gap.all(of: requests)
        let assumes =
            !comparedKinds.isDisjoint(with: [.navigate, .connection])
            && DiffRequests.assumesDocuments(before.policy.document, after.policy.document, edits)
        // If every rule is proven to match the same, it does not matter which URLs and documents were asked about, and no
        // leak path opens or closes, although the name of a list may be in its gates.
        let isProven =
            (!found.isEmpty || assumes || !edits.isEmpty) && old.document.hasSameEntries(as: new.document)
        gaps = isProven ? [] : found
        assumesDocuments = assumes && !isProven
        let options = PolicyAudit.Options(findsFixes: false)
        let earlier = PolicyAudit(old, options, sites.old, replaying: PathReplay.replaying)
        let later = PolicyAudit(new, options, sites.new, replaying: PathReplay.replaying)
        let outcomes = asked.map { after.outcome(of: $0.request) }
        let changed = Self.changes(asked, outcomes, from: before, to: after, includingReasons: includingReasons)
        // Only URLs and links are sampled.
        let sampled: Set<Question.Kind> = gaps.isEmpty ? [] : [.open, .universalLink, .navigate]
        let unproven = asked.count < requests.all.count ? Set(Question.Kind.allCases) : sampled
        let more = OutletChanges(changed, of: after, unproven: unproven) { $0.effect.allowsMore ? $0.after : nil }
        let less = OutletChanges(changed, of: before, unproven: unproven) { $0.effect.allowsLess ? $0.before : nil }
        // PERF: rules only have to be compared if some path has another id.
        let hasSamePaths = Set(earlier.paths.map(\.id)) == Set(later.paths.map(\.id))
        let unchanged = isProven || hasSamePaths ? UnchangedRules() : UnchangedRules(edits, from: old, to: new)
        opens = isProven ? [] : more.newPaths(of: later, since: earlier, before, unchanged)
        closes = isProven ? [] : less.newPaths(of: earlier, since: later, after, unchanged)
        let second = (FlowAsking(old), FlowAsking(new))
        gather(changed) { change in
            let answers = (confirming(second.0, change.asked.request), confirming(second.1, change.asked.request))
            return FlowOutcome(answers.0) == FlowOutcome(change.before)
                && FlowOutcome(answers.1) == FlowOutcome(change.after)
                && (change.effect != .reason || answers.0?.decidedBy == change.before?.decidedBy)
                && (change.effect != .reason || answers.1?.decidedBy == change.after?.decidedBy)
        }
        findCauses(old, new, asked.map(\.request), after, outcomes)
        namePathsInGroups()
        sortGroups()
    }

    /// A request with different answers.
    struct Change {
        var asked: DiffRequests.Asked
        var before: FlowStep?
        var after: FlowStep?
        var effect: OutcomeEffect
    }

    /// The requests with different answers.
    ///
    /// - Parameters:
    ///   - asked: All requests that were made.
    ///   - outcomes: What the new policy answered to each request.
    ///   - before: Queries the old policy.
    ///   - after: Queries the new policy.
    ///   - includingReasons: Whether to include equal answers that another rule or setting gives.
    /// - Returns: The changes, in the order of the requests.
    private static func changes(
        _ asked: [DiffRequests.Asked],
        _ outcomes: [FlowOutcome],
        from before: FlowAsking,
        to after: FlowAsking,
        includingReasons: Bool
    ) -> [Change] {
        zip(asked, outcomes).compactMap { asked, outcome -> Change? in
            let effect = OutcomeEffect(from: before.outcome(of: asked.request), to: outcome)
            // PERF: most answers are equal, and their reasons are never spelled out.
            guard effect != nil || includingReasons else { return nil }
            let answers = (before.ask(asked.request), after.ask(asked.request))
            guard let effect = effect ?? OutcomeEffect(ofReasonsFrom: answers.0, to: answers.1) else { return nil }
            return Change(asked: asked, before: answers.0, after: answers.1, effect: effect)
        }
    }
}

extension PolicyDiff {
    /// Moves the accepted paths out of ``opens``.
    ///
    /// - Parameters:
    ///   - entries: The acceptances. An expired acceptance has no effect and is reported in ``expired``, unless another
    ///     one of the path is in force. An acceptance of a path that does not open, or that lets out more by now, is
    ///     left to the audit.
    ///   - today: The day, as `YYYY-MM-DD`.
    /// - Complexity: O(*n* log *n*) in the groups, and in the entries and paths.
    package mutating func accept(_ entries: [AcceptedPath], today: String) {
        for entry in entries {
            guard let position = opens.firstIndex(where: { $0.id == entry.path }) else { continue }
            guard entry.until >= today else {
                expired.append(entry)
                continue
            }
            guard entry.covers(opens[position]) else { continue }
            var path = opens.remove(at: position)
            path.acceptance = entry
            accepted.append(path)
        }
        let ids = Set(accepted.map(\.id))
        expired.removeAll { ids.contains($0.path) }
        for position in groups.indices {
            groups[position].accepted += groups[position].opens.filter(ids.contains)
            groups[position].opens.removeAll(where: ids.contains)
        }
        sortGroups()
    }
}
