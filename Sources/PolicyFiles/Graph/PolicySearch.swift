import DocumentReading

/// Finds the policies in an export, however deep they lie.
///
/// An object is a policy by its `@odata.type`; where it has none, as in what Graph lists, by the collection that
/// `@odata.context` names, or by having settings of one. Inside a policy nothing is looked for. A text that holds JSON
/// with a policy, as templates have it, is looked through as a document of its own.
struct PolicySearch {
    /// A policy that can be read.
    struct Policy {
        var node: DocumentNode
        /// What administrators see.
        var displayName: String?
        /// What Graph calls it.
        var id: String?
        /// Whether its settings have the names of device logs.
        var isDeviceLog: Bool
    }

    /// A policy of another kind.
    struct Other {
        /// Its type, without `#` and namespace.
        var type: String
        var displayName: String?
        /// Where the type is written, or else where the policy begins.
        var place: DocumentNode.Place
    }

    private(set) var policies: [Policy] = []
    private(set) var others: [Other] = []

    private let embedded: EmbeddedJSON
    private var isEmbedded = false

    /// Looks through a file.
    ///
    /// - Parameters:
    ///   - root: The value that holds all others.
    ///   - embedded: Reads the texts of the file that hold JSON.
    /// - Complexity: O(*n*) in the number of values and the bytes of texts.
    init(_ root: DocumentNode, embedded: EmbeddedJSON) {
        self.embedded = embedded
        visit(root, trust: .settings)
    }

    /// The policies of a display name; where none has it, the one of that id.
    func policies(called name: String) -> [Policy] {
        let named = policies.filter { $0.displayName == name }
        return named.isEmpty ? policies.filter { $0.id == name } : named
    }

    /// What makes an object without a type a policy.
    private enum Trust {
        /// Having settings of one.
        case settings
        /// Standing in a collection of policies.
        case collection
        /// Nothing: it is part of something that has another type.
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

    /// Looks through the JSON in a text; one in a text of that is nobody's template.
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

/// What the keys of one object tell.
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
            // What was selected is in parentheses behind the name.
            let name = String(part.prefix { $0 != "(" })
            if name == GraphKeys.policyType + "s" || GraphKeys.otherTypes[name] != nil { return name }
        }
        return nil
    }
}
