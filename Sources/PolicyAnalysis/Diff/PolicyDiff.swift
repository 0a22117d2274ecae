public import PolicyFiles
public import PolicyModel
public import RuleIndex

/// What two policies decide differently, and by which edits.
///
/// ```swift
/// let diff = PolicyDiff(from: CompiledPolicy(released), to: CompiledPolicy(proposed))
/// for group in diff.groups where !group.opens.isEmpty { print(group.question.rawValue, group.count) }
/// ```
///
/// Both policies are asked everything that either of them tells apart, each in its own engine; what is shown was asked a
/// second time, in engines of its own. Equal policies have no groups, whatever the order of their parts and however they are
/// written.
public struct PolicyDiff: Sendable {
    /// What a change does, from what matters most.
    public enum Effect: String, CaseIterable, Hashable, Comparable, Sendable {
        /// More is let happen.
        case wider
        /// Some is let happen that was not, and some is not any more.
        case mixed
        /// Less is let happen.
        case narrower
        /// As much is let happen, in another way: what the system opened, an app opens now.
        case elsewhere
        /// The same happens, and another rule or setting says so; told where somebody asked for it.
        case reason

        /// Whether the left effect matters more.
        public static func < (left: Effect, right: Effect) -> Bool {
            (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
        }
    }

    /// What the new policy is beside the old one.
    public enum Comparison: String, CaseIterable, Hashable, Sendable {
        /// It decides the same.
        case equivalent
        /// It lets more happen, and nothing less.
        case morePermissive
        /// It lets less happen, and nothing more.
        case lessPermissive
        /// It lets some things happen that the old one does not, and the other way round.
        case incomparable
        /// No difference was found, and not everything that differs could be asked.
        case unknown
    }

    /// Decisions that changed alike.
    public struct Group: Sendable {
        /// What changed.
        public var effect: Effect
        /// What was asked.
        public var question: Question.Kind
        /// The views, accounts or apps that it is about, sorted.
        public var places: [String]
        /// How many classes of requests changed so; for navigations, how many names of sites.
        public var count: Int
        /// Some of them: what the old policy answers, and what the new one does. One is nil where that policy does not have
        /// what is asked about.
        public var witnesses: [Witness]
        /// The edits without which it would not be so, or which alone make it so.
        public var causes: [Cause]
        /// The ids of the leak paths that the edits open, and that nobody accepted.
        public var opens: [String] = []
        /// The ids of the leak paths that the edits open, and that somebody accepted.
        public var accepted: [String] = []
        /// The ids of the leak paths that the edits close.
        public var closes: [String] = []
    }

    /// One request with both answers.
    public struct Witness: Sendable {
        /// What was asked.
        public var request: FlowRequest
        /// What the old policy answers.
        public var before: FlowStep?
        /// What the new policy answers.
        public var after: FlowStep?
    }

    /// An edit behind a group.
    public struct Cause: Hashable, Sendable {
        /// The edit.
        public var edit: PolicyEdit
        /// Whether the new policy without the edit answers as the old one does.
        public var isNecessary: Bool
        /// Whether the old policy with this edit alone answers as the new one does.
        public var isSufficient: Bool
    }

    /// What changed, what matters most first.
    public internal(set) var groups: [Group] = []
    /// The leak paths that the new policy has and the old one has not, and that nobody accepted.
    public internal(set) var opens: [LeakPath]
    /// The leak paths that the new policy has and the old one has not, and that somebody accepted.
    public internal(set) var accepted: [LeakPath] = []
    /// Acceptances of paths that open, which have run out: their paths count.
    public internal(set) var expired: [AcceptedPath] = []
    /// The leak paths that the old policy has and the new one has not.
    public let closes: [LeakPath]
    /// Everything that is written otherwise.
    public let edits: [PolicyEdit]
    /// The edits without which every decision would be the same, each with the reason where one is proven.
    public internal(set) var noOps: [NoOp] = []
    /// The edits of what opens the app, such as versions and PINs: they are not compared here, but by `demarc launch`.
    public let notCompared: [PolicyEdit]
    /// How many edits were not tried one by one, because there are too many or they take too long.
    public internal(set) var untriedCount = 0
    /// How many requests were asked of both.
    public let requestCount: Int
    /// The questions that were asked.
    let askedKinds: Set<Question.Kind>
    /// How many differences were found that a second engine did not confirm; they are not told.
    public internal(set) var refusedCount = 0
    /// Whether every class of requests was asked.
    package let isComplete: Bool

