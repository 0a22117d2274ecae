import PolicyModel

/// Changes of one kind are reported once.
extension PolicyDiff {
    /// How many requests of a group to show.
    private static let mostWitnesses = 5

    /// The grouping key of a change: the question, the answers, and what decided them.
    private struct Key: Hashable {
        var question: Question.Kind
        var effect: OutcomeEffect
        var before: FlowOutcome
        var after: FlowOutcome
        var decidedBefore: String
        var decidedAfter: String
    }

    /// Collects changes into groups.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - isConfirmed: Whether a repeated request confirms a change.
    mutating func gather(_ changes: [Change], _ isConfirmed: (Change) -> Bool) {
        var gathered: [Key: [Change]] = [:]
        var order: [Key] = []
        for change in changes {
            guard isConfirmed(change) else {
                refusedCount += 1
                continue
            }
            let key = Key(
                question: change.asked.request.question.kind,
                effect: change.effect,
                before: FlowOutcome(change.before).kind,
                after: FlowOutcome(change.after).kind,
                decidedBefore: change.before?.decidedBy ?? "",
                decidedAfter: change.after?.decidedBy ?? ""
            )
            if gathered[key] == nil { order.append(key) }
            gathered[key, default: []].append(change)
        }
        groups = order.map { key in
            let changes = gathered[key, default: []]
            // The same URL in another frame, or the same question for another account or page, adds no information.
            var shown: Set<String> = []
            let apart = changes.filter { change in
                let question = change.asked.request.question
                if case .navigate(let url, _, _, _, _) = question { return shown.insert(url).inserted }
                return shown.insert(question.words).inserted
            }
            let witnesses = apart.prefix(Self.mostWitnesses).map {
                Witness(request: $0.asked.request, before: $0.before, after: $0.after)
            }
            return Group(
                effect: key.effect,
                question: key.question,
                places: Set(changes.map(\.asked.request.place)).sorted(),
                count: Self.count(changes),
                witnesses: witnesses,
                causes: []
            )
        }
    }

    /// The count of a group: for navigations the number of sites, each counted once and not once for each account and
    /// frame; for everything else the number of requests.
    private static func count(_ changes: [Change]) -> Int {
        var hosts: Set<String> = []
        var walked: [String: Int] = [:]
        for change in changes {
            guard case .navigate(let url, _, _, _, _) = change.asked.request.question else { return changes.count }
            hosts.formUnion(change.asked.hosts)
            // The sites are the same with another scheme, and with a name below the host.
            let site = DiffRequests.site(of: url)
            walked[site] = max(change.asked.walked, walked[site] ?? 0)
        }
        return max(1, hosts.count + walked.values.reduce(0, +))
    }

    /// Lists in each group the paths with its question that its causes open or close.
    mutating func namePathsInGroups() {
        for position in groups.indices {
            let group = groups[position]
            let caused = group.causes.map(\.edit)
            func ids(_ paths: [LeakPath]) -> [String] {
                paths.filter { path in
                    path.steps.contains { $0.request.question.kind == group.question }
                        && path.gates.contains { gate in caused.contains { $0.changes(gate) } }
                }
                .map(\.id)
            }
            if group.effect.allowsMore { groups[position].opens = ids(opens) }
            if group.effect.allowsLess { groups[position].closes = ids(closes) }
        }
    }

    /// Sorts the groups, the most important first.
    mutating func sortGroups() { groups.sort { $0.isBefore($1) } }
}

extension FlowRequest {
    /// The view that the request is about, or the acting account.
    fileprivate var place: String {
        if case .text(let view)? = question.values[.view] { return "view \(view)" }
        for field in [Question.Field.from, .into] {
            if case .place(.view(let view))? = question.values[field] { return "view \(view)" }
        }
        guard shownBeside.isEmpty else { return "a window of several accounts" }
        return user.isNoUser ? "no account" : "account \(user)"
    }
}

extension FlowStep {
    /// What decided, without line numbers: a rule, or the reason with its setting.
    package var decidedBy: String {
        guard let reason = deciding else { return reasons.first?.code.rawValue ?? "" }
        if let rule = reason.rule { return "rule \(rule.ruleSet).\(rule.id)" }
        guard let setting = reason.setting else { return reason.code.rawValue }
        return "\(reason.code.rawValue), \(reason.policy.map { "\($0)." } ?? "")\(setting)"
    }
}

extension PolicyDiff.Group {
    /// An id that distinguishes the group from other groups of this and other comparisons: a SHA-256 over what changed,
    /// how, and by which rules and settings. It includes no lines, accounts or URLs.
    package var id: String {
        let witness = witnesses.first
        let sides = [witness?.before, witness?.after].map { step in
            let parts = [step?.verdictName, step?.destination?.rawValue, step?.page?.rawValue, step?.value?.rawValue]
            let offers = FlowOutcome(step).offers.map(\.rawValue).sorted()
            return ((parts + [step?.decidedBy]).map { $0 ?? "" } + offers).joined(separator: "\u{1F}")
        }
        return LeakPath.id(of: ["diff", effect.rawValue, question.rawValue] + sides)
    }

    /// Whether the group is reported before another group.
    fileprivate func isBefore(_ other: Self) -> Bool {
        if opens.isEmpty != other.opens.isEmpty { return !opens.isEmpty }
        if effect != other.effect { return effect < other.effect }
        if count != other.count { return count > other.count }
        return (question.rawValue, places.joined()) < (other.question.rawValue, other.places.joined())
    }
}
