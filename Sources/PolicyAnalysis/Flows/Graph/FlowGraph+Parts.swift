import PolicyModel

/// What a graph shares with the graph of a document that differs in one change.
///
/// PERF: an audit may try a hundred changes, and each affects the answers to only a few questions. Most edges are about
/// views: each view may have an edge for each rule.
extension FlowGraph {
    /// The graph of the same organization under a document that differs in one change.
    struct Base {
        let graph: FlowGraph
        /// What differs.
        let change: Change

        /// Whether the change may affect any edge.
        var mayDiffer: Bool {
            switch change {
            case .rules: true
            case .setting(let setting, let policy):
                graph.policies.contains(policy) || AskedPart.settingsOfStrangers.contains(setting)
            }
        }
    }

    /// The difference between two documents.
    enum Change {
        /// A setting of a policy.
        case setting(PolicySetting, of: String)
        /// Rules, or the tags and rule sets of views.
        case rules
    }

    /// Edges from questions that read the same settings.
    enum AskedPart: CaseIterable {
        /// Copies, and pastes for another account or into another app.
        case clipboard
        /// Saving, and opening for another account.
        case storage
        /// Sending to other apps.
        case sending
        /// Receiving from an app into accounts of this app.
        case receiving
        /// The single settings.
        case features
        /// Links that leave for another app or browser.
        case links
        /// What views do with sites.
        case views
        /// What another app holds, moved into pages.
        case pages
    }

    /// A part with its origin.
    struct PartOfOrigin: Hashable {
        var part: AskedPart
        var node: FlowNode
    }

    /// Adds a part of an origin. Reuses the base's edges if the change does not affect their answers; otherwise queries
    /// the engine.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - node: The node where its edges begin, or whose policy they read.
    ///   - policy: The name of that policy.
    ///   - ask: Adds the edges.
    func add(_ part: AskedPart, of node: FlowNode, under policy: String?, asking ask: () -> Void) {
        let key = PartOfOrigin(part: part, node: node)
        let known = base?.graph.parts[key]
        if let base, let known, !part.depends(on: base.change, policy, amid: policies) {
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

    /// Records the kinds of sinks whose edges differ from the base.
    private func note(_ asked: [FlowEdge], insteadOf known: [FlowEdge]) {
        let differences = Set(asked.map(Answered.init)).symmetricDifference(known.map(Answered.init))
        for difference in differences {
            switch difference.alike.end {
            case .sink(let sink): changed?.insert(sink.sinkClass)
            // The ways to every sink may differ, because they may continue from here.
            case .inside: changed = nil
            case .kept: break
            }
        }
    }
}

extension FlowGraph.AskedPart {
    /// Whether a change may affect an answer. A test that repeats every query verifies the table of settings.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - policy: The policy of the origin.
    ///   - own: The policies of the organization's accounts and apps.
    /// - Returns: Whether the answers must be asked for again.
    fileprivate func depends(on change: FlowGraph.Change, _ policy: String?, amid own: Set<String>) -> Bool {
        switch (change, self) {
        case (.rules, .links), (.rules, .views), (.rules, .pages): true
        case (.rules, _): false
        case (.setting(let setting, let changed), .features), (.setting(let setting, let changed), .links),
            (.setting(let setting, let changed), .views):
            // These read only the policy of their origin.
            changed == policy && settings.contains(setting)
        case (.setting(let setting, let changed), _):
            own.contains(changed) ? settings.contains(setting) : settingsOfStrangers.contains(setting)
        }
    }

    /// The settings of other organizations' policies that any answer depends on.
    fileprivate static let settingsOfStrangers = allCases.reduce(into: Set<PolicySetting>()) {
        $0.formUnion($1.settingsOfStrangers)
    }

    /// The settings that its answers depend on in the policies of other organizations: what their accounts may take.
    private var settingsOfStrangers: Set<PolicySetting> {
        switch self {
        case .storage: Set(SettingsOfAnswers.opening)
        case .receiving: Set(SettingsOfAnswers.receiving)
        case .clipboard, .sending, .features, .links, .views, .pages: []
        }
    }

    /// The settings that its answers depend on.
    private var settings: Set<PolicySetting> {
        switch self {
        case .clipboard: SettingsOfAnswers.clipboard
        // If content can already be pasted into a container, opening it there from storage is not queried.
        case .storage: SettingsOfAnswers.clipboard.union(SettingsOfAnswers.storage)
        case .sending: SettingsOfAnswers.allSending
        case .receiving: SettingsOfAnswers.allReceiving
        case .features: SettingsOfAnswers.features
        case .links: SettingsOfAnswers.allLinks
        case .views, .pages: SettingsOfAnswers.views
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

/// The properties of an edge that a path reports: where it leads, and by which kinds of questions.
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