    /// Whether every class of requests was asked, and the same answers confirmed.
    package var isEachAsked: Bool { isComplete && refusedCount == 0 }

    /// Whether everything that differs was compared, in every class of requests.
    public var isExact: Bool { isEachAsked && notCompared.isEmpty }

    /// What the new policy is beside the old one.
    public var comparison: Comparison {
        let changed = Set(groups.map(\.effect)).subtracting([.reason])
        if changed.isEmpty { return isExact ? .equivalent : .unknown }
        let effects = changed.subtracting([.elsewhere])
        if effects == [.wider] { return .morePermissive }
        return effects == [.narrower] ? .lessPermissive : .incomparable
    }

    /// Compares two policies.
    ///
    /// - Parameters:
    ///   - old: The policy as it was.
    ///   - new: The policy as it is to be.
    ///   - includingReasons: Whether it is also told where the same is decided by another rule or setting.
    /// - Complexity: O(*n*) in the classes of requests of both and the entries of lists, and in each edit again.
    public init(from old: CompiledPolicy, to new: CompiledPolicy, includingReasons: Bool = false) {
        self.init(from: old, to: new, includingReasons: includingReasons, asking: { _ in true })
    }

    /// Compares two policies.
    ///
    /// - Parameters:
    ///   - old: The policy as it was.
    ///   - new: The policy as it is to be.
    ///   - includingReasons: Whether it is also told where the same is decided by another rule or setting.
    ///   - isAsked: Whether a question is asked; every one by default.
    ///   - confirming: How a difference is asked a second time.
    init(
        from old: CompiledPolicy,
        to new: CompiledPolicy,
        includingReasons: Bool = false,
        asking isAsked: (Question) -> Bool = { _ in true },
        confirming: (FlowAsking, FlowRequest) -> FlowStep? = { asking, request in asking.ask(request) }
    ) {
        let old = CompiledPolicy(old.document.withPolicyNames(of: new.document), withRuleSetsOf: old)
        edits = PolicyEdit.all(from: old.document, to: new.document)
        notCompared = edits.filter(\.isOfLaunch)
        let (before, after) = (FlowAsking(old), FlowAsking(new))
        // A list of a million names is gone through once for each policy.
        let sites = (old: PolicySites(old), new: PolicySites(new))
        let requests = DiffRequests(before, after, sites: sites, tellsRules: includingReasons)
        let asked = requests.all.filter { isAsked($0.request.question) }
        requestCount = asked.count
        askedKinds = Set(asked.map(\.request.question.kind))
        isComplete = requests.isExact
        let options = PolicyAudit.Options(findsFixes: false)
        let earlier = PolicyAudit(old, options, sites.old, replaying: PathReplay.replaying)
        let later = PolicyAudit(new, options, sites.new, replaying: PathReplay.replaying)
        let known = (Set(earlier.paths.map(\.id)), Set(later.paths.map(\.id)))
        opens = later.paths.filter { !known.0.contains($0.id) }
        closes = earlier.paths.filter { !known.1.contains($0.id) }
        let changed = asked.compactMap { asked -> Change? in
            let answers = (before.ask(asked.request), after.ask(asked.request))
            guard
                let effect = Effect(from: DiffAnswer(answers.0), to: DiffAnswer(answers.1))
                    ?? (includingReasons ? Effect(ofReasonsFrom: answers.0, to: answers.1) : nil)
            else { return nil }
            return Change(asked: asked, before: answers.0, after: answers.1, effect: effect)
        }
        let second = (FlowAsking(old), FlowAsking(new))
        gather(changed) { change in
            let answers = (confirming(second.0, change.asked.request), confirming(second.1, change.asked.request))
            return DiffAnswer(answers.0) == DiffAnswer(change.before)
                && DiffAnswer(answers.1) == DiffAnswer(change.after)
                && (change.effect != .reason || answers.0?.decidedBy == change.before?.decidedBy)
                && (change.effect != .reason || answers.1?.decidedBy == change.after?.decidedBy)
        }
        findCauses(old, new, asked.map(\.request), after)
        for position in groups.indices {
            let caused = groups[position].causes.map(\.edit)
            let question = groups[position].question
            func ids(_ paths: [LeakPath]) -> [String] {
                paths.filter { path in
                    path.steps.contains { $0.request.question.kind == question }
                        && path.gates.contains { gate in caused.contains { $0.changes(gate) } }
                }
                .map(\.id)
            }
            let effect = groups[position].effect
            if effect == .wider || effect == .mixed { groups[position].opens = ids(opens) }
            if effect == .narrower || effect == .mixed { groups[position].closes = ids(closes) }
        }
        sortGroups()
    }

