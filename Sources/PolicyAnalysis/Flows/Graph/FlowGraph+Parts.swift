import PolicyModel

/// What a graph has in common with the one of a document that differs in one thing.
///
/// PERF: an audit tries a dozen changes, and each changes the answers of a few questions. Most edges are about views: each
/// view may have one for each rule.
extension FlowGraph {
    /// The graph of the same organization under a document in which one thing is another.
    struct Base {
        let graph: FlowGraph
        /// What is another one.
        let change: Change
    }

    /// What two documents differ in.
    enum Change {
        /// A setting of a policy.
        case setting(PolicySetting, of: String)
        /// Rules, or the tags and rule sets of views.
        case rules
    }

    /// Edges that are made of questions which read the same settings.
    enum AskedPart {
        /// What is copied, and pasted for another account or into another app.
        case clipboard
        /// What is saved, and opened for another account.
        case storage
        /// What is sent to other apps.
        case sending
        /// What an app hands over to accounts of this one.
        case receiving
        /// The single settings.
        case features
        /// Links that leave for another app or browser.
        case links
        /// What views do with sites.
        case views
    }

    /// A part with its origin.
    struct PartOfOrigin: Hashable {
        var part: AskedPart
        var node: FlowNode
    }

    /// Adds a part of an origin: what the base has where it would be answered the same, or else what is asked.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - node: Where its edges begin, or whose policy they read.
    ///   - policy: The name of that policy.
    ///   - ask: Adds the edges.
    func add(_ part: AskedPart, of node: FlowNode, under policy: String?, asking ask: () -> Void) {
        let key = PartOfOrigin(part: part, node: node)
        let known = base?.graph.parts[key]
        if let base, let known, !part.depends(on: base.change, policy) {
            for edge in known { add(edge) }
            if keepsParts { parts[key] = known }
            return
        }
        let start = edges.count
        ask()
        guard keepsParts || base != nil else { return }
        let asked = Array(edges[start...]).joined()
        if keepsParts { parts[key] = asked }
        if base != nil { note(asked, insteadOf: known ?? []) }
    }

    /// Notes to which places it is another way than in the base.
    private func note(_ asked: [FlowEdge], insteadOf known: [FlowEdge]) {
        let differences = Set(asked.map(Answered.init)).symmetricDifference(known.map(Answered.init))
        for difference in differences {
            switch difference.alike.end {
            case .sink(let sink): changed?.insert(sink.sinkClass)
            // From here on it is another way to every place.
            case .inside: changed = nil
            case .kept: break
            }
        }
    }
}

extension FlowGraph.AskedPart {
    /// Whether an answer may be another one after a change; the table of settings is held by a test that asks everything.
    fileprivate func depends(on change: FlowGraph.Change, _ policy: String?) -> Bool {
        switch (change, self) {
        case (.rules, .links), (.rules, .views): true
        case (.rules, _): false
        case (.setting(let setting, let changed), .features), (.setting(let setting, let changed), .links),
            (.setting(let setting, let changed), .views):
            // These read the policy of their origin, and no other one.
            changed == policy && settings.contains(setting)
        case (.setting(let setting, _), _): settings.contains(setting)
        }
    }

    /// The settings that its answers depend on.
    private var settings: Set<PolicySetting> {
        switch self {
        case .clipboard: SettingsOfAnswers.clipboard
        // Where content can be pasted, nothing is opened from where it was saved.
        case .storage: SettingsOfAnswers.clipboard.union(SettingsOfAnswers.storage)
        case .sending: SettingsOfAnswers.allSending
        case .receiving: SettingsOfAnswers.allReceiving
        case .features: SettingsOfAnswers.features
        case .links: SettingsOfAnswers.allLinks
        case .views: SettingsOfAnswers.views
        }
    }
}

/// What edges that differ only in the view have in common.
private struct Alike: Hashable {
    var from: FlowNode
    var end: FlowEdge.End
    var crossing: FlowEdge.Crossing
    var capacity: FlowCapacity
    var effort: FlowEffort
    var gates: [FlowGate]

    init(_ edge: FlowEdge) {
        from = edge.from
        end = edge.end
        crossing = edge.crossing
        capacity = edge.capacity
        effort = edge.effort
        gates = edge.gates
    }
}

/// What of an edge a path tells: what it leads to, and by which questions.
private struct Answered: Hashable {
    var alike: Alike
    var kinds: [Question.Kind]

    init(_ edge: FlowEdge) {
        alike = Alike(edge)
        kinds = edge.steps.map(\.request.question.kind)
    }
}

extension [FlowEdge] {
    /// The edges, with edges that differ only in the view joined into one. Joined edges can be joined again.
    ///
    /// PERF: each view may have an edge for each rule, and the search from every source walks every edge.
    func joined() -> [FlowEdge] {
        var positions: [Alike: Int] = [:]
        var views: [Set<String>] = []
        var joined: [FlowEdge] = []
        for edge in self {
            let alike = Alike(edge)
            guard let position = positions[alike] else {
                positions[alike] = joined.count
                joined.append(edge)
                views.append(Set(edge.views))
                continue
            }
            for view in edge.views where views[position].insert(view).inserted { joined[position].views.append(view) }
        }
        return joined
    }
}
