import DocumentReading

/// Finds the policies in an export at any depth.
///
/// An object is a policy if its `@odata.type` is; without a type, as in Graph's lists, if `@odata.context` names a
/// collection of policies, or if it has policy settings. The content of a policy is not searched. A string that
/// contains JSON with a policy, as in templates, is searched as a separate document.
///
/// What only claims to be a policy is also found: a summary without settings, or the object of a tool that writes
/// settings in another case. ``GraphSection`` refuses it, because read as a policy it would allow everything.
struct PolicySearch {
    /// A policy that can be read.
    struct Policy {
        var node: DocumentNode
        /// The name that administrators see.
        var displayName: String?
        /// Graph's id of the policy.
        var id: String?
        /// Whether its settings have device log names.
        var isDeviceLog: Bool
        /// Whether it has a setting with Graph's name.
        var hasSettings: Bool
        /// The first of its settings if their names are in another case than Graph's.
        var keyInOtherCase: DocumentNode.Place?
        /// The place of the context according to which `$select` left out settings.
        var selection: DocumentNode.Place?
    }

    /// A policy of another kind, or an app configuration.
    struct Other {
        /// Its type, without `#` and namespace.
        var type: String
        var displayName: String?
        /// The place of the type, or of the policy if it has none.
        var place: DocumentNode.Place

        /// Whether it is an app configuration, which other entries of a document read.
        var isConfiguration: Bool { GraphKeys.configurationTypes.contains(type) }
    }

    /// Something that belongs to a policy, without the policy: its assignments, for example.
    struct Part {
        /// Its name in Graph.
        var name: String
        /// The place of the context that names it.
        var place: DocumentNode.Place
    }

    private(set) var policies: [Policy] = []
    private(set) var others: [Other] = []
    private(set) var parts: [Part] = []

    private let embedded: EmbeddedJSON
    /// The number of strings around the current value.
    private var level = 0

    /// Searches a file.
    ///
    /// - Parameters:
    ///   - root: The root value.
    ///   - embedded: Reads the strings of the file that contain JSON.
    /// - Complexity: O(*n*) in the number of values and the bytes of strings.
    init(_ root: DocumentNode, embedded: EmbeddedJSON) {
        self.embedded = embedded
        visit(root, trust: .settings, selection: nil)
    }

    /// The policies with a display name; if none has it, the policy with that id.
    func policies(called name: String) -> [Policy] {
        let named = policies.filter { $0.displayName == name }
        return named.isEmpty ? policies.filter { $0.id == name } : named
    }

    /// The condition under which an object without a type is a policy.
    private enum Trust {
        /// It has policy settings.
        case settings
        /// It is in a collection of policies.
        case collection
        /// Never, because it is part of an object with another type.
        case nothing
    }

    /// Searches a value. `selection` is the place of the context around it that leaves out settings.
    private mutating func visit(_ node: DocumentNode, trust: Trust, selection: DocumentNode.Place?) {
        switch node.content {
        case .scalar: visitText(node)
        case .sequence(let elements):
            for element in elements { visit(element, trust: trust, selection: selection) }
        case .mapping(let entries):
            visit(node, entries, trust: trust, selection: selection)
        }
    }

    /// Searches the JSON in a string. Backups of templates have two levels of it.
    private mutating func visitText(_ node: DocumentNode) {
        guard level < EmbeddedJSON.levelLimit, let root = embedded.root(of: node, level: level + 1) else { return }
        level += 1
        visit(root, trust: .settings, selection: nil)
        level -= 1
    }

    private mutating func visit(
        _ node: DocumentNode,
        _ entries: [DocumentNode.Entry],
        trust: Trust,
        selection: DocumentNode.Place?
    ) {
        let facts = ObjectFacts(entries)
        var trust = trust
        var selection = selection
        if let (context, place) = facts.context { selection = context.leavesOutSettings ? place : nil }
        if let (type, place) = facts.type {
            let short = GraphKeys.shortType(type)
            if short == GraphKeys.policyType { return add(node, facts, isDeclared: true, selection) }
            if GraphKeys.isOtherPolicy(short) {
                others.append(Other(type: short, displayName: facts.displayName, place: place))
                return
            }
            trust = .nothing
        } else if let (context, place) = facts.context, let collection = context.collection {
            let otherType = GraphKeys.otherTypes[collection]
            if let part = context.part {
                if otherType == nil { parts.append(Part(name: part, place: place)) }
                trust = .nothing
            } else if let otherType {
                others.append(Other(type: otherType, displayName: facts.displayName, place: place))
                return
            } else {
                guard facts.hasValue else { return add(node, facts, isDeclared: true, selection) }
                trust = .collection
            }
        } else if trust != .nothing, facts.isAndroid {
            let place = node.place.beginning
            others.append(Other(type: GraphKeys.androidPolicyType, displayName: facts.displayName, place: place))
            return
        } else if trust == .collection {
            return add(node, facts, isDeclared: true, selection)
        } else if trust == .settings,
            facts.hasSettings || facts.hasLogNames || facts.isInOtherCase(isDeclared: false)
        {
            return add(node, facts, isDeclared: false, selection)
        }
        for entry in entries { visit(entry.value, trust: trust, selection: selection) }
    }

    private mutating func add(
        _ node: DocumentNode,
        _ facts: ObjectFacts,
        isDeclared: Bool,
        _ selection: DocumentNode.Place?
    ) {
        let isInOtherCase = facts.isInOtherCase(isDeclared: isDeclared)
        policies.append(
            Policy(
                node: node,
                displayName: facts.displayName,
                id: facts.id,
                isDeviceLog: facts.hasLogNames && !facts.hasSettings && !isInOtherCase,
                hasSettings: facts.hasSettings,
                keyInOtherCase: isInOtherCase ? facts.keyInOtherCase : nil,
                selection: selection
            )
        )
    }
}