    /// Puts what matters most first.
    mutating func sortGroups() { groups.sort { $0.isBefore($1) } }

    /// A request that is answered differently.
    struct Change {
        var asked: DiffRequests.Asked
        var before: FlowStep?
        var after: FlowStep?
        var effect: Effect
    }
}

extension PolicyDiff.Effect {
    /// That one answer is given for another reason; nil where it is not.
    fileprivate init?(ofReasonsFrom old: FlowStep?, to new: FlowStep?) {
        guard let old, let new, old.decidedBy != new.decidedBy else { return nil }
        self = .reason
    }

    /// What becomes of one answer; nil where nothing does.
    init?(from old: DiffAnswer, to new: DiffAnswer) {
        guard old != new else { return nil }
        let (before, after) = (AnswerReach(old), AnswerReach(new))
        switch (after.subtracting(before).isEmpty, before.subtracting(after).isEmpty) {
        // Not there, and blocked: nothing happens either way.
        case (true, true) where before.isEmpty && old.configuration == new.configuration: return nil
        case (false, true): self = .wider
        case (true, false): self = .narrower
        case (true, true): self = .elsewhere
        case (false, false): self = .mixed
        }
    }
}

extension PolicyDiff {
    /// Takes the paths that are accepted out of ``opens``.
    ///
    /// - Parameters:
    ///   - entries: The acceptances. One that has run out changes nothing, and is told as ``expired``; one of a path that
    ///     does not open is for the audit to tell.
    ///   - today: The day, as `YYYY-MM-DD`.
    /// - Complexity: O(*n* log *n*) in the groups, and in the entries and paths.
    public mutating func accept(_ entries: [AcceptedPath], today: String) {
        for entry in entries {
            guard let position = opens.firstIndex(where: { $0.id == entry.path }) else { continue }
            guard entry.until >= today else {
                expired.append(entry)
                continue
            }
            var path = opens.remove(at: position)
            path.acceptance = entry
            accepted.append(path)
        }
        let ids = Set(accepted.map(\.id))
        for position in groups.indices {
            groups[position].accepted += groups[position].opens.filter(ids.contains)
            groups[position].opens.removeAll(where: ids.contains)
        }
        sortGroups()
    }
}

extension PolicyDiff.Group {
    /// Whether it is told before another one.
    fileprivate func isBefore(_ other: Self) -> Bool {
        if opens.isEmpty != other.opens.isEmpty { return !opens.isEmpty }
        if effect != other.effect { return effect < other.effect }
        if count != other.count { return count > other.count }
        return (question.rawValue, places.joined()) < (other.question.rawValue, other.places.joined())
    }
}
