import DocumentReading

/// Finds the policies in an export at any depth.
///
/// An object is a policy if its `@odata.type` is; without a type, as in Graph's lists, if `@odata.context` names a
/// collection of policies, or if it has policy settings. The content of a policy is not searched. A string that
/// contains JSON with a policy, as in templates, is searched as a separate document.
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
    }

    /// A policy of another kind.
    struct Other {
        /// Its type, without `#` and namespace.
        var type: String
        var displayName: String?
        /// The place of the type, or of the policy if it has none.
        var place: DocumentNode.Place
    }

    private(set) var policies: [Policy] = []
    private(set) var others: [Other] = []

    private let embedded: EmbeddedJSON
    private var isEmbedded = false

    /// Searches a file.
    ///
    /// - Parameters:
    ///   - root: The root value.
    ///   - embedded: Reads the strings of the file that contain JSON.
    /// - Complexity: O(*n*) in the number of values and the bytes of strings.
    init(_ root: DocumentNode, embedded: EmbeddedJSON) {
        self.embedded = embedded
        visit(root, trust: .settings)
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

    private mutating func visit(_ node: DocumentNode, trust: Trust) {
        switch node.content {
        case .scalar: visitText(node)
        case .sequence(let elements):
            for element in elements { visit(element, trust: trust) }
        case .mapping(let entries):
            visit(node, entries, trust: trust)
        }
    }

    /// Searches the JSON in a string; a second level is not searched, because no template has one.
    private mutating func visitText(_ node: DocumentNode) {
        guard !isEmbedded, let root = embedded.root(of: node) else { return }
        isEmbedded = true
        visit(root, trust: .settings)
        isEmbedded = false
    }

    private mutating func visit(_ node: DocumentNode, _ entries: [DocumentNode.Entry], trust: Trust) {
        let facts = ObjectFacts(entries)
        var trust = trust
        if let (type, place) = facts.type {
            let short = GraphKeys.shortType(type)
            if short == GraphKeys.policyType { return add(node, facts) }
            if GraphKeys.isOtherPolicy(short) {
                others.append(Other(type: short, displayName: facts.displayName, place: place))
                return
            }
            trust = .nothing
        } else if let (collection, place) = facts.collection {
            if let type = GraphKeys.otherTypes[collection] {
                others.append(Other(type: type, displayName: facts.displayName, place: place))
                return
            }
            guard facts.hasValue else { return add(node, facts) }
            trust = .collection
        } else if trust != .nothing, facts.isAndroid {
            let place = node.place.beginning
            others.append(Other(type: "androidManagedAppProtection", displayName: facts.displayName, place: place))
            return
        } else if trust == .collection || (trust == .settings && (facts.hasSettings || facts.hasLogNames)) {
            return add(node, facts)
        }
        for entry in entries { visit(entry.value, trust: trust) }
    }

    private mutating func add(_ node: DocumentNode, _ facts: ObjectFacts) {
        let isDeviceLog = facts.hasLogNames && !facts.hasSettings
        policies.append(Policy(node: node, displayName: facts.displayName, id: facts.id, isDeviceLog: isDeviceLog))
    }
}

/// What the keys of one object reveal about it.
private struct ObjectFacts {
    var type: (String, DocumentNode.Place)?
    /// The collection of policies that `@odata.context` names.
    var collection: (String, DocumentNode.Place)?
    var displayName: String?
    var id: String?
    var hasSettings = false
    var hasLogNames = false
    var isAndroid = false
    var hasValue = false

    init(_ entries: [DocumentNode.Entry]) {
        for entry in entries where !entry.value.isNull {
            let key = entry.key
            if GraphKeys.tellingSettings.contains(key) { hasSettings = true }
            if DeviceLogReader.settings[key] != nil { hasLogNames = true }
            if GraphKeys.androidSettings.contains(key) { isAndroid = true }
            if key == "value", case .sequence = entry.value.content { hasValue = true }
            guard case .scalar(let text, isPlain: false) = entry.value.content else { continue }
            switch key {
            case "@odata.type": type = (text, entry.value.place)
            case "@odata.context": collection = Self.collection(text).map { ($0, entry.value.place) }
            case "displayName": displayName = text
            case "id": id = text
            default: break
            }
        }
    }

    /// The known collection in a context such as `…/$metadata#deviceAppManagement/iosManagedAppProtections/$entity`.
    private static func collection(_ context: String) -> String? {
        guard context.utf8.count <= 4_096, let hash = context.firstIndex(of: "#") else { return nil }
        for part in context[hash...].dropFirst().split(separator: "/") {
            // The selected properties are in parentheses after the name.
            let name = String(part.prefix { $0 != "(" })
            if name == GraphKeys.policyType + "s" || GraphKeys.otherTypes[name] != nil { return name }
        }
        return nil
    }
}
